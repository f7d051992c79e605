export { PartnersModule } from './partners.module';
export { partnerSnapshot, type PartnerSnapshot } from './data/partner-snapshot';
