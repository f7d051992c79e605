export { VatModule } from './vat.module';
export { EFFECTIVE_CLASSIFIER } from './classifier/data/effective-classifier';
export { vatCodes } from './classifier/data/vat-codes';
export { isForPurchases, refuseInvalidCode, type VatCode } from './classifier/domain/vat-code';
export { euVatRates } from './rates/data/eu-vat-rates';
export type { EuVatRate } from './rates/domain/eu-vat-rate';
export { legalBasisOfScheme } from './resolve/domain/legal-basis';
export { SCHEME_MEANINGS } from './resolve/domain/scheme-meaning';
export {
  CASH_STANDINGS,
  cashVatNotYetDue,
  dueBetween,
  type CashVatNotYetDue,
  type StandingColumns,
} from './cash-accounting/data/cash-standings';
export { settlementShares, type CashSettlement } from './cash-accounting/domain/paid-share';
export { closedVatPeriods, openVatPeriod } from './periods/data/vat-periods';
export { CloseVatPeriods } from './periods/use-cases/close-vat-periods';
export { deductionPercentOn } from './pro-rata/data/deduction-percents';
export {
  purchaseRegisterRows,
  salesRegisterRows,
  type RegisteredPurchase,
  type RegisteredSale,
} from './register/data/register-rows';
