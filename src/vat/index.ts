export { VatModule } from './vat.module';
export { EFFECTIVE_CLASSIFIER } from './classifier/data/effective-classifier';
export { vatCodes, type VatCategory, type VatCode } from './classifier/data/vat-codes';
export { euVatRates } from './rates/data/eu-vat-rates';
export type { EuVatRate } from './rates/domain/eu-vat-rate';
export { legalBasisOfScheme } from './resolve/domain/legal-basis';
export { closedVatPeriods, openVatPeriod } from './periods/data/vat-periods';
export { CloseVatPeriods } from './periods/use-cases/close-vat-periods';
export {
  purchaseRegisterRows,
  salesRegisterRows,
  type RegisteredPurchase,
  type RegisteredSale,
} from './register/data/register-rows';
