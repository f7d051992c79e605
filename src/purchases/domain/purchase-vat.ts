import { compareCalendarDates, type CalendarDate } from '../../shared/calendar-date';
import { Decimal } from '../../shared/decimal';
import { refuse } from '../../shared/domain-error';
import { isVatPayerOn, type VatRegistration } from '../../shared/vat-payer';
import type { VatCategory } from '../../shared/arithmetic/document-totals';
import type { PurchaseLine } from './purchase-document';
import { whyNotOfSupplier, type Supplier } from './supplier-place';

/** A VAT code of the classifier, as far as these rules look at it. */
export interface KnownVatCode {
  code: string;
  ratePercent: Decimal | null;
  validFrom: CalendarDate | null;
  validTo: CalendarDate | null;
  category: VatCategory | null;
  /** Registers it may stand in: S of issued invoices, P of received ones. */
  registers: '' | 'S' | 'P' | 'SP';
  hasInputVat: boolean;
  isSelfAssessed: boolean;
}

/** What a line is taxed by. */
export interface PurchaseTreatment {
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
export function treatmentOf(code: KnownVatCode | null, given: Decimal | null): PurchaseTreatment | null {
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
export interface PurchaseSituation {
  /** Tax point; of a credit note that names its invoice, that of the invoice: rates and codes are those of the supply. */
  taxPointOn: CalendarDate;
  buyer: VatRegistration & { countryCode: string };
  /** null: not looked at, in a credit note that mirrors what was registered. */
  supplier: Supplier | null;
  codes: ReadonlyMap<string, KnownVatCode>;
}

/**
 * The rules a supplier document must meet to be registered.
 * @throws DomainError `vat_code_invalid`, `vat_not_payer`
 */
export function refuseUnlawfulVat(lines: PurchaseLine[], situation: PurchaseSituation): void {
  const isPayer = isVatPayerOn(situation.taxPointOn, situation.buyer);
  lines.forEach((line, index) => {
    if (line.vatCode !== null) refuseInvalidCode(line, line.vatCode, situation, `lines.${index}`);
    if (isPayer || line.deductiblePercent.isZero() || line.vatRatePercent.isZero()) return;
    refuse(
      'vat_not_payer',
      `The company is not a VAT payer on ${situation.taxPointOn}; line ${index + 1} must deduct no VAT (deductiblePercent 0).`,
      {
        fieldErrors: { [`lines.${index}.deductiblePercent`]: ['must be 0: the company is not a VAT payer'] },
      },
    );
  });
}

function refuseInvalidCode(
  line: PurchaseLine,
  name: string,
  { codes, taxPointOn, supplier, buyer }: PurchaseSituation,
  member: string,
): void {
  const wrong = (why: string): never =>
    refuse('vat_code_invalid', `VAT code ${name} ${why}.`, {
      fieldErrors: { [`${member}.vatClassifierCode`]: [why] },
    });
  const code = codes.get(name);
  if (!code) return wrong('is unknown');
  if (!code.registers.includes('P') && !code.hasInputVat) wrong('is not for purchases');
  if (code.validFrom !== null && compareCalendarDates(taxPointOn, code.validFrom) < 0)
    wrong(`is in force only from ${code.validFrom}, the tax point is ${taxPointOn}`);
  if (code.validTo !== null && compareCalendarDates(taxPointOn, code.validTo) > 0)
    wrong(`ended on ${code.validTo}, the tax point is ${taxPointOn}`);
  const notOfSupplier = supplier && whyNotOfSupplier(name, supplier, buyer.countryCode);
  if (notOfSupplier) wrong(notOfSupplier);
  const { vatRatePercent } = treatmentOf(code, line.vatRatePercent)!;
  if (!vatRatePercent.equals(line.vatRatePercent))
    wrong(`has the rate ${vatRatePercent.toString()} %, the line ${line.vatRatePercent.toString()} %`);
}
