export { PartnersModule } from './partners.module';
export { canBeVatNumber } from './domain/eu-vat-number';
export { statedCountry } from './domain/stated-country';
export { partnerSnapshot, type PartnerSnapshot } from './data/partner-snapshot';
