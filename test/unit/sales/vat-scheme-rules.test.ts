import type { CalendarDate } from '../../../src/shared/calendar-date';
import { Decimal } from '../../../src/shared/decimal';
import { DomainError } from '../../../src/shared/domain-error';
import type { SaleDocument } from '../../../src/sales/domain/sale-document';
import { vatEvidence } from '../../../src/sales/domain/vat-evidence';
import {
  categorisingScheme,
  refuseWrongScheme,
  withLegalBasis,
  type KnownVatRate,
  type SchemeSituation,
} from '../../../src/sales/domain/vat-scheme-rules';

const ON = '2026-10-05' as CalendarDate;
const BASIS = 'art. 146(1)';

interface GivenLine {
  rate?: string;
  code?: string;
  basis?: string;
  advance?: string;
}

function document(members: Partial<SaleDocument>, lines: GivenLine[] = [{}]): SaleDocument {
  return {
    vatScheme: null,
    vatCountryCode: null,
    creditedReference: null,
    details: {},
    ...members,
    lines: lines.map(({ rate = '0', code, basis, advance }) => ({
      vatRatePercent: new Decimal(rate),
      vatCode: code ?? null,
      vatExemptionBasis: basis ?? null,
      ...(advance === undefined ? {} : { deductedAdvanceId: advance }),
    })),
  } as unknown as SaleDocument;
}

const rates = (isConfirmed: boolean, ...percents: string[]): KnownVatRate[] =>
  percents.map((percent, index) => ({
    category: index === 0 ? 'standard' : 'reduced',
    ratePercent: new Decimal(percent),
    isConfirmed,
  }));

type Situation = {
  buyer?: [country: string | null, vatCode: string | null];
  payer?: false;
  sme?: string;
  rates?: KnownVatRate[];
  unknown?: true;
};

function situation(given: Situation = {}): SchemeSituation {
  const [countryCode, vatCode] = given.buyer ?? [null, null];
  return {
    taxPointOn: ON,
    seller: {
      countryCode: 'LT',
      isVatPayerThen: given.payer ?? true,
      smeExemptionNumber: given.sme ?? null,
    },
    buyer: { countryCode, vatCode },
    codes: new Map([
      ['PVM1', { category: 'S' }],
      ['PVM14', { category: 'Z' }],
    ]) as unknown as SchemeSituation['codes'],
    isKnownState: given.unknown === undefined,
    rates: given.rates ?? [],
    schemeBasis: BASIS,
  };
}

function refusal(sale: SaleDocument, given: Situation = {}): string {
  try {
    refuseWrongScheme(sale, situation(given));
    return 'passes';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return `${error.reason} ${Object.keys(error.extras.fieldErrors!).join()}`;
  }
}

const OSS = { vatScheme: 'oss_union', vatCountryCode: 'CZ' } as const;
const DEEMED = { ...OSS, vatScheme: 'marketplace_deemed', details: { deemedSupplier: true } } as const;
const CZECH = rates(true, '21', '12');
const GERMAN = rates(false, '19', '7');

