import { MigrationInterface, QueryRunner } from 'typeorm';
import { appendOnly, companyTable, grant } from './support/company-table';

/** Companies, API keys, idempotency keys, audit and outbox. */
export class Foundation1796000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(guards);
    await runner.query(companies);
    await runner.query(apiKeys);
    await runner.query(idempotencyKeys);
    await runner.query(auditAndOutbox);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const guards = `
-- @invariant INV-02: the last word when a grant or a policy is wrong. A deleted sandbox company may be purged by the owner.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND is_purge_of_sandbox(OLD.company_id, TG_RELID) THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% on % is refused: posted facts never change', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_' || TG_TABLE_NAME || '__append_only';
END $$;

CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'TRUNCATE of % is refused: posted facts never change', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_' || TG_TABLE_NAME || '__append_only';
END $$;

CREATE FUNCTION is_purge_of_sandbox(p_company uuid, p_table oid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN pg_get_userbyid((SELECT relowner FROM pg_class WHERE oid = p_table)) = current_user
     AND EXISTS (SELECT 1 FROM companies WHERE company_id = p_company AND is_sandbox AND status = 'deleted');
END $$;
`;

const companies = `
CREATE TABLE companies (
  company_id uuid CONSTRAINT pk_companies PRIMARY KEY,
  name text NOT NULL,
  code text,
  vat_code text,
  country_code char(2) NOT NULL,
  base_currency char(3) NOT NULL,
  default_invoice_currency char(3) NOT NULL,
  time_zone text NOT NULL,
  is_sandbox boolean NOT NULL,
  status text NOT NULL CONSTRAINT ck_companies__known_status CHECK (status IN ('active', 'archived', 'deleted')),
  deleted_at timestamptz,
  purge_after date,
  is_vat_payer boolean NOT NULL,
  vat_payer_from date,
  vat_payer_to date,
  idempotency_key_policy text NOT NULL
    CONSTRAINT ck_companies__known_key_policy CHECK (idempotency_key_policy IN ('required', 'optional')),
  vat_rounding text NOT NULL CONSTRAINT ck_companies__known_vat_rounding CHECK (vat_rounding IN ('total', 'line')),
  strict_chronology boolean NOT NULL,
  unique_order_number boolean NOT NULL,
  allow_manual_control_entries boolean NOT NULL,
  purchase_number_scope text NOT NULL
    CONSTRAINT ck_companies__known_purchase_number_scope CHECK (purchase_number_scope IN ('ever', 'year')),
  details jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT ck_companies__vat_payer_dates_in_order CHECK (vat_payer_to IS NULL OR vat_payer_from IS NULL OR vat_payer_to >= vat_payer_from)
);
${companyTable('companies', ['SELECT', 'INSERT', 'UPDATE'])}

-- What a worker may know before it has a scope: which companies there are and whether one is due for a purge.
CREATE TABLE company_directory (
  company_id uuid CONSTRAINT pk_company_directory PRIMARY KEY,
  status text NOT NULL,
  next_due_at timestamptz
);
${grant('company_directory', 'SELECT, INSERT, UPDATE')}
`;

const apiKeys = `
CREATE TABLE api_keys (
  company_id uuid NOT NULL,
  api_key_id uuid NOT NULL,
  lineage_id uuid NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  secret_hash bytea NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  replaced_by_key_id uuid,
  CONSTRAINT pk_api_keys PRIMARY KEY (company_id, api_key_id),
  CONSTRAINT uq_api_keys__secret UNIQUE (company_id, secret_hash),
  CONSTRAINT uq_api_keys__replaced_once UNIQUE (company_id, replaced_by_key_id),
  CONSTRAINT fk_api_keys__company FOREIGN KEY (company_id) REFERENCES companies (company_id),
  CONSTRAINT fk_api_keys__replacement FOREIGN KEY (company_id, replaced_by_key_id) REFERENCES api_keys (company_id, api_key_id)
);
${companyTable('api_keys', ['SELECT', 'INSERT', 'UPDATE'])}
`;

