import type { CalendarDate } from '../../shared/calendar-date';
import type { Decimal } from '../../shared/decimal';
import { refuse } from '../../shared/domain-error';
import type { VatCategory } from '../../shared/arithmetic/document-totals';
import type { VatScheme } from '../../shared/vat-scheme';
import { isVatPayerOn, type VatRegistration } from '../../shared/vat-payer';
import { refuseInvalidCode, SCHEME_MEANINGS, type VatCode } from '../../vat';
import type { SaleLine } from './sale-document';

/** What the rules at issue need to know about seller, buyer and day. */
interface VatSituation {
  /** Tax point; of a credit note, the date of the invoice it credits: rates and codes are those of the supply. */
  taxPointOn: CalendarDate;
  scheme: VatScheme | null;
  seller: VatRegistration;
  buyerVatCode: string | null;
  codes: ReadonlyMap<string, VatCode>;
  /** The reason for no VAT that the scheme gives by itself. */
  schemeBasis: string | null;
}

/** Their VAT is of a margin that no document here knows: it would be lost. */
const MARGIN_SCHEME_CODES = new Set(['PVM32', 'PVM33', 'PVM52', 'PVM53']);

/**
 * EN 16931 category of a line: the VAT code's, else the scheme's, else by the rate; a zero rate with a legal basis of its
 * own is an exemption.
 */
export function vatCategoryOf(
  line: { ratePercent: Decimal; code: VatCode | null; exemptionBasis: string | null },
  scheme: VatScheme | null,
): VatCategory {
  if (line.code?.category) return line.code.category;
  const ofScheme = scheme === null ? null : SCHEME_MEANINGS[scheme].category;
  if (ofScheme !== null) return ofScheme;
  if (!line.ratePercent.isZero()) return 'S';
  return line.exemptionBasis === null ? 'Z' : 'E';
}

/**
 * The lines with the category that a plain zero rate has of the seller: who is no VAT payer makes no zero-rated supply, his
 * invoice is outside the scope of VAT. It changes with the day of a draft.
 */
export function withCategoryOfSeller(
  lines: SaleLine[],
  scheme: VatScheme | null,
  sellerIsPayer: boolean,
): SaleLine[] {
  if (scheme !== null && scheme !== 'domestic') return lines;
  const [category, other]: VatCategory[] = sellerIsPayer ? ['Z', 'O'] : ['O', 'Z'];
  return lines.map(line =>
    line.vatCode === null && line.vatCategory === other ? { ...line, vatCategory: category! } : line,
  );
}

/** Rate a line carries under a code: none where the buyer accounts for the VAT, whatever rate he will apply. */
export function rateOfCode(code: VatCode): Decimal | null {
  return code.category === null || code.category === 'S' ? code.ratePercent : null;
}

/**
 * The rules a document must meet to be issued.
 * @throws DomainError `vat_not_payer`, `vat_buyer_number_missing`, `vat_basis_missing`, `vat_code_invalid`, `not_supported`
 */
export function refuseUnlawfulVat(lines: SaleLine[], situation: VatSituation): void {
  const { taxPointOn, codes } = situation;
  const sellerIsPayer = isVatPayerOn(taxPointOn, situation.seller);
  lines.forEach((line, index) => {
    const member = `lines.${index}`;
    const { vatCode, vatRatePercent: ratePercent } = line;
    if (vatCode !== null) {
      refuseMarginScheme(vatCode, member);
      refuseInvalidCode({ vatCode, ratePercent, member, side: 'sales', taxPointOn }, codes, rateOfCode);
    }
    if (line.vatCategory === 'S' && !line.vatRatePercent.isZero() && !sellerIsPayer) {
      refuse(
        'vat_not_payer',
        `The company is not a VAT payer on ${taxPointOn}; line ${index + 1} must carry no VAT.`,
        {
          fieldErrors: { [`${member}.vatRatePercent`]: ['the company is not a VAT payer on the tax point'] },
        },
      );
    }
    if (line.vatCategory !== 'S' && !line.vatRatePercent.isZero()) {
      refuse(
        'vat_code_invalid',
        `Line ${index + 1} carries ${line.vatRatePercent.toString()} % although its VAT treatment (${line.vatCategory}) has no VAT.`,
        {
          fieldErrors: { [`${member}.vatRatePercent`]: ['must be 0 under this VAT code or scheme'] },
        },
      );
    }
    if (
      sellerIsPayer &&
      line.vatRatePercent.isZero() &&
      line.vatCode === null &&
      line.vatExemptionBasis === null &&
      situation.schemeBasis === null
    ) {
      refuse('vat_basis_missing', `Line ${index + 1} has no VAT: give the VAT code or the legal basis.`, {
        fieldErrors: { [`${member}.vatExemptionBasis`]: ['give this or vatClassifierCode'] },
      });
    }
  });
  const needsBuyerNumber =
    (situation.scheme !== null && SCHEME_MEANINGS[situation.scheme].needsBuyerNumber) ||
    lines.some(line => ['K', 'AE'].includes(line.vatCategory));
  if (needsBuyerNumber && situation.buyerVatCode === null) {
    refuse(
      'vat_buyer_number_missing',
      "An EU business supply or a reverse charge needs the buyer's VAT number; add it to the partner.",
      {
        fieldErrors: { partnerId: ['the partner has no VAT number'] },
      },
    );
  }
}

function refuseMarginScheme(vatCode: string, member: string): void {
  if (!MARGIN_SCHEME_CODES.has(vatCode)) return;
  refuse(
    'not_supported',
    `Margin schemes are not supported: nothing here computes the VAT of the margin of ${vatCode}.`,
    { fieldErrors: { [`${member}.vatClassifierCode`]: ['is of a margin scheme, which is not supported'] } },
  );
}
