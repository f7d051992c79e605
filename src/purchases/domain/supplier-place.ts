import { countryOfVatNumber, isMemberState, vatCountryOf } from '../../shared/eu-vat-area';

/**
 * Where a supplier stands for VAT. `eu`: under a VAT number of another member state; `northern_ireland`: under one of XI,
 * within the EU for goods only.
 */
export type SupplierPlace = 'home' | 'eu' | 'northern_ireland' | 'eu_without_number' | 'outside';

export interface Supplier {
  /** ISO 3166-1 alpha-2; null: not known. */
  countryCode: string | null;
  vatCode: string | null;
}

interface CodeOfPlaces {
  /** What the code is for. */
  of: string;
  places: readonly SupplierPlace[];
}

const AT_HOME: CodeOfPlaces = { of: 'supplies at home', places: ['home'] };
const EU_GOODS: CodeOfPlaces = {
  of: 'goods from VAT payers of other EU states',
  places: ['eu', 'northern_ireland'],
};
const EU_SERVICES: CodeOfPlaces = { of: 'services from VAT payers of other EU states', places: ['eu'] };
const OTHER_SERVICES: CodeOfPlaces = {
  of: 'services from suppliers abroad who are no VAT payers of an EU state',
  places: ['northern_ireland', 'eu_without_number', 'outside'],
};
const NOT_ESTABLISHED: CodeOfPlaces = {
  of: 'supplies by those who are not established here',
  places: ['eu', 'northern_ireland', 'eu_without_number', 'outside'],
};

/**
 * The Lithuanian codes that say where the supplier stands (names of the classifier, order VA-49). Every other is for anybody:
 * what is bought abroad (PVM48) may be bought of a supplier at home, and customs is named as the supplier of imports by some.
 */
const CODES: ReadonlyMap<string, CodeOfPlaces> = new Map([
  ...['PVM25', 'PVM26', 'PVM27', 'PVM49'].map(code => [code, AT_HOME] as const),
  ...['PVM16', 'PVM17', 'PVM18', 'PVM19', 'PVM35', 'PVM36', 'PVM56'].map(code => [code, EU_GOODS] as const),
  ...['PVM21', 'PVM40', 'PVM41', 'PVM42', 'PVM57'].map(code => [code, EU_SERVICES] as const),
  ...['PVM20', 'PVM37', 'PVM38', 'PVM39', 'PVM54'].map(code => [code, OTHER_SERVICES] as const),
  ...['PVM43', 'PVM44', 'PVM45', 'PVM46', 'PVM47', 'PVM60'].map(code => [code, NOT_ESTABLISHED] as const),
]);

/**
 * The places a supplier may act from: that of its VAT number, else that of its country. One with a number at home or of a
 * member state may act from its seat abroad as well, without that number:
 *
 *   German number: eu      no number, Germany: eu_without_number      Lithuanian number, Germany: home, eu_without_number
 *   German number, US: eu, outside      OSS number (EU...), US: outside      nothing known: none
 */
export function placesOf({ countryCode, vatCode }: Supplier, home: string): SupplierPlace[] {
  const number = countryOfVatNumber(vatCode);
  const state = number !== null && isMemberState(number) ? vatCountryOf(number) : null;
  const byCountry = countryCode === null ? null : placeOfCountry(vatCountryOf(countryCode), home);
  if (state === null) return byCountry === null ? [] : [byCountry];
  const byNumber = state === home ? 'home' : state === 'XI' ? 'northern_ireland' : 'eu';
  const isElsewhere = byCountry === 'outside' || (byCountry === 'eu_without_number' && byNumber === 'home');
  return isElsewhere ? [byNumber, byCountry] : [byNumber];
}

function placeOfCountry(country: string, home: string): SupplierPlace {
  if (country === home) return 'home';
  return isMemberState(country) ? 'eu_without_number' : 'outside';
}

/** Why a code cannot be of this supplier; null where it can, or where it is not known where the supplier is. */
export function whyNotOfSupplier(code: string, supplier: Supplier, home: string): string | null {
  const rule = CODES.get(code);
  const places = placesOf(supplier, home);
  if (!rule || places.length === 0 || places.some(place => rule.places.includes(place))) return null;
  const { vatCode, countryCode } = supplier;
  const who = vatCode === null ? `without a VAT number in ${countryCode}` : `under the VAT number ${vatCode}`;
  return `is for ${rule.of}, the supplier is ${who}; use another code, or correct the partner`;
}
