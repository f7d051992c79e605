export { PartnersModule } from './partners.module';
export { canBeVatNumber } from './domain/eu-vat-number';
export { partnerSnapshot, type PartnerSnapshot } from './data/partner-snapshot';
