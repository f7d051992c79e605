import type { CalendarDate } from '../../../shared/calendar-date';
import type { Currency } from '../../../shared/currency';
import { refuse } from '../../../shared/domain-error';
import type { Tx } from '../../../platform/database';
import type { OpenAmount } from '../domain/open-item';

/** What a settlement moves. */
export interface Moved {
  items: OpenAmount[];
  /** The currencies of the money, where money moves. */
  money?: Currency[];
}

/**
 * A settlement dated on the day of a revaluation or before changes what that revalued: the item was no longer open, or the
 * bank held more. The revaluation would keep a gain or loss of something that was not there.
 *
 * Waits for a revaluation that is being posted or taken back. Advances are not revalued.
 * @throws DomainError `revalued_since` with the latest revaluation, which has to be taken back first
 */
export async function refuseRevalued(
  tx: Tx,
  date: CalendarDate,
  { items, money = [] }: Moved,
): Promise<void> {
  const base = tx.company.baseCurrency.code;
  const currencies = [...items.map(({ amount }) => amount.currency), ...money];
  if (currencies.every(({ code }) => code === base)) return;
  // The lock of src/revaluation, shared.
  await tx.query(`SELECT pg_advisory_xact_lock_shared(hashtextextended('revaluations' || $1::text, 0))`, [
    tx.companyId,
  ]);
  const [latest] = await tx.query<{ id: string; currency: string; date: CalendarDate }>(
    `SELECT v.revaluation_id AS id, v.currency, v.revalued_on AS date FROM revaluations v
      WHERE v.company_id = $1 AND v.reversed_at IS NULL AND v.revalued_on >= $2
        AND (v.currency = ANY ($3) OR EXISTS (
          SELECT 1 FROM open_items i
           WHERE i.company_id = $1 AND i.open_item_id = ANY ($4) AND i.currency = v.currency
             AND i.posted_on <= v.revalued_on AND i.document_type NOT LIKE '%advance%'))
      ORDER BY v.revalued_on DESC LIMIT 1`,
    [
      tx.companyId,
      date,
      money.flatMap(({ code }) => (code === base ? [] : [code])),
      items.map(({ openItemId }) => openItemId),
    ],
  );
  if (!latest) return;
  refuse(
    'revalued_since',
    `${latest.currency} is revalued on ${latest.date} with what was open and held then, which a settlement of ${date} changes; take that revaluation back first (ledger/revaluations/reverse), and revalue anew afterwards.`,
    { existingId: latest.id },
  );
}
