import { MigrationInterface, QueryRunner } from 'typeorm';
import { companyTable } from './support/company-table';

/** Events told to receivers that subscribed. */
export class OutboundWebhooks1796000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(subscriptions);
    await runner.query(deliveries);
    await runner.query(wakeUp);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const subscriptions = `
-- last_sequence is how far the events of the company have been taken up: nothing is written for a subscription in the
-- transaction of an event. A deleted subscription stays for its deliveries, without its secret.
CREATE TABLE webhook_subscriptions (
  company_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL CONSTRAINT ck_webhook_subscriptions__some_events CHECK (cardinality(events) > 0),
  sealed_secret text,
  is_active boolean NOT NULL,
  last_sequence bigint NOT NULL,
  failed_turns integer NOT NULL DEFAULT 0,
  paused_until timestamptz,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz,
  CONSTRAINT pk_webhook_subscriptions PRIMARY KEY (company_id, subscription_id),
  CONSTRAINT fk_webhook_subscriptions__company FOREIGN KEY (company_id) REFERENCES companies (company_id),
  CONSTRAINT ck_webhook_subscriptions__deleted_is_over
    CHECK (deleted_at IS NULL AND sealed_secret IS NOT NULL OR deleted_at IS NOT NULL AND sealed_secret IS NULL AND NOT is_active)
) WITH (fillfactor = 70);
${companyTable('webhook_subscriptions', ['SELECT', 'INSERT', 'UPDATE'])}
`;

const deliveries = `
-- event_id is the webhook-id of every attempt. A test event is no fact of the books and has no sequence.
CREATE TABLE webhook_deliveries (
  company_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  event_id uuid NOT NULL,
  sequence bigint,
  event_type text NOT NULL,
  status text NOT NULL CONSTRAINT ck_webhook_deliveries__known_status CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  delivered_at timestamptz,
  CONSTRAINT pk_webhook_deliveries PRIMARY KEY (company_id, delivery_id),
  CONSTRAINT uq_webhook_deliveries__event_once UNIQUE (company_id, subscription_id, event_id),
  CONSTRAINT fk_webhook_deliveries__subscription
    FOREIGN KEY (company_id, subscription_id) REFERENCES webhook_subscriptions (company_id, subscription_id),
  CONSTRAINT fk_webhook_deliveries__event FOREIGN KEY (company_id, sequence) REFERENCES events (company_id, sequence),
  CONSTRAINT ck_webhook_deliveries__only_pending_is_tried CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)),
  CONSTRAINT ck_webhook_deliveries__delivered_at_some_time CHECK (status <> 'delivered' OR delivered_at IS NOT NULL)
);
CREATE INDEX ix_webhook_deliveries__due ON webhook_deliveries (company_id, subscription_id, next_attempt_at, sequence)
  WHERE next_attempt_at IS NOT NULL;
${companyTable('webhook_deliveries', ['SELECT', 'INSERT', 'UPDATE'])}
`;

const wakeUp = `
-- Each subscription has one work item, its lane, for as long as it is active. An event makes the lanes of its company due;
-- one that is due within a second anyway is left alone, so that a busy lane costs an event no lock, and no lane costs it one
-- look-up.
CREATE FUNCTION wake_webhook_lanes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE work_items w SET due_at = clock_timestamp()
   WHERE w.company_id = (SELECT i.company_id FROM inserted i LIMIT 1) AND w.kind = 'webhook_deliveries'
     AND w.due_at > clock_timestamp() + interval '1 second';
  RETURN NULL;
END $$;
CREATE TRIGGER tr_events__wake_webhook_lanes AFTER INSERT ON events
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION wake_webhook_lanes();
`;
