import { MigrationInterface, QueryRunner } from 'typeorm';
import { companyTable } from './support/company-table';

/** Messages from others: where they may send them, and which events have been seen. */
export class InboundWebhooks1796000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(endpoints);
    await runner.query(events);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const endpoints = `
-- Secrets are sealed, as they must be used. A deleted endpoint stays for its events, without its secrets.
CREATE TABLE webhook_endpoints (
  company_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  provider text NOT NULL CONSTRAINT ck_webhook_endpoints__known_provider CHECK (provider IN ('stripe', 'standard')),
  description text,
  bank_account_id uuid,
  secret_sealed text,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz,
  CONSTRAINT pk_webhook_endpoints PRIMARY KEY (company_id, endpoint_id),
  CONSTRAINT ck_webhook_endpoints__secret_while_live CHECK ((secret_sealed IS NULL) = (deleted_at IS NOT NULL)),
  CONSTRAINT ck_webhook_endpoints__previous_secret_ends CHECK ((previous_secret_sealed IS NULL) = (previous_secret_until IS NULL)),
  CONSTRAINT ck_webhook_endpoints__deleted_without_secrets CHECK (deleted_at IS NULL OR previous_secret_sealed IS NULL),
  CONSTRAINT fk_webhook_endpoints__bank_account
    FOREIGN KEY (company_id, bank_account_id) REFERENCES bank_accounts (company_id, bank_account_id)
);
${companyTable('webhook_endpoints', ['SELECT', 'INSERT', 'UPDATE'], { changeable: 'deleted_at IS NULL' })}
`;

const events = `
-- One row per event that was seen, in the transaction of its effect. sender is where its id is unique: 'stripe', whose ids
-- are unique everywhere, so that two endpoints for one account tell an event once; else the endpoint, as the ids of
-- unrelated senders may meet. What the event said is not kept: it may hold personal data, and the books hold the rest.
CREATE TABLE inbound_events (
  company_id uuid NOT NULL,
  event_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  provider text NOT NULL CONSTRAINT ck_inbound_events__known_provider CHECK (provider IN ('stripe', 'standard')),
  sender text NOT NULL,
  external_id text NOT NULL,
  type text NOT NULL,
  object_id text,
  status text NOT NULL CONSTRAINT ck_inbound_events__known_status CHECK (status IN ('processed', 'ignored')),
  reason text,
  occurred_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  duplicates integer NOT NULL DEFAULT 0,
  last_duplicate_at timestamptz,
  CONSTRAINT pk_inbound_events PRIMARY KEY (company_id, event_id),
  CONSTRAINT uq_inbound_events__once UNIQUE (company_id, sender, external_id),
  CONSTRAINT ck_inbound_events__ignored_for_a_reason CHECK ((status = 'ignored') = (reason IS NOT NULL)),
  CONSTRAINT ck_inbound_events__duplicates_have_a_last CHECK ((duplicates = 0) = (last_duplicate_at IS NULL)),
  CONSTRAINT fk_inbound_events__endpoint
    FOREIGN KEY (company_id, endpoint_id) REFERENCES webhook_endpoints (company_id, endpoint_id)
);
${companyTable('inbound_events', ['SELECT', 'INSERT', 'UPDATE'])}
`;
