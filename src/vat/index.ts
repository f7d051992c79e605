export { VatModule } from './vat.module';
export { vatCodes, type VatCategory, type VatCode } from './classifier/data/vat-codes';
export { openVatPeriod, salesRegisterRows, type RegisteredSale } from './register/data/register-rows';
