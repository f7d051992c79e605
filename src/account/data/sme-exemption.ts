import type { Tx } from '../../platform/database';

/** The company's number of the exemption for small enterprises in other member states; null where it has none. */
export async function smeExemptionNumber(tx: Tx): Promise<string | null> {
  const [company] = await tx.query<{ number: string | null }>(
    `SELECT nullif(details->>'smeExemptionNumber', '') AS number FROM companies WHERE company_id = $1`,
    [tx.companyId],
  );
  return company?.number ?? null;
}
