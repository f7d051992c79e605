-- The current schema, read back from the catalogs of a migrated database (npm run docs:generate).
-- It is here to be read and reviewed; migrations/ makes the schema.

CREATE OR REPLACE FUNCTION public.account_balances_follow_journal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% on account_balances is refused: they follow the journal', TG_OP
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_account_balances__append_only';
END $function$;

CREATE OR REPLACE FUNCTION public.accounting_periods_of_closed_years()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.status = 'open' THEN
    PERFORM pg_advisory_xact_lock_shared(fiscal_year_gate(NEW.company_id));
    IF EXISTS (SELECT 1 FROM fiscal_year_closes c WHERE c.company_id = NEW.company_id AND c.reopened_at IS NULL
                AND c.ends_on >= make_date(NEW.year, NEW.month, 1)) THEN
      RAISE EXCEPTION 'period %-% is in a closed fiscal year', NEW.year, lpad(NEW.month::text, 2, '0')
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_accounting_periods__year_open';
    END IF;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.add_ecb_exchange_rates(p_day date, p_rates jsonb)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH added AS (
    INSERT INTO public.ecb_exchange_rates (currency, rate_on, rate)
    SELECT c.code, p_day, (r.value #>> '{}')::numeric
      FROM jsonb_each(p_rates) r JOIN public.currencies c ON c.code::text = r.key AND c.code <> 'EUR'
     WHERE p_day >= date '1999-01-01'
    ON CONFLICT DO NOTHING RETURNING 1)
  SELECT count(*)::integer FROM added
$function$;

CREATE OR REPLACE FUNCTION public.applied_advance_stays_paid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM sale_advances a
              WHERE a.company_id = NEW.company_id AND a.advance_id = NEW.document_id AND a.applied > 0
                AND NEW.settled_amount < a.applied + a.credited) THEN
    RAISE EXCEPTION 'advance % has been applied', NEW.document_number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_open_items__applied_advance_stays_paid';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.asset_depreciation_reversals_are_posted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE broken uuid;
BEGIN
  SELECT n.reversal_id INTO broken
    FROM (SELECT company_id, reversal_id, reversal_transaction_id, reversed_on, sum(amount) AS amount FROM inserted
           WHERE reversal_transaction_id IS NOT NULL GROUP BY 1, 2, 3, 4) n
    LEFT JOIN journal_transactions t ON t.company_id = n.company_id AND t.transaction_id = n.reversal_transaction_id
   WHERE (t.document_type, t.document_id, t.posted_on, t.total)
         IS DISTINCT FROM ('asset_depreciation_reversal', n.reversal_id, n.reversed_on, n.amount)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'reversal % of depreciation is not what its journal transaction says', broken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_asset_depreciation_reversals__as_posted';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.asset_depreciations_are_posted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE broken uuid;
BEGIN
  SELECT n.run_id INTO broken
    FROM (SELECT company_id, run_id, transaction_id, posted_on, sum(amount) AS amount FROM inserted
           WHERE transaction_id IS NOT NULL GROUP BY 1, 2, 3, 4) n
    LEFT JOIN journal_transactions t ON t.company_id = n.company_id AND t.transaction_id = n.transaction_id
   WHERE (t.document_type, t.document_id, t.posted_on, t.total) IS DISTINCT FROM ('asset_depreciation', n.run_id, n.posted_on, n.amount)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'depreciation run % is not what its journal transaction says', broken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_asset_depreciations__as_posted';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.asset_depreciations_leave_by_reversal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE lost record;
BEGIN
  SELECT d.asset_id, d.year, d.month INTO lost
    FROM deleted d
   WHERE NOT is_purge_of_sandbox(d.company_id, TG_RELID)
     AND NOT EXISTS (
       SELECT 1 FROM asset_depreciation_reversals r
        WHERE (r.company_id, r.run_id, r.asset_id, r.year, r.month, r.amount, r.posted_on)
            = (d.company_id, d.run_id, d.asset_id, d.year, d.month, d.amount, d.posted_on)
          AND r.transaction_id IS NOT DISTINCT FROM d.transaction_id)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'depreciation of % for %-% is not deleted but reversed', lost.asset_id, lost.year, lost.month
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_asset_depreciations__append_only';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.asset_depreciations_never_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'depreciation is not changed but reversed'
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_asset_depreciations__append_only';
END $function$;

CREATE OR REPLACE FUNCTION public.asset_disposal_reversals_are_posted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE broken uuid;
BEGIN
  SELECT n.asset_id INTO broken
    FROM inserted n
    LEFT JOIN assets a ON a.company_id = n.company_id AND a.asset_id = n.asset_id
    LEFT JOIN journal_transactions t ON t.company_id = n.company_id AND t.transaction_id = n.reversal_transaction_id
   WHERE (t.document_type, t.document_id, t.posted_on, t.reverses_id)
         IS DISTINCT FROM ('asset_disposal_reversal', n.disposal_transaction_id, n.reversed_on, n.disposal_transaction_id)
      OR (a.disposed_on, a.disposal_reason, a.disposal_proceeds, a.disposal_notes, a.disposal_transaction_id)
         IS DISTINCT FROM (n.disposed_on, n.disposal_reason, n.disposal_proceeds, n.disposal_notes, n.disposal_transaction_id)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the reversal of the disposal of % is not what its journal transaction says', broken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_asset_disposal_reversals__as_posted';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.assets_disposed_of_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.disposed_on IS NULL OR is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'asset % was disposed of and stays', OLD.code
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_assets__append_only';
END $function$;

CREATE OR REPLACE FUNCTION public.assets_only_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.company_id, NEW.asset_id, NEW.group_id, NEW.code, NEW.name, NEW.acquired_on, NEW.depreciation_starts_on,
      NEW.acquisition_cost, NEW.salvage_value, NEW.useful_life_months, NEW.depreciation_method, NEW.opening_depreciation,
      NEW.opening_months, NEW.notes, NEW.documents, NEW.created_at)
     IS DISTINCT FROM
     (OLD.company_id, OLD.asset_id, OLD.group_id, OLD.code, OLD.name, OLD.acquired_on, OLD.depreciation_starts_on,
      OLD.acquisition_cost, OLD.salvage_value, OLD.useful_life_months, OLD.depreciation_method, OLD.opening_depreciation,
      OLD.opening_months, OLD.notes, OLD.documents, OLD.created_at)
     OR (OLD.disposed_on IS NOT NULL AND (
       num_nonnulls(NEW.disposed_on, NEW.disposal_reason, NEW.disposal_proceeds, NEW.disposal_notes, NEW.disposal_transaction_id) > 0
       OR NOT EXISTS (SELECT 1 FROM asset_disposal_reversals r
                       WHERE r.company_id = OLD.company_id AND r.disposal_transaction_id = OLD.disposal_transaction_id
                         AND r.asset_id = OLD.asset_id)))
     OR (OLD.disposed_on IS NULL AND EXISTS (
       SELECT 1 FROM asset_disposal_reversals r
        WHERE r.company_id = NEW.company_id AND r.disposal_transaction_id = NEW.disposal_transaction_id)) THEN
    RAISE EXCEPTION 'an asset only changes by its disposal, and by what takes that back'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_assets__append_only';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.closed_is_no_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM bank_transaction_closings c
              WHERE c.company_id = NEW.company_id AND c.bank_transaction_id = NEW.bank_transaction_id) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.credit_limits_only_credit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.company_id, NEW.invoice_id, NEW.vat_rate, NEW.vat_category, NEW.net, NEW.vat, NEW.base_net, NEW.base_vat)
     IS DISTINCT FROM
     (OLD.company_id, OLD.invoice_id, OLD.vat_rate, OLD.vat_category, OLD.net, OLD.vat, OLD.base_net, OLD.base_vat)
     OR abs(NEW.credited_net) < abs(OLD.credited_net) OR abs(NEW.credited_vat) < abs(OLD.credited_vat)
     OR abs(NEW.credited_base_net) < abs(OLD.credited_base_net) OR abs(NEW.credited_base_vat) < abs(OLD.credited_base_vat) THEN
    RAISE EXCEPTION 'a credit limit only changes by a credit'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_sale_invoice_credit_limits__append_only';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.declaration_submissions_move_on()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
    RAISE EXCEPTION 'a submission stays'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_declaration_submissions__append_only';
  END IF;
  IF (NEW.company_id, NEW.submission_id, NEW.obligation, NEW.period_year, NEW.period_month, NEW.variant, NEW.part, NEW.kind,
      NEW.replaces_id, NEW.file_id, NEW.header, NEW.known_sequence, NEW.created_by, NEW.created_at)
     IS DISTINCT FROM
     (OLD.company_id, OLD.submission_id, OLD.obligation, OLD.period_year, OLD.period_month, OLD.variant, OLD.part, OLD.kind,
      OLD.replaces_id, OLD.file_id, OLD.header, OLD.known_sequence, OLD.created_by, OLD.created_at) THEN
    RAISE EXCEPTION 'only the state of a submission changes'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_declaration_submissions__append_only';
  END IF;
  IF OLD.discarded_at IS NOT NULL
     OR (NEW.discarded_at IS NULL AND (OLD.status, NEW.status) NOT IN (('generated', 'submitted'), ('submitted', 'accepted'), ('submitted', 'rejected'))) THEN
    RAISE EXCEPTION 'a submission does not go from % to %', OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_declaration_submissions__next_state';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.declaration_submissions_share_no_register()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.shares_register OR TG_OP = 'UPDATE' AND NEW.shares_register <> OLD.shares_register THEN
    RAISE EXCEPTION 'no new submission shares a register'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_declaration_submissions__append_only';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.deducted_receipt_stays_paid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM journal_transactions j
               JOIN open_item_allocations a
                 ON a.company_id = j.company_id AND a.open_item_id = NEW.open_item_id AND a.transaction_id = j.reverses_id
               JOIN sale_advance_tax_documents t
                 ON t.company_id = a.company_id AND t.allocation_id = a.allocation_id AND t.line_no = a.line_no
               JOIN sale_advance_deductions d ON d.company_id = t.company_id AND d.tax_document_id = t.tax_document_id
              WHERE j.company_id = NEW.company_id AND j.transaction_id = NEW.transaction_id
              GROUP BY t.tax_document_id HAVING sum(d.net) <> 0) THEN
    RAISE EXCEPTION 'an invoice deducts the tax document of this receipt'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_open_item_allocations__deducted_receipt_stays_paid';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.emails_only_advance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.company_id, NEW.email_id, NEW.purpose, NEW.entity_id, NEW.from_name, NEW.from_address, NEW.reply_to, NEW.to_address,
      NEW.subject, NEW.body, NEW.message_id, NEW.attachment_file_id, NEW.request_key_hash, NEW.created_at)
     IS DISTINCT FROM
     (OLD.company_id, OLD.email_id, OLD.purpose, OLD.entity_id, OLD.from_name, OLD.from_address, OLD.reply_to, OLD.to_address,
      OLD.subject, OLD.body, OLD.message_id, OLD.attachment_file_id, OLD.request_key_hash, OLD.created_at) THEN
    RAISE EXCEPTION 'an e-mail changes only by being sent'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_emails__append_only';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN
     (('queued', 'sending'), ('sending', 'queued'), ('sending', 'sent'), ('sending', 'failed'), ('sending', 'unknown')) THEN
    RAISE EXCEPTION 'an e-mail that is % does not become %', OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_emails__status_advances';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.file_chunks_come_first()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM inserted c JOIN files f USING (company_id, file_id)) THEN
    RAISE EXCEPTION 'a kept file takes no more content'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_file_chunks__come_first';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.file_header(p_company uuid, p_software_version text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_build_object(
    'softwareVersion', p_software_version,
    'softwareCompanyName', (SELECT d.value FROM declaration_configs d
       WHERE d.company_id = c.company_id AND d.system = 'lt-isaf' AND d.key = 'softwareCompanyName'),
    'softwareName', (SELECT d.value FROM declaration_configs d
       WHERE d.company_id = c.company_id AND d.system = 'lt-isaf' AND d.key = 'softwareName'),
    'taxpayer', jsonb_build_object(
      'name', c.name, 'code', c.code, 'vatCode', c.vat_code, 'countryCode', c.country_code,
      'isVatPayer', c.is_vat_payer, 'vatPayerFrom', c.vat_payer_from, 'vatPayerTo', c.vat_payer_to,
      'fiscalYearEndMonth', c.fiscal_year_end_month,
      'address', nullif(c.details -> 'address', 'null'), 'contactName', c.details ->> 'bookkeeperName',
      'phone', c.details ->> 'phone', 'email', c.details ->> 'email',
      'ibans', (SELECT coalesce(jsonb_agg(DISTINCT known.iban ORDER BY known.iban), '[]')
         FROM (SELECT b.iban FROM bank_accounts b WHERE b.company_id = c.company_id AND b.is_active
               UNION SELECT c.details ->> 'iban') known
        WHERE known.iban IS NOT NULL)))
    FROM companies c WHERE c.company_id = p_company
$function$;

CREATE OR REPLACE FUNCTION public.files_are_complete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (
    SELECT 1 FROM inserted f
      CROSS JOIN LATERAL (SELECT count(*) AS chunks, coalesce(sum(length(c.content)), 0) AS bytes FROM file_chunks c
                           WHERE c.company_id = f.company_id AND c.file_id = f.file_id AND c.chunk_no BETWEEN 1 AND f.chunk_count) c
     WHERE c.chunks <> f.chunk_count OR c.bytes <> f.size_bytes
  ) THEN
    RAISE EXCEPTION 'a file has other content than it says'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_files__complete';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.first_open_vat_day(p_company uuid, p_day date)
 RETURNS date
 LANGUAGE plpgsql
AS $function$
DECLARE
  day date := p_day;
  is_shut boolean;
BEGIN
  LOOP
    INSERT INTO vat_periods (company_id, year, month, status)
      VALUES (p_company, extract(year FROM day), extract(month FROM day), 'open') ON CONFLICT DO NOTHING;
    SELECT p.status = 'closed' INTO is_shut FROM vat_periods p
     WHERE p.company_id = p_company AND p.year = extract(year FROM day) AND p.month = extract(month FROM day) FOR KEY SHARE;
    IF NOT is_shut AND NOT EXISTS (
      SELECT 1 FROM accounting_periods a WHERE a.company_id = p_company AND a.status = 'locked'
         AND a.year = extract(year FROM day) AND a.month = extract(month FROM day)) THEN
      RETURN day;
    END IF;
    day := (date_trunc('month', day) + interval '1 month')::date;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.fiscal_year_gate(p_company uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT hashtextextended('fiscal-years' || p_company::text, 0) $function$;

CREATE OR REPLACE FUNCTION public.fiscal_years_close_whole()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE months integer;
BEGIN
  PERFORM pg_advisory_xact_lock(fiscal_year_gate(NEW.company_id));
  IF EXISTS (SELECT 1 FROM fiscal_year_closes c WHERE c.company_id = NEW.company_id AND c.close_id <> NEW.close_id
              AND c.reopened_at IS NULL AND c.ends_on >= NEW.starts_on) THEN
    RAISE EXCEPTION 'fiscal years are closed in order'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_fiscal_year_closes__in_order';
  END IF;
  SELECT count(*) INTO months FROM accounting_periods p
   WHERE p.company_id = NEW.company_id AND p.status = 'locked'
     AND make_date(p.year, p.month, 1) BETWEEN NEW.starts_on AND NEW.ends_on;
  IF months <> extract(year FROM age(NEW.ends_on + 1, NEW.starts_on)) * 12 + extract(month FROM age(NEW.ends_on + 1, NEW.starts_on))
     OR EXISTS (SELECT 1 FROM accounting_periods p WHERE p.company_id = NEW.company_id AND p.status = 'open'
                 AND make_date(p.year, p.month, 1) <= NEW.ends_on) THEN
    RAISE EXCEPTION 'a month up to % is not locked', NEW.ends_on
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_fiscal_year_closes__months_locked';
  END IF;
  IF NEW.transaction_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM journal_transactions t WHERE t.company_id = NEW.company_id AND t.transaction_id = NEW.transaction_id
          AND (t.document_type, t.document_id, t.posted_on) = ('year_end_close', NEW.close_id, NEW.ends_on)) THEN
    RAISE EXCEPTION 'the closing of % is not what its journal transaction says', NEW.year
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_fiscal_year_closes__as_posted';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.fiscal_years_only_reopen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  ELSIF OLD.reopened_at IS NULL AND NEW.reopened_at IS NOT NULL
     AND (to_jsonb(NEW) - '{reopened_at,reopen_reason}'::text[]) = (to_jsonb(OLD) - '{reopened_at,reopen_reason}'::text[]) THEN
    IF EXISTS (SELECT 1 FROM fiscal_year_closes c WHERE c.company_id = NEW.company_id AND c.reopened_at IS NULL AND c.ends_on > NEW.ends_on) THEN
      RAISE EXCEPTION 'only the latest closed year is reopened'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_fiscal_year_closes__latest_reopens';
    END IF;
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the closing of a fiscal year only changes by being reopened'
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_fiscal_year_closes__append_only';
END $function$;

CREATE OR REPLACE FUNCTION public.fiscal_years_reopen_reversed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.transaction_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM journal_transactions t WHERE t.company_id = NEW.company_id AND t.reverses_id = NEW.transaction_id) THEN
    RAISE EXCEPTION 'the closing of % is not reversed', NEW.year
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_fiscal_year_closes__reopened_reversed';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.idempotency_begin(p_company uuid, p_key_hash bytea, p_resource uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE idempotency_keys SET resource_id = p_resource
   WHERE company_id = p_company AND key_hash = p_key_hash AND response_status IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the idempotency claim of this transaction is gone' USING ERRCODE = 'internal_error';
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.idempotency_claim(p_company uuid, p_key_hash bytea, p_key_text text, p_fingerprint_version smallint, p_fingerprint bytea, p_actor text, p_route text)
 RETURNS TABLE(outcome text, mismatch text, response_status smallint, response_headers jsonb, response_body bytea, replayable boolean, body_purged boolean, resource_id uuid)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE stored idempotency_keys;
BEGIN
  FOR attempt IN 1..2 LOOP
    SELECT * INTO stored FROM idempotency_keys k WHERE k.company_id = p_company AND k.key_hash = p_key_hash;
    IF FOUND THEN
      RETURN QUERY SELECT
        CASE WHEN stored.route <> p_route OR stored.actor_id <> p_actor THEN 'reuse'
             WHEN stored.fingerprint_version = p_fingerprint_version AND stored.fingerprint <> p_fingerprint THEN 'reuse'
             WHEN stored.response_status IS NULL AND stored.resource_id IS NOT NULL THEN 'unfinished'
             WHEN stored.response_status IS NULL THEN 'busy'
             ELSE 'replay' END,
        CASE WHEN stored.route <> p_route THEN 'path' WHEN stored.actor_id <> p_actor THEN 'actor' ELSE 'body' END,
        stored.response_status, stored.response_headers, stored.response_body,
        stored.replayable, stored.body_purged, stored.resource_id;
      RETURN;
    END IF;
    -- The lock only saves a wait; the primary key below is the judge.
    EXIT WHEN NOT pg_try_advisory_xact_lock(hashtextextended(p_company::text || encode(p_key_hash, 'hex'), 0));
    INSERT INTO idempotency_keys (company_id, key_hash, key_text, fingerprint_version, fingerprint, actor_id, route)
      VALUES (p_company, p_key_hash, p_key_text, p_fingerprint_version, p_fingerprint, p_actor, p_route)
      ON CONFLICT DO NOTHING;
    IF FOUND THEN
      RETURN QUERY SELECT 'claimed', NULL::text, NULL::smallint, NULL::jsonb, NULL::bytea, true, false, NULL::uuid;
      RETURN;
    END IF;
  END LOOP;
  RETURN QUERY SELECT 'busy', NULL::text, NULL::smallint, NULL::jsonb, NULL::bytea, true, false, NULL::uuid;
END $function$;

