import type { TestCompany } from './test-app';

/** A report job with a file, as it stands before its result is told; no worker is needed for it. */
export async function fillReports(company: TestCompany): Promise<void> {
  const { id } = (await company.ok('reports/jobs/create', {
    reportType: 'trial-balance',
    params: { fromDate: '2026-01-01', toDate: '2026-12-31' },
  })) as { id: string };
  const data = Buffer.from('{}').toString('base64');
  const file = (await company.ok('files/upload', {
    fileName: 'report.json',
    mimeType: 'application/json',
    data,
  })) as { id: string };
  await company.sql(
    `INSERT INTO report_job_outputs (company_id, job_id, format, file_id) VALUES ($1, $2, 'json', $3)`,
    [company.id, id, file.id],
  );
}
