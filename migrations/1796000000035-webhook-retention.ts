import { MigrationInterface, QueryRunner } from 'typeorm';
import { grant } from './support/company-table';

/**
 * What webhooks leave behind goes after its time: deliveries that are over, and payloads of events, whose rows stay
 * (@invariant INV-13).
 */
export class WebhookRetention1796000000035 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(deliveries);
    await runner.query(payloads);
    await runner.query(turns);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const deliveries = `
-- Since when the status is what it is. The deliveries that are there count from now.
ALTER TABLE webhook_deliveries ADD COLUMN status_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE webhook_deliveries ALTER COLUMN status_at SET DEFAULT clock_timestamp();
CREATE INDEX ix_webhook_deliveries__final ON webhook_deliveries (company_id, status_at) WHERE next_attempt_at IS NULL;
CREATE INDEX ix_webhook_deliveries__event ON webhook_deliveries (company_id, sequence);
-- The application may delete what is over, and nothing that is fresh, whatever it was told to.
CREATE POLICY rls_webhook_deliveries__delete ON webhook_deliveries FOR DELETE
  USING (company_id = nullif(current_setting('app.company_id', true), '')::uuid
    AND next_attempt_at IS NULL AND status_at < clock_timestamp() - interval '1 day');
${grant('webhook_deliveries', 'DELETE')}
`;

const payloads = `
-- Up to which event the payloads are gone. The rows stay: facts refer to them, and the sequence is proved by them (INV-13).
ALTER TABLE event_counters ADD COLUMN purged_to bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT ck_event_counters__purged_is_past CHECK (purged_to BETWEEN 0 AND last_sequence);

-- @invariant INV-02: the one change of an event that there is. The owner empties a payload that is older than 90 days.
CREATE FUNCTION is_purge_of_payload(was events, becomes events) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT becomes.payload IS NULL AND to_jsonb(becomes) - 'payload' = to_jsonb(was) - 'payload'
     AND was.created_at < clock_timestamp() - interval '90 days'
     AND pg_get_userbyid((SELECT relowner FROM pg_class WHERE oid = 'public.events'::regclass)) = current_user
$$;
DROP TRIGGER tr_events__append_only ON events;
CREATE TRIGGER tr_events__append_only BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tr_events__only_old_payloads_go BEFORE UPDATE ON events FOR EACH ROW
  WHEN (NOT is_purge_of_payload(OLD.*, NEW.*)) EXECUTE FUNCTION refuse_change();
DO $$ BEGIN EXECUTE format('CREATE POLICY rls_events__payload_purge ON events FOR UPDATE TO %I
  USING (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)
  WITH CHECK (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', current_user); END $$;

-- The one way in which the application empties payloads: of the company of its scope, in order, the oldest first, up to what
-- somebody has still to be told. A subscription that is switched off goes on where it stopped, so it counts; and while there is
-- a delivery of an event, it can be sent once more. It acts with the rights of the owner, hence the fixed search path and the
-- names in full. The counter comes last, as it is the hottest row. Returns how many events that were.
CREATE FUNCTION purge_event_payloads(p_days integer, p_batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
END $$;
REVOKE ALL ON FUNCTION purge_event_payloads(integer, integer) FROM PUBLIC;
DO $$ BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION purge_event_payloads(integer, integer) TO %I', current_setting('gapless.application_role'));
END $$;
`;

const turns = `
INSERT INTO work_items (company_id, kind, subject_id) VALUES
  ('00000000-0000-0000-0000-000000000000', 'webhook_retention', '00000000-0000-0000-0000-000000000000');
`;
