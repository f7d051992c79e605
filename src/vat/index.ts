export { VatModule } from './vat.module';
export { vatCodes, type VatCategory, type VatCode } from './classifier/data/vat-codes';
