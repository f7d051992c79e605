import { refuse } from '../../shared/domain-error';
import { countryOfVatNumber, isMemberState } from '../../shared/eu-vat-area';
import type { VatScheme } from '../../shared/vat-scheme';
import { SCHEME_MEANINGS } from '../../vat';
import type { SaleLine } from './sale-document';
import rules from './vat-code-buyers.json';

/** Who buys, and from where. */
export interface BuyerSituation {
  homeCountry: string;
  scheme: VatScheme | null;
  /** Its country as it was stated; null: not known. */
  buyer: { countryCode: string | null; vatCode: string | null };
  /** Whether a number with the prefix of a member state has its form and check digits; true for any other. */
  isNumberWellFormed: boolean;
}

type Kind = 'payer of another member state' | 'not a payer at home' | 'payer at home';

/**
 * Whether the VAT codes and categories of lines are for this buyer: what goes into the EC sales list needs a VAT number of
 * another member state that can be one, or the list would miss what the return counts.
 * @throws DomainError `vat_buyer_number_invalid`, `vat_code_invalid`
 */
export function refuseWrongBuyer(lines: readonly SaleLine[], situation: BuyerSituation): void {
  const { homeCountry, scheme, buyer } = situation;
  const numberCountry = countryOfVatNumber(buyer.vatCode);
  const isOfOtherState =
    numberCountry !== null && isMemberState(numberCountry) && numberCountry !== homeCountry;
  const country = numberCountry ?? buyer.countryCode;
  const isAtHome = country === homeCountry;
  lines.forEach((line, index) => {
    const rule = rules.find(({ codes }) => line.vatCode !== null && codes.includes(line.vatCode));
    const kind = (line.vatCategory === 'K' ? 'payer of another member state' : rule?.buyer) as
      Kind | undefined;
    if (kind === 'payer of another member state' && !isOfOtherState)
      refuseNumber(
        `Line ${index + 1} is a supply to a VAT payer of another member state; the buyer has ${buyer.vatCode}.`,
      );
    if (kind === 'not a payer at home' && scheme !== 'out_of_scope' && isAtHome && buyer.vatCode !== null)
      refuseCode(line, index, `is not for a VAT payer of ${homeCountry}: ${rule!.source}`);
    if (kind === 'payer at home' && country !== null && !isAtHome)
      refuseCode(line, index, `is for VAT payers of ${homeCountry}: ${rule!.source}`);
  });
  const isToPayerAbroad =
    (scheme !== null && SCHEME_MEANINGS[scheme].needsBuyerNumber) ||
    lines.some(({ vatCode, vatCategory }) => vatCategory === 'K' || codesOfList.has(vatCode ?? ''));
  if (isToPayerAbroad && isOfOtherState && !situation.isNumberWellFormed)
    refuseNumber(`${buyer.vatCode} cannot be a VAT number: form or check digits are wrong.`);
}

/** What is for buyers abroad. */
const codesOfList = new Set(
  rules.filter(({ buyer }) => buyer !== 'payer at home').flatMap(({ codes }) => codes),
);

function refuseNumber(message: string): never {
  refuse('vat_buyer_number_invalid', message, {
    fieldErrors: { partnerId: ['the VAT number of the partner is not one of another member state'] },
  });
}

function refuseCode({ vatCode }: SaleLine, index: number, why: string): never {
  refuse('vat_code_invalid', `VAT code ${vatCode} ${why}.`, {
    fieldErrors: { [`lines.${index}.vatClassifierCode`]: ['is for other buyers'] },
  });
}