const TABLE: [what: string, document: SaleDocument, situation: Situation, expected: string][] = [
  ['no scheme, with a rate and another state', document({ vatCountryCode: 'DE' }, [{ rate: '19' }]), {}, 'vat_scheme_invalid vatCountryCode'],
  ['no scheme, with a code and another state', document({ vatCountryCode: 'DE' }, [{ code: 'PVM14' }]), {}, 'vat_scheme_invalid vatCountryCode'],
  ['no scheme, without VAT and another state', document({ vatCountryCode: 'DE' }, [{ basis: 'taxed there' }]), {}, 'passes'],
  ['no scheme at home', document({ vatCountryCode: 'LT' }, [{ rate: '21', code: 'PVM1' }]), {}, 'passes'],
  ['domestic of another state', document({ vatScheme: 'domestic', vatCountryCode: 'DE' }, [{ rate: '21', code: 'PVM1' }]), {}, 'vat_scheme_invalid vatCountryCode'],
  ['no scheme, no country', document({ vatCountryCode: 'lt' }), { unknown: true }, 'vat_scheme_invalid vatCountryCode'],
  ['domestic with a rate that is none', document({ vatScheme: 'domestic' }, [{ rate: '20' }]), { rates: rates(true, '21') }, 'vat_rate_invalid lines.0.vatRatePercent'],
  ['no scheme with a rate that is none', document({}, [{ rate: '20' }]), { rates: rates(true, '21') }, 'vat_rate_invalid lines.0.vatRatePercent'],
  ['credit of another system at an ended rate', document({ creditedReference: 'OLD-1' }, [{ rate: '9' }]), { rates: rates(true, '21', '12') }, 'passes'],
  ['credit of another system at an ended rate of another state', document({ ...OSS, creditedReference: 'OLD-1' }, [{ rate: '10' }]), { rates: CZECH }, 'passes'],
  ['final invoice of an advance at an ended rate', document({}, [{ rate: '9' }, { rate: '9', advance: 'a' }]), { rates: rates(true, '21', '12') }, 'passes'],
  ['final invoice with a rate the advance has not', document({}, [{ rate: '20' }, { rate: '9', advance: 'a' }]), { rates: rates(true, '21', '12') }, 'vat_rate_invalid lines.0.vatRatePercent'],
  ['domestic, rates that nobody vouches for', document({ vatScheme: 'domestic' }, [{ rate: '20' }]), { rates: rates(false, '21') }, 'passes'],
  ['domestic, a code has its own rate', document({ vatScheme: 'domestic' }, [{ rate: '20', code: 'OWN' }]), { rates: rates(true, '21') }, 'passes'],
  ['EU business', document({ vatScheme: 'intra_eu_b2b' }), { buyer: ['DE', 'DE123456788'] }, 'passes'],
  ['EU business of Greece', document({ vatScheme: 'intra_eu_b2b' }), { buyer: ['GR', 'EL123456789'] }, 'passes'],
  ['EU business of Northern Ireland', document({ vatScheme: 'intra_eu_b2b' }), { buyer: ['GB', 'XI123456789'] }, 'passes'],
  ['EU business at home', document({ vatScheme: 'intra_eu_b2b' }), { buyer: ['LT', 'LT100001234510'] }, 'vat_scheme_invalid partnerId'],
  ['EU business of Norway', document({ vatScheme: 'intra_eu_b2b' }), { buyer: ['NO', 'NO987654321'] }, 'vat_scheme_invalid partnerId'],
  ['EU business, a number without prefix', document({ vatScheme: 'intra_eu_b2b' }), { buyer: ['DE', '123456788'] }, 'vat_scheme_invalid partnerId'],
  ['EU business with the VAT of its state', document({ vatScheme: 'intra_eu_b2b', vatCountryCode: 'DE' }), { buyer: ['DE', 'DE123456788'] }, 'vat_scheme_invalid vatCountryCode'],
  ['EU business with the own state', document({ vatScheme: 'intra_eu_b2b', vatCountryCode: 'LT' }), { buyer: ['DE', 'DE123456788'] }, 'passes'],
  ['reverse charge with the VAT of another state', document({ vatScheme: 'reverse_charge', vatCountryCode: 'DE' }), {}, 'vat_scheme_invalid vatCountryCode'],
  ['export', document({ vatScheme: 'export' }), { buyer: ['US', null] }, 'passes'],
  ['export to a German', document({ vatScheme: 'export' }), { buyer: ['DE', null] }, 'vat_scheme_invalid partnerId'],
  ['export to Monaco, which is France', document({ vatScheme: 'export' }), { buyer: ['MC', null] }, 'vat_scheme_invalid partnerId'],
  ['export to nobody knows where', document({ vatScheme: 'export' }), {}, 'vat_scheme_invalid partnerId'],
  ['export bought by a German, by code', document({ vatScheme: 'export' }, [{ code: 'PVM12' }]), { buyer: ['DE', null] }, 'passes'],
  ['export bought by a German, by a reason', document({ vatScheme: 'export' }, [{ basis: 'own' }]), { buyer: ['DE', null] }, 'passes'],
  ['export bought by a German, by a reason on one line', document({ vatScheme: 'export' }, [{ basis: 'own' }, {}]), { buyer: ['DE', null] }, 'vat_scheme_invalid partnerId'],
  ["export bought by a German, with the scheme's own words", document({ vatScheme: 'export' }, [{ basis: BASIS }]), { buyer: ['DE', null] }, 'vat_scheme_invalid partnerId'],
  ['small enterprise', document({ vatScheme: 'sme_exempt' }), { payer: false }, 'passes'],
  ['small enterprise that pays VAT', document({ vatScheme: 'sme_exempt' }), {}, 'vat_scheme_invalid vatScheme'],
  ['small enterprise elsewhere', document({ vatScheme: 'sme_exempt', vatCountryCode: 'DE' }), { sme: 'LT1-EX' }, 'passes'],
  ['OSS, standard rate', document(OSS, [{ rate: '21' }]), { rates: CZECH }, 'passes'],
  ['OSS, reduced rate', document(OSS, [{ rate: '12' }]), { rates: CZECH }, 'passes'],
  ['OSS, ended rate', document(OSS, [{ rate: '21' }, { rate: '15' }]), { rates: CZECH }, 'vat_rate_invalid lines.1.vatRatePercent'],
  ['OSS, no VAT', document(OSS, [{ basis: 'exempt there' }]), { rates: CZECH }, 'passes'],
  ['OSS, a rate nobody confirmed otherwise', document({ ...OSS, vatCountryCode: 'DE' }, [{ rate: '18' }]), { rates: GERMAN }, 'passes'],
  ['OSS without state', document({ ...OSS, vatCountryCode: null }, [{ rate: '21' }]), {}, 'vat_scheme_invalid vatCountryCode'],
  ['OSS at home', document({ ...OSS, vatCountryCode: 'LT' }, [{ rate: '21' }]), {}, 'vat_scheme_invalid vatCountryCode'],
  ['OSS outside the EU', document({ ...OSS, vatCountryCode: 'US' }, [{ rate: '21' }]), {}, 'vat_scheme_invalid vatCountryCode'],
  ['OSS to EL', document({ ...OSS, vatCountryCode: 'EL' }, [{ rate: '24' }]), {}, 'vat_scheme_invalid vatCountryCode'],
  ['OSS to Northern Ireland', document({ ...OSS, vatCountryCode: 'XI' }, [{ rate: '20' }]), {}, 'passes'],
  ['OSS under a code of home', document(OSS, [{ rate: '21', code: 'PVM1' }]), { rates: CZECH }, 'vat_code_invalid lines.0.vatClassifierCode'],
  ['OSS under another code', document(OSS, [{ code: 'PVM14' }]), { rates: CZECH }, 'passes'],
  ['IOSS at home', document({ vatScheme: 'ioss', vatCountryCode: 'LT' }, [{ rate: '21', code: 'PVM1' }]), { rates: rates(true, '21') }, 'passes'],
  ['IOSS without state', document({ vatScheme: 'ioss' }, [{ rate: '21' }]), {}, 'vat_scheme_invalid vatCountryCode'],
  ['the platform sells', document(DEEMED, [{ rate: '21' }]), { rates: CZECH }, 'passes'],
  ['the platform sells at an ended rate', document(DEEMED, [{ rate: '15' }]), { rates: CZECH }, 'vat_rate_invalid lines.0.vatRatePercent'],
  ['the platform sells without state', document({ ...DEEMED, vatCountryCode: null }, [{ rate: '21' }]), {}, 'vat_scheme_invalid vatCountryCode'],
  ['sold to the platform', document({ vatScheme: 'marketplace_deemed' }), {}, 'passes'],
]; // prettier-ignore

