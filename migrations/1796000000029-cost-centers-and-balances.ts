import { MigrationInterface, QueryRunner } from 'typeorm';
import { companyTable } from './support/company-table';

/** Cost centers, on lines and entries; the journal summed by account and month. */
export class CostCentersAndBalances1796000000029 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(costCenters);
    await runner.query(accountBalances);
    await runner.query(earlierEntries);
    await runner.query(openItemsOfADay);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const costCenters = `
CREATE TABLE cost_centers (
  company_id uuid NOT NULL,
  cost_center_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  is_active boolean NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT pk_cost_centers PRIMARY KEY (company_id, cost_center_id),
  CONSTRAINT uq_cost_centers__code UNIQUE (company_id, code),
  CONSTRAINT fk_cost_centers__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
${companyTable('cost_centers', ['SELECT', 'INSERT', 'UPDATE'])}

ALTER TABLE journal_entries ADD COLUMN cost_center_id uuid,
  ADD CONSTRAINT fk_journal_entries__cost_center
    FOREIGN KEY (company_id, cost_center_id) REFERENCES cost_centers (company_id, cost_center_id);
CREATE INDEX ix_journal_entries__cost_center ON journal_entries (company_id, posted_on)
  INCLUDE (cost_center_id, account_id, transaction_id, debit, credit) WHERE cost_center_id IS NOT NULL;

ALTER TABLE sale_invoice_lines ADD COLUMN cost_center_id uuid,
  ADD CONSTRAINT fk_sale_invoice_lines__cost_center
    FOREIGN KEY (company_id, cost_center_id) REFERENCES cost_centers (company_id, cost_center_id);
ALTER TABLE purchase_invoice_lines ADD COLUMN cost_center_id uuid,
  ADD CONSTRAINT fk_purchase_invoice_lines__cost_center
    FOREIGN KEY (company_id, cost_center_id) REFERENCES cost_centers (company_id, cost_center_id);
`;

const accountBalances = `
-- The journal by account and month, kept by the statement that posts. Several slots, so that two postings to one account
-- seldom wait for each other; a balance is the sum of its slots. Exact at every moment: the rows commit with the entries.
CREATE TABLE account_balances (
  company_id uuid NOT NULL,
  account_id uuid NOT NULL,
  month_on date NOT NULL CONSTRAINT ck_account_balances__first_of_month CHECK (extract(day FROM month_on) = 1),
  slot smallint NOT NULL,
  debit numeric(38, 4) NOT NULL,
  credit numeric(38, 4) NOT NULL,
  CONSTRAINT pk_account_balances PRIMARY KEY (company_id, account_id, month_on, slot),
  CONSTRAINT fk_account_balances__account FOREIGN KEY (company_id, account_id) REFERENCES accounts (company_id, account_id)
) WITH (fillfactor = 70);
${companyTable('account_balances', ['SELECT', 'INSERT', 'UPDATE'])}

CREATE FUNCTION journal_entries_are_summed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_balances AS b (company_id, account_id, month_on, slot, debit, credit)
  SELECT company_id, account_id, posted_on - (extract(day FROM posted_on)::integer - 1), pg_backend_pid() % 8, sum(debit), sum(credit)
    FROM inserted GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (company_id, account_id, month_on, slot)
  DO UPDATE SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_journal_entries__summed AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION journal_entries_are_summed();

-- @invariant INV-02: only the trigger above writes here, whoever asks.
CREATE FUNCTION account_balances_follow_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on account_balances is refused: they follow the journal', TG_OP
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_account_balances__append_only';
END $$;
CREATE TRIGGER tr_account_balances__follow_journal AFTER INSERT OR UPDATE ON account_balances
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION account_balances_follow_journal();
CREATE TRIGGER tr_account_balances__no_truncate BEFORE TRUNCATE ON account_balances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
`;

/** Rows are each company's own, which is lifted for the owner while he sums up what is posted already. */
const earlierEntries = `
ALTER TABLE journal_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE account_balances NO FORCE ROW LEVEL SECURITY;
ALTER TABLE account_balances DISABLE TRIGGER tr_account_balances__follow_journal;
INSERT INTO account_balances (company_id, account_id, month_on, slot, debit, credit)
SELECT company_id, account_id, posted_on - (extract(day FROM posted_on)::integer - 1), 0, sum(debit), sum(credit)
  FROM journal_entries GROUP BY 1, 2, 3;
ALTER TABLE account_balances ENABLE TRIGGER tr_account_balances__follow_journal;
ALTER TABLE account_balances FORCE ROW LEVEL SECURITY;
ALTER TABLE journal_entries FORCE ROW LEVEL SECURITY;
`;

const openItemsOfADay = `
-- What was open on a day is what is open now and what was settled since.
CREATE INDEX ix_open_item_allocations__allocated_on ON open_item_allocations (company_id, allocated_on)
  INCLUDE (open_item_id, base_amount);
`;
