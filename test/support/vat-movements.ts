import lithuanian from '../../migrations/seeds/vat-classifiers.json';
import czechAndSlovak from '../../migrations/seeds/vat-classifiers-cz-sk.json';
import defaults from '../../src/declarations/data/return-defaults.json';
import type { PlacementRules, ReturnCode } from '../../src/declarations/domain/vat-return/placement';
import type { RegisteredVat } from '../../src/declarations/domain/vat-return/vat-movement';
import type { CalendarDate } from '../../src/shared/calendar-date';
import { Decimal } from '../../src/shared/decimal';

const LT_EC_SALES: Record<string, ReturnCode['ecSales']> = {
  PVM13: 'goods',
  PVM50: 'goods',
  PVM15: 'services',
  PVM34: 'services',
  PVM19: 'triangular',
};

/** The rules of a country, from the seeds as they come into the database. */
export function rulesOf(home: 'LT' | 'CZ' | 'SK'): PlacementRules {
  const codes: ReturnCode[] =
    home === 'LT'
      ? lithuanian.map(row => ({
          code: row.code,
          sales: row.fr0600Sales,
          purchases: row.fr0600Purchase,
          confidence: row.confidence as ReturnCode['confidence'],
          ecSales: LT_EC_SALES[row.code] ?? null,
        }))
      : czechAndSlovak
          .filter(({ countryCode }) => countryCode === home)
          .map(row => ({
            code: row.code,
            sales: row.returnSales,
            purchases: row.returnPurchase,
            confidence: row.confidence as ReturnCode['confidence'],
            ecSales: row.ecSales as ReturnCode['ecSales'],
          }));
  return {
    home,
    codes: new Map(codes.map(code => [code.code, code])),
    defaults: defaults.filter(({ country }) => country === home),
  };
}

type Amount = 'net' | 'vat' | 'deductibleVat' | 'selfAssessedVat' | 'undeductedProRata';
type Members = Partial<Omit<RegisteredVat, Amount>> & Partial<Record<Amount, string>>;

let serial = 0;

/** A row of the register: a sale of category S at 21 % without a code to a partner at home, unless told otherwise. */
export function registered({
  net,
  vat,
  deductibleVat,
  selfAssessedVat,
  undeductedProRata,
  ...members
}: Members = {}): RegisteredVat {
  const day = '2026-03-05' as CalendarDate;
  const id = String(++serial);
  return {
    side: 'sales',
    taxCode: null,
    ratePercent: '21',
    category: 'S',
    scheme: null,
    vatCountryCode: null,
    partnerCountryCode: null,
    partnerVatPrefix: members.partnerVatCode?.slice(0, 2) ?? null,
    isCreditNote: false,
    isDueOnPayment: false,
    documentId: id,
    documentNumber: `D-${id}`,
    documentDate: day,
    taxPointDate: day,
    countedOn: day,
    isVoid: false,
    partnerId: 'p',
    partnerName: 'Partner',
    partnerVatCode: null,
    correctedNumber: null,
    ...members,
    net: new Decimal(net ?? '100'),
    vat: new Decimal(vat ?? '0'),
    deductibleVat: new Decimal(deductibleVat ?? '0'),
    selfAssessedVat: new Decimal(selfAssessedVat ?? '0'),
    undeductedProRata: new Decimal(undeductedProRata ?? '0'),
  };
}

/** A purchase under which the buyer owes the VAT, deducted in full. */
export function reverseCharged(
  taxCode: string,
  net: string,
  selfAssessedVat: string,
  members: Members = {},
): RegisteredVat {
  return registered({
    side: 'purchases',
    category: 'AE',
    taxCode,
    net,
    selfAssessedVat,
    deductibleVat: selfAssessedVat,
    ...members,
  });
}

/** A purchase with VAT of the supplier, deducted in full. */
export function charged(net: string, vat: string, members: Members = {}): RegisteredVat {
  return registered({ side: 'purchases', net, vat, deductibleVat: vat, ...members });
}
