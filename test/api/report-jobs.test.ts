import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { ReportCatalog } from '../../src/reports/jobs/steps/report-catalog';
import { RunReportJob } from '../../src/reports/jobs/use-cases/run-report-job';
import { LeaseLost, WorkQueue } from '../../src/work';
import { outcome, outcomes, Sales, SALES_NOW } from '../support/sales';
import { workers } from '../support/mail';
import { readPdfs } from '../support/pdf';
import { Caller, TestApp, type TestCompany } from '../support/test-app';

interface Job {
  id: string;
  status: string;
  error: string | null;
  outputs: { format: string; fileId: string; fileName: string; sizeBytes: number }[] | null;
  [member: string]: unknown;
}

/** Of reports that are not about a range of days. */
const PARAMETERS: Record<string, object> = {
  'closing-checks': { toDate: '2026-12-31' },
  'size-category': { year: 2026 },
  'vat-reconciliation': { year: 2026, month: 10 },
  'partner-balances': {},
  'debt-aging': {},
  'monthly-summary': {},
};
/** The types that the contract's documentation names. */
const OF_THE_CONTRACT = [
  'trial-balance',
  'partner-balances',
  'debt-aging',
  'vat-summary',
  'vat-detail',
  'eu-purchases',
  'oss',
  'cost-centers',
  'cash-flow',
];
const YEAR = { fromDate: '2026-01-01', toDate: '2026-12-31' };