CREATE OR REPLACE FUNCTION public.idempotency_finish(p_company uuid, p_key_hash bytea, p_status smallint, p_headers jsonb, p_body bytea, p_resource uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE idempotency_keys
     SET response_status = p_status, response_headers = p_headers, response_body = p_body, completed_at = clock_timestamp()
   WHERE company_id = p_company AND key_hash = p_key_hash AND resource_id = p_resource AND response_status IS NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.idempotency_store(p_company uuid, p_key_hash bytea, p_status smallint, p_headers jsonb, p_body bytea, p_replayable boolean, p_resource uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE idempotency_keys
     SET response_status = p_status, response_headers = p_headers, response_body = p_body,
         replayable = p_replayable, resource_id = p_resource, completed_at = clock_timestamp()
   WHERE company_id = p_company AND key_hash = p_key_hash AND response_status IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the idempotency claim of this transaction is gone' USING ERRCODE = 'internal_error';
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.is_posted_settlement(p_company uuid, p_settlement uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN EXISTS (SELECT 1 FROM settlement_postings p
                  WHERE p.company_id = p_company AND p.settlement_id = p_settlement AND p.reversal_transaction_id IS NULL);
END $function$;

CREATE OR REPLACE FUNCTION public.is_purge_of_payload(was events, becomes events)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT becomes.payload IS NULL AND to_jsonb(becomes) - 'payload' = to_jsonb(was) - 'payload'
     AND was.created_at < clock_timestamp() - interval '90 days'
     AND pg_get_userbyid((SELECT relowner FROM pg_class WHERE oid = 'public.events'::regclass)) = current_user
$function$;

CREATE OR REPLACE FUNCTION public.is_purge_of_sandbox(p_company uuid, p_table oid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN pg_get_userbyid((SELECT relowner FROM pg_class WHERE oid = p_table)) = current_user
     AND EXISTS (SELECT 1 FROM companies WHERE company_id = p_company AND is_sandbox AND status = 'deleted');
END $function$;

CREATE OR REPLACE FUNCTION public.journal_entries_are_summed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO account_balances AS b (company_id, account_id, month_on, slot, debit, credit)
  SELECT company_id, account_id, posted_on - (extract(day FROM posted_on)::integer - 1), pg_backend_pid() % 8, sum(debit), sum(credit)
    FROM inserted GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (company_id, account_id, month_on, slot)
  DO UPDATE SET debit = b.debit + excluded.debit, credit = b.credit + excluded.credit;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.journal_transactions_are_complete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE broken record;
BEGIN
  SELECT n.transaction_id, n.total, n.entry_count, e.entries, e.debits, e.credits INTO broken
    FROM inserted n
    LEFT JOIN LATERAL (
      SELECT count(*) AS entries, sum(debit) AS debits, sum(credit) AS credits
        FROM journal_entries j WHERE j.company_id = n.company_id AND j.transaction_id = n.transaction_id
    ) e ON true
   WHERE e.entries <> n.entry_count OR e.debits <> n.total OR e.credits <> n.total
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal transaction % has % of % entries, debits %, credits %, total %', broken.transaction_id,
      broken.entries, broken.entry_count, broken.debits, broken.credits, broken.total
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_journal_transactions__balanced';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.journal_transactions_are_in_open_periods()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE period record;
BEGIN
  FOR period IN
    SELECT p.year, p.month, p.status FROM accounting_periods p
     WHERE (p.company_id, p.year, p.month) IN (SELECT company_id, period_year, period_month FROM inserted)
     ORDER BY p.year, p.month FOR KEY SHARE
  LOOP
    IF period.status = 'locked' THEN
      RAISE EXCEPTION 'period %-% is locked', period.year, lpad(period.month::text, 2, '0')
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_journal_transactions__period_open';
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_master_data_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(fiscal_year_gate(OLD.company_id));
  INSERT INTO master_data_versions (company_id, entity, entity_id, replaced_at, version)
  VALUES (OLD.company_id, TG_TABLE_NAME, (to_jsonb(OLD) ->> TG_ARGV[0])::uuid, clock_timestamp(), to_jsonb(OLD));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_new_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(fiscal_year_gate(company_id)) FROM (SELECT DISTINCT company_id FROM inserted) i;
  INSERT INTO master_data_versions (company_id, entity, entity_id, replaced_at)
  SELECT company_id, 'accounts', account_id, clock_timestamp() FROM inserted;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.open_item_allocations_count_for_vat()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.vat_counted_on := NULL;
  -- What a credit note takes off an invoice is no payment, nor is a void: their register rows say what they change. A debt
  -- that is given up has not been paid either: under cash accounting its VAT does not fall due.
  IF NEW.kind NOT IN ('credit_note', 'void', 'debt_write_off', 'debt_write_off_reversal') AND EXISTS (
             SELECT 1 FROM open_items i
               JOIN vat_register_rows r ON r.company_id = i.company_id AND r.due_on_payment_of = i.document_id
              WHERE i.company_id = NEW.company_id AND i.open_item_id = NEW.open_item_id
                AND i.document_type IN ('sale_invoice', 'purchase_invoice')) THEN
    NEW.vat_counted_on := first_open_vat_day(NEW.company_id, NEW.allocated_on);
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.open_items_only_settle()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.company_id, NEW.open_item_id, NEW.side, NEW.partner_id, NEW.account_id, NEW.document_type, NEW.document_id,
      NEW.document_number, NEW.posted_on, NEW.due_on, NEW.currency, NEW.amount, NEW.base_amount)
     IS DISTINCT FROM
     (OLD.company_id, OLD.open_item_id, OLD.side, OLD.partner_id, OLD.account_id, OLD.document_type, OLD.document_id,
      OLD.document_number, OLD.posted_on, OLD.due_on, OLD.currency, OLD.amount, OLD.base_amount) THEN
    RAISE EXCEPTION 'an open item only changes by being settled'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_open_items__append_only';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.opening_items_are_not_registered()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE taken text;
BEGIN
  PERFORM pg_advisory_xact_lock(openings_gate(c.company_id)) FROM (SELECT DISTINCT company_id FROM inserted) c;
  SELECT i.document_number INTO taken FROM inserted i
   WHERE i.side = 'payable' AND supplier_document_of(i.company_id, i.partner_id, i.number_key, i.document_on) IS NOT NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'document % of this supplier is in the books', taken
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'ck_opening_items__not_registered';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.openings_are_only_reversed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  ELSIF (to_jsonb(NEW) - 'reversal_transaction_id') = (to_jsonb(OLD) - 'reversal_transaction_id')
     AND OLD.reversal_transaction_id IS NULL
     AND EXISTS (SELECT 1 FROM journal_transactions t WHERE t.company_id = NEW.company_id
                  AND t.transaction_id = NEW.reversal_transaction_id AND t.reverses_id = NEW.transaction_id) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% on % is refused: it is only taken back by its reversal', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_' || TG_TABLE_NAME || '__append_only';
END $function$;

CREATE OR REPLACE FUNCTION public.openings_gate(p_company uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT hashtextextended('openings' || p_company::text, 0) $function$;

CREATE OR REPLACE FUNCTION public.payments_only_proceed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.provider_charges_stay_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.purchase_credit_limits_only_credit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.company_id, NEW.invoice_id, NEW.gross) IS DISTINCT FROM (OLD.company_id, OLD.invoice_id, OLD.gross) THEN
    RAISE EXCEPTION 'a credit limit only changes by a credit'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_purchase_invoice_credit_limits__append_only';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.purchase_invoice_parts_match()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refuse_broken_purchase_invoice(company_id, array_agg(DISTINCT invoice_id)) FROM changed GROUP BY company_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.purchase_invoices_have_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE keyless text;
BEGIN
  SELECT c.document_number INTO keyless FROM changed c
   WHERE NOT EXISTS (SELECT 1 FROM purchase_document_keys k WHERE k.company_id = c.company_id AND k.invoice_id = c.invoice_id)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'document % has no key', keyless
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_purchase_invoices__has_key';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.purge_event_payloads(p_days integer, p_batch integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_company uuid := nullif(current_setting('app.company_id', true), '')::uuid;
  v_from bigint;
  v_to bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('purge-event-payloads' || v_company::text, 0)) THEN RETURN 0; END IF;
  SELECT c.purged_to, least(c.purged_to + p_batch, c.last_sequence,
           (SELECT min(s.last_sequence) FROM public.webhook_subscriptions s WHERE s.company_id = v_company AND s.deleted_at IS NULL),
           (SELECT min(d.sequence) - 1 FROM public.webhook_deliveries d WHERE d.company_id = v_company))
    INTO v_from, v_to FROM public.event_counters c WHERE c.company_id = v_company;
  SELECT coalesce(min(e.sequence) - 1, v_to) INTO v_to FROM public.events e
   WHERE e.company_id = v_company AND e.sequence > v_from AND e.sequence <= v_to
     AND e.created_at >= statement_timestamp() - make_interval(days => greatest(p_days, 90));
  IF v_to IS NULL OR v_to <= v_from THEN RETURN 0; END IF;
  UPDATE public.events SET payload = NULL WHERE company_id = v_company AND sequence > v_from AND sequence <= v_to;
  UPDATE public.event_counters SET purged_to = v_to WHERE company_id = v_company;
  RETURN v_to - v_from;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_broken_purchase_invoice(p_company uuid, p_invoices uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE broken text;
BEGIN
  SELECT i.document_number INTO broken
    FROM purchase_invoices i
    CROSS JOIN LATERAL (SELECT count(*) AS parts, sum(net) AS net, sum(vat) AS vat, sum(base_net) AS base_net, sum(base_vat) AS base_vat,
                               sum(base_deductible_vat) AS deductible, sum(base_self_assessed_vat) AS self_assessed,
                               sum(CASE WHEN is_pro_rata THEN base_vat + base_self_assessed_vat - base_deductible_vat ELSE 0 END) AS undeducted
                          FROM purchase_invoice_lines x WHERE x.company_id = i.company_id AND x.invoice_id = i.invoice_id) l
    CROSS JOIN LATERAL (SELECT count(*) AS parts, sum(net) AS net, sum(vat) AS vat, sum(base_net) AS base_net, sum(base_vat) AS base_vat,
                               sum(deductible_vat) AS deductible, sum(self_assessed_vat) AS self_assessed, sum(undeducted_pro_rata) AS undeducted
                          FROM purchase_invoice_vat_totals x WHERE x.company_id = i.company_id AND x.invoice_id = i.invoice_id) t
   WHERE i.company_id = p_company AND i.invoice_id = ANY (p_invoices) AND i.status = 'registered'
     AND ((l.parts, l.net, l.vat, l.base_net, l.base_vat, l.deductible, l.self_assessed) IS DISTINCT FROM
            (i.line_count, i.net_total, i.vat_total, i.base_net_total, i.base_vat_total, i.base_deductible_vat, i.base_self_assessed_vat)
       OR (t.parts, t.net, t.vat, t.base_net, t.base_vat, t.deductible, t.self_assessed) IS DISTINCT FROM
            (i.vat_total_count, i.net_total, i.vat_total, i.base_net_total, i.base_vat_total, i.base_deductible_vat, i.base_self_assessed_vat)
       OR l.undeducted IS DISTINCT FROM t.undeducted)
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'lines or VAT totals of % do not match it', broken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_purchase_invoices__parts_match';
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_broken_sale_invoice(p_company uuid, p_invoices uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE broken text;
BEGIN
  SELECT i.full_number INTO broken
    FROM sale_invoices i
    CROSS JOIN LATERAL (SELECT count(*) AS parts, sum(net) AS net, sum(vat) AS vat, sum(base_net) AS base_net, sum(base_vat) AS base_vat
                          FROM sale_invoice_lines x WHERE x.company_id = i.company_id AND x.invoice_id = i.invoice_id) l
    CROSS JOIN LATERAL (SELECT count(*) AS parts, sum(net) AS net, sum(vat) AS vat, sum(base_net) AS base_net, sum(base_vat) AS base_vat
                          FROM sale_invoice_vat_totals x WHERE x.company_id = i.company_id AND x.invoice_id = i.invoice_id) t
   WHERE i.company_id = p_company AND i.invoice_id = ANY (p_invoices) AND i.status = 'issued'
     AND ((l.parts, l.net, l.vat, l.base_net, l.base_vat)
            IS DISTINCT FROM (i.line_count, i.net_total, i.vat_total, i.base_net_total, i.base_vat_total)
       OR (t.parts, t.net, t.vat, t.base_net, t.base_vat)
            IS DISTINCT FROM (i.vat_total_count, i.net_total, i.vat_total, i.base_net_total, i.base_vat_total))
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'lines or VAT totals of % do not match it', broken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_sale_invoices__parts_match';
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% on % is refused: posted facts never change', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_' || TG_TABLE_NAME || '__append_only';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_issued()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.status = 'draft' OR (TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID)) THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION '% of issued document % is refused: correct it with a credit note', TG_OP, OLD.full_number
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_sale_invoices__append_only';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_issued_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  IF EXISTS (SELECT 1 FROM sale_invoices i
              WHERE i.company_id = OLD.company_id AND i.invoice_id = OLD.invoice_id AND i.status = 'issued') THEN
    RAISE EXCEPTION '% of a line of an issued document is refused', TG_OP
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_sale_invoice_lines__append_only';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_posted_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  IF TG_OP <> 'INSERT' AND is_posted_settlement(OLD.company_id, OLD.settlement_id)
     OR TG_OP <> 'DELETE' AND is_posted_settlement(NEW.company_id, NEW.settlement_id) THEN
    RAISE EXCEPTION '% of % is refused: the payout is posted', TG_OP, TG_TABLE_NAME
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_' || TG_TABLE_NAME || '__append_only';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_registered()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.status = 'draft' OR (TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID)) THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION '% of registered document % is refused', TG_OP, OLD.document_number
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_purchase_invoices__append_only';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_registered_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  IF EXISTS (SELECT 1 FROM purchase_invoices i
              WHERE i.company_id = OLD.company_id AND i.invoice_id = OLD.invoice_id AND i.status = 'registered') THEN
    RAISE EXCEPTION '% of a line of a registered document is refused', TG_OP
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_purchase_invoice_lines__append_only';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_freeing_of_live_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM purchase_invoices i
              WHERE i.company_id = OLD.company_id AND i.invoice_id = OLD.invoice_id AND i.status = 'registered')
     AND NOT EXISTS (SELECT 1 FROM purchase_invoice_voids v WHERE v.company_id = OLD.company_id AND v.invoice_id = OLD.invoice_id)
     AND NOT is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN
    RAISE EXCEPTION 'the number of a registered document is freed by its void'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_purchase_document_keys__append_only';
  END IF;
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_reversal_of_bank_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM bank_transaction_closings c
              WHERE c.company_id = NEW.company_id AND c.journal_transaction_id = NEW.reverses_id) THEN
    RAISE EXCEPTION 'a bank transaction is matched to the journal transaction'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_journal_transactions__not_matched_to_bank';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_reversal_of_exported()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM payment_export_lines l WHERE l.company_id = NEW.company_id AND l.open_item_id = NEW.item_id) THEN
    RAISE EXCEPTION 'an opening item in a payment message is not taken back'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_opening_items__not_exported';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_second_explanation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'bank_matches' THEN
    IF NOT EXISTS (SELECT 1 FROM bank_transaction_closings c
                    WHERE c.company_id = NEW.company_id AND c.bank_transaction_id = NEW.transaction_id) THEN
      RETURN NEW;
    END IF;
  ELSIF NOT EXISTS (SELECT 1 FROM bank_matches m WHERE m.company_id = NEW.company_id
                       AND m.transaction_id = NEW.bank_transaction_id AND m.reversal_transaction_id IS NULL)
    AND NOT EXISTS (SELECT 1 FROM settlement_deposits d
                     WHERE d.company_id = NEW.company_id AND d.bank_transaction_id = NEW.bank_transaction_id) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the bank transaction is explained already'
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_bank_transaction_closings__only_explanation';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_truncate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'TRUNCATE of % is refused: posted facts never change', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_' || TG_TABLE_NAME || '__append_only';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_void_of_exported()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM open_items i
               JOIN payment_export_lines l ON l.company_id = i.company_id AND l.open_item_id = i.open_item_id
              WHERE i.company_id = NEW.company_id AND i.document_id = NEW.invoice_id
                AND i.document_type IN ('purchase_invoice', 'purchase_credit_note')) THEN
    RAISE EXCEPTION 'a document in a payment message is not voided'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_purchase_invoice_voids__not_exported';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.report_jobs_only_advance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.company_id, NEW.job_id, NEW.report_type, NEW.params, NEW.formats, NEW.created_by, NEW.created_at)
     IS DISTINCT FROM
     (OLD.company_id, OLD.job_id, OLD.report_type, OLD.params, OLD.formats, OLD.created_by, OLD.created_at) THEN
    RAISE EXCEPTION 'what a report job was asked for does not change'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_report_jobs__append_only';
  END IF;
  -- A job that is begun again is running still.
  IF (OLD.status, NEW.status) NOT IN
     (('queued', 'running'), ('running', 'running'), ('running', 'completed'), ('running', 'failed')) THEN
    RAISE EXCEPTION 'a report job that is % does not become %', OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_report_jobs__status_advances';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.revaluations_are_only_reversed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  ELSIF (to_jsonb(NEW) - 'reversed_at') = (to_jsonb(OLD) - 'reversed_at')
     AND OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a revaluation only changes by being taken back'
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_revaluations__append_only';
END $function$;

CREATE OR REPLACE FUNCTION public.sale_advances_only_used()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.company_id, NEW.advance_id, NEW.account_id, NEW.vat_on_payment, NEW.gross, NEW.base_gross)
     IS DISTINCT FROM (OLD.company_id, OLD.advance_id, OLD.account_id, OLD.vat_on_payment, OLD.gross, OLD.base_gross) THEN
    RAISE EXCEPTION 'an advance only changes by being used'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_sale_advances__append_only';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.sale_invoice_parts_match()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refuse_broken_sale_invoice(company_id, array_agg(DISTINCT invoice_id)) FROM changed GROUP BY company_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.settlement_lines_name_receivables()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM sale_invoices i WHERE i.company_id = NEW.company_id AND i.invoice_id = NEW.matched_invoice_id)
     AND NOT EXISTS (SELECT 1 FROM opening_items o WHERE o.company_id = NEW.company_id AND o.item_id = NEW.matched_invoice_id
                      AND o.side = 'receivable' AND o.reversal_transaction_id IS NULL) THEN
    RAISE EXCEPTION 'there is no invoice %', NEW.matched_invoice_id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'fk_settlement_lines__invoice';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.settlement_postings_only_reverse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.reversal_transaction_id IS NOT NULL
     OR (NEW.company_id, NEW.posting_id, NEW.settlement_id, NEW.posted_on, NEW.fx_rate, NEW.journal_transaction_id, NEW.event_sequence, NEW.posted_at)
        IS DISTINCT FROM
        (OLD.company_id, OLD.posting_id, OLD.settlement_id, OLD.posted_on, OLD.fx_rate, OLD.journal_transaction_id, OLD.event_sequence, OLD.posted_at) THEN
    RAISE EXCEPTION 'a posting of a payout only changes by its reversal'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_settlement_postings__append_only';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.supplier_document_of(p_company uuid, p_partner uuid, p_number_key text, p_document_on date)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  SELECT k.invoice_id FROM purchase_document_keys k
   WHERE k.company_id = p_company AND k.partner_id = p_partner AND k.number_key = p_number_key
     AND k.year_key IN (0, extract(year FROM p_document_on)) LIMIT 1
$function$;

CREATE OR REPLACE FUNCTION public.supplier_documents_are_not_opened()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(openings_gate(NEW.company_id));
  IF EXISTS (SELECT 1 FROM opening_items o
              WHERE o.company_id = NEW.company_id AND o.partner_id = NEW.partner_id AND o.side = 'payable'
                AND o.number_key = NEW.number_key AND o.reversal_transaction_id IS NULL
                AND NEW.year_key IN (0, extract(year FROM o.document_on))) THEN
    RAISE EXCEPTION 'the document % was opened', NEW.number_key
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'ck_purchase_document_keys__not_opened';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.vat_register_rows_are_in_open_periods()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE period record;
BEGIN
  FOR period IN
    SELECT p.year, p.month, p.status FROM vat_periods p
     WHERE (p.company_id, p.year, p.month) IN (
       SELECT company_id, period_year, period_month FROM inserted
       UNION
       SELECT company_id, extract(year FROM document_on)::smallint, extract(month FROM document_on)::smallint
         FROM inserted WHERE side = 'sales')
     ORDER BY p.year, p.month FOR KEY SHARE
  LOOP
    IF period.status = 'closed' THEN
      RAISE EXCEPTION 'VAT period %-% is closed', period.year, lpad(period.month::text, 2, '0')
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_vat_register_rows__period_open';
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.wake_webhook_lanes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE work_items w SET due_at = clock_timestamp()
   WHERE w.company_id = (SELECT i.company_id FROM inserted i LIMIT 1) AND w.kind = 'webhook_deliveries'
     AND w.due_at > clock_timestamp() + interval '5 seconds';
  RETURN NULL;
END $function$;

