import type { TableRows, Tx } from '../../platform/database';
import type { IsafHeader, IsafRequest } from '../domain/isaf/isaf-header';
import type { NextStatus, Submission } from '../domain/submission';

/** How many files there are from the original to this one. */
const AMENDMENT = `(WITH RECURSIVE replaced AS (
    SELECT s.replaces_id AS id WHERE s.replaces_id IS NOT NULL
    UNION ALL
    SELECT r.replaces_id FROM replaced p JOIN declaration_submissions r ON r.company_id = s.company_id AND r.submission_id = p.id
     WHERE r.replaces_id IS NOT NULL)
  SELECT count(*)::int FROM replaced)`;

/** Columns of a `Submission`, of submissions `s` and files `f`. */
export const SUBMISSION_COLUMNS = `s.submission_id AS id, s.obligation, s.period_year AS "periodYear", s.period_month AS "periodMonth",
  s.variant, s.part, s.kind, s.replaces_id AS "replacesId", ${AMENDMENT} AS amendment, 'manual' AS origin, 0 AS attempts, s.status, f.file_name AS "fileName", s.file_id AS "fileId",
  encode(f.sha256, 'hex') AS sha256, s.header ->> 'partNumber' AS "partNumber", s.external_ref AS "externalRef", s.message,
  s.discarded_at AS "discardedAt", s.created_at AS "createdAt", s.updated_at AS "updatedAt"`;
export const SUBMISSIONS_WITH_FILES =
  'declaration_submissions s JOIN files f ON f.company_id = s.company_id AND f.file_id = s.file_id';

/** What a new submission is, beside its file. */
export interface NewSubmission extends IsafRequest {
  id: string;
  fileId: string;
  kind: Submission['kind'];
  replacesId: string | null;
  header: IsafHeader;
  /** The last event of the company that the file knows of. */
  knownSequence: number;
}

export function submissionRow(tx: Tx, submission: NewSubmission): TableRows {
  return {
    table: 'declaration_submissions',
    rows: [
      {
        company_id: tx.companyId,
        submission_id: submission.id,
        obligation: 'lt-isaf',
        period_year: submission.period.year,
        period_month: submission.period.month,
        variant: submission.dataType,
        part: submission.part,
        kind: submission.kind,
        replaces_id: submission.replacesId,
        status: 'generated',
        file_id: submission.fileId,
        header: submission.header,
        known_sequence: submission.knownSequence,
        created_by: tx.actor.id,
        created_at: tx.now,
        updated_at: tx.now,
      },
    ],
  };
}

/** The last event of the company. */
export async function lastSequence(tx: Tx): Promise<number> {
  const [last] = await tx.query<{ sequence: number }>(
    'SELECT coalesce(max(last_sequence), 0) AS sequence FROM event_counters WHERE company_id = $1',
    [tx.companyId],
  );
  return last!.sequence;
}

/** A document of the month of a submission. */
export interface SubmittedDocument {
  side: 'sales' | 'purchases';
  documentId: string;
  /** Whether the file could hold it. */
  isInFile: boolean;
}

export async function keepDocuments(
  tx: Tx,
  submissionId: string,
  documents: SubmittedDocument[],
): Promise<void> {
  await tx.execute(
    `INSERT INTO declaration_submission_documents (company_id, submission_id, side, document_id, is_in_file)
     SELECT $1, $2, side, "documentId", "isInFile"
       FROM jsonb_to_recordset($3::jsonb) AS d(side text, "documentId" uuid, "isInFile" boolean)`,
    [tx.companyId, submissionId, JSON.stringify(documents)],
  );
}

/** A submission of the company. */
export async function findSubmission(tx: Tx, id: string): Promise<Submission | undefined> {
  const [found] = await tx.query<Submission>(
    `SELECT ${SUBMISSION_COLUMNS} FROM ${SUBMISSIONS_WITH_FILES} WHERE s.company_id = $1 AND s.submission_id = $2`,
    [tx.companyId, id],
  );
  return found;
}

