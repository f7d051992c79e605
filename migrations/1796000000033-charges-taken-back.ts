import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Payments are booked late, when what had booked their charge is taken back; refunds fail after they have succeeded, and what
 * came back is booked back; a refund may be in a payout that names its charge only (@invariant INV-05).
 */
export class ChargesTakenBack1796000000033 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(returns);
    await runner.query(onlyProceed);
    await runner.query(providerCharges);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const returns = `
-- A refund that failed after its money had moved has status failed and a money_id; return_transaction_id books what came back.
ALTER TABLE payments
  ADD COLUMN returned_on date,
  ADD COLUMN return_transaction_id uuid,
  DROP CONSTRAINT ck_payments__booking_is_whole,
  ADD CONSTRAINT ck_payments__booking_is_whole CHECK ((booked_on IS NULL) = (journal_transaction_id IS NULL)
    AND (journal_transaction_id IS NULL OR status = 'succeeded' OR kind = 'refund' AND status = 'failed' AND money_id IS NOT NULL)),
  ADD CONSTRAINT ck_payments__return_is_whole CHECK ((returned_on IS NULL) = (return_transaction_id IS NULL)
    AND (return_transaction_id IS NULL OR kind = 'refund' AND status = 'failed' AND money_id IS NOT NULL)),
  ADD CONSTRAINT ck_payments__failed_charge_moved_nothing CHECK (kind = 'refund' OR status <> 'failed' OR money_id IS NULL),
  ADD CONSTRAINT fk_payments__return_journal
    FOREIGN KEY (company_id, return_transaction_id) REFERENCES journal_transactions (company_id, transaction_id);
`;

const onlyProceed = `
-- @invariant INV-02: what was ordered stays, and how far it is only grows. The success of a charge is never turned back; that
-- of a refund only by its failure, once. A failure is turned only by money that moved after all. What is in the books by a
-- posting of its own gets that once.
CREATE OR REPLACE FUNCTION payments_only_proceed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  points constant text[] := ARRAY['intent_saved', 'call_sent', 'result_saved', 'finished'];
  ordered constant text[] := ARRAY['company_id', 'payment_id', 'kind', 'payment_account_id', 'provider', 'invoice_id', 'charge_id', 'currency',
    'amount', 'payment_method', 'provider_customer', 'reason', 'downstream_key', 'request_key_hash', 'request_id', 'created_at'];
  failure constant text[] := ARRAY['status', 'failure_reason', 'failure_code', 'decline_code', 'failure_message', 'finished_at', 'waiting_for'];
  was jsonb := to_jsonb(OLD);
  becomes jsonb;
  -- What may change of a payment whose money moved and that is finished.
  free text[] := ARRAY['refunded_amount'];
  moved_after_all boolean;
  is_allowed boolean;
BEGIN
  IF TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  IF TG_OP = 'UPDATE' THEN
    becomes := to_jsonb(NEW);
    moved_after_all := OLD.status = 'failed' AND OLD.money_id IS NULL AND NEW.status <> 'failed' AND NEW.money_id IS NOT NULL;
    IF OLD.journal_transaction_id IS NULL THEN free := free || ARRAY['journal_transaction_id', 'booked_on']; END IF;
    IF OLD.return_transaction_id IS NULL THEN free := free || ARRAY['return_transaction_id', 'returned_on']; END IF;
    IF OLD.kind = 'refund' AND OLD.status = 'succeeded' AND NEW.status = 'failed' THEN free := free || failure; END IF;
    IF OLD.status = 'failed' THEN free := free || ARRAY['waiting_for']; END IF;
    is_allowed := (SELECT bool_and(was -> name IS NOT DISTINCT FROM becomes -> name) FROM unnest(ordered) AS name)
       AND coalesce(NEW.first_sent_at = OLD.first_sent_at, OLD.first_sent_at IS NULL)
       AND coalesce(NEW.money_id = OLD.money_id, OLD.money_id IS NULL)
       AND coalesce(NEW.provider_reference = OLD.provider_reference, OLD.provider_reference IS NULL)
       AND CASE
         WHEN OLD.status = 'succeeded' OR OLD.status = 'failed' AND OLD.money_id IS NOT NULL THEN was - free = becomes - free
         WHEN OLD.status = 'failed' THEN moved_after_all
         ELSE array_position(points, NEW.recovery_point) >= array_position(points, OLD.recovery_point)
              AND NOT (OLD.kind = 'charge' AND OLD.recovery_point = 'result_saved' AND NEW.status = 'failed') END;
    IF is_allowed THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% of a payment is refused', TG_OP
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_payments__append_only';
END $$;
`;

const providerCharges = `
-- is_return: what came back of the payment's refund. A row of a payout with refund_of is a refund that the payout has in what
-- it gives back of that charge in one sum (charge_id 'refund of ch_...').
ALTER TABLE provider_charges
  ADD COLUMN is_return boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT uq_provider_charges__payment,
  ADD CONSTRAINT uq_provider_charges__payment UNIQUE (company_id, payment_id, is_return),
  DROP CONSTRAINT ck_provider_charges__source_is_named,
  ADD CONSTRAINT ck_provider_charges__source_is_named CHECK (CASE source
    WHEN 'bank_match' THEN num_nulls(match_id, bank_account_id, account_id, currency, amount, base_amount) = 0
         AND num_nonnulls(payment_id, refund_of) = 0 AND NOT is_return
    WHEN 'payment' THEN num_nulls(payment_id, account_id, currency, amount, base_amount) = 0 AND num_nonnulls(match_id, bank_account_id) = 0
    ELSE posting_id IS NOT NULL AND num_nonnulls(match_id, bank_account_id, account_id, base_amount, payment_id) = 0
         AND num_nonnulls(refund_of, currency, amount) IN (0, 3) AND NOT is_return END);
`;
