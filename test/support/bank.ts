import { randomUUID } from 'node:crypto';
import type { Answer, TestCompany } from './test-app';

export const OUR_IBAN = 'LT121000011101001000';
export const OTHER_IBAN = 'DE89370400440532013000';

interface Movement {
  id: string;
  date: string;
  amount: string;
  status: string;
  journalTransactionId: string | null;
  [member: string]: unknown;
}

/** Bank accounts of one company, as far as tests use them. */
export class Bank {
  constructor(
    readonly company: TestCompany,
    readonly accountId: string,
  ) {}

  /** With one account in EUR, unless told otherwise. */
  static async of(company: TestCompany, members: object = {}): Promise<Bank> {
    const { id } = (await company.ok('bank/accounts/create', {
      name: 'Main',
      iban: OUR_IBAN,
      ...members,
    })) as { id: string };
    return new Bank(company, id);
  }

  /** Another account of the company. */
  async another(members: object): Promise<Bank> {
    const { id } = (await this.company.ok('bank/accounts/create', { name: 'Other', ...members })) as {
      id: string;
    };
    return new Bank(this.company, id);
  }

  /** A movement on the account; its id. */
  async movement(
    amount: string,
    members: { externalId?: string; [member: string]: unknown } = {},
  ): Promise<string> {
    const { externalId = randomUUID() } = members;
    await this.company.ok('bank/transactions/import', {
      bankAccountId: this.accountId,
      transactions: [{ date: '2026-10-05', amount, ...members, externalId }],
    });
    const { rows } = (await this.company.ok('bank/transactions/list', {
      filter: [{ field: 'externalId', op: 'eq', value: externalId }],
    })) as { rows: [Movement] };
    return rows[0].id;
  }

  tryImport(content: string, members: object = {}): Promise<Answer> {
    return this.company.post('bank/statements/import', {
      bankAccountId: this.accountId,
      content,
      ...members,
    });
  }

  tryMatch(transactionId: string, documentId: string, documentType = 'sale_invoice'): Promise<Answer> {
    return this.company.post('bank/transactions/match', { transactionId, documentType, documentId });
  }

  tryMatchMany(transactionId: string, allocations: object[], more: object = {}): Promise<Answer> {
    return this.company.post('bank/transactions/match-many', { transactionId, allocations, ...more });
  }

  /** Amounts of the movements on this account, by day and amount. */
  async amounts(): Promise<string[]> {
    const { rows } = (await this.company.ok('bank/transactions/list', {
      filter: [{ field: 'bankAccountId', op: 'eq', value: this.accountId }],
      sort: [
        { field: 'date', dir: 'asc' },
        { field: 'amount', dir: 'asc' },
      ],
      pageSize: 500,
    })) as { rows: Movement[] };
    return rows.map(({ amount }) => amount);
  }
}

/** Balances of all accounts that were moved, by code; debit positive. */
export async function balances(company: TestCompany): Promise<Record<string, string>> {
  const rows = (await company.sql(
    `SELECT a.code, sum(e.debit - e.credit)::numeric(28, 2)::text AS balance
       FROM journal_entries e JOIN accounts a USING (company_id, account_id) GROUP BY a.code HAVING sum(e.debit - e.credit) <> 0`,
  )) as { code: string; balance: string }[];
  return Object.fromEntries(rows.map(({ code, balance }) => [code, balance]));
}

/** What is open, by document number. */
export async function openAmounts(company: TestCompany): Promise<Record<string, string>> {
  const rows = (await company.sql(
    `SELECT document_number AS number, (amount - settled_amount)::numeric(28, 2)::text AS open FROM open_items WHERE amount <> settled_amount`,
  )) as { number: string; open: string }[];
  return Object.fromEntries(rows.map(({ number, open }) => [number, open]));
}

/** Open items must be what their allocations leave, and the accounts they stand on must carry them. */
export async function expectSoundItems(company: TestCompany): Promise<void> {
  expect(
    await company.sql(
      `SELECT i.document_number FROM open_items i
         LEFT JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS amount, coalesce(sum(base_amount), 0) AS base
                              FROM open_item_allocations a WHERE a.open_item_id = i.open_item_id) a ON true
        WHERE (i.settled_amount, i.settled_base_amount) IS DISTINCT FROM (a.amount, a.base)`,
    ),
  ).toEqual([]);
  expect(
    await company.sql(
      `SELECT a.code, i.open, e.balance
         FROM (SELECT account_id, sum(base_amount - settled_base_amount) AS open FROM open_items GROUP BY 1) i
         JOIN accounts a USING (account_id)
         LEFT JOIN (SELECT account_id, sum(debit - credit) AS balance FROM journal_entries GROUP BY 1) e USING (account_id)
        WHERE i.open IS DISTINCT FROM e.balance`,
    ),
  ).toEqual([]);
}

/**
 * A supplier's invoice of `amount` as its registration would leave it: cost against payable, and the open item. Straight
 * into the tables, so that the bank is tried without the purchases.
 */
export async function payable(
  company: TestCompany,
  partnerId: string,
  amount: string,
  more: { number?: string; currency?: string; baseAmount?: string } = {},
): Promise<string> {
  const documentId = randomUUID();
  const { number = `P-${amount}`, currency = 'EUR', baseAmount = amount } = more;
  await company.ok('ledger/journal/transactions/create', {
    date: '2026-10-01',
    entries: [
      { accountCode: '6001', debit: baseAmount },
      { accountCode: '4480', credit: baseAmount },
    ],
  });
  await company.sql(
    `INSERT INTO open_items (company_id, open_item_id, side, partner_id, account_id, document_type, document_id, document_number,
                             posted_on, due_on, currency, amount, base_amount)
     SELECT company_id, gen_random_uuid(), 'payable', $1, account_id, 'purchase_invoice', $2, $3, '2026-10-01', '2026-10-31', $4, -($5::numeric), -($6::numeric)
       FROM accounts WHERE code = '4480'`,
    [partnerId, documentId, number, currency, amount, baseAmount],
  );
  return documentId;
}