/** The same, which nobody else changes until the end of the transaction. */
export async function lockSubmission(tx: Tx, id: string): Promise<Submission | undefined> {
  await tx.execute(
    'SELECT 1 FROM declaration_submissions WHERE company_id = $1 AND submission_id = $2 FOR UPDATE',
    [tx.companyId, id],
  );
  return findSubmission(tx, id);
}

/** Originals of a month are made one after the other: an index sees two of one part, and not what registers two parts share. */
export async function lockMonth(tx: Tx, { period }: Pick<IsafRequest, 'period'>): Promise<void> {
  await tx.execute(
    `SELECT pg_advisory_xact_lock(hashtextextended('submission lt-isaf' || $1::text || $2::text, 0))`,
    [tx.companyId, `${period.year}-${period.month}`],
  );
}

const IS_LIVE = `s.status <> 'rejected' AND s.discarded_at IS NULL`;
const ABOUT =
  's.company_id = $1 AND s.period_year = $2 AND s.period_month = $3 AND s.variant = $4 AND s.part = $5';

function subject(tx: Tx, { period, dataType, part }: IsafRequest): unknown[] {
  return [tx.companyId, period.year, period.month, dataType, part];
}

/**
 * The latest live submission that has a register of the month which the request asks for: of the same file, or of both
 * registers where one of them is asked for, and the other way about; of any part then, as parts are cut by registers.
 */
export async function liveSubmission(tx: Tx, request: IsafRequest): Promise<string | undefined> {
  const [found] = await tx.query<{ id: string }>(
    `SELECT s.submission_id AS id FROM declaration_submissions s
      WHERE s.company_id = $1 AND s.period_year = $2 AND s.period_month = $3 AND ${IS_LIVE}
        AND ((s.variant = $4 AND s.part = $5) OR (s.variant <> $4 AND 'F' IN (s.variant, $4)))
      ORDER BY s.created_at DESC, s.submission_id DESC LIMIT 1`,
    subject(tx, request),
  );
  return found?.id;
}

/** The id of the live correction of a submission. */
export async function liveCorrection(tx: Tx, replacedId: string): Promise<string | undefined> {
  const [found] = await tx.query<{ id: string }>(
    `SELECT s.submission_id AS id FROM declaration_submissions s WHERE s.company_id = $1 AND s.replaces_id = $2 AND ${IS_LIVE}`,
    [tx.companyId, replacedId],
  );
  return found?.id;
}

/** The header of the latest live file of this period, variant and part; undefined when there is none. */
export async function filedHeader(tx: Tx, request: IsafRequest): Promise<IsafHeader | undefined> {
  const [found] = await tx.query<{ header: IsafHeader }>(
    `SELECT s.header FROM declaration_submissions s WHERE ${ABOUT} AND ${IS_LIVE}
      ORDER BY s.created_at DESC, s.submission_id DESC LIMIT 1`,
    subject(tx, request),
  );
  return found?.header;
}

/** Moves a locked submission on. `eventSequence` is the event that tells of a rejection. */
export async function moveSubmission(
  tx: Tx,
  id: string,
  to: { status: NextStatus; externalRef?: string; message?: string; eventSequence: number | null },
): Promise<void> {
  await tx.execute(
    `UPDATE declaration_submissions
        SET status = $3, external_ref = coalesce($4, external_ref), message = coalesce($5, message), event_sequence = $6, updated_at = $7
      WHERE company_id = $1 AND submission_id = $2`,
    [tx.companyId, id, to.status, to.externalRef ?? null, to.message ?? null, to.eventSequence, tx.now],
  );
}

export async function discardSubmission(tx: Tx, id: string): Promise<void> {
  await tx.execute(
    'UPDATE declaration_submissions SET discarded_at = $3, updated_at = $3 WHERE company_id = $1 AND submission_id = $2',
    [tx.companyId, id, tx.now],
  );
}