CREATE TABLE account_balances (
  company_id uuid NOT NULL,
  account_id uuid NOT NULL,
  month_on date NOT NULL,
  slot smallint NOT NULL,
  debit numeric(38,4) NOT NULL,
  credit numeric(38,4) NOT NULL,
  CONSTRAINT pk_account_balances PRIMARY KEY (company_id, account_id, month_on, slot),
  CONSTRAINT ck_account_balances__first_of_month CHECK ((EXTRACT(day FROM month_on) = (1)::numeric)),
  CONSTRAINT fk_account_balances__account FOREIGN KEY (company_id, account_id) REFERENCES accounts(company_id, account_id)
) WITH (fillfactor=70);
ALTER TABLE account_balances ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_balances FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_account_balances__insert ON account_balances FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_account_balances__purge ON account_balances FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_account_balances__select ON account_balances FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_account_balances__update ON account_balances FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON account_balances TO gapless_app;
CREATE TRIGGER tr_account_balances__follow_journal AFTER INSERT OR UPDATE ON account_balances FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION account_balances_follow_journal();
CREATE TRIGGER tr_account_balances__no_truncate BEFORE TRUNCATE ON account_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE accounting_period_changes (
  company_id uuid NOT NULL,
  change_id uuid NOT NULL,
  period_id uuid NOT NULL,
  action text NOT NULL,
  reason text,
  trial_balance_hash text,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  request_id text NOT NULL,
  changed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT pk_accounting_period_changes PRIMARY KEY (company_id, change_id),
  CONSTRAINT ck_accounting_period_changes__hash_form CHECK ((trial_balance_hash ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT ck_accounting_period_changes__known_action CHECK ((action = ANY (ARRAY['locked'::text, 'unlocked'::text]))),
  CONSTRAINT ck_accounting_period_changes__locks_have_hash CHECK (((action = 'locked'::text) = (trial_balance_hash IS NOT NULL))),
  CONSTRAINT fk_accounting_period_changes__period FOREIGN KEY (company_id, period_id) REFERENCES accounting_periods(company_id, period_id)
);
CREATE INDEX ix_accounting_period_changes__period ON accounting_period_changes USING btree (company_id, period_id, changed_at);
ALTER TABLE accounting_period_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_period_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_accounting_period_changes__insert ON accounting_period_changes FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_accounting_period_changes__purge ON accounting_period_changes FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_accounting_period_changes__select ON accounting_period_changes FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON accounting_period_changes TO gapless_app;
CREATE TRIGGER tr_accounting_period_changes__append_only BEFORE DELETE OR UPDATE ON accounting_period_changes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_accounting_period_changes__no_truncate BEFORE TRUNCATE ON accounting_period_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE accounting_periods (
  company_id uuid NOT NULL,
  year smallint NOT NULL,
  month smallint NOT NULL,
  period_id uuid NOT NULL,
  status text NOT NULL,
  locked_at timestamp with time zone,
  frozen_header jsonb,
  CONSTRAINT pk_accounting_periods PRIMARY KEY (company_id, year, month),
  CONSTRAINT uq_accounting_periods__id UNIQUE (company_id, period_id),
  CONSTRAINT uq_accounting_periods__status UNIQUE (company_id, year, month, status),
  CONSTRAINT ck_accounting_periods__known_status CHECK ((status = ANY (ARRAY['open'::text, 'locked'::text]))),
  CONSTRAINT ck_accounting_periods__locked_is_frozen CHECK (((status = 'locked'::text) = ((locked_at IS NOT NULL) AND (frozen_header IS NOT NULL)))),
  CONSTRAINT ck_accounting_periods__month CHECK (((month >= 1) AND (month <= 12))),
  CONSTRAINT fk_accounting_periods__company FOREIGN KEY (company_id) REFERENCES companies(company_id)
);
ALTER TABLE accounting_periods ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_periods FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_accounting_periods__insert ON accounting_periods FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_accounting_periods__purge ON accounting_periods FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_accounting_periods__select ON accounting_periods FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_accounting_periods__update ON accounting_periods FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON accounting_periods TO gapless_app;
CREATE TRIGGER tr_accounting_periods__year_open BEFORE INSERT OR UPDATE ON accounting_periods FOR EACH ROW EXECUTE FUNCTION accounting_periods_of_closed_years();

CREATE TABLE accounts (
  company_id uuid NOT NULL,
  account_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  translations jsonb,
  type text NOT NULL,
  parent_id uuid,
  is_postable boolean NOT NULL,
  control text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_accounts PRIMARY KEY (company_id, account_id),
  CONSTRAINT uq_accounts__code UNIQUE (company_id, code),
  CONSTRAINT ck_accounts__known_control CHECK ((control = ANY (ARRAY['receivable'::text, 'payable'::text, 'vat'::text]))),
  CONSTRAINT ck_accounts__known_type CHECK ((type = ANY (ARRAY['asset'::text, 'liability'::text, 'equity'::text, 'income'::text, 'expense'::text]))),
  CONSTRAINT ck_accounts__not_own_parent CHECK ((parent_id <> account_id)),
  CONSTRAINT fk_accounts__company FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT fk_accounts__parent FOREIGN KEY (company_id, parent_id) REFERENCES accounts(company_id, account_id)
);
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_accounts__insert ON accounts FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_accounts__purge ON accounts FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_accounts__select ON accounts FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_accounts__update ON accounts FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON accounts TO gapless_app;
CREATE TRIGGER tr_accounts__keep_version AFTER UPDATE ON accounts FOR EACH ROW WHEN ((((((old.code IS DISTINCT FROM new.code) OR (old.name IS DISTINCT FROM new.name)) OR (old.type IS DISTINCT FROM new.type)) OR (old.parent_id IS DISTINCT FROM new.parent_id)) OR (old.control IS DISTINCT FROM new.control))) EXECUTE FUNCTION keep_master_data_version('account_id');
CREATE TRIGGER tr_accounts__note_new AFTER INSERT ON accounts REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION note_new_accounts();

CREATE TABLE api_keys (
  company_id uuid NOT NULL,
  api_key_id uuid NOT NULL,
  lineage_id uuid NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  secret_hash bytea NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  replaced_by_key_id uuid,
  member_id uuid,
  CONSTRAINT pk_api_keys PRIMARY KEY (company_id, api_key_id),
  CONSTRAINT uq_api_keys__replaced_once UNIQUE (company_id, replaced_by_key_id),
  CONSTRAINT uq_api_keys__secret UNIQUE (company_id, secret_hash),
  CONSTRAINT fk_api_keys__company FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT fk_api_keys__member FOREIGN KEY (company_id, member_id) REFERENCES company_members(company_id, user_id),
  CONSTRAINT fk_api_keys__replacement FOREIGN KEY (company_id, replaced_by_key_id) REFERENCES api_keys(company_id, api_key_id)
);
CREATE INDEX ix_api_keys__member ON api_keys USING btree (company_id, member_id) WHERE (member_id IS NOT NULL);
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_api_keys__insert ON api_keys FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_api_keys__purge ON api_keys FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_api_keys__select ON api_keys FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_api_keys__update ON api_keys FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON api_keys TO gapless_app;

CREATE TABLE asset_depreciation_reversals (
  company_id uuid NOT NULL,
  run_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  year smallint NOT NULL,
  month smallint NOT NULL,
  amount numeric(28,4) NOT NULL,
  posted_on date NOT NULL,
  transaction_id uuid,
  reversal_id uuid NOT NULL,
  reversed_on date NOT NULL,
  reversal_transaction_id uuid,
  CONSTRAINT pk_asset_depreciation_reversals PRIMARY KEY (company_id, run_id, asset_id, year, month),
  CONSTRAINT ck_asset_depreciation_reversals__posted CHECK (((amount = (0)::numeric) OR (reversal_transaction_id IS NOT NULL))),
  CONSTRAINT fk_asset_depreciation_reversals__asset FOREIGN KEY (company_id, asset_id) REFERENCES assets(company_id, asset_id),
  CONSTRAINT fk_asset_depreciation_reversals__reversal FOREIGN KEY (company_id, reversal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id),
  CONSTRAINT fk_asset_depreciation_reversals__transaction FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions(company_id, transaction_id)
);
ALTER TABLE asset_depreciation_reversals ENABLE ROW LEVEL SECURITY;
ALTER TABLE asset_depreciation_reversals FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_asset_depreciation_reversals__insert ON asset_depreciation_reversals FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_asset_depreciation_reversals__purge ON asset_depreciation_reversals FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_asset_depreciation_reversals__select ON asset_depreciation_reversals FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON asset_depreciation_reversals TO gapless_app;
CREATE TRIGGER tr_asset_depreciation_reversals__append_only BEFORE DELETE OR UPDATE ON asset_depreciation_reversals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_asset_depreciation_reversals__as_posted AFTER INSERT ON asset_depreciation_reversals REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION asset_depreciation_reversals_are_posted();
CREATE TRIGGER tr_asset_depreciation_reversals__no_truncate BEFORE TRUNCATE ON asset_depreciation_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE asset_depreciations (
  company_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  year smallint NOT NULL,
  month smallint NOT NULL,
  run_id uuid NOT NULL,
  amount numeric(28,4) NOT NULL,
  posted_on date NOT NULL,
  transaction_id uuid,
  CONSTRAINT pk_asset_depreciations PRIMARY KEY (company_id, asset_id, year, month),
  CONSTRAINT ck_asset_depreciations__month CHECK (((month >= 1) AND (month <= 12))),
  CONSTRAINT ck_asset_depreciations__not_negative CHECK ((amount >= (0)::numeric)),
  CONSTRAINT ck_asset_depreciations__posted CHECK (((amount = (0)::numeric) OR (transaction_id IS NOT NULL))),
  CONSTRAINT fk_asset_depreciations__asset FOREIGN KEY (company_id, asset_id) REFERENCES assets(company_id, asset_id),
  CONSTRAINT fk_asset_depreciations__transaction FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions(company_id, transaction_id)
);
CREATE INDEX ix_asset_depreciations__month ON asset_depreciations USING btree (company_id, year, month);
ALTER TABLE asset_depreciations ENABLE ROW LEVEL SECURITY;
ALTER TABLE asset_depreciations FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_asset_depreciations__delete ON asset_depreciations FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_asset_depreciations__insert ON asset_depreciations FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_asset_depreciations__purge ON asset_depreciations FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_asset_depreciations__select ON asset_depreciations FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON asset_depreciations TO gapless_app;
CREATE TRIGGER tr_asset_depreciations__as_posted AFTER INSERT ON asset_depreciations REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION asset_depreciations_are_posted();
CREATE TRIGGER tr_asset_depreciations__leave_by_reversal AFTER DELETE ON asset_depreciations REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION asset_depreciations_leave_by_reversal();
CREATE TRIGGER tr_asset_depreciations__never_change BEFORE UPDATE ON asset_depreciations FOR EACH ROW EXECUTE FUNCTION asset_depreciations_never_change();
CREATE TRIGGER tr_asset_depreciations__no_truncate BEFORE TRUNCATE ON asset_depreciations FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE asset_disposal_reversals (
  company_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  disposed_on date NOT NULL,
  disposal_reason text NOT NULL,
  disposal_proceeds numeric(28,4) NOT NULL,
  disposal_notes text,
  disposal_transaction_id uuid NOT NULL,
  reversed_on date NOT NULL,
  reversal_transaction_id uuid NOT NULL,
  reason text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_asset_disposal_reversals PRIMARY KEY (company_id, disposal_transaction_id),
  CONSTRAINT ck_asset_disposal_reversals__not_before CHECK ((reversed_on >= disposed_on)),
  CONSTRAINT fk_asset_disposal_reversals__asset FOREIGN KEY (company_id, asset_id) REFERENCES assets(company_id, asset_id),
  CONSTRAINT fk_asset_disposal_reversals__disposal FOREIGN KEY (company_id, disposal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id),
  CONSTRAINT fk_asset_disposal_reversals__reversal FOREIGN KEY (company_id, reversal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id)
);
CREATE INDEX ix_asset_disposal_reversals__asset ON asset_disposal_reversals USING btree (company_id, asset_id);
ALTER TABLE asset_disposal_reversals ENABLE ROW LEVEL SECURITY;
ALTER TABLE asset_disposal_reversals FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_asset_disposal_reversals__insert ON asset_disposal_reversals FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_asset_disposal_reversals__purge ON asset_disposal_reversals FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_asset_disposal_reversals__select ON asset_disposal_reversals FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON asset_disposal_reversals TO gapless_app;
CREATE TRIGGER tr_asset_disposal_reversals__append_only BEFORE DELETE OR UPDATE ON asset_disposal_reversals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_asset_disposal_reversals__as_posted AFTER INSERT ON asset_disposal_reversals REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION asset_disposal_reversals_are_posted();
CREATE TRIGGER tr_asset_disposal_reversals__no_truncate BEFORE TRUNCATE ON asset_disposal_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE asset_groups (
  company_id uuid NOT NULL,
  group_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  default_useful_life_months integer,
  asset_account_id uuid NOT NULL,
  depreciation_account_id uuid NOT NULL,
  expense_account_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_asset_groups PRIMARY KEY (company_id, group_id),
  CONSTRAINT uq_asset_groups__code UNIQUE (company_id, code),
  CONSTRAINT ck_asset_groups__life CHECK ((default_useful_life_months > 0)),
  CONSTRAINT fk_asset_groups__asset_account FOREIGN KEY (company_id, asset_account_id) REFERENCES accounts(company_id, account_id),
  CONSTRAINT fk_asset_groups__company FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT fk_asset_groups__depreciation_account FOREIGN KEY (company_id, depreciation_account_id) REFERENCES accounts(company_id, account_id),
  CONSTRAINT fk_asset_groups__expense_account FOREIGN KEY (company_id, expense_account_id) REFERENCES accounts(company_id, account_id)
);
ALTER TABLE asset_groups ENABLE ROW LEVEL SECURITY;
ALTER TABLE asset_groups FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_asset_groups__insert ON asset_groups FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_asset_groups__purge ON asset_groups FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_asset_groups__select ON asset_groups FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON asset_groups TO gapless_app;

CREATE TABLE asset_modernizations (
  company_id uuid NOT NULL,
  modernization_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  modernized_on date NOT NULL,
  amount numeric(28,4) NOT NULL,
  added_life_months integer NOT NULL,
  notes text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_asset_modernizations PRIMARY KEY (company_id, modernization_id),
  CONSTRAINT ck_asset_modernizations__not_negative CHECK ((amount >= (0)::numeric)),
  CONSTRAINT ck_asset_modernizations__something CHECK (((amount > (0)::numeric) OR (added_life_months <> 0))),
  CONSTRAINT fk_asset_modernizations__asset FOREIGN KEY (company_id, asset_id) REFERENCES assets(company_id, asset_id)
);
CREATE INDEX ix_asset_modernizations__asset ON asset_modernizations USING btree (company_id, asset_id);
ALTER TABLE asset_modernizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE asset_modernizations FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_asset_modernizations__insert ON asset_modernizations FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_asset_modernizations__purge ON asset_modernizations FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_asset_modernizations__select ON asset_modernizations FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON asset_modernizations TO gapless_app;
CREATE TRIGGER tr_asset_modernizations__append_only BEFORE DELETE OR UPDATE ON asset_modernizations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_asset_modernizations__no_truncate BEFORE TRUNCATE ON asset_modernizations FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE assets (
  company_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  group_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  acquired_on date NOT NULL,
  depreciation_starts_on date NOT NULL,
  acquisition_cost numeric(28,4) NOT NULL,
  salvage_value numeric(28,4) NOT NULL,
  useful_life_months integer NOT NULL,
  depreciation_method text NOT NULL,
  opening_depreciation numeric(28,4) NOT NULL,
  opening_months integer NOT NULL,
  notes text,
  documents jsonb,
  disposed_on date,
  disposal_reason text,
  disposal_proceeds numeric(28,4),
  disposal_notes text,
  disposal_transaction_id uuid,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_assets PRIMARY KEY (company_id, asset_id),
  CONSTRAINT uq_assets__code UNIQUE (company_id, code),
  CONSTRAINT ck_assets__cost_positive CHECK ((acquisition_cost > (0)::numeric)),
  CONSTRAINT ck_assets__disposal_is_complete CHECK (((num_nulls(disposed_on, disposal_reason, disposal_proceeds, disposal_transaction_id) = ANY (ARRAY[0, 4])) AND (disposed_on >= acquired_on))),
  CONSTRAINT ck_assets__known_method CHECK ((depreciation_method = ANY (ARRAY['monthly'::text, 'daily'::text]))),
  CONSTRAINT ck_assets__known_reason CHECK ((disposal_reason = ANY (ARRAY['sold'::text, 'scrapped'::text, 'written_off'::text]))),
  CONSTRAINT ck_assets__life CHECK ((useful_life_months > 0)),
  CONSTRAINT ck_assets__opening_has_months CHECK (((opening_depreciation >= (0)::numeric) AND (((opening_months)::numeric >= sign(opening_depreciation)) AND (opening_months <= useful_life_months)))),
  CONSTRAINT ck_assets__proceeds_not_negative CHECK ((disposal_proceeds >= (0)::numeric)),
  CONSTRAINT ck_assets__salvage_within_cost CHECK (((salvage_value >= (0)::numeric) AND ((salvage_value + opening_depreciation) <= acquisition_cost))),
  CONSTRAINT fk_assets__disposal_transaction FOREIGN KEY (company_id, disposal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id),
  CONSTRAINT fk_assets__group FOREIGN KEY (company_id, group_id) REFERENCES asset_groups(company_id, group_id)
);
CREATE INDEX ix_assets__start ON assets USING btree (company_id, depreciation_starts_on) WHERE (disposed_on IS NULL);
ALTER TABLE assets ENABLE ROW LEVEL SECURITY;
ALTER TABLE assets FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_assets__delete ON assets FOR DELETE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (disposed_on IS NULL)));
CREATE POLICY rls_assets__insert ON assets FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_assets__purge ON assets FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_assets__select ON assets FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_assets__update ON assets FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON assets TO gapless_app;
CREATE TRIGGER tr_assets__disposed_stay BEFORE DELETE ON assets FOR EACH ROW EXECUTE FUNCTION assets_disposed_of_stay();
CREATE TRIGGER tr_assets__only_end BEFORE UPDATE ON assets FOR EACH ROW EXECUTE FUNCTION assets_only_end();

CREATE TABLE audit_log (
  company_id uuid NOT NULL,
  audit_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  actor_type text NOT NULL,
  actor_id text,
  api_key_id uuid,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id uuid,
  diff jsonb,
  request_id text NOT NULL,
  request_key_hash bytea DEFAULT decode(NULLIF(current_setting('app.request_key_hash'::text, true), ''::text), 'hex'::text),
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT pk_audit_log PRIMARY KEY (company_id, audit_id),
  CONSTRAINT ck_audit_log__known_actor_type CHECK ((actor_type = ANY (ARRAY['user'::text, 'api_key'::text, 'system'::text])))
);
CREATE INDEX ix_audit_log__entity ON audit_log USING btree (company_id, entity_id);
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_audit_log__insert ON audit_log FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_audit_log__purge ON audit_log FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_audit_log__select ON audit_log FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON audit_log TO gapless_app;
CREATE TRIGGER tr_audit_log__append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_audit_log__no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE bank_accounts (
  company_id uuid NOT NULL,
  bank_account_id uuid NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  iban text,
  currency character(3) NOT NULL,
  account_id uuid NOT NULL,
  fee_partner_id uuid,
  is_active boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_bank_accounts PRIMARY KEY (company_id, bank_account_id),
  CONSTRAINT uq_bank_accounts__iban UNIQUE (company_id, iban),
  CONSTRAINT ck_bank_accounts__known_type CHECK ((type = ANY (ARRAY['bank'::text, 'stripe'::text]))),
  CONSTRAINT fk_bank_accounts__account FOREIGN KEY (company_id, account_id) REFERENCES accounts(company_id, account_id),
  CONSTRAINT fk_bank_accounts__company FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT fk_bank_accounts__currency FOREIGN KEY (currency) REFERENCES currencies(code),
  CONSTRAINT fk_bank_accounts__fee_partner FOREIGN KEY (company_id, fee_partner_id) REFERENCES partners(company_id, partner_id)
);
ALTER TABLE bank_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_bank_accounts__insert ON bank_accounts FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_bank_accounts__purge ON bank_accounts FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_bank_accounts__select ON bank_accounts FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_bank_accounts__update ON bank_accounts FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON bank_accounts TO gapless_app;

CREATE TABLE bank_matches (
  company_id uuid NOT NULL,
  match_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  document_type text,
  document_id uuid,
  journal_transaction_id uuid NOT NULL,
  reversal_transaction_id uuid,
  matched_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_bank_matches PRIMARY KEY (company_id, match_id),
  CONSTRAINT ck_bank_matches__document_named_whole CHECK (((document_type IS NULL) = (document_id IS NULL))),
  CONSTRAINT ck_bank_matches__known_document_type CHECK ((document_type = ANY (ARRAY['sale_invoice'::text, 'purchase_invoice'::text]))),
  CONSTRAINT fk_bank_matches__journal FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id),
  CONSTRAINT fk_bank_matches__reversal FOREIGN KEY (company_id, reversal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id),
  CONSTRAINT fk_bank_matches__transaction FOREIGN KEY (company_id, transaction_id) REFERENCES bank_transactions(company_id, transaction_id)
);
CREATE INDEX ix_bank_matches__transaction ON bank_matches USING btree (company_id, transaction_id);
CREATE UNIQUE INDEX uq_bank_matches__one_live ON bank_matches USING btree (company_id, transaction_id) WHERE (reversal_transaction_id IS NULL);
ALTER TABLE bank_matches ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_matches FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_bank_matches__insert ON bank_matches FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_bank_matches__purge ON bank_matches FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_bank_matches__select ON bank_matches FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_bank_matches__update ON bank_matches FOR UPDATE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (reversal_transaction_id IS NULL))) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON bank_matches TO gapless_app;
CREATE TRIGGER tr_bank_matches__only_explanation BEFORE INSERT ON bank_matches FOR EACH ROW EXECUTE FUNCTION refuse_second_explanation();

CREATE TABLE bank_statements (
  company_id uuid NOT NULL,
  bank_account_id uuid NOT NULL,
  from_on date NOT NULL,
  to_on date NOT NULL,
  opening numeric(28,4) NOT NULL,
  closing numeric(28,4) NOT NULL,
  statement_name text,
  imported_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_bank_statements PRIMARY KEY (company_id, bank_account_id, to_on, from_on, opening, closing),
  CONSTRAINT ck_bank_statements__days_in_order CHECK ((from_on <= to_on)),
  CONSTRAINT fk_bank_statements__bank_account FOREIGN KEY (company_id, bank_account_id) REFERENCES bank_accounts(company_id, bank_account_id)
);
ALTER TABLE bank_statements ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_statements FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_bank_statements__insert ON bank_statements FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_bank_statements__purge ON bank_statements FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_bank_statements__select ON bank_statements FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON bank_statements TO gapless_app;

CREATE TABLE bank_transaction_closings (
  company_id uuid NOT NULL,
  bank_transaction_id uuid NOT NULL,
  journal_transaction_id uuid,
  entry_no integer,
  reason text,
  closed_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_bank_transaction_closings PRIMARY KEY (company_id, bank_transaction_id),
  CONSTRAINT uq_bank_transaction_closings__entry UNIQUE (company_id, journal_transaction_id, entry_no),
  CONSTRAINT ck_bank_transaction_closings__entry_or_reason CHECK ((((journal_transaction_id IS NULL) = (entry_no IS NULL)) AND ((journal_transaction_id IS NULL) = (reason IS NOT NULL)))),
  CONSTRAINT fk_bank_transaction_closings__bank_transaction FOREIGN KEY (company_id, bank_transaction_id) REFERENCES bank_transactions(company_id, transaction_id),
  CONSTRAINT fk_bank_transaction_closings__journal FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id)
);
ALTER TABLE bank_transaction_closings ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_transaction_closings FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_bank_transaction_closings__delete ON bank_transaction_closings FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_bank_transaction_closings__insert ON bank_transaction_closings FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_bank_transaction_closings__purge ON bank_transaction_closings FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_bank_transaction_closings__select ON bank_transaction_closings FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON bank_transaction_closings TO gapless_app;
CREATE TRIGGER tr_bank_transaction_closings__only_explanation BEFORE INSERT ON bank_transaction_closings FOR EACH ROW EXECUTE FUNCTION refuse_second_explanation();

CREATE TABLE bank_transactions (
  company_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  bank_account_id uuid NOT NULL,
  booked_on date NOT NULL,
  value_on date,
  amount numeric(28,4) NOT NULL,
  currency character(3) NOT NULL,
  counterparty_name text,
  counterparty_iban text,
  description text,
  external_id text,
  bank_reference text,
  dedupe_key text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_bank_transactions PRIMARY KEY (company_id, transaction_id),
  CONSTRAINT uq_bank_transactions__dedupe_key UNIQUE (company_id, bank_account_id, dedupe_key),
  CONSTRAINT uq_bank_transactions__external_id UNIQUE (company_id, bank_account_id, external_id),
  CONSTRAINT ck_bank_transactions__not_zero CHECK ((amount <> (0)::numeric)),
  CONSTRAINT fk_bank_transactions__bank_account FOREIGN KEY (company_id, bank_account_id) REFERENCES bank_accounts(company_id, bank_account_id),
  CONSTRAINT fk_bank_transactions__currency FOREIGN KEY (currency) REFERENCES currencies(code)
);
CREATE INDEX ix_bank_transactions__date ON bank_transactions USING btree (company_id, booked_on, transaction_id);
ALTER TABLE bank_transactions ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_transactions FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_bank_transactions__insert ON bank_transactions FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_bank_transactions__purge ON bank_transactions FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_bank_transactions__select ON bank_transactions FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON bank_transactions TO gapless_app;
CREATE TRIGGER tr_bank_transactions__append_only BEFORE DELETE OR UPDATE ON bank_transactions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_bank_transactions__no_truncate BEFORE TRUNCATE ON bank_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE catalog_items (
  company_id uuid NOT NULL,
  item_id uuid NOT NULL,
  type text NOT NULL,
  name text NOT NULL,
  code text,
  unit text NOT NULL,
  vat_code text,
  vat_rate numeric(7,4),
  sale_price numeric(28,6),
  purchase_price numeric(28,6),
  sale_account_code text,
  purchase_account_code text,
  expense_account_code text,
  details jsonb NOT NULL,
  event_sequence bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_catalog_items PRIMARY KEY (company_id, item_id),
  CONSTRAINT uq_catalog_items__code UNIQUE (company_id, code),
  CONSTRAINT ck_catalog_items__known_type CHECK ((type = ANY (ARRAY['product'::text, 'service'::text]))),
  CONSTRAINT fk_catalog_items__company FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT fk_catalog_items__event FOREIGN KEY (company_id, event_sequence, item_id) REFERENCES events(company_id, sequence, entity_id),
  CONSTRAINT fk_catalog_items__expense_account FOREIGN KEY (company_id, expense_account_code) REFERENCES accounts(company_id, code),
  CONSTRAINT fk_catalog_items__purchase_account FOREIGN KEY (company_id, purchase_account_code) REFERENCES accounts(company_id, code),
  CONSTRAINT fk_catalog_items__sale_account FOREIGN KEY (company_id, sale_account_code) REFERENCES accounts(company_id, code)
);
CREATE INDEX ix_catalog_items__name ON catalog_items USING btree (company_id, name);
ALTER TABLE catalog_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalog_items FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_catalog_items__delete ON catalog_items FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_catalog_items__insert ON catalog_items FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_catalog_items__purge ON catalog_items FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_catalog_items__select ON catalog_items FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_catalog_items__update ON catalog_items FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON catalog_items TO gapless_app;

CREATE TABLE chart_template_accounts (
  country_code character(2) NOT NULL,
  code text NOT NULL,
  name_lt text NOT NULL,
  name_en text NOT NULL,
  type text NOT NULL,
  control text,
  CONSTRAINT pk_chart_template_accounts PRIMARY KEY (country_code, code)
);
GRANT SELECT ON chart_template_accounts TO gapless_app;

CREATE TABLE companies (
  company_id uuid NOT NULL,
  name text NOT NULL,
  code text,
  vat_code text,
  country_code character(2) NOT NULL,
  base_currency character(3) NOT NULL,
  default_invoice_currency character(3) NOT NULL,
  time_zone text NOT NULL,
  is_sandbox boolean NOT NULL,
  status text NOT NULL,
  deleted_at timestamp with time zone,
  purge_after date,
  is_vat_payer boolean NOT NULL,
  vat_payer_from date,
  vat_payer_to date,
  idempotency_key_policy text NOT NULL,
  vat_rounding text NOT NULL,
  strict_chronology boolean NOT NULL,
  unique_order_number boolean NOT NULL,
  allow_manual_control_entries boolean NOT NULL,
  purchase_number_scope text NOT NULL,
  details jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  cash_accounting_from date,
  cash_accounting_to date,
  fiscal_year_end_month smallint DEFAULT 12 NOT NULL,
  bank_rates_since date,
  CONSTRAINT pk_companies PRIMARY KEY (company_id),
  CONSTRAINT ck_companies__cash_accounting_days CHECK (((cash_accounting_to IS NULL) OR ((cash_accounting_from IS NOT NULL) AND (cash_accounting_to >= cash_accounting_from)))),
  CONSTRAINT ck_companies__fiscal_year_end_month CHECK (((fiscal_year_end_month >= 1) AND (fiscal_year_end_month <= 12))),
  CONSTRAINT ck_companies__known_key_policy CHECK ((idempotency_key_policy = ANY (ARRAY['required'::text, 'optional'::text]))),
  CONSTRAINT ck_companies__known_purchase_number_scope CHECK ((purchase_number_scope = ANY (ARRAY['ever'::text, 'year'::text]))),
  CONSTRAINT ck_companies__known_status CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text, 'deleted'::text]))),
  CONSTRAINT ck_companies__known_vat_rounding CHECK ((vat_rounding = ANY (ARRAY['total'::text, 'line'::text]))),
  CONSTRAINT ck_companies__vat_payer_dates_in_order CHECK (((vat_payer_to IS NULL) OR (vat_payer_from IS NULL) OR (vat_payer_to >= vat_payer_from)))
);
ALTER TABLE companies ENABLE ROW LEVEL SECURITY;
ALTER TABLE companies FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_companies__insert ON companies FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_companies__purge ON companies FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_companies__select ON companies FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_companies__update ON companies FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON companies TO gapless_app;

CREATE TABLE company_directory (
  company_id uuid NOT NULL,
  status text NOT NULL,
  next_due_at timestamp with time zone,
  CONSTRAINT pk_company_directory PRIMARY KEY (company_id)
);
GRANT INSERT, SELECT, UPDATE ON company_directory TO gapless_app;

CREATE TABLE company_eu_vat_rates (
  company_id uuid NOT NULL,
  country_code character(2) NOT NULL,
  rate_no smallint NOT NULL,
  category text NOT NULL,
  rate_percent numeric(7,4) NOT NULL,
  valid_from date,
  valid_to date,
  CONSTRAINT pk_company_eu_vat_rates PRIMARY KEY (company_id, country_code, rate_no),
  CONSTRAINT ck_company_eu_vat_rates__days_in_order CHECK ((valid_to >= valid_from)),
  CONSTRAINT ck_company_eu_vat_rates__known_category CHECK ((category = ANY (ARRAY['standard'::text, 'reduced'::text, 'super_reduced'::text, 'parking'::text]))),
  CONSTRAINT ck_company_eu_vat_rates__rate CHECK (((rate_percent > (0)::numeric) AND (rate_percent <= (100)::numeric))),
  CONSTRAINT fk_company_eu_vat_rates__company FOREIGN KEY (company_id) REFERENCES companies(company_id)
);
ALTER TABLE company_eu_vat_rates ENABLE ROW LEVEL SECURITY;
ALTER TABLE company_eu_vat_rates FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_company_eu_vat_rates__delete ON company_eu_vat_rates FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_eu_vat_rates__insert ON company_eu_vat_rates FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_eu_vat_rates__purge ON company_eu_vat_rates FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_eu_vat_rates__select ON company_eu_vat_rates FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_eu_vat_rates__update ON company_eu_vat_rates FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON company_eu_vat_rates TO gapless_app;

CREATE TABLE company_exchange_rates (
  company_id uuid NOT NULL,
  currency character(3) NOT NULL,
  rate_on date NOT NULL,
  rate numeric(20,8) NOT NULL,
  CONSTRAINT pk_company_exchange_rates PRIMARY KEY (company_id, currency, rate_on),
  CONSTRAINT ck_company_exchange_rates__positive CHECK ((rate > (0)::numeric)),
  CONSTRAINT fk_company_exchange_rates__company FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT fk_company_exchange_rates__currency FOREIGN KEY (currency) REFERENCES currencies(code)
);
ALTER TABLE company_exchange_rates ENABLE ROW LEVEL SECURITY;
ALTER TABLE company_exchange_rates FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_company_exchange_rates__delete ON company_exchange_rates FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_exchange_rates__insert ON company_exchange_rates FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_exchange_rates__purge ON company_exchange_rates FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_exchange_rates__select ON company_exchange_rates FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_exchange_rates__update ON company_exchange_rates FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON company_exchange_rates TO gapless_app;

