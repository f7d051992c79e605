export { AccountModule } from './account.module';
export { CompanyWork } from './data/company-work';
export { CompanyDirectory } from './data/company-directory';
export { SandboxPurge } from './data/sandbox-purge';
export { smeExemptionNumber } from './data/sme-exemption';
