import type { CalendarDate } from '../../../shared/calendar-date';
import { Decimal } from '../../../shared/decimal';
import type { Tx } from '../../../platform/database';
import { EFFECTIVE_CLASSIFIER } from './effective-classifier';

/** EN 16931 VAT category (UNTDID 5305). */
export type VatCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';

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
  /** Whether i.SAF knows it. */
  inIsaf: boolean;
  /** Whether VAT may be deducted under it: the VAT return has a box of input VAT for it. */
  hasInputVat: boolean;
  /** Whether the buyer owes the VAT to the state himself: the VAT return has a box of output VAT for purchases under it. */
  isSelfAssessed: boolean;
}

type VatCodeRow = Omit<VatCode, 'ratePercent'> & { ratePercent: string | null };

/** The VAT codes of the company's country among `codes`, by code; what is not in the map does not exist. */
export async function vatCodes(tx: Tx, codes: string[]): Promise<Map<string, VatCode>> {
  if (codes.length === 0) return new Map();
  const rows = await tx.query<VatCodeRow>(
    `SELECT v.code, v.rate_percent AS "ratePercent", v.valid_from AS "validFrom", v.valid_to AS "validTo", v.category,
            v.legal_basis AS "legalBasis", v.registers, v.in_isaf AS "inIsaf",
            (v.return_purchase -> 'inputVat') IS NOT NULL AS "hasInputVat",
            (v.return_purchase -> 'outputVat') IS NOT NULL AS "isSelfAssessed"
       FROM ${EFFECTIVE_CLASSIFIER} v WHERE v.country_code = $1 AND v.code = ANY ($2::text[])`,
    [tx.company.countryCode, [...new Set(codes)]],
  );
  return new Map(
    rows.map(row => [
      row.code,
      { ...row, ratePercent: row.ratePercent === null ? null : new Decimal(row.ratePercent) },
    ]),
  );
}
