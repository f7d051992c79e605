import { refuseUnknown } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import type { Partner, PartnerDetails, PartnerValues } from '../domain/partner';
import type { PartnerKeys } from '../domain/partner-keys';

/** A partner (`p`) as the database gives it. */
export type PartnerRow = Omit<Partner, 'values'> &
  Omit<PartnerValues, keyof PartnerDetails> & { details: PartnerDetails };

export const PARTNER_COLUMNS = `p.partner_id AS id, p.type, p.name, p.code, p.vat_code AS "vatCode", p.email,
  p.is_customer AS "isCustomer", p.is_supplier AS "isSupplier", p.is_active AS "isActive",
  p.payment_term_days AS "paymentTermDays", p.vat_valid AS "vatValid", p.vat_validated_at AS "vatValidatedAt", p.vat_check AS "vatCheck",
  p.details,
  p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;

export function toPartner(row: PartnerRow): Partner {
  const { id, vatValid, vatValidatedAt, vatCheck, createdAt, updatedAt, details } = row;
  const { type, name, code, vatCode, email, isCustomer, isSupplier, isActive, paymentTermDays } = row;
  const values = {
    type,
    name,
    code,
    vatCode,
    email,
    isCustomer,
    isSupplier,
    isActive,
    paymentTermDays,
    ...details,
  };
  return { id, values, vatValid, vatValidatedAt, vatCheck, createdAt, updatedAt };
}

/**
 * Shares the gate that locks of months hold, at which the database keeps what a partner was: before the partner is held, as
 * postings need it.
 */
export async function shareGateOfLocks(tx: Tx): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock_shared(fiscal_year_gate($1))', [tx.companyId]);
}

/** @throws DomainError `not_found` naming the member that the id is from */
export async function findPartner(
  tx: Tx,
  id: string,
  lock: '' | 'FOR UPDATE' = '',
  member = 'id',
): Promise<Partner> {
  const [row] = await tx.query<PartnerRow>(
    `SELECT ${PARTNER_COLUMNS} FROM partners p WHERE p.company_id = $1 AND p.partner_id = $2 ${lock}`,
    [tx.companyId, id],
  );
  return row ? toPartner(row) : refuseUnknown(member, `Partner ${id}`);
}

/** A partner that has a key already, and the member the key is made of. */
export interface Rival {
  id: string;
  member: 'vatCode' | 'code';
}

/** The partner, other than `ownId`, that has one of the keys: by VAT code before country and code. */
export async function findByKeys(
  tx: Tx,
  keys: PartnerKeys,
  ownId: string | null = null,
): Promise<Rival | undefined> {
  const [rival] = await tx.query<Rival>(
    `SELECT id, member FROM (
       SELECT partner_id AS id, 'vatCode' AS member, 1 AS rank FROM partners WHERE company_id = $1 AND vat_code_key = $2
       UNION ALL
       SELECT partner_id, 'code', 2 FROM partners
        WHERE company_id = $1 AND coalesce(country_code, '') = coalesce($3::char(2), '') AND code_key = $4) rivals
      WHERE id IS DISTINCT FROM $5 ORDER BY rank LIMIT 1`,
    [tx.companyId, keys.vatCodeKey, keys.countryCode, keys.codeKey, ownId],
  );
  return rival;
}

/** The oldest partner of exactly this name and e-mail address (or of none). */
export async function findByNameAndEmail(
  tx: Tx,
  name: string,
  email: string | null,
): Promise<string | undefined> {
  const [found] = await tx.query<{ id: string }>(
    `SELECT partner_id AS id FROM partners WHERE company_id = $1 AND name = $2 AND email IS NOT DISTINCT FROM $3
      ORDER BY created_at, partner_id LIMIT 1`,
    [tx.companyId, name, email],
  );
  return found?.id;
}

/** Lets one request at a time look for, and then make, a partner that only has a name: no constraint can stop the second. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${tx.companyId} partner ${name}`,
  ]);
}

/** Returns false when another partner has one of the keys; waits for one that is just being made. */
export async function insertPartner(
  tx: Tx,
  id: string,
  values: PartnerValues,
  keys: PartnerKeys,
): Promise<boolean> {
  const row = { ...columnsOf(tx, id, values, keys), created_at: tx.now };
  const inserted = await tx.execute(
    'INSERT INTO partners SELECT * FROM jsonb_populate_record(NULL::partners, $1::jsonb) ON CONFLICT DO NOTHING',
    [JSON.stringify(row)],
  );
  return inserted === 1;
}

/** Writes the new values; what VIES said of another VAT code is forgotten. */
export async function updatePartner(
  tx: Tx,
  before: Partner,
  values: PartnerValues,
  keys: PartnerKeys,
): Promise<void> {
  const verdict =
    before.values.vatCode === values.vatCode
      ? {}
      : { vat_valid: null, vat_validated_at: null, vat_check: null };
  await tx.update('partners', ['company_id', 'partner_id'], {
    ...columnsOf(tx, before.id, values, keys),
    ...verdict,
  });
}

export async function deletePartner(tx: Tx, id: string): Promise<void> {
  await tx.execute('DELETE FROM partners WHERE company_id = $1 AND partner_id = $2', [tx.companyId, id]);
}

/** Those of the codes that are no country of ISO 3166-1. */
export async function unknownCountries(tx: Tx, codes: string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const known = await tx.query<{ code: string }>('SELECT code FROM countries WHERE code = ANY ($1::text[])', [
    codes,
  ]);
  return codes.filter(code => !known.some(country => country.code === code));
}

function columnsOf(tx: Tx, id: string, values: PartnerValues, keys: PartnerKeys): Record<string, unknown> {
  const { type, name, code, vatCode, email, isCustomer, isSupplier, isActive, paymentTermDays, ...details } =
    values;
  return {
    company_id: tx.companyId,
    partner_id: id,
    type,
    name,
    code,
    code_key: keys.codeKey,
    vat_code: vatCode,
    vat_code_key: keys.vatCodeKey,
    country_code: keys.countryCode,
    email,
    is_customer: isCustomer,
    is_supplier: isSupplier,
    is_active: isActive,
    payment_term_days: paymentTermDays,
    details,
    updated_at: tx.now,
  };
}
