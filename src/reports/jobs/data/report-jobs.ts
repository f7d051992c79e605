import type { TableRows, Tx } from '../../../platform/database';
import type { ReportJob, ReportOutput } from '../domain/report-job';

/** Columns of a `ReportJob`, of report jobs `j`. */
export const REPORT_JOB_COLUMNS = `j.job_id AS id, j.report_type AS "reportType", j.params, j.formats, j.status, j.error,
  (SELECT jsonb_agg(jsonb_build_object('format', o.format, 'fileId', f.file_id, 'fileName', f.file_name, 'sizeBytes', f.size_bytes)
                    ORDER BY array_position(j.formats, o.format))
     FROM report_job_outputs o JOIN files f ON f.company_id = o.company_id AND f.file_id = o.file_id
    WHERE o.company_id = j.company_id AND o.job_id = j.job_id) AS outputs,
  j.created_at AS "createdAt", j.started_at AS "startedAt", j.finished_at AS "finishedAt"`;

export function reportJobRow(
  tx: Tx,
  { id, reportType, params, formats }: Pick<ReportJob, 'id' | 'reportType' | 'params' | 'formats'>,
): TableRows {
  return {
    table: 'report_jobs',
    rows: [
      {
        company_id: tx.companyId,
        job_id: id,
        report_type: reportType,
        params,
        formats,
        created_by: tx.actor.id,
        created_at: tx.now,
      },
    ],
  };
}

/** How many ordered reports of the company are not finished; nobody else orders one until this transaction has ended. */
export async function countUnfinishedJobs(tx: Tx): Promise<number> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('report-jobs' || $1::text, 0))`, [
    tx.companyId,
  ]);
  return tx.execute(`SELECT 1 FROM report_jobs WHERE company_id = $1 AND status IN ('queued', 'running')`, [
    tx.companyId,
  ]);
}

export async function findReportJob(tx: Tx, id: string): Promise<ReportJob | undefined> {
  const [job] = await tx.query<ReportJob>(
    `SELECT ${REPORT_JOB_COLUMNS} FROM report_jobs j WHERE j.company_id = $1 AND j.job_id = $2`,
    [tx.companyId, id],
  );
  return job;
}

/** Says that a process is at it, also when another was before; undefined when it is finished. */
export async function beginReportJob(tx: Tx, id: string): Promise<ReportJob | undefined> {
  const [job] = await tx.query<ReportJob>(
    `UPDATE report_jobs j SET status = 'running', started_at = coalesce(j.started_at, $3)
      WHERE j.company_id = $1 AND j.job_id = $2 AND j.status IN ('queued', 'running') RETURNING ${REPORT_JOB_COLUMNS}`,
    [tx.companyId, id, tx.now],
  );
  return job;
}

export async function endReportJob(
  tx: Tx,
  id: string,
  { status, error, sequence }: { status: 'completed' | 'failed'; error: string | null; sequence: number },
): Promise<void> {
  await tx.execute(
    `UPDATE report_jobs SET status = $3, error = $4, event_sequence = $5, finished_at = $6 WHERE company_id = $1 AND job_id = $2`,
    [tx.companyId, id, status, error, sequence, tx.now],
  );
}

export function outputRows(tx: Tx, jobId: string, outputs: readonly ReportOutput[]): TableRows {
  return {
    table: 'report_job_outputs',
    rows: outputs.map(({ format, fileId }) => ({
      company_id: tx.companyId,
      job_id: jobId,
      format,
      file_id: fileId,
    })),
  };
}
