import type { VatCategory } from '../../../shared/arithmetic/document-totals';
import { isWithin, type CalendarDate } from '../../../shared/calendar-date';
import type { Decimal } from '../../../shared/decimal';
import { refuse } from '../../../shared/domain-error';

/** A VAT code as the company uses it: its own name and rate where it has set them, else the classifier's. */
export interface VatCode {
  code: string;
  /** null where the code has no rate of its own. */
  ratePercent: Decimal | null;
  validFrom: CalendarDate | null;
  validTo: CalendarDate | null;
  /** null for a code that only the company has. */
  category: VatCategory | null;
  legalBasis: string | null;
  /** Invoice registers it may stand in: S issued, P received, both, or none (''). */
  registers: '' | 'S' | 'P' | 'SP';
  /** Whether VAT may be deducted under it: the VAT return has a box of input VAT for it. */
  hasInputVat: boolean;
  /** Whether the buyer owes the VAT to the state himself: the VAT return has a box of output VAT for purchases under it. */
  isSelfAssessed: boolean;
}

/** Import VAT stands in no register of invoices, and yet on purchases. */
export function isForPurchases({ registers, hasInputVat }: VatCode): boolean {
  return registers.includes('P') || hasInputVat;
}

/** A VAT code on a line of a document. */
export interface CodedLine {
  vatCode: string;
  ratePercent: Decimal;
  /** What the request calls the line. */
  member: string;
  side: 'sales' | 'purchases';
  /** The day of the supply, whose law counts. */
  taxPointOn: CalendarDate;
}

/**
 * A line's code is known, for this side, in force on its day and of the line's rate.
 * @param rateUnder the rate of a line under the code; null: any
 * @throws DomainError `vat_code_invalid`
 */
export function refuseInvalidCode(
  { vatCode, ratePercent, member, side, taxPointOn }: CodedLine,
  codes: ReadonlyMap<string, VatCode>,
  rateUnder: (code: VatCode) => Decimal | null,
): void {
  const wrong = (why: string): never =>
    refuse('vat_code_invalid', `VAT code ${vatCode} ${why}.`, {
      fieldErrors: { [`${member}.vatClassifierCode`]: [why] },
    });
  const code = codes.get(vatCode) ?? wrong('is unknown');
  if (!(side === 'sales' ? code.registers.includes('S') : isForPurchases(code))) wrong(`is not for ${side}`);
  if (!isWithin(taxPointOn, code.validFrom, null))
    wrong(`is in force only from ${code.validFrom}, the tax point is ${taxPointOn}`);
  if (!isWithin(taxPointOn, null, code.validTo))
    wrong(`ended on ${code.validTo}, the tax point is ${taxPointOn}`);
  const rate = rateUnder(code);
  if (rate !== null && !rate.equals(ratePercent))
    wrong(`has the rate ${rate.toString()} %, the line ${ratePercent.toString()} %`);
}
