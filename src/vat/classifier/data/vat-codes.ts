import { Decimal } from '../../../shared/decimal';
import type { Tx } from '../../../platform/database';
import type { VatCode } from '../domain/vat-code';
import { EFFECTIVE_CLASSIFIER } from './effective-classifier';

type VatCodeRow = Omit<VatCode, 'ratePercent'> & { ratePercent: string | null };

/** The VAT codes of the company's country among `codes`, by code; what is not in the map does not exist. */
export async function vatCodes(tx: Tx, codes: string[]): Promise<Map<string, VatCode>> {
  if (codes.length === 0) return new Map();
  const rows = await tx.query<VatCodeRow>(
    `SELECT v.code, v.rate_percent AS "ratePercent", v.valid_from AS "validFrom", v.valid_to AS "validTo", v.category,
            v.legal_basis AS "legalBasis", v.registers,
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