describe('reports/jobs', () => {
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date(SALES_NOW);
    company = await app.company({ name: '=Formulė & Co, UAB' });
    const sales = await Sales.of(company, { name: '=HYPERLINK("http://x")' });
    for (let count = 0; count < 3; count++) await sales.issued();
  });
  afterAll(() => app.stop());

  const order = (body: object, key?: string): Promise<Job> =>
    company.ok('reports/jobs/create', body, { key }) as Promise<Job>;
  const get = (id: string): Promise<Job> => company.ok('reports/jobs/get', { id }) as Promise<Job>;
  const made = async (reportType: string, params: object, formats?: string[]): Promise<Job> => {
    const { id } = await order({ reportType, params, formats });
    await workers(app);
    return get(id);
  };
  const contentOf = async ({ outputs }: Job, format: string): Promise<Buffer> => {
    const id = outputs!.find(output => output.format === format)!.fileId;
    const { content } = (await company.ok('files/get', { id })) as { content: string };
    return Buffer.from(content, 'base64');
  };

  it('are queued, then made by a worker: files, event and audit', async () => {
    const body = { reportType: 'trial-balance', params: YEAR, formats: ['pdf', 'json', 'xlsx'] };
    const queued = await order(body, 'k');
    expect(queued).toEqual({
      id: expect.any(String) as string,
      ...body,
      status: 'queued',
      error: null,
      outputs: null,
      createdAt: '2026-10-05T09:00:00.000Z',
      startedAt: null,
      finishedAt: null,
    });
    expect(await order(body, 'k')).toEqual(queued);
    await workers(app);
    const job = await get(queued.id);
    const name = 'trial-balance-2026-01-01-2026-12-31';
    expect(job).toMatchObject({
      status: 'completed',
      error: null,
      outputs: [{ fileName: `${name}.pdf` }, { fileName: `${name}.json` }, { fileName: `${name}.xlsx` }],
      startedAt: '2026-10-05T09:00:00.000Z',
      finishedAt: '2026-10-05T09:00:00.000Z',
    });
    const events = await company.sql(`SELECT entity_id, payload FROM events WHERE type LIKE 'report.%'`);
    const { id, reportType, params, formats, status, error, outputs } = job;
    expect(events).toEqual([
      { entity_id: id, payload: { id, reportType, params, formats, status, error, outputs } },
    ]);
    expect(await company.count('audit_log', `entity_id = '${id}'`)).toBe(2);
    expect(await company.count('work_items', `company_id = '${company.id}' AND kind = 'report'`)).toBe(0);
    expect(await company.ok('reports/jobs/list', {})).toMatchObject({ total: 1, rows: [job] });

    const answer = await company.post('reports/trial-balance', YEAR);
    expect((await contentOf(job, 'json')).toString('utf8')).toBe(answer.text);
  });

  it('have the amounts of the report in each format', async () => {
    const job = await made('trial-balance', YEAR, ['xlsx', 'pdf']);
    const receivables = (
      (await company.ok('reports/trial-balance', YEAR)) as { rows: { code: string; closing: string }[] }
    ).rows.find(({ code }) => code === '2410')!;
    expect(receivables.closing).toBe('363.00');

    const parts = unzipSync(await contentOf(job, 'xlsx'));
    expect(Object.keys(parts).sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    const sheet = Buffer.from(parts['xl/worksheets/sheet1.xml']!).toString('utf8');
    // 2 decimals: number format of style 5. The code of an account is a text.
    expect(sheet).toMatch(/s="5"><v>363\.00<\/v>/);
    expect(sheet).toMatch(/t="inlineStr"><is><t xml:space="preserve">2410<\/t>/);
    expect(sheet).toContain('Trial balance, =Formulė &amp; Co, UAB');
    expect(sheet).not.toContain('<f>');

    const [pages] = await readPdfs([await contentOf(job, 'pdf')]);
    const said = pages!.flat().join('\n');
    expect(said).toContain('Trial balance\n=Formulė & Co, UAB');
    expect(said).toMatch(/^2410\t.*\t363\.00$/m);
    expect(said).toContain('Totals: debit: 363.00');
  });

  it('can be had of every report that has a route, and hold a paged one as a whole', async () => {
    const reports = app.nest
      .get(ReportCatalog, { strict: false })
      .names.map(name => [
        name,
        name === 'gl-detail' ? { ...YEAR, accountCode: '2410' } : (PARAMETERS[name] ?? YEAR),
      ]);
    const names = reports.map(([name]) => name);
    for (const name of OF_THE_CONTRACT) expect(names).toContain(name);
    const jobs: Job[] = [];
    for (const [reportType, params] of reports)
      jobs.push(await order({ reportType, params, formats: ['json', 'xlsx', 'pdf'] }));
    await workers(app);
    for (const { id, reportType } of jobs)
      expect([reportType, await get(id)]).toEqual([
        reportType,
        expect.objectContaining({ status: 'completed' }),
      ]);
    const journal = jobs.find(({ reportType }) => reportType === 'general-journal')!;
    const whole = JSON.parse((await contentOf(await get(journal.id), 'json')).toString()) as {
      rows: object[];
    };
    expect(whole).toMatchObject({ total: 3, page: 1, pageSize: 3, nextCursor: null });
    expect(whole.rows).toHaveLength(3);
    const page = await made('general-journal', { ...YEAR, pageSize: 2 });
    const route = await company.post('reports/general-journal', { ...YEAR, pageSize: 2 });
    expect((await contentOf(page, 'json')).toString()).not.toContain('"rows":[]');
    expect(JSON.parse((await contentOf(page, 'json')).toString())).toMatchObject({
      rows: route.body.rows,
      total: 3,
      pageSize: 2,
    });
  });

  it.each([
    [{ reportType: 'nothing' }, 'reportType'],
    [{ reportType: 'vat-register/download', params: YEAR }, 'reportType'],
    [{ reportType: 'jobs/list' }, 'reportType'],
    [{ reportType: 'trial-balance' }, 'params.fromDate'],
    [{ reportType: 'trial-balance', params: { ...YEAR, toDate: '2026-02-30' } }, 'params.toDate'],
    [{ reportType: 'trial-balance', params: { ...YEAR, toDate: '2025-12-31' } }, 'params.toDate'],
    [{ reportType: 'trial-balance', params: { ...YEAR, other: 1 } }, 'params.other'],
    [{ reportType: 'trial-balance', params: [] }, 'params'],
    [{ reportType: 'trial-balance', params: YEAR, formats: [] }, 'formats'],
    [{ reportType: 'trial-balance', params: YEAR, formats: ['csv'] }, 'formats'],
  ])('refuse %j like the route does', async (body, member) => {
    const answer = await company.post('reports/jobs/create', body);
    expect([outcome(answer), Object.keys(answer.body.error.fieldErrors as object)]).toEqual([
      '400 invalid_request',
      expect.arrayContaining([member]),
    ]);
  });

  it('are ordered by who may read reports', async () => {
    const body = { reportType: 'trial-balance', params: YEAR };
    const by = async (scopes: string[]): Promise<string> => {
      const { key } = (await company.ok('account/api-keys/create', { name: 'k', scopes })) as { key: string };
      return outcome(await new Caller(app.url, key).post('reports/jobs/create', body));
    };
    expect(await by(['reports:write', 'files:read'])).toBe('403 scope_missing');
    expect(await by(['reports:write', 'reports:read'])).toBe('201');
    await workers(app);
  });

  it('wait twenty of a company at most, also when thirty are asked for at once', async () => {
    const other = await app.company();
    const body = { reportType: 'trial-balance', params: YEAR };
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => other.post('reports/jobs/create', body)),
    );
    expect(outcomes(answers)).toEqual({ 201: 20, '422 report_jobs_waiting': 10 });
    await workers(app);
    expect((await other.post('reports/jobs/create', body)).status).toBe(201);
    await workers(app);
  });

  it('fail with what the report refuses, and tell it', async () => {
    const job = await made('gl-detail', { ...YEAR, accountCode: 'none' }, ['json']);
    expect(job).toMatchObject({
      status: 'failed',
      outputs: null,
      error: expect.stringContaining('Account none') as string,
    });
    expect(await company.count('events', `type = 'report.failed' AND entity_id = '${job.id}'`)).toBe(1);
  });

  it('begun by a process that died are made by the next, once; the dead one writes nothing any more', async () => {
    const { id } = await order({ reportType: 'trial-balance', params: YEAR });
    const [queue, runner] = [app.nest.get(WorkQueue), app.nest.get(RunReportJob, { strict: false })];
    const key = { companyId: company.id, kind: 'report', subjectId: id };
    const dead = (await queue.take(key, 60))!;
    await company.sql(`UPDATE report_jobs SET status = 'running', started_at = now() WHERE job_id = $1`, [
      id,
    ]);
    await workers(app);
    expect((await get(id)).status).toBe('running');
    await company.sql(
      `UPDATE work_items SET leased_until = now() - interval '1 second', due_at = now() - interval '1 second' WHERE subject_id = $1`,
      [id],
    );
    await workers(app);
    expect((await get(id)).outputs).toHaveLength(1);
    await expect(runner.run(dead)).rejects.toThrow(LeaseLost);
    expect(await company.count('files', `entity_id = '${id}'`)).toBe(1);
    expect(await company.count('events', `entity_id = '${id}'`)).toBe(1);
  });

  it('are given up when they never finish', async () => {
    const { id } = await order({ reportType: 'trial-balance', params: YEAR });
    await company.sql('UPDATE work_items SET attempts = 5 WHERE subject_id = $1', [id]);
    await workers(app);
    expect(await get(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('5 times') as string,
    });
  });

  it('do not change what was asked, nor go back', async () => {
    const { id } = await made('trial-balance', YEAR);
    const change = (set: string): Promise<unknown> =>
      company.sql(`UPDATE report_jobs SET ${set} WHERE job_id = $1`, [id]);
    await expect(change(`params = '{}'`)).rejects.toMatchObject({
      constraint: 'ck_report_jobs__append_only',
    });
    await expect(change(`status = 'running'`)).rejects.toMatchObject({
      constraint: 'ck_report_jobs__status_advances',
    });
  });

  it('are not found by another company', async () => {
    const { id } = await made('trial-balance', YEAR);
    const other = await app.company();
    expect(outcome(await other.post('reports/jobs/get', { id }))).toBe('404 not_found');
    expect(outcome(await other.post('reports/jobs/get', { id: randomUUID() }))).toBe('404 not_found');
  });
});
