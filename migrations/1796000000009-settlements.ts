import { MigrationInterface, QueryRunner } from 'typeorm';
import { companyTable } from './support/company-table';

/** Payouts of payment providers: what each consists of, how it was posted, and which charges are in the books. */
export class Settlements1796000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(settlements);
    await runner.query(postings);
    await runner.query(postedNeverChanges);
    await runner.query(providerCharges);
    await runner.query(deposits);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const settlements = `
-- @invariant INV-05: a payout is in the books once. difference is what the provider paid beyond what its lines explain.
CREATE TABLE settlements (
  company_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  bank_account_id uuid NOT NULL,
  provider text NOT NULL CONSTRAINT ck_settlements__known_provider CHECK (provider IN ('stripe')),
  payout_id text NOT NULL,
  paid_on date,
  currency char(3) NOT NULL,
  gross_total numeric(28, 4) NOT NULL,
  fee_total numeric(28, 4) NOT NULL,
  net_total numeric(28, 4) NOT NULL,
  difference numeric(28, 4) NOT NULL,
  content_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT pk_settlements PRIMARY KEY (company_id, settlement_id),
  CONSTRAINT uq_settlements__payout UNIQUE (company_id, provider, payout_id),
  CONSTRAINT ck_settlements__totals_add_up CHECK (net_total = gross_total - fee_total + difference),
  CONSTRAINT fk_settlements__bank_account
    FOREIGN KEY (company_id, bank_account_id) REFERENCES bank_accounts (company_id, bank_account_id),
  CONSTRAINT fk_settlements__currency FOREIGN KEY (currency) REFERENCES currencies (code)
);
${companyTable('settlements', ['SELECT', 'INSERT', 'UPDATE'])}

-- One movement may have lines in two currencies (a conversion), so its id alone is no key.
-- charge_key is the provider's id under which the money may be in the books already (provider_charges).
CREATE TABLE settlement_lines (
  company_id uuid NOT NULL,
  line_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  line_no integer NOT NULL,
  external_id text NOT NULL,
  category text NOT NULL,
  occurred_on date NOT NULL,
  currency char(3) NOT NULL,
  gross numeric(28, 4) NOT NULL,
  fee numeric(28, 4) NOT NULL,
  net numeric(28, 4) NOT NULL,
  description text,
  source_id text,
  charge_id text,
  charge_key text,
  reference text,
  customer_currency char(3),
  customer_amount numeric(28, 4),
  matched_invoice_id uuid,
  match_status text NOT NULL CONSTRAINT ck_settlement_lines__known_match_status CHECK (match_status IN ('unmatched', 'matched', 'manual')),
  CONSTRAINT pk_settlement_lines PRIMARY KEY (company_id, line_id),
  CONSTRAINT uq_settlement_lines__movement UNIQUE (company_id, settlement_id, external_id, category, currency),
  CONSTRAINT ck_settlement_lines__net CHECK (net = gross - fee),
  CONSTRAINT ck_settlement_lines__match_is_whole CHECK ((matched_invoice_id IS NULL) = (match_status = 'unmatched')),
  CONSTRAINT ck_settlement_lines__customer_amount_has_currency CHECK ((customer_currency IS NULL) = (customer_amount IS NULL)),
  CONSTRAINT fk_settlement_lines__settlement FOREIGN KEY (company_id, settlement_id) REFERENCES settlements (company_id, settlement_id),
  CONSTRAINT fk_settlement_lines__invoice FOREIGN KEY (company_id, matched_invoice_id) REFERENCES sale_invoices (company_id, invoice_id),
  CONSTRAINT fk_settlement_lines__currency FOREIGN KEY (currency) REFERENCES currencies (code),
  CONSTRAINT fk_settlement_lines__customer_currency FOREIGN KEY (customer_currency) REFERENCES currencies (code)
);
CREATE INDEX ix_settlement_lines__charge ON settlement_lines (company_id, charge_id) WHERE charge_id IS NOT NULL;
${companyTable('settlement_lines', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])}
`;