CREATE TABLE company_members (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  name text,
  role text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT pk_company_members PRIMARY KEY (company_id, user_id),
  CONSTRAINT ck_company_members__known_role CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'accountant'::text, 'manager'::text, 'developer'::text, 'viewer'::text]))),
  CONSTRAINT fk_company_members__company FOREIGN KEY (company_id) REFERENCES companies(company_id)
);
CREATE UNIQUE INDEX uq_company_members__email ON company_members USING btree (company_id, email_key) WHERE (removed_at IS NULL);
ALTER TABLE company_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE company_members FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_company_members__insert ON company_members FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_members__purge ON company_members FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_members__select ON company_members FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_members__update ON company_members FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON company_members TO gapless_app;

CREATE TABLE company_posting_rules (
  company_id uuid NOT NULL,
  key text NOT NULL,
  account_code text NOT NULL,
  CONSTRAINT pk_company_posting_rules PRIMARY KEY (company_id, key),
  CONSTRAINT fk_company_posting_rules__account FOREIGN KEY (company_id, account_code) REFERENCES accounts(company_id, code),
  CONSTRAINT fk_company_posting_rules__rule FOREIGN KEY (key) REFERENCES posting_rules(key)
);
ALTER TABLE company_posting_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE company_posting_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_company_posting_rules__delete ON company_posting_rules FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_posting_rules__insert ON company_posting_rules FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_posting_rules__purge ON company_posting_rules FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_posting_rules__select ON company_posting_rules FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_posting_rules__update ON company_posting_rules FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON company_posting_rules TO gapless_app;

CREATE TABLE company_vat_classifiers (
  company_id uuid NOT NULL,
  country_code character(2) NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  rate_percent numeric(7,4),
  CONSTRAINT pk_company_vat_classifiers PRIMARY KEY (company_id, country_code, code),
  CONSTRAINT fk_company_vat_classifiers__country FOREIGN KEY (country_code) REFERENCES countries(code)
);
ALTER TABLE company_vat_classifiers ENABLE ROW LEVEL SECURITY;
ALTER TABLE company_vat_classifiers FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_company_vat_classifiers__insert ON company_vat_classifiers FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_vat_classifiers__purge ON company_vat_classifiers FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_vat_classifiers__select ON company_vat_classifiers FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_company_vat_classifiers__update ON company_vat_classifiers FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON company_vat_classifiers TO gapless_app;

CREATE TABLE cost_centers (
  company_id uuid NOT NULL,
  cost_center_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  is_active boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_cost_centers PRIMARY KEY (company_id, cost_center_id),
  CONSTRAINT uq_cost_centers__code UNIQUE (company_id, code),
  CONSTRAINT fk_cost_centers__company FOREIGN KEY (company_id) REFERENCES companies(company_id)
);
ALTER TABLE cost_centers ENABLE ROW LEVEL SECURITY;
ALTER TABLE cost_centers FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_cost_centers__insert ON cost_centers FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_cost_centers__purge ON cost_centers FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_cost_centers__select ON cost_centers FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_cost_centers__update ON cost_centers FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON cost_centers TO gapless_app;

CREATE TABLE countries (
  code character(2) NOT NULL,
  is_eu boolean NOT NULL,
  is_eea boolean NOT NULL,
  name_en text NOT NULL,
  name_lt text NOT NULL,
  name_ru text NOT NULL,
  CONSTRAINT pk_countries PRIMARY KEY (code)
);
GRANT SELECT ON countries TO gapless_app;

CREATE TABLE currencies (
  code character(3) NOT NULL,
  name text NOT NULL,
  minor_units smallint NOT NULL,
  CONSTRAINT pk_currencies PRIMARY KEY (code),
  CONSTRAINT ck_currencies__minor_units CHECK (((minor_units >= 0) AND (minor_units <= 4)))
);
GRANT SELECT ON currencies TO gapless_app;

CREATE TABLE declaration_configs (
  company_id uuid NOT NULL,
  system text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  CONSTRAINT pk_declaration_configs PRIMARY KEY (company_id, system, key),
  CONSTRAINT fk_declaration_configs__company FOREIGN KEY (company_id) REFERENCES companies(company_id)
);
ALTER TABLE declaration_configs ENABLE ROW LEVEL SECURITY;
ALTER TABLE declaration_configs FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_declaration_configs__delete ON declaration_configs FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_declaration_configs__insert ON declaration_configs FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_declaration_configs__purge ON declaration_configs FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_declaration_configs__select ON declaration_configs FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_declaration_configs__update ON declaration_configs FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON declaration_configs TO gapless_app;

CREATE TABLE declaration_submission_documents (
  company_id uuid NOT NULL,
  submission_id uuid NOT NULL,
  side text NOT NULL,
  document_id uuid NOT NULL,
  is_in_file boolean DEFAULT true NOT NULL,
  CONSTRAINT pk_declaration_submission_documents PRIMARY KEY (company_id, submission_id, side, document_id),
  CONSTRAINT ck_declaration_submission_documents__known_side CHECK ((side = ANY (ARRAY['sales'::text, 'purchases'::text]))),
  CONSTRAINT fk_declaration_submission_documents__submission FOREIGN KEY (company_id, submission_id) REFERENCES declaration_submissions(company_id, submission_id) DEFERRABLE INITIALLY DEFERRED
);
ALTER TABLE declaration_submission_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE declaration_submission_documents FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_declaration_submission_documents__insert ON declaration_submission_documents FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_declaration_submission_documents__purge ON declaration_submission_documents FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_declaration_submission_documents__select ON declaration_submission_documents FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON declaration_submission_documents TO gapless_app;
CREATE TRIGGER tr_declaration_submission_documents__append_only BEFORE DELETE OR UPDATE ON declaration_submission_documents FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_declaration_submission_documents__no_truncate BEFORE TRUNCATE ON declaration_submission_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE declaration_submissions (
  company_id uuid NOT NULL,
  submission_id uuid NOT NULL,
  obligation text NOT NULL,
  period_year smallint NOT NULL,
  period_month smallint NOT NULL,
  variant text NOT NULL,
  part integer NOT NULL,
  kind text NOT NULL,
  replaces_id uuid,
  status text NOT NULL,
  file_id uuid NOT NULL,
  header jsonb NOT NULL,
  known_sequence bigint NOT NULL,
  external_ref text,
  message text,
  event_sequence bigint,
  discarded_at timestamp with time zone,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  shares_register boolean DEFAULT false NOT NULL,
  CONSTRAINT pk_declaration_submissions PRIMARY KEY (company_id, submission_id),
  CONSTRAINT uq_declaration_submissions__subject UNIQUE (company_id, submission_id, obligation, period_year, period_month, variant, part),
  CONSTRAINT ck_declaration_submissions__corrective_replaces CHECK (((kind = 'corrective'::text) = (replaces_id IS NOT NULL))),
  CONSTRAINT ck_declaration_submissions__discarded_before_filing CHECK (((discarded_at IS NULL) OR (status = 'generated'::text))),
  CONSTRAINT ck_declaration_submissions__known_kind CHECK ((kind = ANY (ARRAY['original'::text, 'corrective'::text]))),
  CONSTRAINT ck_declaration_submissions__known_obligation CHECK ((obligation = 'lt-isaf'::text)),
  CONSTRAINT ck_declaration_submissions__known_status CHECK ((status = ANY (ARRAY['generated'::text, 'submitted'::text, 'accepted'::text, 'rejected'::text]))),
  CONSTRAINT ck_declaration_submissions__known_variant CHECK ((variant = ANY (ARRAY['F'::text, 'S'::text, 'P'::text]))),
  CONSTRAINT ck_declaration_submissions__month CHECK (((period_month >= 1) AND (period_month <= 12))),
  CONSTRAINT ck_declaration_submissions__part CHECK ((part >= 1)),
  CONSTRAINT ck_declaration_submissions__rejected_is_told CHECK (((status = 'rejected'::text) = (event_sequence IS NOT NULL))),
  CONSTRAINT fk_declaration_submissions__company FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT fk_declaration_submissions__event FOREIGN KEY (company_id, event_sequence, submission_id) REFERENCES events(company_id, sequence, entity_id),
  CONSTRAINT fk_declaration_submissions__file FOREIGN KEY (company_id, file_id) REFERENCES files(company_id, file_id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT fk_declaration_submissions__replaces FOREIGN KEY (company_id, replaces_id, obligation, period_year, period_month, variant, part) REFERENCES declaration_submissions(company_id, submission_id, obligation, period_year, period_month, variant, part)
);
CREATE UNIQUE INDEX uq_declaration_submissions__one_live_original ON declaration_submissions USING btree (company_id, obligation, period_year, period_month, variant, part) WHERE ((kind = 'original'::text) AND (status <> 'rejected'::text) AND (discarded_at IS NULL));
CREATE UNIQUE INDEX uq_declaration_submissions__one_original_of_purchases ON declaration_submissions USING btree (company_id, obligation, period_year, period_month, part) WHERE ((kind = 'original'::text) AND (variant = ANY (ARRAY['F'::text, 'P'::text])) AND (status <> 'rejected'::text) AND (discarded_at IS NULL) AND (NOT shares_register));
CREATE UNIQUE INDEX uq_declaration_submissions__one_original_of_sales ON declaration_submissions USING btree (company_id, obligation, period_year, period_month, part) WHERE ((kind = 'original'::text) AND (variant = ANY (ARRAY['F'::text, 'S'::text])) AND (status <> 'rejected'::text) AND (discarded_at IS NULL) AND (NOT shares_register));
CREATE UNIQUE INDEX uq_declaration_submissions__replaced_once ON declaration_submissions USING btree (company_id, replaces_id) WHERE ((status <> 'rejected'::text) AND (discarded_at IS NULL));
ALTER TABLE declaration_submissions ENABLE ROW LEVEL SECURITY;
ALTER TABLE declaration_submissions FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_declaration_submissions__insert ON declaration_submissions FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_declaration_submissions__purge ON declaration_submissions FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_declaration_submissions__select ON declaration_submissions FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_declaration_submissions__update ON declaration_submissions FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON declaration_submissions TO gapless_app;
CREATE TRIGGER tr_declaration_submissions__move_on BEFORE DELETE OR UPDATE ON declaration_submissions FOR EACH ROW EXECUTE FUNCTION declaration_submissions_move_on();
CREATE TRIGGER tr_declaration_submissions__no_truncate BEFORE TRUNCATE ON declaration_submissions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_declaration_submissions__share_no_register BEFORE INSERT OR UPDATE ON declaration_submissions FOR EACH ROW EXECUTE FUNCTION declaration_submissions_share_no_register();

CREATE TABLE document_series (
  company_id uuid NOT NULL,
  series_id uuid NOT NULL,
  document_type text NOT NULL,
  prefix text NOT NULL,
  name text,
  label text,
  number_length smallint NOT NULL,
  first_number bigint NOT NULL,
  allocated_from bigint,
  allocated_to bigint,
  yearly boolean NOT NULL,
  first_year smallint,
  print_series boolean NOT NULL,
  is_default boolean NOT NULL,
  is_active boolean NOT NULL,
  details jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_document_series PRIMARY KEY (company_id, series_id),
  CONSTRAINT uq_document_series__prefix UNIQUE (company_id, prefix),
  CONSTRAINT ck_document_series__first_number CHECK ((first_number >= 1)),
  CONSTRAINT ck_document_series__first_year_of_yearly CHECK (((first_year IS NOT NULL) = yearly)),
  CONSTRAINT ck_document_series__known_type CHECK ((document_type = ANY (ARRAY['sale_invoice'::text, 'sale_credit_note'::text, 'sale_proforma'::text, 'sale_advance'::text, 'sale_advance_tax'::text]))),
  CONSTRAINT ck_document_series__number_length CHECK (((number_length >= 1) AND (number_length <= 12))),
  CONSTRAINT ck_document_series__range CHECK (((first_number >= COALESCE(allocated_from, (1)::bigint)) AND (first_number <= COALESCE(allocated_to, '999999999999'::bigint)))),
  CONSTRAINT fk_document_series__company FOREIGN KEY (company_id) REFERENCES companies(company_id)
);
CREATE UNIQUE INDEX uq_document_series__one_default ON document_series USING btree (company_id, document_type) WHERE is_default;
ALTER TABLE document_series ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_series FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_document_series__delete ON document_series FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_document_series__insert ON document_series FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_document_series__purge ON document_series FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_document_series__select ON document_series FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_document_series__update ON document_series FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON document_series TO gapless_app;

CREATE TABLE document_series_years (
  company_id uuid NOT NULL,
  series_id uuid NOT NULL,
  year_key smallint NOT NULL,
  first_number bigint NOT NULL,
  last_number bigint NOT NULL,
  last_issued_on date,
  CONSTRAINT pk_document_series_years PRIMARY KEY (company_id, series_id, year_key),
  CONSTRAINT uq_document_series_years__first UNIQUE (company_id, series_id, year_key, first_number),
  CONSTRAINT ck_document_series_years__counts_up CHECK ((last_number >= (first_number - 1))),
  CONSTRAINT fk_document_series_years__series FOREIGN KEY (company_id, series_id) REFERENCES document_series(company_id, series_id)
) WITH (fillfactor=50);
ALTER TABLE document_series_years ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_series_years FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_document_series_years__insert ON document_series_years FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_document_series_years__purge ON document_series_years FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_document_series_years__select ON document_series_years FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_document_series_years__update ON document_series_years FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON document_series_years TO gapless_app;

CREATE TABLE ecb_exchange_rates (
  currency character(3) NOT NULL,
  rate_on date NOT NULL,
  rate numeric(20,8) NOT NULL,
  CONSTRAINT pk_ecb_exchange_rates PRIMARY KEY (currency, rate_on),
  CONSTRAINT ck_ecb_exchange_rates__positive CHECK ((rate > (0)::numeric)),
  CONSTRAINT fk_ecb_exchange_rates__currency FOREIGN KEY (currency) REFERENCES currencies(code)
);
CREATE INDEX ix_ecb_exchange_rates__day ON ecb_exchange_rates USING btree (rate_on, currency);
GRANT SELECT ON ecb_exchange_rates TO gapless_app;

CREATE TABLE emails (
  company_id uuid NOT NULL,
  email_id uuid NOT NULL,
  purpose text NOT NULL,
  entity_id uuid NOT NULL,
  from_name text NOT NULL,
  from_address text NOT NULL,
  reply_to text,
  to_address text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  message_id text NOT NULL,
  status text DEFAULT 'queued'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  smtp_response text,
  request_key_hash bytea DEFAULT decode(NULLIF(current_setting('app.request_key_hash'::text, true), ''::text), 'hex'::text),
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  finished_at timestamp with time zone,
  attachment_file_id uuid,
  CONSTRAINT pk_emails PRIMARY KEY (company_id, email_id),
  CONSTRAINT ck_emails__final_is_dated CHECK (((finished_at IS NOT NULL) = (status = ANY (ARRAY['sent'::text, 'failed'::text, 'unknown'::text])))),
  CONSTRAINT ck_emails__headers_are_lines CHECK (((((((from_name || from_address) || COALESCE(reply_to, ''::text)) || to_address) || subject) || message_id) !~ '[[:cntrl:]]'::text)),
  CONSTRAINT ck_emails__known_purpose CHECK ((purpose = 'sale_invoice'::text)),
  CONSTRAINT ck_emails__known_status CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unknown'::text]))),
  CONSTRAINT ck_emails__message_id_of_row CHECK ((message_id ~~ (('<'::text || (email_id)::text) || '@%>'::text))),
  CONSTRAINT fk_emails__attachment FOREIGN KEY (company_id, attachment_file_id) REFERENCES files(company_id, file_id),
  CONSTRAINT fk_emails__company FOREIGN KEY (company_id) REFERENCES companies(company_id)
);
CREATE INDEX ix_emails__entity ON emails USING btree (company_id, entity_id);
CREATE UNIQUE INDEX uq_emails__request ON emails USING btree (company_id, request_key_hash) WHERE (status <> 'failed'::text);
ALTER TABLE emails ENABLE ROW LEVEL SECURITY;
ALTER TABLE emails FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_emails__insert ON emails FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_emails__purge ON emails FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_emails__select ON emails FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_emails__update ON emails FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON emails TO gapless_app;
CREATE TRIGGER tr_emails__only_advance BEFORE UPDATE ON emails FOR EACH ROW EXECUTE FUNCTION emails_only_advance();

CREATE TABLE eu_vat_rates (
  country_code character(2) NOT NULL,
  category text NOT NULL,
  rate_percent numeric(7,4) NOT NULL,
  valid_from date NOT NULL,
  valid_to date,
  certainty text NOT NULL,
  source text NOT NULL,
  CONSTRAINT pk_eu_vat_rates PRIMARY KEY (country_code, category, rate_percent, valid_from),
  CONSTRAINT ck_eu_vat_rates__days_in_order CHECK ((valid_to >= valid_from)),
  CONSTRAINT ck_eu_vat_rates__known_category CHECK ((category = ANY (ARRAY['standard'::text, 'reduced'::text, 'super_reduced'::text, 'parking'::text]))),
  CONSTRAINT ck_eu_vat_rates__known_certainty CHECK ((certainty = ANY (ARRAY['reported'::text, 'unconfirmed'::text]))),
  CONSTRAINT ck_eu_vat_rates__rate CHECK (((rate_percent > (0)::numeric) AND (rate_percent <= (100)::numeric)))
);
GRANT SELECT ON eu_vat_rates TO gapless_app;

CREATE TABLE event_counters (
  company_id uuid NOT NULL,
  last_sequence bigint NOT NULL,
  purged_to bigint DEFAULT 0 NOT NULL,
  CONSTRAINT pk_event_counters PRIMARY KEY (company_id),
  CONSTRAINT ck_event_counters__purged_is_past CHECK (((purged_to >= 0) AND (purged_to <= last_sequence)))
);
ALTER TABLE event_counters ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_counters FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_event_counters__insert ON event_counters FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_event_counters__purge ON event_counters FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_event_counters__select ON event_counters FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_event_counters__update ON event_counters FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON event_counters TO gapless_app;

CREATE TABLE events (
  company_id uuid NOT NULL,
  sequence bigint NOT NULL,
  previous_sequence bigint,
  event_id uuid NOT NULL,
  type text NOT NULL,
  entity_id uuid NOT NULL,
  payload jsonb,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT pk_events PRIMARY KEY (company_id, sequence),
  CONSTRAINT uq_events__entity UNIQUE (company_id, sequence, entity_id),
  CONSTRAINT uq_events__id UNIQUE (company_id, event_id),
  CONSTRAINT ck_events__follows_previous CHECK (((COALESCE(previous_sequence, (0)::bigint) = (sequence - 1)) AND ((previous_sequence IS NULL) = (sequence = 1)))),
  CONSTRAINT fk_events__previous FOREIGN KEY (company_id, previous_sequence) REFERENCES events(company_id, sequence)
);
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_events__insert ON events FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_events__payload_purge ON events FOR UPDATE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_events__purge ON events FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_events__select ON events FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON events TO gapless_app;
CREATE TRIGGER tr_events__append_only BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_events__no_truncate BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_events__only_old_payloads_go BEFORE UPDATE ON events FOR EACH ROW WHEN ((NOT is_purge_of_payload(old.*, new.*))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_events__wake_webhook_lanes AFTER INSERT ON events REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION wake_webhook_lanes();

CREATE TABLE file_chunks (
  company_id uuid NOT NULL,
  file_id uuid NOT NULL,
  chunk_no integer NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT pk_file_chunks PRIMARY KEY (company_id, file_id, chunk_no),
  CONSTRAINT ck_file_chunks__size CHECK (((length(content) >= 1) AND (length(content) <= 1048576))),
  CONSTRAINT fk_file_chunks__file FOREIGN KEY (company_id, file_id) REFERENCES files(company_id, file_id) DEFERRABLE INITIALLY DEFERRED
);
ALTER TABLE file_chunks ENABLE ROW LEVEL SECURITY;
ALTER TABLE file_chunks FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_file_chunks__insert ON file_chunks FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_file_chunks__purge ON file_chunks FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_file_chunks__select ON file_chunks FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON file_chunks TO gapless_app;
CREATE TRIGGER tr_file_chunks__append_only BEFORE DELETE OR UPDATE ON file_chunks FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_file_chunks__come_first AFTER INSERT ON file_chunks REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION file_chunks_come_first();
CREATE TRIGGER tr_file_chunks__no_truncate BEFORE TRUNCATE ON file_chunks FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE files (
  company_id uuid NOT NULL,
  file_id uuid NOT NULL,
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  file_name text NOT NULL,
  mime_type text NOT NULL,
  size_bytes bigint NOT NULL,
  chunk_count integer NOT NULL,
  sha256 bytea NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_files PRIMARY KEY (company_id, file_id),
  CONSTRAINT ck_files__full_chunks CHECK ((chunk_count = ((size_bytes + 1048575) / 1048576))),
  CONSTRAINT ck_files__sha256 CHECK ((length(sha256) = 32)),
  CONSTRAINT fk_files__company FOREIGN KEY (company_id) REFERENCES companies(company_id)
);
CREATE INDEX ix_files__entity ON files USING btree (company_id, entity_id);
CREATE UNIQUE INDEX uq_files__content ON files USING btree (company_id, entity, entity_id, sha256);
ALTER TABLE files ENABLE ROW LEVEL SECURITY;
ALTER TABLE files FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_files__insert ON files FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_files__purge ON files FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_files__select ON files FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON files TO gapless_app;
CREATE TRIGGER tr_files__append_only BEFORE DELETE OR UPDATE ON files FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_files__complete AFTER INSERT ON files REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION files_are_complete();
CREATE TRIGGER tr_files__no_truncate BEFORE TRUNCATE ON files FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE fiscal_year_closes (
  company_id uuid NOT NULL,
  close_id uuid NOT NULL,
  year smallint NOT NULL,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  result numeric(28,4) NOT NULL,
  transaction_id uuid,
  closed_at timestamp with time zone NOT NULL,
  reopened_at timestamp with time zone,
  reopen_reason text,
  CONSTRAINT pk_fiscal_year_closes PRIMARY KEY (company_id, close_id),
  CONSTRAINT ck_fiscal_year_closes__days CHECK (((starts_on < ends_on) AND ((year)::numeric = EXTRACT(year FROM ends_on)) AND (EXTRACT(day FROM starts_on) = (1)::numeric) AND (EXTRACT(day FROM (ends_on + 1)) = (1)::numeric))),
  CONSTRAINT ck_fiscal_year_closes__reopened_with_reason CHECK (((reopened_at IS NULL) = (reopen_reason IS NULL))),
  CONSTRAINT ck_fiscal_year_closes__result_posted CHECK (((result = (0)::numeric) OR (transaction_id IS NOT NULL))),
  CONSTRAINT fk_fiscal_year_closes__company FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT fk_fiscal_year_closes__transaction FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions(company_id, transaction_id)
);
CREATE UNIQUE INDEX uq_fiscal_year_closes__one_live ON fiscal_year_closes USING btree (company_id, ends_on) WHERE (reopened_at IS NULL);
ALTER TABLE fiscal_year_closes ENABLE ROW LEVEL SECURITY;
ALTER TABLE fiscal_year_closes FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_fiscal_year_closes__insert ON fiscal_year_closes FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_fiscal_year_closes__purge ON fiscal_year_closes FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_fiscal_year_closes__select ON fiscal_year_closes FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_fiscal_year_closes__update ON fiscal_year_closes FOR UPDATE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (reopened_at IS NULL))) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON fiscal_year_closes TO gapless_app;
CREATE TRIGGER tr_fiscal_year_closes__no_truncate BEFORE TRUNCATE ON fiscal_year_closes FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_fiscal_year_closes__only_reopen BEFORE DELETE OR UPDATE ON fiscal_year_closes FOR EACH ROW EXECUTE FUNCTION fiscal_years_only_reopen();
CREATE CONSTRAINT TRIGGER tr_fiscal_year_closes__reversed AFTER UPDATE ON fiscal_year_closes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fiscal_years_reopen_reversed();
CREATE TRIGGER tr_fiscal_year_closes__whole AFTER INSERT ON fiscal_year_closes FOR EACH ROW EXECUTE FUNCTION fiscal_years_close_whole();

CREATE TABLE idempotency_keys (
  company_id uuid NOT NULL,
  key_hash bytea NOT NULL,
  key_text text NOT NULL,
  fingerprint_version smallint NOT NULL,
  fingerprint bytea NOT NULL,
  actor_id text NOT NULL,
  route text NOT NULL,
  response_status smallint,
  response_headers jsonb,
  response_body bytea,
  replayable boolean DEFAULT true NOT NULL,
  resource_id uuid,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  completed_at timestamp with time zone,
  body_purged boolean DEFAULT false NOT NULL,
  CONSTRAINT pk_idempotency_keys PRIMARY KEY (company_id, key_hash),
  CONSTRAINT ck_idempotency_keys__sha256 CHECK ((length(key_hash) = 32))
) WITH (fillfactor=70);
CREATE INDEX ix_idempotency_keys__created ON idempotency_keys USING btree (company_id, created_at);
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_idempotency_keys__delete ON idempotency_keys FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_idempotency_keys__insert ON idempotency_keys FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_idempotency_keys__purge ON idempotency_keys FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_idempotency_keys__select ON idempotency_keys FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_idempotency_keys__update ON idempotency_keys FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON idempotency_keys TO gapless_app;

