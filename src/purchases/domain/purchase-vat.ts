import type { CalendarDate } from '../../shared/calendar-date';
import { Decimal } from '../../shared/decimal';
import { refuse } from '../../shared/domain-error';
import { isVatPayerOn, type VatRegistration } from '../../shared/vat-payer';
import type { VatCategory } from '../../shared/arithmetic/document-totals';
import { refuseInvalidCode, type VatCode } from '../../vat';
import type { PurchaseLine } from './purchase-document';

/** What a line is taxed by. */
interface PurchaseTreatment {
  vatRatePercent: Decimal;
  /** AE: the buyer accounts for the VAT, whatever the supply is called on the supplier's side. */
  vatCategory: VatCategory;
}

const NONE = new Decimal(0);

/**
 * Rate and category of a line.
 *
 * - Without a code: the given rate, charged by the supplier.
 * - Under a code by which the buyer accounts for the VAT (the VAT return has a box of output VAT for it): its rate, category AE.
 * - Under any other code: its rate where it is a taxed one (category S, or none of its own), else no VAT.
 * - Import VAT has no rate of its own: the line's counts.
 *
 * @returns null where only the line could say the rate, and does not
 */
export function treatmentOf(code: VatCode | null, given: Decimal | null): PurchaseTreatment | null {
  if (!code) return given && charged(given);
  if (code.isSelfAssessed) {
    const rate = code.ratePercent ?? given;
    return rate && { vatRatePercent: rate, vatCategory: 'AE' };
  }
  if (code.ratePercent === null && code.hasInputVat) return given && charged(given);
  if (code.category !== null && code.category !== 'S')
    return { vatRatePercent: NONE, vatCategory: code.category };
  return code.ratePercent === null ? { vatRatePercent: NONE, vatCategory: 'O' } : charged(code.ratePercent);
}

function charged(rate: Decimal): PurchaseTreatment {
  return { vatRatePercent: rate, vatCategory: rate.isZero() ? 'Z' : 'S' };
}

/** What the rules at registration need to know. */
interface PurchaseSituation {
  /** Tax point; of a credit note that names its invoice, that of the invoice: rates and codes are those of the supply. */
  taxPointOn: CalendarDate;
  buyer: VatRegistration;
  codes: ReadonlyMap<string, VatCode>;
}

/**
 * The rules a supplier document must meet to be registered.
 * @throws DomainError `vat_code_invalid`, `vat_not_payer`
 */
export function refuseUnlawfulVat(
  lines: PurchaseLine[],
  { taxPointOn, buyer, codes }: PurchaseSituation,
): void {
  const isPayer = isVatPayerOn(taxPointOn, buyer);
  lines.forEach((line, index) => {
    const { vatCode, vatRatePercent: ratePercent } = line;
    if (vatCode !== null)
      refuseInvalidCode(
        { vatCode, ratePercent, member: `lines.${index}`, side: 'purchases', taxPointOn },
        codes,
        code => treatmentOf(code, ratePercent)!.vatRatePercent,
      );
    if (isPayer || line.deductiblePercent.isZero() || line.vatRatePercent.isZero()) return;
    refuse(
      'vat_not_payer',
      `The company is not a VAT payer on ${taxPointOn}; line ${index + 1} must deduct no VAT (deductiblePercent 0).`,
      {
        fieldErrors: { [`lines.${index}.deductiblePercent`]: ['must be 0: the company is not a VAT payer'] },
      },
    );
  });
}
