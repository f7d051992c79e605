import { Decimal } from '../../../src/shared/decimal';
import { resolveVat } from '../../../src/vat/resolve/domain/resolve-vat';
import type { SupplyType, VatQuestion } from '../../../src/vat/resolve/domain/vat-question';

/** What differs from a Lithuanian VAT payer established in the EU who sells goods to a consumer, threshold passed. */
interface Given {
  from?: string;
  payer?: false;
  sme?: string;
  sellerInEu?: boolean;
  to?: string | null;
  business?: true;
  number?: string | null;
  valid?: boolean;
  what?: SupplyType;
  below?: boolean | 'unsaid';
  through?: true;
  platform?: true;
  value?: string;
}

function question(given: Given): VatQuestion {
  return {
    seller: {
      countryCode: given.from ?? 'LT',
      isVatPayer: given.payer ?? true,
      smeExemptionNumber: given.sme ?? null,
      isEstablishedInEu: given.sellerInEu ?? true,
    },
    buyer: {
      countryCode: given.to === undefined ? 'LT' : given.to,
      isBusiness: given.business ?? false,
      vatNumber: given.number,
      isVatNumberValid: given.valid ?? null,
    },
    supplyType: given.what ?? 'goods',
    isBelowThreshold: given.below === 'unsaid' ? undefined : (given.below ?? false),
    isThroughMarketplace: given.through ?? false,
    isMarketplace: given.platform ?? false,
    importedValueEur: given.value === undefined ? null : new Decimal(given.value),
  };
}

/** Scheme, state whose VAT it is, and what is true of it. */
function answer(given: Given): string {
  const { scheme, vatCountryCode, reverseCharge, deemedSupplier, zeroRated } = resolveVat(question(given));
  const flags = { 'reverse charge': reverseCharge, deemed: deemedSupplier, zero: zeroRated };
  return [
    scheme,
    vatCountryCode ?? '-',
    ...Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name] : [])),
  ].join(' ');
}

const DE = { to: 'DE', business: true, number: 'DE123456788' } as const;
/** Not a VAT number, though it begins with letters. */
const NO_NUMBER = 'Käufer';