CREATE TABLE inbound_events (
  company_id uuid NOT NULL,
  event_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  provider text NOT NULL,
  sender text NOT NULL,
  external_id text NOT NULL,
  type text NOT NULL,
  object_id text,
  status text NOT NULL,
  reason text,
  occurred_at timestamp with time zone NOT NULL,
  received_at timestamp with time zone NOT NULL,
  duplicates integer DEFAULT 0 NOT NULL,
  last_duplicate_at timestamp with time zone,
  CONSTRAINT pk_inbound_events PRIMARY KEY (company_id, event_id),
  CONSTRAINT uq_inbound_events__once UNIQUE (company_id, sender, external_id),
  CONSTRAINT ck_inbound_events__duplicates_have_a_last CHECK (((duplicates = 0) = (last_duplicate_at IS NULL))),
  CONSTRAINT ck_inbound_events__ignored_for_a_reason CHECK (((status = 'ignored'::text) = (reason IS NOT NULL))),
  CONSTRAINT ck_inbound_events__known_provider CHECK ((provider = ANY (ARRAY['stripe'::text, 'standard'::text]))),
  CONSTRAINT ck_inbound_events__known_status CHECK ((status = ANY (ARRAY['processed'::text, 'ignored'::text]))),
  CONSTRAINT fk_inbound_events__endpoint FOREIGN KEY (company_id, endpoint_id) REFERENCES webhook_endpoints(company_id, endpoint_id)
);
ALTER TABLE inbound_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE inbound_events FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_inbound_events__insert ON inbound_events FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_inbound_events__purge ON inbound_events FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_inbound_events__select ON inbound_events FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_inbound_events__update ON inbound_events FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON inbound_events TO gapless_app;

CREATE TABLE journal_entries (
  company_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  entry_no integer NOT NULL,
  entry_id uuid NOT NULL,
  entry_count integer NOT NULL,
  posted_on date NOT NULL,
  account_id uuid NOT NULL,
  debit numeric(28,4) NOT NULL,
  credit numeric(28,4) NOT NULL,
  document_currency character(3) NOT NULL,
  document_amount numeric(28,4) NOT NULL,
  description text,
  cost_center_id uuid,
  CONSTRAINT pk_journal_entries PRIMARY KEY (company_id, transaction_id, entry_no),
  CONSTRAINT ck_journal_entries__numbered_within_header CHECK (((entry_no >= 1) AND (entry_no <= entry_count))),
  CONSTRAINT ck_journal_entries__one_side CHECK (((debit >= (0)::numeric) AND (credit >= (0)::numeric) AND ((debit = (0)::numeric) <> (credit = (0)::numeric)))),
  CONSTRAINT fk_journal_entries__account FOREIGN KEY (company_id, account_id) REFERENCES accounts(company_id, account_id),
  CONSTRAINT fk_journal_entries__cost_center FOREIGN KEY (company_id, cost_center_id) REFERENCES cost_centers(company_id, cost_center_id),
  CONSTRAINT fk_journal_entries__currency FOREIGN KEY (document_currency) REFERENCES currencies(code),
  CONSTRAINT fk_journal_entries__transaction FOREIGN KEY (company_id, transaction_id, entry_count, posted_on) REFERENCES journal_transactions(company_id, transaction_id, entry_count, posted_on)
);
CREATE INDEX ix_journal_entries__account ON journal_entries USING btree (company_id, account_id, posted_on) INCLUDE (debit, credit);
CREATE INDEX ix_journal_entries__cost_center ON journal_entries USING btree (company_id, posted_on) INCLUDE (cost_center_id, account_id, transaction_id, debit, credit) WHERE (cost_center_id IS NOT NULL);
ALTER TABLE journal_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE journal_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_journal_entries__insert ON journal_entries FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_journal_entries__purge ON journal_entries FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_journal_entries__select ON journal_entries FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON journal_entries TO gapless_app;
CREATE TRIGGER tr_journal_entries__append_only BEFORE DELETE OR UPDATE ON journal_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_journal_entries__no_truncate BEFORE TRUNCATE ON journal_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_journal_entries__summed AFTER INSERT ON journal_entries REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION journal_entries_are_summed();

CREATE TABLE journal_transactions (
  company_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  posted_on date NOT NULL,
  period_year smallint NOT NULL,
  period_month smallint NOT NULL,
  description text,
  document_type text,
  document_id uuid,
  partner_id uuid,
  entry_count integer NOT NULL,
  total numeric(28,4) NOT NULL,
  reverses_id uuid,
  request_key_hash bytea DEFAULT decode(NULLIF(current_setting('app.request_key_hash'::text, true), ''::text), 'hex'::text),
  request_ordinal integer NOT NULL,
  posted_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT pk_journal_transactions PRIMARY KEY (company_id, transaction_id),
  CONSTRAINT uq_journal_transactions__document UNIQUE (company_id, document_type, document_id),
  CONSTRAINT uq_journal_transactions__pinned UNIQUE (company_id, transaction_id, entry_count, posted_on),
  CONSTRAINT uq_journal_transactions__request UNIQUE (company_id, request_key_hash, request_ordinal),
  CONSTRAINT uq_journal_transactions__reversed_once UNIQUE (company_id, reverses_id),
  CONSTRAINT ck_journal_transactions__period_of_date CHECK ((((period_year)::numeric = EXTRACT(year FROM posted_on)) AND ((period_month)::numeric = EXTRACT(month FROM posted_on)))),
  CONSTRAINT ck_journal_transactions__total_positive CHECK ((total > (0)::numeric)),
  CONSTRAINT ck_journal_transactions__two_entries CHECK ((entry_count >= 2)),
  CONSTRAINT fk_journal_transactions__partner FOREIGN KEY (company_id, partner_id) REFERENCES partners(company_id, partner_id),
  CONSTRAINT fk_journal_transactions__period FOREIGN KEY (company_id, period_year, period_month) REFERENCES accounting_periods(company_id, year, month),
  CONSTRAINT fk_journal_transactions__reverses FOREIGN KEY (company_id, reverses_id) REFERENCES journal_transactions(company_id, transaction_id)
);
CREATE INDEX ix_journal_transactions__date ON journal_transactions USING btree (company_id, posted_on, transaction_id);
ALTER TABLE journal_transactions ENABLE ROW LEVEL SECURITY;
ALTER TABLE journal_transactions FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_journal_transactions__insert ON journal_transactions FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_journal_transactions__purge ON journal_transactions FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_journal_transactions__select ON journal_transactions FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON journal_transactions TO gapless_app;
CREATE TRIGGER tr_journal_transactions__append_only BEFORE DELETE OR UPDATE ON journal_transactions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_journal_transactions__complete AFTER INSERT ON journal_transactions REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION journal_transactions_are_complete();
CREATE TRIGGER tr_journal_transactions__no_truncate BEFORE TRUNCATE ON journal_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_journal_transactions__not_matched_to_bank BEFORE INSERT ON journal_transactions FOR EACH ROW WHEN ((new.reverses_id IS NOT NULL)) EXECUTE FUNCTION refuse_reversal_of_bank_entry();
CREATE TRIGGER tr_journal_transactions__period_open AFTER INSERT ON journal_transactions REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION journal_transactions_are_in_open_periods();

CREATE TABLE master_data_versions (
  company_id uuid NOT NULL,
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  replaced_at timestamp with time zone NOT NULL,
  version jsonb,
  CONSTRAINT pk_master_data_versions PRIMARY KEY (company_id, entity, entity_id, replaced_at),
  CONSTRAINT ck_master_data_versions__known_entity CHECK ((entity = ANY (ARRAY['partners'::text, 'accounts'::text]))),
  CONSTRAINT fk_master_data_versions__company FOREIGN KEY (company_id) REFERENCES companies(company_id)
);
ALTER TABLE master_data_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE master_data_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_master_data_versions__insert ON master_data_versions FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_master_data_versions__purge ON master_data_versions FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_master_data_versions__select ON master_data_versions FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON master_data_versions TO gapless_app;
CREATE TRIGGER tr_master_data_versions__append_only BEFORE DELETE OR UPDATE ON master_data_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_master_data_versions__no_truncate BEFORE TRUNCATE ON master_data_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE open_item_allocations (
  company_id uuid NOT NULL,
  allocation_id uuid NOT NULL,
  line_no integer NOT NULL,
  open_item_id uuid NOT NULL,
  allocated_on date NOT NULL,
  amount numeric(28,4) NOT NULL,
  base_amount numeric(28,4) NOT NULL,
  kind text NOT NULL,
  transaction_id uuid,
  vat_counted_on date,
  CONSTRAINT pk_open_item_allocations PRIMARY KEY (company_id, allocation_id, line_no),
  CONSTRAINT ck_open_item_allocations__known_kind CHECK ((kind = ANY (ARRAY['credit_note'::text, 'netting'::text, 'write_off'::text, 'payment'::text, 'payment_reversal'::text, 'void'::text, 'advance'::text, 'debt_write_off'::text, 'debt_write_off_reversal'::text]))),
  CONSTRAINT ck_open_item_allocations__not_zero CHECK ((amount <> (0)::numeric)),
  CONSTRAINT fk_open_item_allocations__item FOREIGN KEY (company_id, open_item_id) REFERENCES open_items(company_id, open_item_id),
  CONSTRAINT fk_open_item_allocations__transaction FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions(company_id, transaction_id)
);
CREATE INDEX ix_open_item_allocations__allocated_on ON open_item_allocations USING btree (company_id, allocated_on) INCLUDE (open_item_id, base_amount);
CREATE INDEX ix_open_item_allocations__item ON open_item_allocations USING btree (company_id, open_item_id);
CREATE INDEX ix_open_item_allocations__vat_counted_on ON open_item_allocations USING btree (company_id, vat_counted_on) WHERE (vat_counted_on IS NOT NULL);
ALTER TABLE open_item_allocations ENABLE ROW LEVEL SECURITY;
ALTER TABLE open_item_allocations FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_open_item_allocations__insert ON open_item_allocations FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_open_item_allocations__purge ON open_item_allocations FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_open_item_allocations__select ON open_item_allocations FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON open_item_allocations TO gapless_app;
CREATE TRIGGER tr_open_item_allocations__append_only BEFORE DELETE OR UPDATE ON open_item_allocations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_open_item_allocations__count_for_vat BEFORE INSERT ON open_item_allocations FOR EACH ROW EXECUTE FUNCTION open_item_allocations_count_for_vat();
CREATE TRIGGER tr_open_item_allocations__deducted_receipt_stays_paid AFTER INSERT ON open_item_allocations FOR EACH ROW WHEN ((new.kind = 'payment_reversal'::text)) EXECUTE FUNCTION deducted_receipt_stays_paid();
CREATE TRIGGER tr_open_item_allocations__no_truncate BEFORE TRUNCATE ON open_item_allocations FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE open_items (
  company_id uuid NOT NULL,
  open_item_id uuid NOT NULL,
  side text NOT NULL,
  partner_id uuid NOT NULL,
  account_id uuid NOT NULL,
  document_type text NOT NULL,
  document_id uuid NOT NULL,
  document_number text NOT NULL,
  posted_on date NOT NULL,
  due_on date NOT NULL,
  currency character(3) NOT NULL,
  amount numeric(28,4) NOT NULL,
  base_amount numeric(28,4) NOT NULL,
  settled_amount numeric(28,4) DEFAULT 0 NOT NULL,
  settled_base_amount numeric(28,4) DEFAULT 0 NOT NULL,
  CONSTRAINT pk_open_items PRIMARY KEY (company_id, open_item_id),
  CONSTRAINT uq_open_items__document UNIQUE (company_id, document_type, document_id),
  CONSTRAINT ck_open_items__known_side CHECK ((side = ANY (ARRAY['receivable'::text, 'payable'::text]))),
  CONSTRAINT ck_open_items__settled_together CHECK (((settled_amount <> amount) OR (settled_base_amount = base_amount))),
  CONSTRAINT ck_open_items__settled_within_amount CHECK (((settled_amount >= LEAST(amount, (0)::numeric)) AND (settled_amount <= GREATEST(amount, (0)::numeric)))),
  CONSTRAINT ck_open_items__settled_within_base CHECK (((settled_base_amount >= LEAST(base_amount, (0)::numeric)) AND (settled_base_amount <= GREATEST(base_amount, (0)::numeric)))),
  CONSTRAINT fk_open_items__account FOREIGN KEY (company_id, account_id) REFERENCES accounts(company_id, account_id),
  CONSTRAINT fk_open_items__currency FOREIGN KEY (currency) REFERENCES currencies(code),
  CONSTRAINT fk_open_items__partner FOREIGN KEY (company_id, partner_id) REFERENCES partners(company_id, partner_id)
);
CREATE INDEX ix_open_items__partner ON open_items USING btree (company_id, partner_id);
ALTER TABLE open_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE open_items FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_open_items__insert ON open_items FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_open_items__purge ON open_items FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_open_items__select ON open_items FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_open_items__update ON open_items FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON open_items TO gapless_app;
CREATE TRIGGER tr_open_items__applied_advance_stays_paid BEFORE UPDATE ON open_items FOR EACH ROW WHEN (((new.document_type = 'sale_advance'::text) AND (new.settled_amount < old.settled_amount))) EXECUTE FUNCTION applied_advance_stays_paid();
CREATE TRIGGER tr_open_items__only_settle BEFORE UPDATE ON open_items FOR EACH ROW EXECUTE FUNCTION open_items_only_settle();

CREATE TABLE opening_balances (
  company_id uuid NOT NULL,
  opening_id uuid NOT NULL,
  opened_on date NOT NULL,
  transaction_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  reversal_transaction_id uuid,
  CONSTRAINT pk_opening_balances PRIMARY KEY (company_id, opening_id),
  CONSTRAINT fk_opening_balances__reversal FOREIGN KEY (company_id, reversal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id),
  CONSTRAINT fk_opening_balances__transaction FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions(company_id, transaction_id)
);
CREATE UNIQUE INDEX uq_opening_balances__one_live ON opening_balances USING btree (company_id) WHERE (reversal_transaction_id IS NULL);
ALTER TABLE opening_balances ENABLE ROW LEVEL SECURITY;
ALTER TABLE opening_balances FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_opening_balances__insert ON opening_balances FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_opening_balances__purge ON opening_balances FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_opening_balances__select ON opening_balances FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_opening_balances__update ON opening_balances FOR UPDATE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (reversal_transaction_id IS NULL))) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON opening_balances TO gapless_app;
CREATE TRIGGER tr_opening_balances__no_truncate BEFORE TRUNCATE ON opening_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_opening_balances__only_reversed BEFORE DELETE OR UPDATE ON opening_balances FOR EACH ROW EXECUTE FUNCTION openings_are_only_reversed();

CREATE TABLE opening_items (
  company_id uuid NOT NULL,
  item_id uuid NOT NULL,
  opening_id uuid NOT NULL,
  side text NOT NULL,
  partner_id uuid NOT NULL,
  document_number text NOT NULL,
  number_key text NOT NULL,
  document_on date NOT NULL,
  transaction_id uuid NOT NULL,
  reversal_transaction_id uuid,
  CONSTRAINT pk_opening_items PRIMARY KEY (company_id, item_id),
  CONSTRAINT ck_opening_items__known_side CHECK ((side = ANY (ARRAY['receivable'::text, 'payable'::text]))),
  CONSTRAINT ck_opening_items__number_key CHECK ((number_key <> ''::text)),
  CONSTRAINT fk_opening_items__open_item FOREIGN KEY (company_id, item_id) REFERENCES open_items(company_id, open_item_id),
  CONSTRAINT fk_opening_items__partner FOREIGN KEY (company_id, partner_id) REFERENCES partners(company_id, partner_id),
  CONSTRAINT fk_opening_items__reversal FOREIGN KEY (company_id, reversal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id),
  CONSTRAINT fk_opening_items__transaction FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions(company_id, transaction_id)
);
CREATE INDEX ix_opening_items__opening ON opening_items USING btree (company_id, opening_id);
CREATE UNIQUE INDEX uq_opening_items__document ON opening_items USING btree (company_id, partner_id, side, number_key) WHERE (reversal_transaction_id IS NULL);
ALTER TABLE opening_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE opening_items FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_opening_items__insert ON opening_items FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_opening_items__purge ON opening_items FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_opening_items__select ON opening_items FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_opening_items__update ON opening_items FOR UPDATE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (reversal_transaction_id IS NULL))) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON opening_items TO gapless_app;
CREATE TRIGGER tr_opening_items__no_truncate BEFORE TRUNCATE ON opening_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_opening_items__not_exported BEFORE UPDATE ON opening_items FOR EACH ROW EXECUTE FUNCTION refuse_reversal_of_exported();
CREATE TRIGGER tr_opening_items__not_registered AFTER INSERT ON opening_items REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION opening_items_are_not_registered();
CREATE TRIGGER tr_opening_items__only_reversed BEFORE DELETE OR UPDATE ON opening_items FOR EACH ROW EXECUTE FUNCTION openings_are_only_reversed();

CREATE TABLE partners (
  company_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  type text NOT NULL,
  name text NOT NULL,
  code text,
  code_key text,
  vat_code text,
  vat_code_key text,
  country_code character(2),
  email text,
  is_customer boolean NOT NULL,
  is_supplier boolean NOT NULL,
  is_active boolean NOT NULL,
  payment_term_days integer,
  vat_valid boolean,
  vat_validated_at timestamp with time zone,
  details jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  vat_check jsonb,
  CONSTRAINT pk_partners PRIMARY KEY (company_id, partner_id),
  CONSTRAINT uq_partners__vat_code UNIQUE (company_id, vat_code_key),
  CONSTRAINT ck_partners__known_type CHECK ((type = ANY (ARRAY['company'::text, 'person'::text]))),
  CONSTRAINT fk_partners__company FOREIGN KEY (company_id) REFERENCES companies(company_id)
);
CREATE INDEX ix_partners__name ON partners USING btree (company_id, name);
CREATE UNIQUE INDEX uq_partners__country_and_code ON partners USING btree (company_id, COALESCE(country_code, ''::bpchar), code_key);
ALTER TABLE partners ENABLE ROW LEVEL SECURITY;
ALTER TABLE partners FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_partners__delete ON partners FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_partners__insert ON partners FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_partners__purge ON partners FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_partners__select ON partners FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_partners__update ON partners FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON partners TO gapless_app;
CREATE TRIGGER tr_partners__keep_version AFTER UPDATE ON partners FOR EACH ROW WHEN (((((((old.name IS DISTINCT FROM new.name) OR (old.code IS DISTINCT FROM new.code)) OR (old.vat_code_key IS DISTINCT FROM new.vat_code_key)) OR (old.country_code IS DISTINCT FROM new.country_code)) OR (old.email IS DISTINCT FROM new.email)) OR (old.details IS DISTINCT FROM new.details))) EXECUTE FUNCTION keep_master_data_version('partner_id');

CREATE TABLE payment_accounts (
  company_id uuid NOT NULL,
  payment_account_id uuid NOT NULL,
  provider text NOT NULL,
  is_live boolean NOT NULL,
  sealed_secret text NOT NULL,
  secret_ending text NOT NULL,
  clearing_account_id uuid,
  is_current boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_payment_accounts PRIMARY KEY (company_id, payment_account_id),
  CONSTRAINT ck_payment_accounts__known_provider CHECK ((provider = 'stripe'::text)),
  CONSTRAINT fk_payment_accounts__clearing_account FOREIGN KEY (company_id, clearing_account_id) REFERENCES accounts(company_id, account_id)
);
CREATE UNIQUE INDEX uq_payment_accounts__one_current ON payment_accounts USING btree (company_id, provider) WHERE is_current;
ALTER TABLE payment_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_payment_accounts__insert ON payment_accounts FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_payment_accounts__purge ON payment_accounts FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_payment_accounts__select ON payment_accounts FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_payment_accounts__update ON payment_accounts FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON payment_accounts TO gapless_app;

CREATE TABLE payment_export_lines (
  company_id uuid NOT NULL,
  message_id text NOT NULL,
  open_item_id uuid NOT NULL,
  amount numeric(28,4) NOT NULL,
  CONSTRAINT pk_payment_export_lines PRIMARY KEY (company_id, message_id, open_item_id),
  CONSTRAINT uq_payment_export_lines__item UNIQUE (company_id, open_item_id),
  CONSTRAINT ck_payment_export_lines__positive CHECK ((amount > (0)::numeric)),
  CONSTRAINT fk_payment_export_lines__export FOREIGN KEY (company_id, message_id) REFERENCES payment_exports(company_id, message_id),
  CONSTRAINT fk_payment_export_lines__item FOREIGN KEY (company_id, open_item_id) REFERENCES open_items(company_id, open_item_id)
);
ALTER TABLE payment_export_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_export_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_payment_export_lines__delete ON payment_export_lines FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_payment_export_lines__insert ON payment_export_lines FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_payment_export_lines__purge ON payment_export_lines FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_payment_export_lines__select ON payment_export_lines FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON payment_export_lines TO gapless_app;

CREATE TABLE payment_exports (
  company_id uuid NOT NULL,
  message_id text NOT NULL,
  bank_account_id uuid NOT NULL,
  execution_on date NOT NULL,
  payment_count integer NOT NULL,
  total numeric(28,4) NOT NULL,
  created_at timestamp with time zone NOT NULL,
  cancelled_at timestamp with time zone,
  CONSTRAINT pk_payment_exports PRIMARY KEY (company_id, message_id),
  CONSTRAINT fk_payment_exports__bank_account FOREIGN KEY (company_id, bank_account_id) REFERENCES bank_accounts(company_id, bank_account_id)
);
ALTER TABLE payment_exports ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_exports FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_payment_exports__insert ON payment_exports FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_payment_exports__purge ON payment_exports FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_payment_exports__select ON payment_exports FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_payment_exports__update ON payment_exports FOR UPDATE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (cancelled_at IS NULL))) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON payment_exports TO gapless_app;

