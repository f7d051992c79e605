import { MigrationInterface, QueryRunner } from 'typeorm';
import { companyTable } from './support/company-table';

/** E-mails: what was to be sent, and how far that came. */
export class Mail1796000000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(emails);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const emails = `
-- One row per operation that sends an e-mail. 'sending' is committed before the SMTP dialogue: a row that is found in it when
-- nobody holds its work may have been handed over, so it becomes 'unknown' and is never sent again.
CREATE TABLE emails (
  company_id uuid NOT NULL,
  email_id uuid NOT NULL,
  purpose text NOT NULL CONSTRAINT ck_emails__known_purpose CHECK (purpose IN ('sale_invoice')),
  entity_id uuid NOT NULL,
  from_name text NOT NULL,
  from_address text NOT NULL,
  reply_to text,
  to_address text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  message_id text NOT NULL,
  status text NOT NULL DEFAULT 'queued'
    CONSTRAINT ck_emails__known_status CHECK (status IN ('queued', 'sending', 'sent', 'failed', 'unknown')),
  attempts integer NOT NULL DEFAULT 0,
  smtp_response text,
  request_key_hash bytea DEFAULT decode(nullif(current_setting('app.request_key_hash', true), ''), 'hex'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  CONSTRAINT pk_emails PRIMARY KEY (company_id, email_id),
  CONSTRAINT ck_emails__message_id_of_row CHECK (message_id LIKE '<' || email_id::text || '@%>'),
  CONSTRAINT ck_emails__headers_are_lines CHECK ((from_name || from_address || coalesce(reply_to, '') || to_address || subject || message_id) !~ '[[:cntrl:]]'),
  CONSTRAINT ck_emails__final_is_dated CHECK ((finished_at IS NOT NULL) = (status IN ('sent', 'failed', 'unknown'))),
  CONSTRAINT fk_emails__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
-- A key that was purged, or restored apart from the e-mails, sends nothing twice (@invariant INV-04); a refusal frees its key.
CREATE UNIQUE INDEX uq_emails__request ON emails (company_id, request_key_hash) WHERE status <> 'failed';
CREATE INDEX ix_emails__entity ON emails (company_id, entity_id);
${companyTable('emails', ['SELECT', 'INSERT', 'UPDATE'])}

CREATE FUNCTION emails_only_advance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.company_id, NEW.email_id, NEW.purpose, NEW.entity_id, NEW.from_name, NEW.from_address, NEW.reply_to, NEW.to_address,
      NEW.subject, NEW.body, NEW.message_id, NEW.request_key_hash, NEW.created_at)
     IS DISTINCT FROM
     (OLD.company_id, OLD.email_id, OLD.purpose, OLD.entity_id, OLD.from_name, OLD.from_address, OLD.reply_to, OLD.to_address,
      OLD.subject, OLD.body, OLD.message_id, OLD.request_key_hash, OLD.created_at) THEN
    RAISE EXCEPTION 'an e-mail changes only by being sent'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_emails__append_only';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN
     (('queued', 'sending'), ('sending', 'queued'), ('sending', 'sent'), ('sending', 'failed'), ('sending', 'unknown')) THEN
    RAISE EXCEPTION 'an e-mail that is % does not become %', OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ck_emails__status_advances';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tr_emails__only_advance BEFORE UPDATE ON emails FOR EACH ROW EXECUTE FUNCTION emails_only_advance();
`;