describe('the scheme of a sale', () => {
  it.each(TABLE)('%s', (_, sale, given, expected) => {
    expect(refusal(sale, given)).toBe(expected);
  });

  it('names the rates that are valid', () => {
    expect(() => refuseWrongScheme(document(OSS, [{ rate: '15' }]), situation({ rates: CZECH }))).toThrow(
      '15 % on line 1 is no rate of CZ on 2026-10-05; it has 21, 12.',
    );
  });

  it('gives the reason to lines without VAT that name none', () => {
    const lines = [{}, { basis: 'own' }, { code: 'PVM12' }, { rate: '21' }];
    const bases = (basis: string | null) =>
      withLegalBasis(document({ vatScheme: 'export' }, lines), basis).lines.map(
        ({ vatExemptionBasis }) => vatExemptionBasis,
      );
    expect(bases(BASIS)).toEqual([BASIS, 'own', null, null]);
    expect(bases(null)).toEqual([null, 'own', null, null]);
  });

  it('charges VAT on what a platform sells, and none on what is sold to it', () => {
    expect(categorisingScheme(document(DEEMED))).toBeNull();
    expect(categorisingScheme(document({ vatScheme: 'marketplace_deemed' }))).toBe('marketplace_deemed');
    expect(categorisingScheme(document({ vatScheme: 'export' }))).toBe('export');
  });
});

describe('the evidence of VAT', () => {
  const buyer = {
    partnerId: 'p',
    vatCode: null,
    vatValid: null,
    vatValidatedAt: null,
    vatCheck: null,
    countryCode: 'DE',
  };
  const evidence = (lines: GivenLine[], known: KnownVatRate[]) =>
    vatEvidence(document({ vatScheme: 'oss_union', vatCountryCode: 'DE' }, lines), buyer, {
      capturedAt: '2026-10-05T09:00:00.000Z',
      issuedOn: ON,
      on: '2025-12-30' as CalendarDate,
      country: 'DE',
      rates: known,
    });

  it('has what the contract has, and the day whose rates hold', () => {
    expect(evidence([{ rate: '19' }, { rate: '7.0' }, { rate: '19' }, {}], GERMAN)).toEqual({
      capturedAt: '2026-10-05T09:00:00.000Z',
      issueDate: '2026-10-05',
      scheme: { vatScheme: 'oss_union', vatCountryCode: 'DE', deemedSupplier: false },
      partner: { id: 'p', vatCode: null, vatValid: null, vatValidatedAt: null },
      vies: null,
      location: { billingCountryCode: 'DE', source: 'partner' },
      rateTable: null,
      rates: [
        { ratePercent: '19', country: 'DE', category: 'standard' },
        { ratePercent: '7', country: 'DE', category: 'reduced' },
        { ratePercent: '0', country: 'DE', category: null },
      ],
      situationOn: '2025-12-30',
      notes: [],
    });
  });

  it.each([
    [GERMAN, '18 % is none of the rates known for DE on 2025-12-30 (19, 7, not checked against an official source).'],
    [rates(true, '19'), '18 % is none of the rates known for DE on 2025-12-30 (19).'],
    [[], 'No VAT rates of DE are known for 2025-12-30.'],
  ])('says where the rate is not known: %#', (known, note) => {
    expect(evidence([{ rate: '18' }, { rate: '0' }], known)).toMatchObject({ notes: [note] });
  }); // prettier-ignore
});