CREATE TABLE payments (
  company_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  kind text NOT NULL,
  payment_account_id uuid NOT NULL,
  provider text NOT NULL,
  invoice_id uuid NOT NULL,
  charge_id uuid,
  currency character(3) NOT NULL,
  amount numeric(28,4) NOT NULL,
  refunded_amount numeric(28,4) DEFAULT 0 NOT NULL,
  payment_method text,
  provider_customer text,
  reason text,
  downstream_key text NOT NULL,
  recovery_point text NOT NULL,
  status text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  first_sent_at timestamp with time zone,
  last_sent_at timestamp with time zone,
  provider_reference text,
  money_id text,
  waiting_for text,
  failure_reason text,
  failure_code text,
  decline_code text,
  failure_message text,
  booked_on date,
  journal_transaction_id uuid,
  request_key_hash bytea DEFAULT decode(NULLIF(current_setting('app.request_key_hash'::text, true), ''::text), 'hex'::text),
  request_id text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  returned_on date,
  return_transaction_id uuid,
  CONSTRAINT pk_payments PRIMARY KEY (company_id, payment_id),
  CONSTRAINT uq_payments__downstream_key UNIQUE (company_id, downstream_key),
  CONSTRAINT uq_payments__money UNIQUE (company_id, provider, money_id),
  CONSTRAINT uq_payments__reference UNIQUE (company_id, provider, provider_reference),
  CONSTRAINT ck_payments__amount_positive CHECK ((amount > (0)::numeric)),
  CONSTRAINT ck_payments__booking_is_whole CHECK ((((booked_on IS NULL) = (journal_transaction_id IS NULL)) AND ((journal_transaction_id IS NULL) OR (status = 'succeeded'::text) OR ((kind = 'refund'::text) AND (status = 'failed'::text) AND (money_id IS NOT NULL))))),
  CONSTRAINT ck_payments__failed_charge_moved_nothing CHECK (((kind = 'refund'::text) OR (status <> 'failed'::text) OR (money_id IS NULL))),
  CONSTRAINT ck_payments__failure_is_named CHECK (((status = 'failed'::text) = (failure_reason IS NOT NULL))),
  CONSTRAINT ck_payments__finished_with_outcome CHECK (((recovery_point = 'finished'::text) = (status <> 'pending'::text))),
  CONSTRAINT ck_payments__kind_is_whole CHECK (
CASE kind
    WHEN 'charge'::text THEN ((payment_method IS NOT NULL) AND (charge_id IS NULL))
    ELSE ((payment_method IS NULL) AND (charge_id IS NOT NULL) AND (refunded_amount = (0)::numeric))
END),
  CONSTRAINT ck_payments__known_kind CHECK ((kind = ANY (ARRAY['charge'::text, 'refund'::text]))),
  CONSTRAINT ck_payments__known_recovery_point CHECK ((recovery_point = ANY (ARRAY['intent_saved'::text, 'call_sent'::text, 'result_saved'::text, 'finished'::text]))),
  CONSTRAINT ck_payments__known_status CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))),
  CONSTRAINT ck_payments__refunded_within_amount CHECK (((refunded_amount >= (0)::numeric) AND (refunded_amount <= amount))),
  CONSTRAINT ck_payments__result_names_money CHECK (((money_id IS NOT NULL) OR (NOT ((status = 'succeeded'::text) OR (recovery_point = 'result_saved'::text))))),
  CONSTRAINT ck_payments__return_is_whole CHECK ((((returned_on IS NULL) = (return_transaction_id IS NULL)) AND ((return_transaction_id IS NULL) OR ((kind = 'refund'::text) AND (status = 'failed'::text) AND (money_id IS NOT NULL))))),
  CONSTRAINT ck_payments__sent_at_a_time CHECK ((((recovery_point = 'intent_saved'::text) = (first_sent_at IS NULL)) AND ((attempts = 0) = (first_sent_at IS NULL)))),
  CONSTRAINT fk_payments__account FOREIGN KEY (company_id, payment_account_id) REFERENCES payment_accounts(company_id, payment_account_id),
  CONSTRAINT fk_payments__charge FOREIGN KEY (company_id, charge_id) REFERENCES payments(company_id, payment_id),
  CONSTRAINT fk_payments__currency FOREIGN KEY (currency) REFERENCES currencies(code),
  CONSTRAINT fk_payments__invoice FOREIGN KEY (company_id, invoice_id) REFERENCES sale_invoices(company_id, invoice_id),
  CONSTRAINT fk_payments__journal FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id),
  CONSTRAINT fk_payments__return_journal FOREIGN KEY (company_id, return_transaction_id) REFERENCES journal_transactions(company_id, transaction_id)
);
CREATE INDEX ix_payments__charge ON payments USING btree (company_id, charge_id);
CREATE INDEX ix_payments__invoice ON payments USING btree (company_id, invoice_id);
CREATE UNIQUE INDEX uq_payments__request ON payments USING btree (company_id, request_key_hash) WHERE (status <> 'failed'::text);
ALTER TABLE payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_payments__insert ON payments FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_payments__purge ON payments FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_payments__select ON payments FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_payments__update ON payments FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON payments TO gapless_app;
CREATE TRIGGER tr_payments__only_proceed BEFORE DELETE OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION payments_only_proceed();

CREATE TABLE posting_rules (
  key text NOT NULL,
  description text NOT NULL,
  default_code text NOT NULL,
  CONSTRAINT pk_posting_rules PRIMARY KEY (key)
);
GRANT SELECT ON posting_rules TO gapless_app;

CREATE TABLE provider_charges (
  company_id uuid NOT NULL,
  provider_charge_id uuid NOT NULL,
  provider text NOT NULL,
  account text NOT NULL,
  charge_id text NOT NULL,
  source text NOT NULL,
  match_id uuid,
  bank_account_id uuid,
  account_id uuid,
  currency character(3),
  amount numeric(28,4),
  base_amount numeric(28,4),
  posting_id uuid,
  payment_id uuid,
  refund_of text,
  is_return boolean DEFAULT false NOT NULL,
  CONSTRAINT pk_provider_charges PRIMARY KEY (company_id, provider_charge_id),
  CONSTRAINT uq_provider_charges__charge UNIQUE (company_id, provider, account, charge_id),
  CONSTRAINT uq_provider_charges__payment UNIQUE (company_id, payment_id, is_return),
  CONSTRAINT ck_provider_charges__known_source CHECK ((source = ANY (ARRAY['bank_match'::text, 'settlement'::text, 'payment'::text]))),
  CONSTRAINT ck_provider_charges__source_is_named CHECK (
CASE source
    WHEN 'bank_match'::text THEN ((num_nulls(match_id, bank_account_id, account_id, currency, amount, base_amount) = 0) AND (num_nonnulls(payment_id, refund_of) = 0) AND (NOT is_return))
    WHEN 'payment'::text THEN ((num_nulls(payment_id, account_id, currency, amount, base_amount) = 0) AND (num_nonnulls(match_id, bank_account_id) = 0))
    ELSE ((posting_id IS NOT NULL) AND (num_nonnulls(match_id, bank_account_id, account_id, base_amount, payment_id) = 0) AND (num_nonnulls(refund_of, currency, amount) = ANY (ARRAY[0, 3])) AND (NOT is_return))
END),
  CONSTRAINT fk_provider_charges__account FOREIGN KEY (company_id, account_id) REFERENCES accounts(company_id, account_id),
  CONSTRAINT fk_provider_charges__bank_account FOREIGN KEY (company_id, bank_account_id) REFERENCES bank_accounts(company_id, bank_account_id),
  CONSTRAINT fk_provider_charges__currency FOREIGN KEY (currency) REFERENCES currencies(code),
  CONSTRAINT fk_provider_charges__match FOREIGN KEY (company_id, match_id) REFERENCES bank_matches(company_id, match_id),
  CONSTRAINT fk_provider_charges__payment FOREIGN KEY (company_id, payment_id) REFERENCES payments(company_id, payment_id),
  CONSTRAINT fk_provider_charges__posting FOREIGN KEY (company_id, posting_id) REFERENCES settlement_postings(company_id, posting_id)
);
CREATE INDEX ix_provider_charges__match ON provider_charges USING btree (company_id, match_id);
CREATE INDEX ix_provider_charges__posting ON provider_charges USING btree (company_id, posting_id);
CREATE INDEX ix_provider_charges__refund_of ON provider_charges USING btree (company_id, provider, refund_of) WHERE (refund_of IS NOT NULL);
ALTER TABLE provider_charges ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_charges FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_provider_charges__delete ON provider_charges FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_provider_charges__insert ON provider_charges FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_provider_charges__purge ON provider_charges FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_provider_charges__select ON provider_charges FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_provider_charges__update ON provider_charges FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON provider_charges TO gapless_app;
CREATE TRIGGER tr_provider_charges__stay_noted BEFORE DELETE OR UPDATE ON provider_charges FOR EACH ROW EXECUTE FUNCTION provider_charges_stay_noted();

CREATE TABLE purchase_document_keys (
  company_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  number_key text NOT NULL,
  year_key smallint NOT NULL,
  invoice_id uuid NOT NULL,
  CONSTRAINT pk_purchase_document_keys PRIMARY KEY (company_id, invoice_id),
  CONSTRAINT uq_purchase_document_keys__supplier_number UNIQUE (company_id, partner_id, number_key, year_key),
  CONSTRAINT fk_purchase_document_keys__invoice FOREIGN KEY (company_id, invoice_id, partner_id, number_key, year_key) REFERENCES purchase_invoices(company_id, invoice_id, partner_id, number_key, year_key) DEFERRABLE INITIALLY DEFERRED
);
ALTER TABLE purchase_document_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE purchase_document_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_purchase_document_keys__delete ON purchase_document_keys FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_purchase_document_keys__insert ON purchase_document_keys FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_purchase_document_keys__purge ON purchase_document_keys FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_purchase_document_keys__select ON purchase_document_keys FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON purchase_document_keys TO gapless_app;
CREATE TRIGGER tr_purchase_document_keys__live_stays BEFORE DELETE ON purchase_document_keys FOR EACH ROW EXECUTE FUNCTION refuse_freeing_of_live_key();
CREATE TRIGGER tr_purchase_document_keys__not_opened AFTER INSERT ON purchase_document_keys FOR EACH ROW EXECUTE FUNCTION supplier_documents_are_not_opened();

CREATE TABLE purchase_invoice_credit_limits (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  gross numeric(28,4) NOT NULL,
  credited_gross numeric(28,4) DEFAULT 0 NOT NULL,
  CONSTRAINT pk_purchase_invoice_credit_limits PRIMARY KEY (company_id, invoice_id),
  CONSTRAINT ck_purchase_invoice_credit_limits__gross CHECK (((credited_gross >= (0)::numeric) AND (credited_gross <= gross))),
  CONSTRAINT fk_purchase_invoice_credit_limits__invoice FOREIGN KEY (company_id, invoice_id) REFERENCES purchase_invoices(company_id, invoice_id)
);
ALTER TABLE purchase_invoice_credit_limits ENABLE ROW LEVEL SECURITY;
ALTER TABLE purchase_invoice_credit_limits FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_purchase_invoice_credit_limits__insert ON purchase_invoice_credit_limits FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_purchase_invoice_credit_limits__purge ON purchase_invoice_credit_limits FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_purchase_invoice_credit_limits__select ON purchase_invoice_credit_limits FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_purchase_invoice_credit_limits__update ON purchase_invoice_credit_limits FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON purchase_invoice_credit_limits TO gapless_app;
CREATE TRIGGER tr_purchase_invoice_credit_limits__only_credit BEFORE UPDATE ON purchase_invoice_credit_limits FOR EACH ROW EXECUTE FUNCTION purchase_credit_limits_only_credit();

CREATE TABLE purchase_invoice_lines (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  sort_order integer NOT NULL,
  line_id uuid NOT NULL,
  description text NOT NULL,
  unit text NOT NULL,
  quantity numeric(20,6) NOT NULL,
  unit_price numeric(28,6) NOT NULL,
  price_includes_vat boolean NOT NULL,
  vat_rate numeric(7,4) NOT NULL,
  vat_category text NOT NULL,
  vat_code text NOT NULL,
  deductible_percent numeric(7,4) NOT NULL,
  item_id uuid,
  account_code text,
  posting_rule text NOT NULL,
  net numeric(28,4) NOT NULL,
  vat numeric(28,4) NOT NULL,
  gross numeric(28,4) NOT NULL,
  self_assessed_vat numeric(28,4) NOT NULL,
  deductible_vat numeric(28,4) NOT NULL,
  base_net numeric(28,4) NOT NULL,
  base_vat numeric(28,4) NOT NULL,
  base_self_assessed_vat numeric(28,4) NOT NULL,
  base_deductible_vat numeric(28,4) NOT NULL,
  is_pro_rata boolean DEFAULT false NOT NULL,
  cost_center_id uuid,
  CONSTRAINT pk_purchase_invoice_lines PRIMARY KEY (company_id, invoice_id, sort_order),
  CONSTRAINT uq_purchase_invoice_lines__id UNIQUE (company_id, line_id),
  CONSTRAINT ck_purchase_invoice_lines__charged_or_self_assessed CHECK (((vat = (0)::numeric) OR (self_assessed_vat = (0)::numeric))),
  CONSTRAINT ck_purchase_invoice_lines__deductible_percent CHECK (((deductible_percent >= (0)::numeric) AND (deductible_percent <= (100)::numeric))),
  CONSTRAINT ck_purchase_invoice_lines__gross CHECK ((gross = (net + vat))),
  CONSTRAINT fk_purchase_invoice_lines__account FOREIGN KEY (company_id, account_code) REFERENCES accounts(company_id, code),
  CONSTRAINT fk_purchase_invoice_lines__cost_center FOREIGN KEY (company_id, cost_center_id) REFERENCES cost_centers(company_id, cost_center_id),
  CONSTRAINT fk_purchase_invoice_lines__invoice FOREIGN KEY (company_id, invoice_id) REFERENCES purchase_invoices(company_id, invoice_id) ON DELETE CASCADE,
  CONSTRAINT fk_purchase_invoice_lines__item FOREIGN KEY (company_id, item_id) REFERENCES catalog_items(company_id, item_id),
  CONSTRAINT fk_purchase_invoice_lines__posting_rule FOREIGN KEY (posting_rule) REFERENCES posting_rules(key)
);
CREATE INDEX ix_purchase_invoice_lines__item ON purchase_invoice_lines USING btree (company_id, item_id) WHERE (item_id IS NOT NULL);
ALTER TABLE purchase_invoice_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE purchase_invoice_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_purchase_invoice_lines__delete ON purchase_invoice_lines FOR DELETE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT 1
   FROM purchase_invoices i
  WHERE ((i.company_id = purchase_invoice_lines.company_id) AND (i.invoice_id = purchase_invoice_lines.invoice_id) AND (i.status = 'draft'::text))))));
CREATE POLICY rls_purchase_invoice_lines__insert ON purchase_invoice_lines FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_purchase_invoice_lines__purge ON purchase_invoice_lines FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_purchase_invoice_lines__select ON purchase_invoice_lines FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON purchase_invoice_lines TO gapless_app;
CREATE TRIGGER tr_purchase_invoice_lines__no_truncate BEFORE TRUNCATE ON purchase_invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_purchase_invoice_lines__parts_match AFTER INSERT ON purchase_invoice_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION purchase_invoice_parts_match();
CREATE TRIGGER tr_purchase_invoice_lines__registered_never_changes BEFORE DELETE OR UPDATE ON purchase_invoice_lines FOR EACH ROW EXECUTE FUNCTION refuse_change_of_registered_line();

CREATE TABLE purchase_invoice_vat_totals (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  vat_rate numeric(7,4) NOT NULL,
  vat_category text NOT NULL,
  vat_code text NOT NULL,
  net numeric(28,4) NOT NULL,
  vat numeric(28,4) NOT NULL,
  base_net numeric(28,4) NOT NULL,
  base_vat numeric(28,4) NOT NULL,
  deductible_vat numeric(28,4) NOT NULL,
  self_assessed_vat numeric(28,4) NOT NULL,
  undeducted_pro_rata numeric(28,4) DEFAULT 0 NOT NULL,
  CONSTRAINT pk_purchase_invoice_vat_totals PRIMARY KEY (company_id, invoice_id, vat_rate, vat_category, vat_code),
  CONSTRAINT uq_purchase_invoice_vat_totals__amounts UNIQUE (company_id, invoice_id, vat_rate, vat_category, vat_code, net, vat, base_net, base_vat, deductible_vat, self_assessed_vat, undeducted_pro_rata),
  CONSTRAINT fk_purchase_invoice_vat_totals__invoice FOREIGN KEY (company_id, invoice_id) REFERENCES purchase_invoices(company_id, invoice_id)
);
ALTER TABLE purchase_invoice_vat_totals ENABLE ROW LEVEL SECURITY;
ALTER TABLE purchase_invoice_vat_totals FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_purchase_invoice_vat_totals__insert ON purchase_invoice_vat_totals FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_purchase_invoice_vat_totals__purge ON purchase_invoice_vat_totals FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_purchase_invoice_vat_totals__select ON purchase_invoice_vat_totals FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON purchase_invoice_vat_totals TO gapless_app;
CREATE TRIGGER tr_purchase_invoice_vat_totals__append_only BEFORE DELETE OR UPDATE ON purchase_invoice_vat_totals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_purchase_invoice_vat_totals__no_truncate BEFORE TRUNCATE ON purchase_invoice_vat_totals FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_purchase_invoice_vat_totals__parts_match AFTER INSERT ON purchase_invoice_vat_totals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION purchase_invoice_parts_match();

CREATE TABLE purchase_invoice_voids (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  voided_on date NOT NULL,
  reason text NOT NULL,
  journal_transaction_id uuid NOT NULL,
  voided_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_purchase_invoice_voids PRIMARY KEY (company_id, invoice_id),
  CONSTRAINT fk_purchase_invoice_voids__invoice FOREIGN KEY (company_id, invoice_id) REFERENCES purchase_invoices(company_id, invoice_id),
  CONSTRAINT fk_purchase_invoice_voids__journal FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id)
);
ALTER TABLE purchase_invoice_voids ENABLE ROW LEVEL SECURITY;
ALTER TABLE purchase_invoice_voids FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_purchase_invoice_voids__insert ON purchase_invoice_voids FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_purchase_invoice_voids__purge ON purchase_invoice_voids FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_purchase_invoice_voids__select ON purchase_invoice_voids FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON purchase_invoice_voids TO gapless_app;
CREATE TRIGGER tr_purchase_invoice_voids__append_only BEFORE DELETE OR UPDATE ON purchase_invoice_voids FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_purchase_invoice_voids__no_truncate BEFORE TRUNCATE ON purchase_invoice_voids FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_purchase_invoice_voids__not_exported BEFORE INSERT ON purchase_invoice_voids FOR EACH ROW EXECUTE FUNCTION refuse_void_of_exported();

CREATE TABLE purchase_invoices (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  partner_id uuid NOT NULL,
  document_number text NOT NULL,
  number_key text NOT NULL,
  year_key smallint NOT NULL,
  document_on date NOT NULL,
  tax_point_on date,
  received_on date,
  registered_on date,
  due_on date,
  currency character(3) NOT NULL,
  exchange_rate numeric(20,8) NOT NULL,
  vat_rounding text NOT NULL,
  net_total numeric(28,4) NOT NULL,
  vat_total numeric(28,4) NOT NULL,
  gross_total numeric(28,4) NOT NULL,
  self_assessed_vat numeric(28,4) NOT NULL,
  deductible_vat numeric(28,4) NOT NULL,
  base_net_total numeric(28,4) NOT NULL,
  base_vat_total numeric(28,4) NOT NULL,
  base_gross_total numeric(28,4) NOT NULL,
  base_self_assessed_vat numeric(28,4) NOT NULL,
  base_deductible_vat numeric(28,4) NOT NULL,
  line_count integer NOT NULL,
  vat_total_count integer NOT NULL,
  rounding_trace text,
  credited_invoice_id uuid,
  details jsonb NOT NULL,
  partner_snapshot jsonb,
  journal_transaction_id uuid,
  event_sequence bigint,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  registered_at timestamp with time zone,
  is_cash_accounting boolean DEFAULT false NOT NULL,
  CONSTRAINT pk_purchase_invoices PRIMARY KEY (company_id, invoice_id),
  CONSTRAINT uq_purchase_invoices__key UNIQUE (company_id, invoice_id, partner_id, number_key, year_key),
  CONSTRAINT ck_purchase_invoices__has_lines CHECK ((line_count >= 1)),
  CONSTRAINT ck_purchase_invoices__known_status CHECK ((status = ANY (ARRAY['draft'::text, 'registered'::text]))),
  CONSTRAINT ck_purchase_invoices__known_type CHECK ((type = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  CONSTRAINT ck_purchase_invoices__known_vat_rounding CHECK ((vat_rounding = ANY (ARRAY['total'::text, 'line'::text]))),
  CONSTRAINT ck_purchase_invoices__number_key CHECK ((number_key <> ''::text)),
  CONSTRAINT ck_purchase_invoices__only_credit_note_credits CHECK (((type = 'credit_note'::text) OR (credited_invoice_id IS NULL))),
  CONSTRAINT ck_purchase_invoices__registered_is_complete CHECK (
CASE status
    WHEN 'registered'::text THEN (num_nulls(tax_point_on, received_on, registered_on, due_on, partner_snapshot, journal_transaction_id, event_sequence, registered_at) = 0)
    ELSE (num_nonnulls(registered_on, partner_snapshot, journal_transaction_id, event_sequence, registered_at) = 0)
END),
  CONSTRAINT ck_purchase_invoices__totals_add_up CHECK (((gross_total = (net_total + vat_total)) AND (base_gross_total = (base_net_total + base_vat_total)))),
  CONSTRAINT fk_purchase_invoices__credited FOREIGN KEY (company_id, credited_invoice_id) REFERENCES purchase_invoices(company_id, invoice_id),
  CONSTRAINT fk_purchase_invoices__currency FOREIGN KEY (currency) REFERENCES currencies(code),
  CONSTRAINT fk_purchase_invoices__event FOREIGN KEY (company_id, event_sequence, invoice_id) REFERENCES events(company_id, sequence, entity_id),
  CONSTRAINT fk_purchase_invoices__journal FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id),
  CONSTRAINT fk_purchase_invoices__partner FOREIGN KEY (company_id, partner_id) REFERENCES partners(company_id, partner_id)
);
CREATE INDEX ix_purchase_invoices__credited ON purchase_invoices USING btree (company_id, credited_invoice_id) WHERE (credited_invoice_id IS NOT NULL);
CREATE INDEX ix_purchase_invoices__partner ON purchase_invoices USING btree (company_id, partner_id);
CREATE INDEX ix_purchase_invoices__registered_on ON purchase_invoices USING btree (company_id, registered_on);
ALTER TABLE purchase_invoices ENABLE ROW LEVEL SECURITY;
ALTER TABLE purchase_invoices FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_purchase_invoices__delete ON purchase_invoices FOR DELETE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (status = 'draft'::text)));
CREATE POLICY rls_purchase_invoices__insert ON purchase_invoices FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_purchase_invoices__purge ON purchase_invoices FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_purchase_invoices__select ON purchase_invoices FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_purchase_invoices__update ON purchase_invoices FOR UPDATE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (status = 'draft'::text))) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON purchase_invoices TO gapless_app;
CREATE TRIGGER tr_purchase_invoices__changed_has_key AFTER UPDATE ON purchase_invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION purchase_invoices_have_keys();
CREATE TRIGGER tr_purchase_invoices__inserted_has_key AFTER INSERT ON purchase_invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION purchase_invoices_have_keys();
CREATE TRIGGER tr_purchase_invoices__inserted_parts_match AFTER INSERT ON purchase_invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION purchase_invoice_parts_match();
CREATE TRIGGER tr_purchase_invoices__no_truncate BEFORE TRUNCATE ON purchase_invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_purchase_invoices__registered_never_changes BEFORE DELETE OR UPDATE ON purchase_invoices FOR EACH ROW EXECUTE FUNCTION refuse_change_of_registered();
CREATE TRIGGER tr_purchase_invoices__registered_parts_match AFTER UPDATE ON purchase_invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION purchase_invoice_parts_match();

CREATE TABLE report_job_outputs (
  company_id uuid NOT NULL,
  job_id uuid NOT NULL,
  format text NOT NULL,
  file_id uuid NOT NULL,
  CONSTRAINT pk_report_job_outputs PRIMARY KEY (company_id, job_id, format),
  CONSTRAINT ck_report_job_outputs__known_format CHECK ((format = ANY (ARRAY['json'::text, 'xlsx'::text, 'pdf'::text]))),
  CONSTRAINT fk_report_job_outputs__file FOREIGN KEY (company_id, file_id) REFERENCES files(company_id, file_id),
  CONSTRAINT fk_report_job_outputs__job FOREIGN KEY (company_id, job_id) REFERENCES report_jobs(company_id, job_id)
);
ALTER TABLE report_job_outputs ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_job_outputs FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_report_job_outputs__insert ON report_job_outputs FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_report_job_outputs__purge ON report_job_outputs FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_report_job_outputs__select ON report_job_outputs FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON report_job_outputs TO gapless_app;
CREATE TRIGGER tr_report_job_outputs__append_only BEFORE DELETE OR UPDATE ON report_job_outputs FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_report_job_outputs__no_truncate BEFORE TRUNCATE ON report_job_outputs FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE report_jobs (
  company_id uuid NOT NULL,
  job_id uuid NOT NULL,
  report_type text NOT NULL,
  params jsonb NOT NULL,
  formats text[] NOT NULL,
  status text DEFAULT 'queued'::text NOT NULL,
  error text,
  event_sequence bigint,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  CONSTRAINT pk_report_jobs PRIMARY KEY (company_id, job_id),
  CONSTRAINT ck_report_jobs__failed_says_why CHECK (((error IS NOT NULL) = (status = 'failed'::text))),
  CONSTRAINT ck_report_jobs__final_is_dated_and_told CHECK ((num_nonnulls(finished_at, event_sequence) =
CASE
    WHEN (status = ANY (ARRAY['completed'::text, 'failed'::text])) THEN 2
    ELSE 0
END)),
  CONSTRAINT ck_report_jobs__known_formats CHECK (((cardinality(formats) >= 1) AND (formats <@ ARRAY['json'::text, 'xlsx'::text, 'pdf'::text]))),
  CONSTRAINT ck_report_jobs__known_status CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text]))),
  CONSTRAINT ck_report_jobs__started_is_dated CHECK (((started_at IS NULL) = (status = 'queued'::text))),
  CONSTRAINT fk_report_jobs__company FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT fk_report_jobs__event FOREIGN KEY (company_id, event_sequence, job_id) REFERENCES events(company_id, sequence, entity_id)
);
CREATE INDEX ix_report_jobs__created ON report_jobs USING btree (company_id, created_at);
CREATE INDEX ix_report_jobs__unfinished ON report_jobs USING btree (company_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
ALTER TABLE report_jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_report_jobs__insert ON report_jobs FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_report_jobs__purge ON report_jobs FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_report_jobs__select ON report_jobs FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_report_jobs__update ON report_jobs FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON report_jobs TO gapless_app;
CREATE TRIGGER tr_report_jobs__only_advance BEFORE UPDATE ON report_jobs FOR EACH ROW EXECUTE FUNCTION report_jobs_only_advance();

CREATE TABLE revaluations (
  company_id uuid NOT NULL,
  revaluation_id uuid NOT NULL,
  currency character(3) NOT NULL,
  revalued_on date NOT NULL,
  rate numeric(20,8) NOT NULL,
  gain numeric(28,4) NOT NULL,
  loss numeric(28,4) NOT NULL,
  transaction_id uuid,
  next_day_transaction_id uuid,
  bank_transaction_id uuid,
  created_at timestamp with time zone NOT NULL,
  reversed_at timestamp with time zone,
  CONSTRAINT pk_revaluations PRIMARY KEY (company_id, revaluation_id),
  CONSTRAINT ck_revaluations__gain CHECK ((gain >= (0)::numeric)),
  CONSTRAINT ck_revaluations__loss CHECK ((loss >= (0)::numeric)),
  CONSTRAINT ck_revaluations__posted CHECK ((((gain = (0)::numeric) AND (loss = (0)::numeric)) OR (transaction_id IS NOT NULL) OR (bank_transaction_id IS NOT NULL))),
  CONSTRAINT ck_revaluations__rate CHECK ((rate > (0)::numeric)),
  CONSTRAINT ck_revaluations__taken_back_next_day CHECK (((transaction_id IS NULL) = (next_day_transaction_id IS NULL))),
  CONSTRAINT fk_revaluations__bank FOREIGN KEY (company_id, bank_transaction_id) REFERENCES journal_transactions(company_id, transaction_id),
  CONSTRAINT fk_revaluations__company FOREIGN KEY (company_id) REFERENCES companies(company_id),
  CONSTRAINT fk_revaluations__currency FOREIGN KEY (currency) REFERENCES currencies(code),
  CONSTRAINT fk_revaluations__next_day FOREIGN KEY (company_id, next_day_transaction_id) REFERENCES journal_transactions(company_id, transaction_id),
  CONSTRAINT fk_revaluations__transaction FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions(company_id, transaction_id)
);
CREATE UNIQUE INDEX uq_revaluations__one_live ON revaluations USING btree (company_id, currency, revalued_on) WHERE (reversed_at IS NULL);
ALTER TABLE revaluations ENABLE ROW LEVEL SECURITY;
ALTER TABLE revaluations FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_revaluations__insert ON revaluations FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_revaluations__purge ON revaluations FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_revaluations__select ON revaluations FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_revaluations__update ON revaluations FOR UPDATE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (reversed_at IS NULL))) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON revaluations TO gapless_app;
CREATE TRIGGER tr_revaluations__no_truncate BEFORE TRUNCATE ON revaluations FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_revaluations__only_reversed BEFORE DELETE OR UPDATE ON revaluations FOR EACH ROW EXECUTE FUNCTION revaluations_are_only_reversed();

