import { MigrationInterface, QueryRunner } from 'typeorm';
import { appendOnly, companyTable } from './support/company-table';

/** E-mails with an attachment, files of callers, and reports that are made in the background. */
export class Documents1796000000028 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(attachments);
    await runner.query(uploads);
    await runner.query(reportJobs);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const attachments = `
-- The attachment is kept before the e-mail is queued: every attempt sends the same bytes, and they can be looked at afterwards.
ALTER TABLE emails
  ADD COLUMN attachment_file_id uuid,
  ADD CONSTRAINT fk_emails__attachment FOREIGN KEY (company_id, attachment_file_id) REFERENCES files (company_id, file_id);

CREATE OR REPLACE FUNCTION emails_only_advance() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
`;

const uploads = `
-- The same content is not kept twice for one thing.
CREATE UNIQUE INDEX uq_files__content ON files (company_id, entity, entity_id, sha256);
`;

const reportJobs = `
CREATE TABLE report_jobs (
  company_id uuid NOT NULL,
  job_id uuid NOT NULL,
  report_type text NOT NULL,
  params jsonb NOT NULL,
  formats text[] NOT NULL CONSTRAINT ck_report_jobs__known_formats
    CHECK (cardinality(formats) >= 1 AND formats <@ ARRAY['json', 'xlsx', 'pdf']),
  status text NOT NULL DEFAULT 'queued'
    CONSTRAINT ck_report_jobs__known_status CHECK (status IN ('queued', 'running', 'completed', 'failed')),
  error text,
  event_sequence bigint,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  CONSTRAINT pk_report_jobs PRIMARY KEY (company_id, job_id),
  CONSTRAINT ck_report_jobs__started_is_dated CHECK ((started_at IS NULL) = (status = 'queued')),
  -- @invariant INV-13
  CONSTRAINT ck_report_jobs__final_is_dated_and_told
    CHECK (num_nonnulls(finished_at, event_sequence) = CASE WHEN status IN ('completed', 'failed') THEN 2 ELSE 0 END),
  CONSTRAINT ck_report_jobs__failed_says_why CHECK ((error IS NOT NULL) = (status = 'failed')),
  CONSTRAINT fk_report_jobs__event FOREIGN KEY (company_id, event_sequence, job_id) REFERENCES events (company_id, sequence, entity_id),
  CONSTRAINT fk_report_jobs__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
CREATE INDEX ix_report_jobs__created ON report_jobs (company_id, created_at);
CREATE INDEX ix_report_jobs__unfinished ON report_jobs (company_id) WHERE status IN ('queued', 'running');
${companyTable('report_jobs', ['SELECT', 'INSERT', 'UPDATE'])}

CREATE FUNCTION report_jobs_only_advance() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
CREATE TRIGGER tr_report_jobs__only_advance BEFORE UPDATE ON report_jobs FOR EACH ROW EXECUTE FUNCTION report_jobs_only_advance();

-- One file per format, whatever process made it.
CREATE TABLE report_job_outputs (
  company_id uuid NOT NULL,
  job_id uuid NOT NULL,
  format text NOT NULL CONSTRAINT ck_report_job_outputs__known_format CHECK (format IN ('json', 'xlsx', 'pdf')),
  file_id uuid NOT NULL,
  CONSTRAINT pk_report_job_outputs PRIMARY KEY (company_id, job_id, format),
  CONSTRAINT fk_report_job_outputs__job FOREIGN KEY (company_id, job_id) REFERENCES report_jobs (company_id, job_id),
  CONSTRAINT fk_report_job_outputs__file FOREIGN KEY (company_id, file_id) REFERENCES files (company_id, file_id)
);
${companyTable('report_job_outputs', ['SELECT', 'INSERT'])}
${appendOnly('report_job_outputs')}
`;
