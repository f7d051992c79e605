export { AccountModule } from './account.module';
export { CompanyWork } from './data/company-work';
export { CompanyDirectory } from './data/company-directory';
export { SandboxPurge } from './data/sandbox-purge';
export { addressOf, RATE_LIMIT_HEADERS, RateLimits, refuseSpent } from './rate-limits';
export { askForBankRates, HAS_ASKED_FOR_BANK_RATES } from './data/bank-rates';
export { smeExemptionNumber } from './data/sme-exemption';
export {
  asKept,
  currentHeader,
  headerToKeep,
  type FileHeader,
  type KeptHeader,
  type Taxpayer,
} from './data/file-header';