CREATE TABLE sale_advance_applications (
  company_id uuid NOT NULL,
  application_id uuid NOT NULL,
  advance_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  kind text NOT NULL,
  applied_on date NOT NULL,
  amount numeric(28,4) NOT NULL,
  base_amount numeric(28,4) NOT NULL,
  transaction_id uuid NOT NULL,
  CONSTRAINT pk_sale_advance_applications PRIMARY KEY (company_id, application_id),
  CONSTRAINT ck_sale_advance_applications__known_kind CHECK ((kind = ANY (ARRAY['applied'::text, 'deducted'::text, 'released'::text]))),
  CONSTRAINT ck_sale_advance_applications__positive CHECK ((amount > (0)::numeric)),
  CONSTRAINT fk_sale_advance_applications__advance FOREIGN KEY (company_id, advance_id) REFERENCES sale_advances(company_id, advance_id),
  CONSTRAINT fk_sale_advance_applications__invoice FOREIGN KEY (company_id, invoice_id) REFERENCES sale_invoices(company_id, invoice_id),
  CONSTRAINT fk_sale_advance_applications__transaction FOREIGN KEY (company_id, transaction_id) REFERENCES journal_transactions(company_id, transaction_id)
);
CREATE INDEX ix_sale_advance_applications__advance ON sale_advance_applications USING btree (company_id, advance_id);
CREATE INDEX ix_sale_advance_applications__invoice ON sale_advance_applications USING btree (company_id, invoice_id);
ALTER TABLE sale_advance_applications ENABLE ROW LEVEL SECURITY;
ALTER TABLE sale_advance_applications FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_sale_advance_applications__insert ON sale_advance_applications FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_advance_applications__purge ON sale_advance_applications FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_advance_applications__select ON sale_advance_applications FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON sale_advance_applications TO gapless_app;
CREATE TRIGGER tr_sale_advance_applications__append_only BEFORE DELETE OR UPDATE ON sale_advance_applications FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_sale_advance_applications__no_truncate BEFORE TRUNCATE ON sale_advance_applications FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE sale_advance_deductions (
  company_id uuid NOT NULL,
  application_id uuid NOT NULL,
  tax_document_id uuid NOT NULL,
  vat_rate numeric(7,4) NOT NULL,
  vat_category text NOT NULL,
  vat_code text NOT NULL,
  net numeric(28,4) NOT NULL,
  vat numeric(28,4) NOT NULL,
  CONSTRAINT pk_sale_advance_deductions PRIMARY KEY (company_id, application_id, tax_document_id, vat_rate, vat_category, vat_code),
  CONSTRAINT fk_sale_advance_deductions__application FOREIGN KEY (company_id, application_id) REFERENCES sale_advance_applications(company_id, application_id),
  CONSTRAINT fk_sale_advance_deductions__tax_document FOREIGN KEY (company_id, tax_document_id) REFERENCES sale_advance_tax_documents(company_id, tax_document_id),
  CONSTRAINT fk_sale_advance_deductions__total FOREIGN KEY (company_id, tax_document_id, vat_rate, vat_category, vat_code) REFERENCES sale_invoice_vat_totals(company_id, invoice_id, vat_rate, vat_category, vat_code)
);
CREATE INDEX ix_sale_advance_deductions__tax_document ON sale_advance_deductions USING btree (company_id, tax_document_id);
ALTER TABLE sale_advance_deductions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sale_advance_deductions FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_sale_advance_deductions__insert ON sale_advance_deductions FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_advance_deductions__purge ON sale_advance_deductions FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_advance_deductions__select ON sale_advance_deductions FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON sale_advance_deductions TO gapless_app;
CREATE TRIGGER tr_sale_advance_deductions__append_only BEFORE DELETE OR UPDATE ON sale_advance_deductions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_sale_advance_deductions__no_truncate BEFORE TRUNCATE ON sale_advance_deductions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE sale_advance_tax_documents (
  company_id uuid NOT NULL,
  tax_document_id uuid NOT NULL,
  advance_id uuid NOT NULL,
  allocation_id uuid NOT NULL,
  line_no integer NOT NULL,
  CONSTRAINT pk_sale_advance_tax_documents PRIMARY KEY (company_id, tax_document_id),
  CONSTRAINT uq_sale_advance_tax_documents__receipt UNIQUE (company_id, allocation_id, line_no),
  CONSTRAINT fk_sale_advance_tax_documents__advance FOREIGN KEY (company_id, advance_id) REFERENCES sale_advances(company_id, advance_id),
  CONSTRAINT fk_sale_advance_tax_documents__document FOREIGN KEY (company_id, tax_document_id) REFERENCES sale_invoices(company_id, invoice_id),
  CONSTRAINT fk_sale_advance_tax_documents__receipt FOREIGN KEY (company_id, allocation_id, line_no) REFERENCES open_item_allocations(company_id, allocation_id, line_no)
);
CREATE INDEX ix_sale_advance_tax_documents__advance ON sale_advance_tax_documents USING btree (company_id, advance_id);
ALTER TABLE sale_advance_tax_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE sale_advance_tax_documents FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_sale_advance_tax_documents__insert ON sale_advance_tax_documents FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_advance_tax_documents__purge ON sale_advance_tax_documents FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_advance_tax_documents__select ON sale_advance_tax_documents FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON sale_advance_tax_documents TO gapless_app;
CREATE TRIGGER tr_sale_advance_tax_documents__append_only BEFORE DELETE OR UPDATE ON sale_advance_tax_documents FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_sale_advance_tax_documents__no_truncate BEFORE TRUNCATE ON sale_advance_tax_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE sale_advances (
  company_id uuid NOT NULL,
  advance_id uuid NOT NULL,
  account_id uuid NOT NULL,
  vat_on_payment boolean NOT NULL,
  gross numeric(28,4) NOT NULL,
  base_gross numeric(28,4) NOT NULL,
  credited numeric(28,4) DEFAULT 0 NOT NULL,
  base_credited numeric(28,4) DEFAULT 0 NOT NULL,
  applied numeric(28,4) DEFAULT 0 NOT NULL,
  base_applied numeric(28,4) DEFAULT 0 NOT NULL,
  taxed numeric(28,4) DEFAULT 0 NOT NULL,
  CONSTRAINT pk_sale_advances PRIMARY KEY (company_id, advance_id),
  CONSTRAINT ck_sale_advances__not_negative CHECK (((credited >= (0)::numeric) AND (applied >= (0)::numeric) AND (taxed >= (0)::numeric) AND (base_credited >= (0)::numeric) AND (base_applied >= (0)::numeric))),
  CONSTRAINT ck_sale_advances__taxed_on_payment CHECK ((vat_on_payment OR (taxed = (0)::numeric))),
  CONSTRAINT ck_sale_advances__used_up_together CHECK ((((credited + applied) < gross) OR ((base_credited + base_applied) = base_gross))),
  CONSTRAINT ck_sale_advances__within_gross CHECK (((((credited + applied) + taxed) <= gross) AND ((base_credited + base_applied) <= base_gross))),
  CONSTRAINT fk_sale_advances__account FOREIGN KEY (company_id, account_id) REFERENCES accounts(company_id, account_id),
  CONSTRAINT fk_sale_advances__document FOREIGN KEY (company_id, advance_id) REFERENCES sale_invoices(company_id, invoice_id)
);
ALTER TABLE sale_advances ENABLE ROW LEVEL SECURITY;
ALTER TABLE sale_advances FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_sale_advances__insert ON sale_advances FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_advances__purge ON sale_advances FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_advances__select ON sale_advances FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_advances__update ON sale_advances FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON sale_advances TO gapless_app;
CREATE TRIGGER tr_sale_advances__only_used BEFORE UPDATE ON sale_advances FOR EACH ROW EXECUTE FUNCTION sale_advances_only_used();

CREATE TABLE sale_invoice_business_keys (
  company_id uuid NOT NULL,
  type text NOT NULL,
  kind text NOT NULL,
  business_key text NOT NULL,
  invoice_id uuid NOT NULL,
  CONSTRAINT pk_sale_invoice_business_keys PRIMARY KEY (company_id, type, kind, business_key),
  CONSTRAINT ck_sale_invoice_business_keys__known_kind CHECK ((kind = ANY (ARRAY['business_key'::text, 'order_number'::text]))),
  CONSTRAINT fk_sale_invoice_business_keys__invoice FOREIGN KEY (company_id, invoice_id) REFERENCES sale_invoices(company_id, invoice_id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX ix_sale_invoice_business_keys__invoice ON sale_invoice_business_keys USING btree (company_id, invoice_id);
ALTER TABLE sale_invoice_business_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE sale_invoice_business_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_sale_invoice_business_keys__delete ON sale_invoice_business_keys FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_invoice_business_keys__insert ON sale_invoice_business_keys FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_invoice_business_keys__purge ON sale_invoice_business_keys FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_invoice_business_keys__select ON sale_invoice_business_keys FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON sale_invoice_business_keys TO gapless_app;

CREATE TABLE sale_invoice_credit_limits (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  vat_rate numeric(7,4) NOT NULL,
  vat_category text NOT NULL,
  net numeric(28,4) NOT NULL,
  vat numeric(28,4) NOT NULL,
  base_net numeric(28,4) NOT NULL,
  base_vat numeric(28,4) NOT NULL,
  credited_net numeric(28,4) DEFAULT 0 NOT NULL,
  credited_vat numeric(28,4) DEFAULT 0 NOT NULL,
  credited_base_net numeric(28,4) DEFAULT 0 NOT NULL,
  credited_base_vat numeric(28,4) DEFAULT 0 NOT NULL,
  CONSTRAINT pk_sale_invoice_credit_limits PRIMARY KEY (company_id, invoice_id, vat_rate, vat_category),
  CONSTRAINT ck_sale_invoice_credit_limits__base CHECK ((((credited_base_net >= LEAST(base_net, (0)::numeric)) AND (credited_base_net <= GREATEST(base_net, (0)::numeric))) AND ((credited_base_vat >= LEAST(base_vat, (0)::numeric)) AND (credited_base_vat <= GREATEST(base_vat, (0)::numeric))))),
  CONSTRAINT ck_sale_invoice_credit_limits__emptied_together CHECK (((credited_net <> net) OR (net = (0)::numeric) OR ((credited_vat = vat) AND (credited_base_net = base_net) AND (credited_base_vat = base_vat)))),
  CONSTRAINT ck_sale_invoice_credit_limits__net CHECK (((credited_net >= LEAST(net, (0)::numeric)) AND (credited_net <= GREATEST(net, (0)::numeric)))),
  CONSTRAINT ck_sale_invoice_credit_limits__vat CHECK (((credited_vat >= LEAST(vat, (0)::numeric)) AND (credited_vat <= GREATEST(vat, (0)::numeric)))),
  CONSTRAINT fk_sale_invoice_credit_limits__invoice FOREIGN KEY (company_id, invoice_id) REFERENCES sale_invoices(company_id, invoice_id)
);
ALTER TABLE sale_invoice_credit_limits ENABLE ROW LEVEL SECURITY;
ALTER TABLE sale_invoice_credit_limits FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_sale_invoice_credit_limits__insert ON sale_invoice_credit_limits FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_invoice_credit_limits__purge ON sale_invoice_credit_limits FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_invoice_credit_limits__select ON sale_invoice_credit_limits FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_invoice_credit_limits__update ON sale_invoice_credit_limits FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON sale_invoice_credit_limits TO gapless_app;
CREATE TRIGGER tr_sale_invoice_credit_limits__only_credit BEFORE UPDATE ON sale_invoice_credit_limits FOR EACH ROW EXECUTE FUNCTION credit_limits_only_credit();

CREATE TABLE sale_invoice_lines (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  sort_order integer NOT NULL,
  line_id uuid NOT NULL,
  description text NOT NULL,
  unit text NOT NULL,
  quantity numeric(20,6) NOT NULL,
  unit_price numeric(28,6) NOT NULL,
  price_includes_vat boolean NOT NULL,
  discount_percent numeric(9,6) NOT NULL,
  vat_rate numeric(7,4) NOT NULL,
  vat_category text NOT NULL,
  vat_code text NOT NULL,
  vat_exemption_basis text,
  credited_line_id uuid,
  item_id uuid,
  revenue_account_code text,
  net numeric(28,4) NOT NULL,
  vat numeric(28,4) NOT NULL,
  gross numeric(28,4) NOT NULL,
  base_net numeric(28,4) NOT NULL,
  base_vat numeric(28,4) NOT NULL,
  details jsonb NOT NULL,
  cost_center_id uuid,
  CONSTRAINT pk_sale_invoice_lines PRIMARY KEY (company_id, invoice_id, sort_order),
  CONSTRAINT uq_sale_invoice_lines__id UNIQUE (company_id, line_id),
  CONSTRAINT ck_sale_invoice_lines__gross CHECK ((gross = (net + vat))),
  CONSTRAINT fk_sale_invoice_lines__cost_center FOREIGN KEY (company_id, cost_center_id) REFERENCES cost_centers(company_id, cost_center_id),
  CONSTRAINT fk_sale_invoice_lines__credited FOREIGN KEY (company_id, credited_line_id) REFERENCES sale_invoice_lines(company_id, line_id),
  CONSTRAINT fk_sale_invoice_lines__invoice FOREIGN KEY (company_id, invoice_id) REFERENCES sale_invoices(company_id, invoice_id) ON DELETE CASCADE,
  CONSTRAINT fk_sale_invoice_lines__item FOREIGN KEY (company_id, item_id) REFERENCES catalog_items(company_id, item_id),
  CONSTRAINT fk_sale_invoice_lines__revenue_account FOREIGN KEY (company_id, revenue_account_code) REFERENCES accounts(company_id, code)
);
CREATE INDEX ix_sale_invoice_lines__credited ON sale_invoice_lines USING btree (company_id, credited_line_id) WHERE (credited_line_id IS NOT NULL);
CREATE INDEX ix_sale_invoice_lines__item ON sale_invoice_lines USING btree (company_id, item_id) WHERE (item_id IS NOT NULL);
ALTER TABLE sale_invoice_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE sale_invoice_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_sale_invoice_lines__delete ON sale_invoice_lines FOR DELETE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (EXISTS ( SELECT 1
   FROM sale_invoices i
  WHERE ((i.company_id = sale_invoice_lines.company_id) AND (i.invoice_id = sale_invoice_lines.invoice_id) AND (i.status = 'draft'::text))))));
CREATE POLICY rls_sale_invoice_lines__insert ON sale_invoice_lines FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_invoice_lines__purge ON sale_invoice_lines FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_invoice_lines__select ON sale_invoice_lines FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON sale_invoice_lines TO gapless_app;
CREATE TRIGGER tr_sale_invoice_lines__issued_never_changes BEFORE DELETE OR UPDATE ON sale_invoice_lines FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued_line();
CREATE TRIGGER tr_sale_invoice_lines__no_truncate BEFORE TRUNCATE ON sale_invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_sale_invoice_lines__parts_match AFTER INSERT ON sale_invoice_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sale_invoice_parts_match();

CREATE TABLE sale_invoice_vat_totals (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  vat_rate numeric(7,4) NOT NULL,
  vat_category text NOT NULL,
  vat_code text NOT NULL,
  net numeric(28,4) NOT NULL,
  vat numeric(28,4) NOT NULL,
  base_net numeric(28,4) NOT NULL,
  base_vat numeric(28,4) NOT NULL,
  CONSTRAINT pk_sale_invoice_vat_totals PRIMARY KEY (company_id, invoice_id, vat_rate, vat_category, vat_code),
  CONSTRAINT uq_sale_invoice_vat_totals__amounts UNIQUE (company_id, invoice_id, vat_rate, vat_category, vat_code, net, vat, base_net, base_vat),
  CONSTRAINT fk_sale_invoice_vat_totals__invoice FOREIGN KEY (company_id, invoice_id) REFERENCES sale_invoices(company_id, invoice_id)
);
ALTER TABLE sale_invoice_vat_totals ENABLE ROW LEVEL SECURITY;
ALTER TABLE sale_invoice_vat_totals FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_sale_invoice_vat_totals__insert ON sale_invoice_vat_totals FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_invoice_vat_totals__purge ON sale_invoice_vat_totals FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_invoice_vat_totals__select ON sale_invoice_vat_totals FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON sale_invoice_vat_totals TO gapless_app;
CREATE TRIGGER tr_sale_invoice_vat_totals__append_only BEFORE DELETE OR UPDATE ON sale_invoice_vat_totals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_sale_invoice_vat_totals__no_truncate BEFORE TRUNCATE ON sale_invoice_vat_totals FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_sale_invoice_vat_totals__parts_match AFTER INSERT ON sale_invoice_vat_totals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sale_invoice_parts_match();

CREATE TABLE sale_invoices (
  company_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  partner_id uuid NOT NULL,
  series_id uuid,
  year_key smallint,
  number bigint,
  previous_number bigint,
  first_number bigint,
  series_prefix text,
  full_number text,
  issued_on date,
  tax_point_on date,
  due_on date,
  currency character(3) NOT NULL,
  exchange_rate numeric(20,8) NOT NULL,
  vat_rounding text NOT NULL,
  discount_percent numeric(9,6) NOT NULL,
  net_total numeric(28,4) NOT NULL,
  vat_total numeric(28,4) NOT NULL,
  gross_total numeric(28,4) NOT NULL,
  base_net_total numeric(28,4) NOT NULL,
  base_vat_total numeric(28,4) NOT NULL,
  base_gross_total numeric(28,4) NOT NULL,
  line_count integer NOT NULL,
  vat_total_count integer NOT NULL,
  rounding_trace text,
  credited_invoice_id uuid,
  credited_invoice_reference text,
  credited_invoice_on date,
  vat_scheme text,
  vat_country_code character(2),
  business_key text,
  order_number text,
  chronology_warning boolean DEFAULT false NOT NULL,
  details jsonb NOT NULL,
  partner_snapshot jsonb,
  vat_evidence jsonb,
  journal_transaction_id uuid,
  event_sequence bigint,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  issued_at timestamp with time zone,
  nature text DEFAULT 'sale'::text NOT NULL,
  is_cash_accounting boolean DEFAULT false NOT NULL,
  CONSTRAINT pk_sale_invoices PRIMARY KEY (company_id, invoice_id),
  CONSTRAINT uq_sale_invoices__full_number UNIQUE (company_id, full_number),
  CONSTRAINT uq_sale_invoices__number UNIQUE (company_id, series_id, year_key, number),
  CONSTRAINT ck_sale_invoices__credit_note_names_original CHECK (((type = 'credit_note'::text) OR (num_nonnulls(credited_invoice_id, credited_invoice_reference, credited_invoice_on) = 0))),
  CONSTRAINT ck_sale_invoices__follows_previous CHECK (
CASE
    WHEN (previous_number IS NULL) THEN (number = first_number)
    ELSE (previous_number = (number - 1))
END),
  CONSTRAINT ck_sale_invoices__has_lines CHECK ((line_count >= 1)),
  CONSTRAINT ck_sale_invoices__issued_is_complete CHECK ((((status = 'issued'::text) = (number IS NOT NULL)) AND ((status = 'draft'::text) OR (num_nulls(series_id, year_key, first_number, series_prefix, full_number, issued_on, tax_point_on, due_on, partner_snapshot, vat_evidence, event_sequence, issued_at) = 0)) AND ((status = 'draft'::text) OR ((journal_transaction_id IS NULL) = (type = 'proforma'::text))) AND ((status = 'issued'::text) OR (num_nonnulls(number, previous_number, first_number, series_prefix, full_number, journal_transaction_id, event_sequence) = 0)))),
  CONSTRAINT ck_sale_invoices__known_status CHECK ((status = ANY (ARRAY['draft'::text, 'issued'::text]))),
  CONSTRAINT ck_sale_invoices__known_type CHECK ((type = ANY (ARRAY['invoice'::text, 'credit_note'::text, 'proforma'::text, 'advance'::text, 'advance_tax'::text]))),
  CONSTRAINT ck_sale_invoices__known_vat_rounding CHECK ((vat_rounding = ANY (ARRAY['total'::text, 'line'::text]))),
  CONSTRAINT ck_sale_invoices__nature_of_type CHECK (
CASE type
    WHEN 'invoice'::text THEN (nature = 'sale'::text)
    WHEN 'credit_note'::text THEN (nature = ANY (ARRAY['sale'::text, 'advance'::text, 'advance_tax'::text]))
    ELSE (nature = type)
END),
  CONSTRAINT ck_sale_invoices__totals_add_up CHECK (((gross_total = (net_total + vat_total)) AND (base_gross_total = (base_net_total + base_vat_total)))),
  CONSTRAINT fk_sale_invoices__credited FOREIGN KEY (company_id, credited_invoice_id) REFERENCES sale_invoices(company_id, invoice_id),
  CONSTRAINT fk_sale_invoices__currency FOREIGN KEY (currency) REFERENCES currencies(code),
  CONSTRAINT fk_sale_invoices__event FOREIGN KEY (company_id, event_sequence, invoice_id) REFERENCES events(company_id, sequence, entity_id),
  CONSTRAINT fk_sale_invoices__journal FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id),
  CONSTRAINT fk_sale_invoices__partner FOREIGN KEY (company_id, partner_id) REFERENCES partners(company_id, partner_id),
  CONSTRAINT fk_sale_invoices__previous FOREIGN KEY (company_id, series_id, year_key, previous_number) REFERENCES sale_invoices(company_id, series_id, year_key, number),
  CONSTRAINT fk_sale_invoices__series FOREIGN KEY (company_id, series_id) REFERENCES document_series(company_id, series_id),
  CONSTRAINT fk_sale_invoices__series_year FOREIGN KEY (company_id, series_id, year_key, first_number) REFERENCES document_series_years(company_id, series_id, year_key, first_number)
);
CREATE INDEX ix_sale_invoices__credited ON sale_invoices USING btree (company_id, credited_invoice_id) WHERE (credited_invoice_id IS NOT NULL);
CREATE INDEX ix_sale_invoices__issued_on ON sale_invoices USING btree (company_id, issued_on);
CREATE INDEX ix_sale_invoices__partner ON sale_invoices USING btree (company_id, partner_id);
ALTER TABLE sale_invoices ENABLE ROW LEVEL SECURITY;
ALTER TABLE sale_invoices FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_sale_invoices__delete ON sale_invoices FOR DELETE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (status = 'draft'::text)));
CREATE POLICY rls_sale_invoices__insert ON sale_invoices FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_invoices__purge ON sale_invoices FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_invoices__select ON sale_invoices FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_sale_invoices__update ON sale_invoices FOR UPDATE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (status = 'draft'::text))) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON sale_invoices TO gapless_app;
CREATE TRIGGER tr_sale_invoices__inserted_parts_match AFTER INSERT ON sale_invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sale_invoice_parts_match();
CREATE TRIGGER tr_sale_invoices__issued_never_changes BEFORE DELETE OR UPDATE ON sale_invoices FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued();
CREATE TRIGGER tr_sale_invoices__issued_parts_match AFTER UPDATE ON sale_invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sale_invoice_parts_match();
CREATE TRIGGER tr_sale_invoices__no_truncate BEFORE TRUNCATE ON sale_invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE TABLE settlement_deposits (
  company_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  bank_transaction_id uuid NOT NULL,
  journal_transaction_id uuid,
  linked_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_settlement_deposits PRIMARY KEY (company_id, settlement_id),
  CONSTRAINT uq_settlement_deposits__bank_transaction UNIQUE (company_id, bank_transaction_id),
  CONSTRAINT fk_settlement_deposits__bank_transaction FOREIGN KEY (company_id, bank_transaction_id) REFERENCES bank_transactions(company_id, transaction_id),
  CONSTRAINT fk_settlement_deposits__journal FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id),
  CONSTRAINT fk_settlement_deposits__settlement FOREIGN KEY (company_id, settlement_id) REFERENCES settlements(company_id, settlement_id)
);
ALTER TABLE settlement_deposits ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement_deposits FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_settlement_deposits__delete ON settlement_deposits FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_settlement_deposits__insert ON settlement_deposits FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_settlement_deposits__purge ON settlement_deposits FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_settlement_deposits__select ON settlement_deposits FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT ON settlement_deposits TO gapless_app;
CREATE TRIGGER tr_settlement_deposits__closed_is_no_deposit BEFORE INSERT ON settlement_deposits FOR EACH ROW EXECUTE FUNCTION closed_is_no_deposit();