const idempotencyKeys = `
-- @invariant INV-04. company_id is the nil UUID for calls of the operator. The body is bytea: jsonb would reorder it.
CREATE TABLE idempotency_keys (
  company_id uuid NOT NULL,
  key_hash bytea NOT NULL CONSTRAINT ck_idempotency_keys__sha256 CHECK (length(key_hash) = 32),
  key_text text NOT NULL,
  fingerprint_version smallint NOT NULL,
  fingerprint bytea NOT NULL,
  actor_id text NOT NULL,
  route text NOT NULL,
  response_status smallint,
  response_headers jsonb,
  response_body bytea,
  replayable boolean NOT NULL DEFAULT true,
  resource_id uuid,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  completed_at timestamptz,
  body_purged boolean NOT NULL DEFAULT false,
  CONSTRAINT pk_idempotency_keys PRIMARY KEY (company_id, key_hash)
) WITH (fillfactor = 70);
CREATE INDEX ix_idempotency_keys__created ON idempotency_keys (company_id, created_at);
${companyTable('idempotency_keys', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])}

-- Claims a key for this transaction, or says what stands in the way. Every query inside takes a fresh snapshot
-- (READ COMMITTED), so a winner that commits between our look and our lock is seen on the next round.
CREATE FUNCTION idempotency_claim(
  p_company uuid, p_key_hash bytea, p_key_text text, p_fingerprint_version smallint, p_fingerprint bytea,
  p_actor text, p_route text
) RETURNS TABLE (outcome text, mismatch text, response_status smallint, response_headers jsonb, response_body bytea,
                 replayable boolean, body_purged boolean, resource_id uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE stored idempotency_keys;
BEGIN
  FOR attempt IN 1..2 LOOP
    SELECT * INTO stored FROM idempotency_keys k WHERE k.company_id = p_company AND k.key_hash = p_key_hash;
    IF FOUND THEN
      RETURN QUERY SELECT
        CASE WHEN stored.response_status IS NULL THEN 'busy'
             WHEN stored.route <> p_route OR stored.actor_id <> p_actor THEN 'reuse'
             WHEN stored.fingerprint_version = p_fingerprint_version AND stored.fingerprint <> p_fingerprint THEN 'reuse'
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
END $$;

-- Stores the answer with the claim of the same transaction. Anything but one open claim is a fault and undoes everything.
CREATE FUNCTION idempotency_store(
  p_company uuid, p_key_hash bytea, p_status smallint, p_headers jsonb, p_body bytea, p_replayable boolean, p_resource uuid
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE idempotency_keys
     SET response_status = p_status, response_headers = p_headers, response_body = p_body,
         replayable = p_replayable, resource_id = p_resource, completed_at = clock_timestamp()
   WHERE company_id = p_company AND key_hash = p_key_hash AND response_status IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the idempotency claim of this transaction is gone' USING ERRCODE = 'internal_error';
  END IF;
END $$;
`;

const auditAndOutbox = `
CREATE TABLE audit_log (
  company_id uuid NOT NULL,
  audit_id bigint GENERATED ALWAYS AS IDENTITY,
  actor_type text NOT NULL CONSTRAINT ck_audit_log__known_actor_type CHECK (actor_type IN ('user', 'api_key', 'system')),
  actor_id text,
  api_key_id uuid,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id uuid,
  diff jsonb,
  request_id text NOT NULL,
  request_key_hash bytea DEFAULT decode(nullif(current_setting('app.request_key_hash', true), ''), 'hex'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT pk_audit_log PRIMARY KEY (company_id, audit_id)
);
CREATE INDEX ix_audit_log__entity ON audit_log (company_id, entity_id);
${companyTable('audit_log', ['SELECT', 'INSERT'])}
${appendOnly('audit_log')}

CREATE TABLE event_counters (
  company_id uuid CONSTRAINT pk_event_counters PRIMARY KEY,
  last_sequence bigint NOT NULL
);
${companyTable('event_counters', ['SELECT', 'INSERT', 'UPDATE'])}

-- @invariant INV-13: the sequence has no holes, by the same construction as the document numbers (INV-03).
CREATE TABLE events (
  company_id uuid NOT NULL,
  sequence bigint NOT NULL,
  previous_sequence bigint,
  event_id uuid NOT NULL,
  type text NOT NULL,
  entity_id uuid NOT NULL,
  payload jsonb,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT pk_events PRIMARY KEY (company_id, sequence),
  CONSTRAINT uq_events__id UNIQUE (company_id, event_id),
  CONSTRAINT uq_events__entity UNIQUE (company_id, sequence, entity_id),
  CONSTRAINT ck_events__follows_previous CHECK (coalesce(previous_sequence, 0) = sequence - 1 AND (previous_sequence IS NULL) = (sequence = 1)),
  CONSTRAINT fk_events__previous FOREIGN KEY (company_id, previous_sequence) REFERENCES events (company_id, sequence)
);
${companyTable('events', ['SELECT', 'INSERT'])}
${appendOnly('events')}
`;
