import { MigrationInterface, QueryRunner } from 'typeorm';
import { appendOnly, companyTable } from './support/company-table';

/** Kept files, what is filed with the tax authority, and the settings of its systems. */
export class Submissions1796000000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(files);
    await runner.query(submissions);
    await runner.query(configs);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const files = `
CREATE TABLE files (
  company_id uuid NOT NULL,
  file_id uuid NOT NULL,
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  file_name text NOT NULL,
  mime_type text NOT NULL,
  size_bytes bigint NOT NULL,
  chunk_count integer NOT NULL,
  sha256 bytea NOT NULL CONSTRAINT ck_files__sha256 CHECK (length(sha256) = 32),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT pk_files PRIMARY KEY (company_id, file_id),
  CONSTRAINT ck_files__full_chunks CHECK (chunk_count = (size_bytes + 1048575) / 1048576),
  CONSTRAINT fk_files__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
CREATE INDEX ix_files__entity ON files (company_id, entity_id);
${companyTable('files', ['SELECT', 'INSERT'])}
${appendOnly('files')}

-- The content, in pieces of 1 MiB. They come first: size and hash are known at the end.
CREATE TABLE file_chunks (
  company_id uuid NOT NULL,
  file_id uuid NOT NULL,
  chunk_no integer NOT NULL,
  content bytea NOT NULL CONSTRAINT ck_file_chunks__size CHECK (length(content) BETWEEN 1 AND 1048576),
  CONSTRAINT pk_file_chunks PRIMARY KEY (company_id, file_id, chunk_no),
  CONSTRAINT fk_file_chunks__file FOREIGN KEY (company_id, file_id) REFERENCES files (company_id, file_id) DEFERRABLE INITIALLY DEFERRED
);
${companyTable('file_chunks', ['SELECT', 'INSERT'])}
${appendOnly('file_chunks')}

-- A file is there with its whole content, and its content never grows.
CREATE FUNCTION files_are_complete() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
CREATE TRIGGER tr_files__complete AFTER INSERT ON files
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION files_are_complete();
CREATE FUNCTION file_chunks_come_first() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM inserted c JOIN files f USING (company_id, file_id)) THEN
    RAISE EXCEPTION 'a kept file takes no more content'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_file_chunks__come_first';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tr_file_chunks__come_first AFTER INSERT ON file_chunks
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION file_chunks_come_first();
`;

const submissions = `
-- header: what the header of the file says of time, software and taxpayer. known_sequence: the last event of the company that
-- the file knows of. event_sequence: the event that told of the rejection.
CREATE TABLE declaration_submissions (
  company_id uuid NOT NULL,
  submission_id uuid NOT NULL,
  obligation text NOT NULL CONSTRAINT ck_declaration_submissions__known_obligation CHECK (obligation IN ('lt-isaf')),
  period_year smallint NOT NULL,
  period_month smallint NOT NULL CONSTRAINT ck_declaration_submissions__month CHECK (period_month BETWEEN 1 AND 12),
  variant text NOT NULL CONSTRAINT ck_declaration_submissions__known_variant CHECK (variant IN ('F', 'S', 'P')),
  part integer NOT NULL CONSTRAINT ck_declaration_submissions__part CHECK (part >= 1),
  kind text NOT NULL CONSTRAINT ck_declaration_submissions__known_kind CHECK (kind IN ('original', 'corrective')),
  replaces_id uuid,
  status text NOT NULL
    CONSTRAINT ck_declaration_submissions__known_status CHECK (status IN ('generated', 'submitted', 'accepted', 'rejected')),
  file_id uuid NOT NULL,
  header jsonb NOT NULL,
  known_sequence bigint NOT NULL,
  external_ref text,
  message text,
  event_sequence bigint,
  discarded_at timestamptz,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT pk_declaration_submissions PRIMARY KEY (company_id, submission_id),
  CONSTRAINT uq_declaration_submissions__subject
    UNIQUE (company_id, submission_id, obligation, period_year, period_month, variant, part),
  CONSTRAINT ck_declaration_submissions__corrective_replaces CHECK ((kind = 'corrective') = (replaces_id IS NOT NULL)),
  CONSTRAINT ck_declaration_submissions__rejected_is_told CHECK ((status = 'rejected') = (event_sequence IS NOT NULL)),
  CONSTRAINT ck_declaration_submissions__discarded_before_filing CHECK (discarded_at IS NULL OR status = 'generated'),
  CONSTRAINT fk_declaration_submissions__company FOREIGN KEY (company_id) REFERENCES companies (company_id),
  -- A correction is of the same obligation, period, variant and part.
  CONSTRAINT fk_declaration_submissions__replaces
    FOREIGN KEY (company_id, replaces_id, obligation, period_year, period_month, variant, part)
    REFERENCES declaration_submissions (company_id, submission_id, obligation, period_year, period_month, variant, part),
  CONSTRAINT fk_declaration_submissions__file
    FOREIGN KEY (company_id, file_id) REFERENCES files (company_id, file_id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT fk_declaration_submissions__event
    FOREIGN KEY (company_id, event_sequence, submission_id) REFERENCES events (company_id, sequence, entity_id)
);
CREATE UNIQUE INDEX uq_declaration_submissions__one_live_original
  ON declaration_submissions (company_id, obligation, period_year, period_month, variant, part)
  WHERE kind = 'original' AND status <> 'rejected' AND discarded_at IS NULL;
CREATE UNIQUE INDEX uq_declaration_submissions__replaced_once ON declaration_submissions (company_id, replaces_id)
  WHERE status <> 'rejected' AND discarded_at IS NULL;
${companyTable('declaration_submissions', ['SELECT', 'INSERT', 'UPDATE'])}

-- What is filed stays as it was; only its state moves on: generated -> submitted -> accepted | rejected.
CREATE FUNCTION declaration_submissions_move_on() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
CREATE TRIGGER tr_declaration_submissions__move_on BEFORE UPDATE OR DELETE ON declaration_submissions
  FOR EACH ROW EXECUTE FUNCTION declaration_submissions_move_on();
CREATE TRIGGER tr_declaration_submissions__no_truncate BEFORE TRUNCATE ON declaration_submissions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- The documents in the file of a submission. Register rows never change, so these say what was filed.
CREATE TABLE declaration_submission_documents (
  company_id uuid NOT NULL,
  submission_id uuid NOT NULL,
  side text NOT NULL CONSTRAINT ck_declaration_submission_documents__known_side CHECK (side IN ('sales', 'purchases')),
  document_id uuid NOT NULL,
  CONSTRAINT pk_declaration_submission_documents PRIMARY KEY (company_id, submission_id, side, document_id),
  CONSTRAINT fk_declaration_submission_documents__submission FOREIGN KEY (company_id, submission_id)
    REFERENCES declaration_submissions (company_id, submission_id) DEFERRABLE INITIALLY DEFERRED
);
${companyTable('declaration_submission_documents', ['SELECT', 'INSERT'])}
${appendOnly('declaration_submission_documents')}
`;

const configs = `
-- Settings of the authority's systems; the values of secret fields are sealed.
CREATE TABLE declaration_configs (
  company_id uuid NOT NULL,
  system text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  CONSTRAINT pk_declaration_configs PRIMARY KEY (company_id, system, key),
  CONSTRAINT fk_declaration_configs__company FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
${companyTable('declaration_configs', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])}
`;