CREATE TABLE settlement_lines (
  company_id uuid NOT NULL,
  line_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  line_no integer NOT NULL,
  external_id text NOT NULL,
  category text NOT NULL,
  occurred_on date NOT NULL,
  currency character(3) NOT NULL,
  gross numeric(28,4) NOT NULL,
  fee numeric(28,4) NOT NULL,
  net numeric(28,4) NOT NULL,
  description text,
  source_id text,
  charge_id text,
  charge_key text,
  reference text,
  customer_currency character(3),
  customer_amount numeric(28,4),
  matched_invoice_id uuid,
  match_status text NOT NULL,
  CONSTRAINT pk_settlement_lines PRIMARY KEY (company_id, line_id),
  CONSTRAINT uq_settlement_lines__movement UNIQUE (company_id, settlement_id, external_id, category, currency),
  CONSTRAINT ck_settlement_lines__customer_amount_has_currency CHECK (((customer_currency IS NULL) = (customer_amount IS NULL))),
  CONSTRAINT ck_settlement_lines__known_match_status CHECK ((match_status = ANY (ARRAY['unmatched'::text, 'matched'::text, 'manual'::text]))),
  CONSTRAINT ck_settlement_lines__match_is_whole CHECK (((matched_invoice_id IS NULL) = (match_status = 'unmatched'::text))),
  CONSTRAINT ck_settlement_lines__net CHECK ((net = (gross - fee))),
  CONSTRAINT fk_settlement_lines__currency FOREIGN KEY (currency) REFERENCES currencies(code),
  CONSTRAINT fk_settlement_lines__customer_currency FOREIGN KEY (customer_currency) REFERENCES currencies(code),
  CONSTRAINT fk_settlement_lines__settlement FOREIGN KEY (company_id, settlement_id) REFERENCES settlements(company_id, settlement_id)
);
CREATE INDEX ix_settlement_lines__charge ON settlement_lines USING btree (company_id, charge_id) WHERE (charge_id IS NOT NULL);
ALTER TABLE settlement_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_settlement_lines__delete ON settlement_lines FOR DELETE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_settlement_lines__insert ON settlement_lines FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_settlement_lines__purge ON settlement_lines FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_settlement_lines__select ON settlement_lines FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_settlement_lines__update ON settlement_lines FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON settlement_lines TO gapless_app;
CREATE TRIGGER tr_settlement_lines__posted_never_changes BEFORE INSERT OR DELETE OR UPDATE ON settlement_lines FOR EACH ROW EXECUTE FUNCTION refuse_change_of_posted_settlement();
CREATE TRIGGER tr_settlement_lines__receivable AFTER INSERT OR UPDATE OF matched_invoice_id ON settlement_lines FOR EACH ROW WHEN ((new.matched_invoice_id IS NOT NULL)) EXECUTE FUNCTION settlement_lines_name_receivables();

CREATE TABLE settlement_open_items (
  company_id uuid NOT NULL,
  posting_id uuid NOT NULL,
  open_item_id uuid NOT NULL,
  line_id uuid,
  CONSTRAINT pk_settlement_open_items PRIMARY KEY (company_id, posting_id, open_item_id),
  CONSTRAINT fk_settlement_open_items__item FOREIGN KEY (company_id, open_item_id) REFERENCES open_items(company_id, open_item_id),
  CONSTRAINT fk_settlement_open_items__posting FOREIGN KEY (company_id, posting_id) REFERENCES settlement_postings(company_id, posting_id)
);
CREATE INDEX ix_settlement_open_items__line ON settlement_open_items USING btree (company_id, line_id);
ALTER TABLE settlement_open_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement_open_items FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_settlement_open_items__insert ON settlement_open_items FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_settlement_open_items__purge ON settlement_open_items FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_settlement_open_items__select ON settlement_open_items FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON settlement_open_items TO gapless_app;

CREATE TABLE settlement_postings (
  company_id uuid NOT NULL,
  posting_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  posted_on date NOT NULL,
  fx_rate numeric(28,10) NOT NULL,
  journal_transaction_id uuid NOT NULL,
  reversal_transaction_id uuid,
  event_sequence bigint NOT NULL,
  posted_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_settlement_postings PRIMARY KEY (company_id, posting_id),
  CONSTRAINT uq_settlement_postings__event UNIQUE (company_id, event_sequence),
  CONSTRAINT fk_settlement_postings__event FOREIGN KEY (company_id, event_sequence, settlement_id) REFERENCES events(company_id, sequence, entity_id),
  CONSTRAINT fk_settlement_postings__journal FOREIGN KEY (company_id, journal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id),
  CONSTRAINT fk_settlement_postings__reversal FOREIGN KEY (company_id, reversal_transaction_id) REFERENCES journal_transactions(company_id, transaction_id),
  CONSTRAINT fk_settlement_postings__settlement FOREIGN KEY (company_id, settlement_id) REFERENCES settlements(company_id, settlement_id)
);
CREATE UNIQUE INDEX uq_settlement_postings__one_live ON settlement_postings USING btree (company_id, settlement_id) WHERE (reversal_transaction_id IS NULL);
ALTER TABLE settlement_postings ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement_postings FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_settlement_postings__insert ON settlement_postings FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_settlement_postings__purge ON settlement_postings FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_settlement_postings__select ON settlement_postings FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_settlement_postings__update ON settlement_postings FOR UPDATE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (reversal_transaction_id IS NULL))) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON settlement_postings TO gapless_app;
CREATE TRIGGER tr_settlement_postings__only_reverse BEFORE UPDATE ON settlement_postings FOR EACH ROW EXECUTE FUNCTION settlement_postings_only_reverse();

CREATE TABLE settlements (
  company_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  bank_account_id uuid NOT NULL,
  provider text NOT NULL,
  payout_id text NOT NULL,
  paid_on date,
  currency character(3) NOT NULL,
  gross_total numeric(28,4) NOT NULL,
  fee_total numeric(28,4) NOT NULL,
  net_total numeric(28,4) NOT NULL,
  difference numeric(28,4) NOT NULL,
  content_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_settlements PRIMARY KEY (company_id, settlement_id),
  CONSTRAINT uq_settlements__payout UNIQUE (company_id, provider, payout_id),
  CONSTRAINT ck_settlements__known_provider CHECK ((provider = 'stripe'::text)),
  CONSTRAINT ck_settlements__totals_add_up CHECK ((net_total = ((gross_total - fee_total) + difference))),
  CONSTRAINT fk_settlements__bank_account FOREIGN KEY (company_id, bank_account_id) REFERENCES bank_accounts(company_id, bank_account_id),
  CONSTRAINT fk_settlements__currency FOREIGN KEY (currency) REFERENCES currencies(code)
);
ALTER TABLE settlements ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlements FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_settlements__insert ON settlements FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_settlements__purge ON settlements FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_settlements__select ON settlements FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_settlements__update ON settlements FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON settlements TO gapless_app;
CREATE TRIGGER tr_settlements__posted_never_changes BEFORE DELETE OR UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION refuse_change_of_posted_settlement();

CREATE TABLE units (
  code text NOT NULL,
  name_lt text NOT NULL,
  name_en text NOT NULL,
  unece text NOT NULL,
  CONSTRAINT pk_units PRIMARY KEY (code)
);
GRANT SELECT ON units TO gapless_app;

CREATE TABLE vat_classifiers (
  country_code character(2) NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  rate_percent numeric(7,4),
  valid_from date,
  valid_to date,
  registers text NOT NULL,
  category text,
  legal_basis text,
  in_isaf boolean NOT NULL,
  return_sales jsonb,
  return_purchase jsonb,
  confidence text,
  ec_sales text,
  CONSTRAINT pk_vat_classifiers PRIMARY KEY (country_code, code),
  CONSTRAINT ck_vat_classifiers__known_category CHECK ((category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text]))),
  CONSTRAINT ck_vat_classifiers__known_ec_sales CHECK ((ec_sales = ANY (ARRAY['goods'::text, 'services'::text, 'triangular'::text])))
);
GRANT SELECT ON vat_classifiers TO gapless_app;

CREATE TABLE vat_deduction_percents (
  company_id uuid NOT NULL,
  valid_from date NOT NULL,
  percent smallint NOT NULL,
  set_at timestamp with time zone NOT NULL,
  CONSTRAINT pk_vat_deduction_percents PRIMARY KEY (company_id, valid_from),
  CONSTRAINT ck_vat_deduction_percents__first_of_month CHECK ((EXTRACT(day FROM valid_from) = (1)::numeric)),
  CONSTRAINT ck_vat_deduction_percents__percent CHECK (((percent >= 0) AND (percent <= 100))),
  CONSTRAINT fk_vat_deduction_percents__company FOREIGN KEY (company_id) REFERENCES companies(company_id)
);
ALTER TABLE vat_deduction_percents ENABLE ROW LEVEL SECURITY;
ALTER TABLE vat_deduction_percents FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_vat_deduction_percents__insert ON vat_deduction_percents FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_vat_deduction_percents__purge ON vat_deduction_percents FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_vat_deduction_percents__select ON vat_deduction_percents FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_vat_deduction_percents__update ON vat_deduction_percents FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON vat_deduction_percents TO gapless_app;

CREATE TABLE vat_periods (
  company_id uuid NOT NULL,
  year smallint NOT NULL,
  month smallint NOT NULL,
  status text NOT NULL,
  closed_at timestamp with time zone,
  frozen_header jsonb,
  CONSTRAINT pk_vat_periods PRIMARY KEY (company_id, year, month),
  CONSTRAINT uq_vat_periods__status UNIQUE (company_id, year, month, status),
  CONSTRAINT ck_vat_periods__closed_is_frozen CHECK (((status = 'closed'::text) = ((closed_at IS NOT NULL) AND (frozen_header IS NOT NULL)))),
  CONSTRAINT ck_vat_periods__known_status CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text]))),
  CONSTRAINT ck_vat_periods__month CHECK (((month >= 1) AND (month <= 12))),
  CONSTRAINT fk_vat_periods__company FOREIGN KEY (company_id) REFERENCES companies(company_id)
);
ALTER TABLE vat_periods ENABLE ROW LEVEL SECURITY;
ALTER TABLE vat_periods FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_vat_periods__insert ON vat_periods FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_vat_periods__purge ON vat_periods FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_vat_periods__select ON vat_periods FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_vat_periods__update ON vat_periods FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON vat_periods TO gapless_app;

CREATE TABLE vat_register_rows (
  company_id uuid NOT NULL,
  side text NOT NULL,
  document_id uuid NOT NULL,
  is_void boolean DEFAULT false NOT NULL,
  sale_invoice_id uuid GENERATED ALWAYS AS (
CASE side
    WHEN 'sales'::text THEN document_id
    ELSE NULL::uuid
END) STORED,
  purchase_invoice_id uuid GENERATED ALWAYS AS (
CASE side
    WHEN 'purchases'::text THEN document_id
    ELSE NULL::uuid
END) STORED,
  vat_rate numeric(7,4) NOT NULL,
  vat_category text NOT NULL,
  vat_code text NOT NULL,
  document_type text NOT NULL,
  document_number text NOT NULL,
  document_on date NOT NULL,
  tax_point_on date NOT NULL,
  received_on date,
  period_year smallint NOT NULL,
  period_month smallint NOT NULL,
  posted_on date NOT NULL,
  corrected_number text,
  corrected_on date,
  partner_id uuid NOT NULL,
  partner_name text NOT NULL,
  partner_is_person boolean NOT NULL,
  partner_country_code character(2),
  partner_code text,
  partner_vat_code text,
  vat_scheme text,
  sign smallint NOT NULL,
  currency character(3) NOT NULL,
  net numeric(28,4) NOT NULL,
  vat numeric(28,4) NOT NULL,
  base_net numeric(28,4) NOT NULL,
  base_vat numeric(28,4) NOT NULL,
  deductible_vat numeric(28,4),
  self_assessed_vat numeric(28,4),
  document_net numeric(28,4) GENERATED ALWAYS AS (((sign)::numeric * net)) STORED,
  document_vat numeric(28,4) GENERATED ALWAYS AS (((sign)::numeric * vat)) STORED,
  document_base_net numeric(28,4) GENERATED ALWAYS AS (((sign)::numeric * base_net)) STORED,
  document_base_vat numeric(28,4) GENERATED ALWAYS AS (((sign)::numeric * base_vat)) STORED,
  document_deductible_vat numeric(28,4) GENERATED ALWAYS AS (((sign)::numeric * deductible_vat)) STORED,
  document_self_assessed_vat numeric(28,4) GENERATED ALWAYS AS (((sign)::numeric * self_assessed_vat)) STORED,
  vat_country_code character(2),
  corrected_tax_point_on date,
  counted_on date GENERATED ALWAYS AS (
CASE
    WHEN is_void THEN GREATEST(received_on, make_date((period_year)::integer, (period_month)::integer, 1))
    ELSE COALESCE(received_on, tax_point_on)
END) STORED,
  due_on_payment_of uuid,
  undeducted_pro_rata numeric(28,4) DEFAULT 0 NOT NULL,
  document_undeducted_pro_rata numeric(28,4) GENERATED ALWAYS AS (((sign)::numeric * undeducted_pro_rata)) STORED,
  CONSTRAINT pk_vat_register_rows PRIMARY KEY (company_id, side, document_id, is_void, vat_rate, vat_category, vat_code),
  CONSTRAINT ck_vat_register_rows__known_side CHECK ((side = ANY (ARRAY['sales'::text, 'purchases'::text]))),
  CONSTRAINT ck_vat_register_rows__period_of_date CHECK (
CASE
    WHEN is_void THEN (ROW((period_year)::numeric, (period_month)::numeric) >= ROW(EXTRACT(year FROM received_on), EXTRACT(month FROM received_on)))
    ELSE (((period_year)::numeric = EXTRACT(year FROM COALESCE(received_on, tax_point_on))) AND ((period_month)::numeric = EXTRACT(month FROM COALESCE(received_on, tax_point_on))))
END),
  CONSTRAINT ck_vat_register_rows__pro_rata_of_purchases CHECK (((side = 'purchases'::text) OR (undeducted_pro_rata = (0)::numeric))),
  CONSTRAINT ck_vat_register_rows__purchase_is_complete CHECK (((num_nonnulls(received_on, deductible_vat, self_assessed_vat) =
CASE side
    WHEN 'purchases'::text THEN 3
    ELSE 0
END) AND ((side = 'purchases'::text) OR (NOT is_void)))),
  CONSTRAINT ck_vat_register_rows__sign CHECK ((sign = ANY (ARRAY[1, '-1'::integer]))),
  CONSTRAINT ck_vat_register_rows__sign_of_type CHECK ((sign = (
CASE document_type
    WHEN 'credit_note'::text THEN '-1'::integer
    ELSE 1
END *
CASE
    WHEN is_void THEN '-1'::integer
    ELSE 1
END))),
  CONSTRAINT fk_vat_register_rows__document_totals FOREIGN KEY (company_id, sale_invoice_id, vat_rate, vat_category, vat_code, document_net, document_vat, document_base_net, document_base_vat) REFERENCES sale_invoice_vat_totals(company_id, invoice_id, vat_rate, vat_category, vat_code, net, vat, base_net, base_vat),
  CONSTRAINT fk_vat_register_rows__period FOREIGN KEY (company_id, period_year, period_month) REFERENCES vat_periods(company_id, year, month),
  CONSTRAINT fk_vat_register_rows__purchase_totals FOREIGN KEY (company_id, purchase_invoice_id, vat_rate, vat_category, vat_code, document_net, document_vat, document_base_net, document_base_vat, document_deductible_vat, document_self_assessed_vat, document_undeducted_pro_rata) REFERENCES purchase_invoice_vat_totals(company_id, invoice_id, vat_rate, vat_category, vat_code, net, vat, base_net, base_vat, deductible_vat, self_assessed_vat, undeducted_pro_rata)
);
CREATE INDEX ix_vat_register_rows__counted_on ON vat_register_rows USING btree (company_id, counted_on, document_id);
CREATE INDEX ix_vat_register_rows__document_on ON vat_register_rows USING btree (company_id, document_on);
CREATE INDEX ix_vat_register_rows__due_on_payment ON vat_register_rows USING btree (company_id, due_on_payment_of) WHERE (due_on_payment_of IS NOT NULL);
CREATE INDEX ix_vat_register_rows__purchase_posted_on ON vat_register_rows USING btree (company_id, posted_on) WHERE (side = 'purchases'::text);
CREATE INDEX ix_vat_register_rows__received_on ON vat_register_rows USING btree (company_id, received_on) WHERE (received_on IS NOT NULL);
CREATE INDEX ix_vat_register_rows__void ON vat_register_rows USING btree (company_id, document_id) WHERE is_void;
ALTER TABLE vat_register_rows ENABLE ROW LEVEL SECURITY;
ALTER TABLE vat_register_rows FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_vat_register_rows__insert ON vat_register_rows FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_vat_register_rows__purge ON vat_register_rows FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_vat_register_rows__select ON vat_register_rows FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT ON vat_register_rows TO gapless_app;
CREATE TRIGGER tr_vat_register_rows__append_only BEFORE DELETE OR UPDATE ON vat_register_rows FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_vat_register_rows__no_truncate BEFORE TRUNCATE ON vat_register_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER tr_vat_register_rows__period_open AFTER INSERT ON vat_register_rows REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION vat_register_rows_are_in_open_periods();

CREATE TABLE webhook_deliveries (
  company_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  event_id uuid NOT NULL,
  sequence bigint,
  event_type text NOT NULL,
  status text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  delivered_at timestamp with time zone,
  status_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT pk_webhook_deliveries PRIMARY KEY (company_id, delivery_id),
  CONSTRAINT uq_webhook_deliveries__event_once UNIQUE (company_id, subscription_id, event_id),
  CONSTRAINT ck_webhook_deliveries__delivered_at_some_time CHECK (((status <> 'delivered'::text) OR (delivered_at IS NOT NULL))),
  CONSTRAINT ck_webhook_deliveries__known_status CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text]))),
  CONSTRAINT ck_webhook_deliveries__only_pending_is_tried CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  CONSTRAINT fk_webhook_deliveries__event FOREIGN KEY (company_id, sequence) REFERENCES events(company_id, sequence),
  CONSTRAINT fk_webhook_deliveries__subscription FOREIGN KEY (company_id, subscription_id) REFERENCES webhook_subscriptions(company_id, subscription_id)
);
CREATE INDEX ix_webhook_deliveries__due ON webhook_deliveries USING btree (company_id, subscription_id, next_attempt_at, sequence) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX ix_webhook_deliveries__event ON webhook_deliveries USING btree (company_id, sequence);
CREATE INDEX ix_webhook_deliveries__final ON webhook_deliveries USING btree (company_id, status_at) WHERE (next_attempt_at IS NULL);
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_webhook_deliveries__delete ON webhook_deliveries FOR DELETE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (next_attempt_at IS NULL) AND (status_at < (clock_timestamp() - '1 day'::interval))));
CREATE POLICY rls_webhook_deliveries__insert ON webhook_deliveries FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_webhook_deliveries__purge ON webhook_deliveries FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_webhook_deliveries__select ON webhook_deliveries FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_webhook_deliveries__update ON webhook_deliveries FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_deliveries TO gapless_app;

CREATE TABLE webhook_endpoints (
  company_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  provider text NOT NULL,
  description text,
  bank_account_id uuid,
  secret_sealed text,
  previous_secret_sealed text,
  previous_secret_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT pk_webhook_endpoints PRIMARY KEY (company_id, endpoint_id),
  CONSTRAINT ck_webhook_endpoints__deleted_without_secrets CHECK (((deleted_at IS NULL) OR (previous_secret_sealed IS NULL))),
  CONSTRAINT ck_webhook_endpoints__known_provider CHECK ((provider = ANY (ARRAY['stripe'::text, 'standard'::text]))),
  CONSTRAINT ck_webhook_endpoints__previous_secret_ends CHECK (((previous_secret_sealed IS NULL) = (previous_secret_until IS NULL))),
  CONSTRAINT ck_webhook_endpoints__secret_while_live CHECK (((secret_sealed IS NULL) = (deleted_at IS NOT NULL))),
  CONSTRAINT fk_webhook_endpoints__bank_account FOREIGN KEY (company_id, bank_account_id) REFERENCES bank_accounts(company_id, bank_account_id)
);
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_endpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_webhook_endpoints__insert ON webhook_endpoints FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_webhook_endpoints__purge ON webhook_endpoints FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_webhook_endpoints__select ON webhook_endpoints FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_webhook_endpoints__update ON webhook_endpoints FOR UPDATE USING (((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid) AND (deleted_at IS NULL))) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON webhook_endpoints TO gapless_app;

CREATE TABLE webhook_subscriptions (
  company_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  sealed_secret text,
  is_active boolean NOT NULL,
  last_sequence bigint NOT NULL,
  failed_turns integer DEFAULT 0 NOT NULL,
  paused_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT pk_webhook_subscriptions PRIMARY KEY (company_id, subscription_id),
  CONSTRAINT ck_webhook_subscriptions__deleted_is_over CHECK ((((deleted_at IS NULL) AND (sealed_secret IS NOT NULL)) OR ((deleted_at IS NOT NULL) AND (sealed_secret IS NULL) AND (NOT is_active)))),
  CONSTRAINT ck_webhook_subscriptions__some_events CHECK ((cardinality(events) > 0)),
  CONSTRAINT fk_webhook_subscriptions__company FOREIGN KEY (company_id) REFERENCES companies(company_id)
) WITH (fillfactor=70);
ALTER TABLE webhook_subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_subscriptions FORCE ROW LEVEL SECURITY;
CREATE POLICY rls_webhook_subscriptions__insert ON webhook_subscriptions FOR INSERT WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_webhook_subscriptions__purge ON webhook_subscriptions FOR DELETE TO gapless_owner USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_webhook_subscriptions__select ON webhook_subscriptions FOR SELECT USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE POLICY rls_webhook_subscriptions__update ON webhook_subscriptions FOR UPDATE USING ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)) WITH CHECK ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
GRANT INSERT, SELECT, UPDATE ON webhook_subscriptions TO gapless_app;

CREATE TABLE work_items (
  company_id uuid NOT NULL,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  due_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  leased_until timestamp with time zone,
  lease_token bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000000)::numeric))::bigint NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  scheduled_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT pk_work_items PRIMARY KEY (company_id, kind, subject_id)
) WITH (fillfactor=70);
CREATE INDEX ix_work_items__due ON work_items USING btree (kind, due_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON work_items TO gapless_app;
