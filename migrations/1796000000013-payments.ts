import { MigrationInterface, QueryRunner } from 'typeorm';
import { companyTable } from './support/company-table';

/** Charges and refunds through payment providers, in committed phases around the call to the provider. */
export class Payments1796000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(accounts);
    await runner.query(payments);
    await runner.query(onlyProceed);
    await runner.query(providerCharges);
    await runner.query(workItems);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const accounts = `
-- An account at a payment provider, with the key that calls it. What was begun with one ends with it: a key of the provider
-- is worth nothing on another account, and the same order sent there would be a second payment.
CREATE TABLE payment_accounts (
  company_id uuid NOT NULL,
  payment_account_id uuid NOT NULL,
  provider text NOT NULL CONSTRAINT ck_payment_accounts__known_provider CHECK (provider IN ('stripe')),
  is_live boolean NOT NULL,
  sealed_secret text NOT NULL,
  secret_ending text NOT NULL,
  clearing_account_id uuid,
  is_current boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT pk_payment_accounts PRIMARY KEY (company_id, payment_account_id),
  CONSTRAINT fk_payment_accounts__clearing_account FOREIGN KEY (company_id, clearing_account_id) REFERENCES accounts (company_id, account_id)
);
CREATE UNIQUE INDEX uq_payment_accounts__one_current ON payment_accounts (company_id, provider) WHERE is_current;
${companyTable('payment_accounts', ['SELECT', 'INSERT', 'UPDATE'])}
`;

const payments = `
-- A charge, or a refund of one. recovery_point says how far it is committed: a crash after call_sent means "perhaps sent".
-- Times of sending are the database's, as the provider's window for one key runs by them.
-- provider_reference is the order at the provider (pi_ of a charge, re_ of a refund), money_id what moved (ch_, py_, re_).
CREATE TABLE payments (
  company_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT ck_payments__known_kind CHECK (kind IN ('charge', 'refund')),
  payment_account_id uuid NOT NULL,
  provider text NOT NULL,
  invoice_id uuid NOT NULL,
  charge_id uuid,
  currency char(3) NOT NULL,
  amount numeric(28, 4) NOT NULL CONSTRAINT ck_payments__amount_positive CHECK (amount > 0),
  refunded_amount numeric(28, 4) NOT NULL DEFAULT 0,
  payment_method text,
  provider_customer text,
  reason text,
  downstream_key text NOT NULL,
  recovery_point text NOT NULL
    CONSTRAINT ck_payments__known_recovery_point CHECK (recovery_point IN ('intent_saved', 'call_sent', 'result_saved', 'finished')),
  status text NOT NULL CONSTRAINT ck_payments__known_status CHECK (status IN ('pending', 'succeeded', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  first_sent_at timestamptz,
  last_sent_at timestamptz,
  provider_reference text,
  money_id text,
  waiting_for text,
  failure_reason text,
  failure_code text,
  decline_code text,
  failure_message text,
  booked_on date,
  journal_transaction_id uuid,
  request_key_hash bytea DEFAULT decode(nullif(current_setting('app.request_key_hash', true), ''), 'hex'),
  request_id text NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  CONSTRAINT pk_payments PRIMARY KEY (company_id, payment_id),
  CONSTRAINT uq_payments__downstream_key UNIQUE (company_id, downstream_key),
  CONSTRAINT uq_payments__reference UNIQUE (company_id, provider, provider_reference),
  CONSTRAINT uq_payments__money UNIQUE (company_id, provider, money_id),
  CONSTRAINT ck_payments__kind_is_whole CHECK (CASE kind
    WHEN 'charge' THEN payment_method IS NOT NULL AND charge_id IS NULL
    ELSE payment_method IS NULL AND charge_id IS NOT NULL AND refunded_amount = 0 END),
  CONSTRAINT ck_payments__refunded_within_amount CHECK (refunded_amount BETWEEN 0 AND amount),
  CONSTRAINT ck_payments__sent_at_a_time CHECK ((recovery_point = 'intent_saved') = (first_sent_at IS NULL) AND (attempts = 0) = (first_sent_at IS NULL)),
  CONSTRAINT ck_payments__finished_with_outcome CHECK ((recovery_point = 'finished') = (status <> 'pending')),
  CONSTRAINT ck_payments__result_names_money CHECK (money_id IS NOT NULL OR NOT (status = 'succeeded' OR recovery_point = 'result_saved')),
  CONSTRAINT ck_payments__failure_is_named CHECK ((status = 'failed') = (failure_reason IS NOT NULL)),
  CONSTRAINT ck_payments__booking_is_whole CHECK ((booked_on IS NULL) = (journal_transaction_id IS NULL)
    AND (journal_transaction_id IS NULL OR status = 'succeeded')),
  CONSTRAINT fk_payments__account FOREIGN KEY (company_id, payment_account_id) REFERENCES payment_accounts (company_id, payment_account_id),
  CONSTRAINT fk_payments__invoice FOREIGN KEY (company_id, invoice_id) REFERENCES sale_invoices (company_id, invoice_id),
  CONSTRAINT fk_payments__charge FOREIGN KEY (company_id, charge_id) REFERENCES payments (company_id, payment_id),
  CONSTRAINT fk_payments__currency FOREIGN KEY (currency) REFERENCES currencies (code),
  CONSTRAINT fk_payments__journal
    FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions (company_id, transaction_id)
);
CREATE INDEX ix_payments__invoice ON payments (company_id, invoice_id);
CREATE INDEX ix_payments__charge ON payments (company_id, charge_id);
-- @invariant INV-04: the last line of defence if the key's row is purged or restored apart: no second order under one key,
-- unless the first moved no money.
CREATE UNIQUE INDEX uq_payments__request ON payments (company_id, request_key_hash) WHERE status <> 'failed';
${companyTable('payments', ['SELECT', 'INSERT', 'UPDATE'])}
`;

