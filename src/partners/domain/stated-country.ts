import { seatByEuVatNumber } from '../../shared/eu-vat-area';

/**
 * The country that somebody gave for a partner, by its address or its EU VAT number. Of a company without either the books
 * only suppose that it is at home (`partnerKeys`): that is neither for print nor a reason to refuse.
 */
export function statedCountry(partner: {
  address: { countryCode?: string } | null;
  vatCode: string | null;
}): string | null {
  return partner.address?.countryCode ?? seatByEuVatNumber(partner.vatCode);
}