const postings = `
-- One row per posting of a payout, kept when it is reversed. @invariant INV-13: each has its event.
CREATE TABLE settlement_postings (
  company_id uuid NOT NULL,
  posting_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  posted_on date NOT NULL,
  fx_rate numeric(28, 10) NOT NULL,
  journal_transaction_id uuid NOT NULL,
  reversal_transaction_id uuid,
  event_sequence bigint NOT NULL,
  posted_at timestamptz NOT NULL,
  CONSTRAINT pk_settlement_postings PRIMARY KEY (company_id, posting_id),
  CONSTRAINT uq_settlement_postings__event UNIQUE (company_id, event_sequence),
  CONSTRAINT fk_settlement_postings__settlement
    FOREIGN KEY (company_id, settlement_id) REFERENCES settlements (company_id, settlement_id),
  CONSTRAINT fk_settlement_postings__journal
    FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id),
  CONSTRAINT fk_settlement_postings__reversal
    FOREIGN KEY (company_id, reversal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id),
  CONSTRAINT fk_settlement_postings__event
    FOREIGN KEY (company_id, event_sequence, settlement_id) REFERENCES events (company_id, sequence, entity_id)
);
CREATE UNIQUE INDEX uq_settlement_postings__one_live ON settlement_postings (company_id, settlement_id) WHERE reversal_transaction_id IS NULL;
${companyTable('settlement_postings', ['SELECT', 'INSERT', 'UPDATE'], { changeable: 'reversal_transaction_id IS NULL' })}
CREATE FUNCTION settlement_postings_only_reverse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.reversal_transaction_id IS NOT NULL
     OR (NEW.company_id, NEW.posting_id, NEW.settlement_id, NEW.posted_on, NEW.fx_rate, NEW.journal_transaction_id, NEW.event_sequence, NEW.posted_at)
        IS DISTINCT FROM
        (OLD.company_id, OLD.posting_id, OLD.settlement_id, OLD.posted_on, OLD.fx_rate, OLD.journal_transaction_id, OLD.event_sequence, OLD.posted_at) THEN
    RAISE EXCEPTION 'a posting of a payout only changes by its reversal'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_settlement_postings__append_only';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tr_settlement_postings__only_reverse BEFORE UPDATE ON settlement_postings
  FOR EACH ROW EXECUTE FUNCTION settlement_postings_only_reverse();

-- The open items that a posting made: of a line (a refund, money beyond the invoice), or of the whole payout (fees, what is owed).
CREATE TABLE settlement_open_items (
  company_id uuid NOT NULL,
  posting_id uuid NOT NULL,
  open_item_id uuid NOT NULL,
  line_id uuid,
  CONSTRAINT pk_settlement_open_items PRIMARY KEY (company_id, posting_id, open_item_id),
  CONSTRAINT fk_settlement_open_items__posting FOREIGN KEY (company_id, posting_id) REFERENCES settlement_postings (company_id, posting_id),
  CONSTRAINT fk_settlement_open_items__item FOREIGN KEY (company_id, open_item_id) REFERENCES open_items (company_id, open_item_id)
);
CREATE INDEX ix_settlement_open_items__line ON settlement_open_items (company_id, line_id);
${companyTable('settlement_open_items', ['SELECT', 'INSERT'])}
`;

const postedNeverChanges = `
-- @invariant INV-02: a payout and its lines stay as they were posted, until the posting is reversed.
CREATE FUNCTION is_posted_settlement(p_company uuid, p_settlement uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM settlement_postings p
                  WHERE p.company_id = p_company AND p.settlement_id = p_settlement AND p.reversal_transaction_id IS NULL);
END $$;
CREATE FUNCTION refuse_change_of_posted_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  IF TG_OP <> 'INSERT' AND is_posted_settlement(OLD.company_id, OLD.settlement_id)
     OR TG_OP <> 'DELETE' AND is_posted_settlement(NEW.company_id, NEW.settlement_id) THEN
    RAISE EXCEPTION '% of % is refused: the payout is posted', TG_OP, TG_TABLE_NAME
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_' || TG_TABLE_NAME || '__append_only';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER tr_settlements__posted_never_changes BEFORE UPDATE OR DELETE ON settlements
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_posted_settlement();
CREATE TRIGGER tr_settlement_lines__posted_never_changes BEFORE INSERT OR UPDATE OR DELETE ON settlement_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_posted_settlement();
`;