const TABLE: [what: string, given: Given, expected: string, note?: string][] = [
  // at home
  ['goods to a consumer', {}, 'domestic LT'],
  ['goods to a business', { business: true, number: 'LT100001234511' }, 'domestic LT', 'art. 199'],
  ['services to a business without number', { business: true, number: null, what: 'services' }, 'domestic LT'],
  ['digital services to a consumer', { what: 'digital' }, 'domestic LT'],
  ['a buyer whose country nobody knows', { to: null }, 'domestic LT', 'taken to be in LT'],
  ['a Greek at home', { from: 'GR', to: 'EL' }, 'domestic GR'],
  // businesses of other member states
  ['goods, number not checked', DE, 'intra_eu_b2b - zero', 'DE123456788 was not checked'],
  ['goods, number confirmed', { ...DE, valid: true }, 'intra_eu_b2b - zero', 'proof of transport'],
  ['goods, nobody said the number', { to: 'DE', business: true }, 'intra_eu_b2b - zero', 'check it in VIES'],
  ['goods, no number', { to: 'DE', business: true, number: null }, 'oss_union DE', 'treated as a consumer'],
  ['goods, number not valid', { ...DE, valid: false }, 'oss_union DE', 'DE123456788 is not valid'],
  ['goods, number of a third state', { ...DE, number: 'FR12345678901' }, 'intra_eu_b2b - zero'],
  ["goods, number of the seller's state", { ...DE, number: 'LT100001234511' }, 'domestic LT', 'number of LT'],
  ["services, number of the seller's state", { ...DE, number: 'LT100001234511', what: 'services' }, 'domestic LT'],
  ['goods, no VAT number but letters', { ...DE, number: NO_NUMBER }, 'oss_union DE'],
  ['goods to Greece, prefix EL', { to: 'GR', business: true, number: 'EL123456789' }, 'intra_eu_b2b - zero'],
  ['goods from Greece, prefix EL', { from: 'GR', ...DE, number: 'EL123456789' }, 'domestic GR'],
  ['services', { ...DE, what: 'services' }, 'reverse_charge - reverse charge', 'immovable property'],
  ['digital services', { ...DE, what: 'digital' }, 'reverse_charge - reverse charge', 'EC sales list'],
  ['services, no number', { to: 'DE', business: true, number: null, what: 'services' }, 'domestic LT'],
  ['digital, no number', { to: 'DE', business: true, number: null, what: 'digital' }, 'oss_union DE'],
  // Northern Ireland and Monaco
  ['goods, number XI', { to: 'GB', business: true, number: 'XI123456789' }, 'intra_eu_b2b - zero'],
  ['services, number XI', { to: 'GB', business: true, number: 'XI123456789', what: 'services' }, 'out_of_scope -'],
  ['goods to a consumer in Northern Ireland', { to: 'XI' }, 'oss_union XI'],
  ['digital to a consumer in Northern Ireland', { to: 'XI', what: 'digital' }, 'out_of_scope -'],
  ['goods to Great Britain', { to: 'GB' }, 'export - zero', 'give XI'],
  ['goods to a consumer in Monaco', { to: 'MC' }, 'oss_union FR'],
  ['goods to the Isle of Man', { to: 'IM' }, 'export - zero'],
  ['goods to the Åland Islands', { to: 'AX' }, 'export - zero'],
  // consumers of other member states
  ['goods', { to: 'FR' }, 'oss_union FR', 'registration for the Union scheme'],
  ['goods, threshold unsaid', { to: 'FR', below: 'unsaid' }, 'oss_union FR', 'Taken to be above the threshold'],
  ['goods, below the threshold', { to: 'FR', below: true }, 'domestic LT', '10,000 EUR'],
  ['digital', { to: 'FR', what: 'digital' }, 'oss_union FR'],
  ['digital, below the threshold', { to: 'FR', what: 'digital', below: true }, 'domestic LT'],
  ['services', { to: 'FR', what: 'services' }, 'domestic LT', 'immovable property'],
  ['services, below the threshold', { to: 'FR', what: 'services', below: true }, 'domestic LT'],
  // countries outside the EU
  ['goods to a consumer', { to: 'US' }, 'export - zero', 'proof of export'],
  ['goods to a business', { to: 'US', business: true, number: null }, 'export - zero'],
  ['services to a business', { to: 'US', business: true, what: 'services' }, 'out_of_scope -', 'its own law'],
  ['digital to a business', { to: 'US', business: true, what: 'digital' }, 'out_of_scope -'],
  ['services to a consumer', { to: 'US', what: 'services' }, 'domestic LT', 'Services of art. 59'],
  ['digital to a consumer', { to: 'US', what: 'digital' }, 'out_of_scope -'],
  ['goods to Norway (EEA, no member state)', { to: 'NO', business: true, number: 'NO123' }, 'export - zero'],
  // goods that come from outside the EU
  ['150.00 to a consumer', { to: 'DE', value: '150.00' }, 'ioss DE', 'import scheme'],
  ['150.01 to a consumer', { to: 'DE', value: '150.01' }, 'out_of_scope -', 'customs'],
  ['0 to a consumer at home', { value: '0' }, 'ioss LT'],
  ['150.00 below the threshold', { to: 'DE', value: '150.00', below: true }, 'ioss DE'],
  ['50.00 to a business', { ...DE, value: '50.00' }, 'out_of_scope -', 'The buyer imports'],
  ['50.00 to a consumer outside the EU', { to: 'US', value: '50.00' }, 'export - zero'],
  ['a value of services', { to: 'FR', what: 'digital', value: '50.00' }, 'oss_union FR'],
  // platforms
  ['the platform, import of 150.00', { platform: true, to: 'DE', value: '150.00' }, 'marketplace_deemed DE deemed'],
  ['the platform, import of 150.01', { platform: true, to: 'DE', value: '150.01' }, 'out_of_scope -'],
  ['the platform, seller outside the EU', { platform: true, to: 'DE', sellerInEu: false }, 'marketplace_deemed DE deemed'],
  ['the platform, seller outside, at home', { platform: true, sellerInEu: false }, 'marketplace_deemed LT deemed'],
  ['the platform, seller in the EU', { platform: true, to: 'DE' }, 'oss_union DE', 'art. 14a is for imports'],
  ['the platform, seller outside, to a business', { ...DE, platform: true, sellerInEu: false }, 'intra_eu_b2b - zero'],
  ['the platform, digital', { platform: true, to: 'DE', sellerInEu: false, what: 'digital' }, 'oss_union DE', 'art. 28'],
  ['the platform, out of the EU', { platform: true, to: 'US', sellerInEu: false }, 'export - zero'],
  ['through a platform, import of 150.00', { through: true, to: 'DE', value: '150.00' }, 'marketplace_deemed -'],
  ['through a platform, import of 150.01', { through: true, to: 'DE', value: '150.01' }, 'out_of_scope -'],
  ['through a platform, from outside the EU', { through: true, to: 'DE', sellerInEu: false }, 'marketplace_deemed -', 'The platform owes'],
  ['through a platform, from the EU', { through: true, to: 'DE' }, 'oss_union DE', 'The seller and not the platform'],
  // small enterprises
  ['at home', { payer: false }, 'sme_exempt -', 'threshold of registration'],
  ['goods to a business abroad', { ...DE, payer: false }, 'sme_exempt -', 'art. 139(1)'],
  ['services to a business abroad', { ...DE, payer: false, what: 'services' }, 'reverse_charge - reverse charge', 'must have a VAT number'],
  ["services, number of the seller's state", { ...DE, payer: false, number: 'LT100001234511', what: 'services' }, 'sme_exempt -'],
  ['goods to a consumer abroad, below', { payer: false, to: 'FR', below: true }, 'sme_exempt -'],
  ['goods to a consumer abroad, above', { payer: false, to: 'FR' }, 'oss_union FR', 'does not reach FR'],
  ['the same with a number', { payer: false, sme: 'LT123-EX', to: 'FR' }, 'sme_exempt -', 'LT123-EX covers FR'],
  ['a VAT payer with a number', { sme: 'LT123-EX', to: 'FR' }, 'sme_exempt -', 'otherwise the Union scheme'],
  ['a VAT payer with a number, at home', { sme: 'LT123-EX' }, 'domestic LT'],
  ['a VAT payer with a number, to a business', { ...DE, sme: 'LT123-EX' }, 'intra_eu_b2b - zero'],
  ['goods out of the EU', { payer: false, to: 'US' }, 'sme_exempt -'],
  ['services to a business outside', { payer: false, to: 'US', business: true, what: 'services' }, 'out_of_scope -'],
  ['digital to a consumer outside', { payer: false, to: 'US', what: 'digital' }, 'out_of_scope -'],
  // companies of countries outside the EU
  ['a Norwegian at home', { from: 'NO', to: 'NO' }, 'domestic NO', 'own VAT law is not known'],
  ['a Norwegian, goods to the EU', { from: 'NO', to: 'DE' }, 'out_of_scope -', 'imported into the EU by the buyer'],
  ['a Norwegian, 150.00 to a consumer', { from: 'NO', to: 'DE', value: '150.00' }, 'ioss DE'],
  ['a Norwegian, services to a business', { from: 'NO', ...DE, what: 'services' }, 'reverse_charge - reverse charge'],
  ['a Norwegian, digital to a consumer', { from: 'NO', to: 'DE', what: 'digital' }, 'out_of_scope -', 'non-Union scheme'],
  ['a Norwegian, goods to America', { from: 'NO', to: 'US' }, 'export - zero'],
]; // prettier-ignore

