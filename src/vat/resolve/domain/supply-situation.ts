import { countryOfVatNumber, isMemberState, vatCountryOf } from '../../../shared/eu-vat-area';
import type { SupplyType, VatQuestion } from './vat-question';

/** Where seller and buyer stand in EU VAT law; countries by ISO 3166-1, or XI. */
export interface SupplySituation extends VatQuestion {
  home: string;
  isHomeInEu: boolean;
  state: string;
  place: 'home' | 'eu' | 'third';
  /** Whether the rules between businesses hold: in another member state only for a buyer who acts under its VAT number. */
  isToBusiness: boolean;
  /** The buyer sits in another member state and acts under a VAT number of the seller's own. */
  hasNumberOfHome: boolean;
  notes: string[];
}

export function situationOf(question: VatQuestion): SupplySituation {
  const { seller, buyer, supplyType } = question;
  const home = vatCountryOf(seller.countryCode);
  const state =
    buyer.countryCode === null ? home : stateOf(buyer.countryCode, buyer.vatNumber ?? null, supplyType);
  const place = state === home ? 'home' : isMemberState(state) ? 'eu' : 'third';
  const numberCountry = countryOfVatNumber(buyer.vatNumber ?? null);
  const isNumberUsable =
    buyer.vatNumber === undefined ||
    (numberCountry !== null &&
      isMemberState(numberCountry) &&
      numberCountry !== home &&
      buyer.isVatNumberValid !== false);
  return {
    ...question,
    home,
    isHomeInEu: isMemberState(home),
    state,
    place,
    isToBusiness: buyer.isBusiness && (place !== 'eu' || isNumberUsable),
    hasNumberOfHome: place === 'eu' && buyer.isBusiness && numberCountry === home,
    notes: [
      ...(buyer.countryCode === null
        ? [`The buyer's country is not known; he is taken to be in ${home}.`]
        : []),
      ...(buyer.countryCode === 'GB' && state === 'GB' && supplyType === 'goods'
        ? ['Great Britain: for goods to Northern Ireland give XI, which is within EU VAT.']
        : []),
      ...(place === 'eu' && buyer.isBusiness ? numberNotes(question, isNumberUsable) : []),
    ],
  };
}

/** Northern Ireland is in the EU VAT area for goods only (Windsor Framework, art. 8). */
function stateOf(countryCode: string, vatNumber: string | null, supplyType: SupplyType): string {
  const country = vatCountryOf(countryCode);
  const isNorthernIreland = country === 'XI' || (country === 'GB' && vatNumber?.startsWith('XI') === true);
  if (!isNorthernIreland) return country;
  return supplyType === 'goods' ? 'XI' : 'GB';
}

function numberNotes({ buyer }: VatQuestion, isUsable: boolean): string[] {
  if (buyer.vatNumber === undefined)
    return [
      'The buyer must act under a VAT number of another member state; check it in VIES and keep the proof.',
    ];
  if (buyer.isVatNumberValid === false) return [`VIES says that ${buyer.vatNumber} is not valid.`];
  if (!isUsable) return [];
  return buyer.isVatNumberValid === null
    ? [`${buyer.vatNumber} was not checked in VIES; check it and keep the proof.`]
    : [];
}
