import { refuseUnknown } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import type { Address, VatCheck } from '../domain/partner';

/** A partner as a document names it: kept with the document, so that later changes of the partner leave it alone. */
export interface PartnerSnapshot {
  partnerId: string;
  type: 'company' | 'person';
  name: string;
  code: string | null;
  /** As authorities write it: upper case, without spaces, dots and hyphens. */
  vatCode: string | null;
  /** ISO 3166-1 alpha-2; null for a person of whom no country is known. */
  countryCode: string | null;
  email: string | null;
  address: Address | null;
  /** Days from issue to due date; null when nothing is agreed. */
  paymentTermDays: number | null;
  isActive: boolean;
  /** What VIES last said of the VAT code, and when; null when it was never asked. */
  vatValid: boolean | null;
  vatValidatedAt: string | null;
  vatCheck: VatCheck | null;
}

/**
 * The partner that a request names in `member`.
 * @throws DomainError `not_found` with that member
 */
export async function partnerSnapshot(tx: Tx, id: string, member: string): Promise<PartnerSnapshot> {
  const [snapshot] = await tx.query<PartnerSnapshot>(
    `SELECT p.partner_id AS "partnerId", p.type, p.name, p.code, p.vat_code_key AS "vatCode", p.country_code AS "countryCode",
            p.email, nullif(p.details->'address', 'null') AS address, p.payment_term_days AS "paymentTermDays", p.is_active AS "isActive",
            p.vat_valid AS "vatValid", p.vat_validated_at AS "vatValidatedAt",
            p.vat_check AS "vatCheck"
       FROM partners p WHERE p.company_id = $1 AND p.partner_id = $2`,
    [tx.companyId, id],
  );
  return snapshot ?? refuseUnknown(member, `Partner ${id}`);
}
