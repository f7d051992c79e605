import { MigrationInterface, QueryRunner } from 'typeorm';
import { grant } from './support/company-table';

/** Work that outlives a request: the queue, and keys of operations with calls to the outside. */
export class Work1796000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(workItems);
    await runner.query(unfinishedKeys);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const workItems = `
-- What a worker may know before it has a scope: for whom there is what to do, and when. Without row-level security, like
-- company_directory; it holds ids and times only.
CREATE TABLE work_items (
  company_id uuid NOT NULL,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  leased_until timestamptz,
  -- Begins above every token that an item of this name had before it was done and scheduled again.
  lease_token bigint NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
  attempts integer NOT NULL DEFAULT 0,
  CONSTRAINT pk_work_items PRIMARY KEY (company_id, kind, subject_id)
) WITH (fillfactor = 70);
CREATE INDEX ix_work_items__due ON work_items (kind, due_at);
-- Housekeeping is nobody's: it stands under the operator's scope, and each turn schedules the next.
INSERT INTO work_items (company_id, kind, subject_id) VALUES
  ('00000000-0000-0000-0000-000000000000', 'idempotency_retention', '00000000-0000-0000-0000-000000000000'),
  ('00000000-0000-0000-0000-000000000000', 'sandbox_purge', '00000000-0000-0000-0000-000000000000');
${grant('work_items', 'SELECT, INSERT, UPDATE, DELETE')}
`;

const unfinishedKeys = `
-- A committed key without an answer belongs to an operation with calls to the outside: it is 'unfinished', and its resource
-- says what to carry on with. A write in one transaction never leaves one.
CREATE OR REPLACE FUNCTION idempotency_claim(
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
END $$;

-- Leaves the claim of this transaction unfinished: the operation goes on after the commit, under its resource's id.
CREATE FUNCTION idempotency_begin(p_company uuid, p_key_hash bytea, p_resource uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE idempotency_keys SET resource_id = p_resource
   WHERE company_id = p_company AND key_hash = p_key_hash AND response_status IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the idempotency claim of this transaction is gone' USING ERRCODE = 'internal_error';
  END IF;
END $$;

-- Stores the answer of an operation that was begun under this key. Where the key has its answer already, was purged, or serves
-- another operation by now, nothing is stored: what happened outside must come into the books all the same.
CREATE FUNCTION idempotency_finish(
  p_company uuid, p_key_hash bytea, p_status smallint, p_headers jsonb, p_body bytea, p_resource uuid
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE idempotency_keys
     SET response_status = p_status, response_headers = p_headers, response_body = p_body, completed_at = clock_timestamp()
   WHERE company_id = p_company AND key_hash = p_key_hash AND resource_id = p_resource AND response_status IS NULL;
END $$;
`;
