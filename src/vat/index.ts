export { VatModule } from './vat.module';
export { vatCodes, type VatCategory, type VatCode } from './classifier/data/vat-codes';
export {
  closedVatPeriods,
  openVatPeriod,
  purchaseRegisterRows,
  salesRegisterRows,
  type RegisteredPurchase,
  type RegisteredSale,
} from './register/data/register-rows';