describe('how the VAT of a sale is treated', () => {
  it.each(TABLE.map(([what, given, expected, note = '']) => ({ what, given, expected, note })))(
    '$what: $expected',
    ({ given, expected, note }) => {
      expect(answer(given)).toBe(expected);
      if (note !== '')
        expect(resolveVat(question(given)).notes).toContainEqual(expect.stringContaining(note));
    },
  );

  it('covers all schemes', () => {
    expect(new Set(TABLE.map(([, , expected]) => expected.split(' ')[0]))).toEqual(
      new Set([
        'domestic', 'intra_eu_b2b', 'reverse_charge', 'oss_union', 'ioss', 'marketplace_deemed', 'export',
        'out_of_scope', 'sme_exempt',
      ]), // prettier-ignore
    );
  });

  it.each<[Given, string]>([
    [DE, 'Directive 2006/112/EC, art. 138(1) (intra-Community supply); PVM įstatymo 49 str.'],
    [{ ...DE, from: 'CZ' }, 'Directive 2006/112/EC, art. 138(1) (intra-Community supply); § 64 zákona č. 235/2004 Sb.'],
    [{ ...DE, from: 'PL' }, 'Directive 2006/112/EC, art. 138(1) (intra-Community supply)'],
    [{ to: 'US' }, 'Directive 2006/112/EC, art. 146(1) (export); PVM įstatymo 41 str.'],
    [{ to: 'FR', what: 'digital' }, 'Directive 2006/112/EC, art. 58 and 369a to 369k (digital service, Union scheme)'],
    [{ ...DE, what: 'services' }, 'Directive 2006/112/EC, art. 44 and 196 (reverse charge); PVM įstatymo 58 str. (atvirkštinis apmokestinimas)'],
  ])('names the law: %j', (given, legalBasis) => {
    expect(resolveVat(question(given)).legalBasis).toBe(legalBasis);
  }); // prettier-ignore
});