const providerCharges = `
-- @invariant INV-05: a charge of a provider is in the books once, whether a match of a bank transaction on the provider's
-- account booked it (then the money waits on that account until its payout clears it) or the payout itself.
-- account tells accounts of a provider apart whose charge ids would not; Stripe's are unique everywhere ('default').
CREATE TABLE provider_charges (
  company_id uuid NOT NULL,
  provider_charge_id uuid NOT NULL,
  provider text NOT NULL,
  account text NOT NULL,
  charge_id text NOT NULL,
  source text NOT NULL CONSTRAINT ck_provider_charges__known_source CHECK (source IN ('bank_match', 'settlement')),
  match_id uuid,
  bank_account_id uuid,
  account_id uuid,
  currency char(3),
  amount numeric(28, 4),
  base_amount numeric(28, 4),
  posting_id uuid,
  CONSTRAINT pk_provider_charges PRIMARY KEY (company_id, provider_charge_id),
  CONSTRAINT uq_provider_charges__charge UNIQUE (company_id, provider, account, charge_id),
  CONSTRAINT ck_provider_charges__source_is_named CHECK (CASE source
    WHEN 'bank_match' THEN num_nulls(match_id, bank_account_id, account_id, currency, amount, base_amount) = 0
    ELSE posting_id IS NOT NULL AND num_nonnulls(match_id, bank_account_id, account_id, currency, amount, base_amount) = 0 END),
  CONSTRAINT fk_provider_charges__match FOREIGN KEY (company_id, match_id) REFERENCES bank_matches (company_id, match_id),
  CONSTRAINT fk_provider_charges__bank_account
    FOREIGN KEY (company_id, bank_account_id) REFERENCES bank_accounts (company_id, bank_account_id),
  CONSTRAINT fk_provider_charges__account FOREIGN KEY (company_id, account_id) REFERENCES accounts (company_id, account_id),
  CONSTRAINT fk_provider_charges__currency FOREIGN KEY (currency) REFERENCES currencies (code),
  CONSTRAINT fk_provider_charges__posting FOREIGN KEY (company_id, posting_id) REFERENCES settlement_postings (company_id, posting_id)
);
CREATE INDEX ix_provider_charges__posting ON provider_charges (company_id, posting_id);
CREATE INDEX ix_provider_charges__match ON provider_charges (company_id, match_id);
${companyTable('provider_charges', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])}
-- A row goes when what booked it is taken back, and is cleared by a payout until that is: nothing else happens to it.
CREATE FUNCTION provider_charges_stay_noted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE live boolean;
BEGIN
  IF TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  live := EXISTS (SELECT 1 FROM settlement_postings p
                   WHERE p.company_id = OLD.company_id AND p.posting_id = OLD.posting_id AND p.reversal_transaction_id IS NULL);
  IF TG_OP = 'DELETE' THEN
    live := live OR EXISTS (SELECT 1 FROM bank_matches m
                             WHERE m.company_id = OLD.company_id AND m.match_id = OLD.match_id AND m.reversal_transaction_id IS NULL);
  ELSE
    live := live OR OLD.source <> 'bank_match' OR to_jsonb(NEW) - 'posting_id' IS DISTINCT FROM to_jsonb(OLD) - 'posting_id';
  END IF;
  IF live THEN
    RAISE EXCEPTION '% of a booked charge is refused', TG_OP
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_provider_charges__append_only';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER tr_provider_charges__stay_noted BEFORE UPDATE OR DELETE ON provider_charges
  FOR EACH ROW EXECUTE FUNCTION provider_charges_stay_noted();
`;

const deposits = `
-- Which bank transaction is the payout's arrival. Its money is posted by the payout, or by a journal transaction of its own
-- when the payout left it on the provider's account.
CREATE TABLE settlement_deposits (
  company_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  bank_transaction_id uuid NOT NULL,
  journal_transaction_id uuid,
  linked_at timestamptz NOT NULL,
  CONSTRAINT pk_settlement_deposits PRIMARY KEY (company_id, settlement_id),
  CONSTRAINT uq_settlement_deposits__bank_transaction UNIQUE (company_id, bank_transaction_id),
  CONSTRAINT fk_settlement_deposits__settlement
    FOREIGN KEY (company_id, settlement_id) REFERENCES settlements (company_id, settlement_id),
  CONSTRAINT fk_settlement_deposits__bank_transaction
    FOREIGN KEY (company_id, bank_transaction_id) REFERENCES bank_transactions (company_id, transaction_id),
  CONSTRAINT fk_settlement_deposits__journal
    FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id)
);
${companyTable('settlement_deposits', ['SELECT', 'INSERT', 'DELETE'])}
`;
