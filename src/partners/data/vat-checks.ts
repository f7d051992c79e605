import type { Tx } from '../../platform/database';
import type { VatCheck } from '../domain/partner';

/** Keeps the verdict on the VAT number of a partner; false when the partner has another one by now. */
export async function keepVatCheck(
  tx: Tx,
  { partnerId, vatCodeKey }: { partnerId: string; vatCodeKey: string },
  valid: boolean,
  check: VatCheck,
): Promise<boolean> {
  const kept = await tx.execute(
    `UPDATE partners SET vat_valid = $4, vat_validated_at = $5, vat_check = $6, updated_at = $5
      WHERE company_id = $1 AND partner_id = $2 AND vat_code_key = $3`,
    [tx.companyId, partnerId, vatCodeKey, valid, tx.now, JSON.stringify(check)],
  );
  return kept === 1;
}
