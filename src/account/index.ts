export { AccountModule } from './account.module';
export { CompanyDirectory } from './data/company-directory';
export { SandboxPurge } from './data/sandbox-purge';
