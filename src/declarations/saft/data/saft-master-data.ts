import type { Tx } from '../../../platform/database';
import { EFFECTIVE_CLASSIFIER } from '../../../vat';
import type { SaftAccount } from '../domain/saft-accounts';
import type { SaftPeriod } from '../domain/saft-order';
import type { SaftPartner } from '../domain/saft-parties';
import type { SaftTaxCode } from '../domain/saft-tax-table';
import { asOf } from './saft-as-of';
import { grouped, NO_ID, pagesAfter } from './saft-pages';

/** The authority's table of accounts: the model chart of Lithuania, by code. */
export async function accountTable(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.query<{ code: string; name: string }>(
    `SELECT code, name_lt AS name FROM chart_template_accounts WHERE country_code = 'LT' ORDER BY code`,
  );
  return new Map(rows.map(({ code, name }) => [code, name]));
}

/**
 * The accounts by code with their balances, account by account: each is a range of ix_journal_entries__account. One made after
 * the instant is there when it moved all the same, by an open month before.
 */
export async function accountsWithBalances(
  tx: Tx,
  { fromDate, toDate }: SaftPeriod,
  instant: string,
): Promise<SaftAccount[]> {
  return tx.query<SaftAccount>(
    `SELECT a.code, a.name, a.type, parent.code AS "parentCode", sums.opening, sums.closing
       FROM ${asOf('accounts', 'a', 'account_id', '$4')}
       LEFT JOIN accounts parent ON parent.company_id = a.company_id AND parent.account_id = a.parent_id
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(e.debit - e.credit) FILTER (WHERE e.posted_on < $2::date), 0) AS opening,
                coalesce(sum(e.debit - e.credit), 0) AS closing, count(*) AS entries
           FROM journal_entries e
          WHERE e.company_id = a_now.company_id AND e.account_id = a_now.account_id AND e.posted_on <= $3::date
       ) sums
      WHERE a_now.company_id = $1 AND (a_then.is_later IS NOT TRUE OR sums.entries > 0) ORDER BY a.code`,
    [tx.companyId, fromDate, toDate, instant],
  );
}

/** Every VAT code that the company may use, by code. */
export async function taxCodes(tx: Tx): Promise<SaftTaxCode[]> {
  return tx.query<SaftTaxCode>(
    `SELECT v.code, v.name, v.rate_percent AS "ratePercent", v.source = 'default' OR v.category IS NOT NULL AS "isOfficial"
       FROM ${EFFECTIVE_CLASSIFIER} v WHERE v.country_code = $1 ORDER BY v.code`,
    [tx.company.countryCode],
  );
}

type PartnerRow = Omit<SaftPartner, 'accounts'>;

/**
 * The partners that owe or are owed something at an end of the period, or of whom something was posted or settled in it,
 * with their balances: those of their open items, which are the balances of the control accounts.
 * Names and codes are those of the instant.
 */
export async function* partnersWithBalances(
  tx: Tx,
  side: 'receivable' | 'payable',
  period: SaftPeriod,
  instant: string,
): AsyncGenerator<SaftPartner[]> {
  const pages = pagesAfter<PartnerRow>(last =>
    tx.query(
      `SELECT p.partner_id AS id, p.name, p.code, p.vat_code_key AS "vatCode", p.country_code AS "countryCode",
              nullif(p.details -> 'address', 'null') AS address, p.email, p.details ->> 'phone' AS phone,
              p.details ->> 'iban' AS iban
         FROM ${asOf('partners', 'p', 'partner_id', '$5')}
         -- Partner by partner (the LIMIT keeps the planner from reading all items for each page).
         CROSS JOIN LATERAL (
           SELECT 1 FROM open_items i WHERE i.company_id = p_now.company_id AND i.partner_id = p_now.partner_id
              AND i.side = $2 AND i.posted_on <= $3::date LIMIT 1
         ) item
        WHERE p_now.company_id = $1 AND p_now.partner_id > $4::uuid
        ORDER BY p_now.partner_id LIMIT 500`,
      [tx.companyId, side, period.toDate, last?.id ?? NO_ID, instant],
    ),
  );
  for await (const page of pages) {
    const balances = grouped(await balancesOf(tx, side, period, page), ({ partnerId }) => partnerId);
    yield page.flatMap(partner => {
      const accounts = balances.get(partner.id);
      return accounts === undefined ? [] : [{ ...partner, accounts }];
    });
  }
}

async function balancesOf(
  tx: Tx,
  side: 'receivable' | 'payable',
  { fromDate, toDate }: SaftPeriod,
  partners: PartnerRow[],
): Promise<(SaftPartner['accounts'][number] & { partnerId: string })[]> {
  return tx.query(
    `SELECT sums.partner_id AS "partnerId", a.code, sums.opening, sums.closing
       FROM (SELECT i.partner_id, i.account_id,
                    sum(CASE WHEN i.posted_on < $3::date THEN i.base_amount ELSE 0 END - coalesce(settled.before, 0)) AS opening,
                    sum(i.base_amount - coalesce(settled.through, 0)) AS closing,
                    bool_or(i.posted_on >= $3::date OR coalesce(settled.has_movement, false)) AS has_movement
               FROM open_items i
               LEFT JOIN LATERAL (
                 SELECT sum(x.base_amount) FILTER (WHERE x.allocated_on < $3::date) AS before, sum(x.base_amount) AS through,
                        bool_or(x.allocated_on >= $3::date) AS has_movement
                   FROM open_item_allocations x
                  WHERE x.company_id = i.company_id AND x.open_item_id = i.open_item_id AND x.allocated_on <= $4::date
               ) settled ON true
              WHERE i.company_id = $1 AND i.side = $2 AND i.posted_on <= $4::date AND i.partner_id = ANY ($5::uuid[])
              GROUP BY i.partner_id, i.account_id) sums
       JOIN accounts a ON a.company_id = $1 AND a.account_id = sums.account_id
      WHERE sums.has_movement OR sums.opening <> 0 OR sums.closing <> 0
      ORDER BY sums.partner_id, a.code`,
    [tx.companyId, side, fromDate, toDate, partners.map(({ id }) => id)],
  );
}