const onlyProceed = `
-- @invariant INV-02: what was ordered stays, and how far it is only grows. A success is never turned back; a failure only
-- by money that moved after all.
CREATE FUNCTION payments_only_proceed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  points constant text[] := ARRAY['intent_saved', 'call_sent', 'result_saved', 'finished'];
  ordered constant text[] := ARRAY['company_id', 'payment_id', 'kind', 'payment_account_id', 'provider', 'invoice_id', 'charge_id', 'currency',
    'amount', 'payment_method', 'provider_customer', 'reason', 'downstream_key', 'request_key_hash', 'request_id', 'created_at'];
  was jsonb := to_jsonb(OLD);
  becomes jsonb;
  moved_after_all boolean;
  is_allowed boolean;
BEGIN
  IF TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  IF TG_OP = 'UPDATE' THEN
    becomes := to_jsonb(NEW);
    moved_after_all := OLD.status = 'failed' AND NEW.status <> 'failed' AND NEW.money_id IS NOT NULL;
    is_allowed := (SELECT bool_and(was -> name IS NOT DISTINCT FROM becomes -> name) FROM unnest(ordered) AS name)
       AND coalesce(NEW.first_sent_at = OLD.first_sent_at, OLD.first_sent_at IS NULL)
       AND coalesce(NEW.money_id = OLD.money_id, OLD.money_id IS NULL)
       AND coalesce(NEW.provider_reference = OLD.provider_reference, OLD.provider_reference IS NULL)
       AND CASE OLD.status
         WHEN 'succeeded' THEN was - 'refunded_amount' = becomes - 'refunded_amount'
         WHEN 'failed' THEN moved_after_all
         ELSE array_position(points, NEW.recovery_point) >= array_position(points, OLD.recovery_point)
              AND NOT (OLD.recovery_point = 'result_saved' AND NEW.status = 'failed') END;
    IF is_allowed THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% of a payment is refused', TG_OP
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_payments__append_only';
END $$;
CREATE TRIGGER tr_payments__only_proceed BEFORE UPDATE OR DELETE ON payments FOR EACH ROW EXECUTE FUNCTION payments_only_proceed();
`;

const providerCharges = `
-- @invariant INV-05: a charge may be in the books by a payment as well. refund_of is the provider's charge that a refund
-- gives back: a report that does not know refunds by their ids names that.
ALTER TABLE provider_charges
  ADD COLUMN payment_id uuid,
  ADD COLUMN refund_of text,
  DROP CONSTRAINT ck_provider_charges__known_source,
  DROP CONSTRAINT ck_provider_charges__source_is_named,
  ADD CONSTRAINT ck_provider_charges__known_source CHECK (source IN ('bank_match', 'settlement', 'payment')),
  ADD CONSTRAINT ck_provider_charges__source_is_named CHECK (CASE source
    WHEN 'bank_match' THEN num_nulls(match_id, bank_account_id, account_id, currency, amount, base_amount) = 0 AND num_nonnulls(payment_id, refund_of) = 0
    WHEN 'payment' THEN num_nulls(payment_id, account_id, currency, amount, base_amount) = 0 AND num_nonnulls(match_id, bank_account_id) = 0
    ELSE posting_id IS NOT NULL
         AND num_nonnulls(match_id, bank_account_id, account_id, currency, amount, base_amount, payment_id, refund_of) = 0 END),
  ADD CONSTRAINT uq_provider_charges__payment UNIQUE (company_id, payment_id),
  ADD CONSTRAINT fk_provider_charges__payment FOREIGN KEY (company_id, payment_id) REFERENCES payments (company_id, payment_id);
CREATE INDEX ix_provider_charges__refund_of ON provider_charges (company_id, provider, refund_of) WHERE refund_of IS NOT NULL;

CREATE OR REPLACE FUNCTION provider_charges_stay_noted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE live boolean;
BEGIN
  IF TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  live := EXISTS (SELECT 1 FROM settlement_postings p
                   WHERE p.company_id = OLD.company_id AND p.posting_id = OLD.posting_id AND p.reversal_transaction_id IS NULL);
  IF TG_OP = 'DELETE' THEN
    live := live OR OLD.payment_id IS NOT NULL
      OR EXISTS (SELECT 1 FROM bank_matches m
                  WHERE m.company_id = OLD.company_id AND m.match_id = OLD.match_id AND m.reversal_transaction_id IS NULL);
  ELSE
    live := live OR OLD.source = 'settlement' OR to_jsonb(NEW) - 'posting_id' IS DISTINCT FROM to_jsonb(OLD) - 'posting_id';
  END IF;
  IF live THEN
    RAISE EXCEPTION '% of a booked charge is refused', TG_OP
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_provider_charges__append_only';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
`;

const workItems = `
-- Since when the work is there, however often it was begun: what grows old without an end needs a person.
ALTER TABLE work_items ADD COLUMN scheduled_at timestamptz NOT NULL DEFAULT clock_timestamp();
`;
