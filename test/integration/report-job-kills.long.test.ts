import { ChildServer } from '../support/child-server';
import { workerDatabase } from '../support/database';
import { workers } from '../support/mail';
import { TcpProxy, type Passage } from '../support/tcp-proxy';
import { TestApp, type TestCompany } from '../support/test-app';

/** Statements of a report job, in their order; `isCommit`: the process dies when the COMMIT after it is done. */
const POINTS = [
  { name: 'it is said to run', text: `SET status = 'running'`, isCommit: false },
  { name: 'that it runs is committed', text: `SET status = 'running'`, isCommit: true },
  { name: 'its file is written', text: 'INSERT INTO file_chunks', isCommit: false },
  { name: 'its outputs are written', text: 'report_job_outputs (', isCommit: false },
  { name: 'its result is committed', text: 'SET status = $3, error = $4', isCommit: true },
];

/** @invariant INV-13 */
describe('report jobs and workers that are killed with SIGKILL', () => {
  let app: TestApp;
  let proxy: TcpProxy;
  beforeAll(async () => {
    proxy = await TcpProxy.start((await workerDatabase()).applicationUrl);
    app = await TestApp.start();
  });
  afterAll(async () => {
    await app.stop();
    await proxy.stop();
  });

  async function killedAt({ text, isCommit }: (typeof POINTS)[number]): Promise<void> {
    let settle: () => void;
    const reached = new Promise<void>(resolve => (settle = resolve));
    const seen = new Set<object>();
    proxy.judge = async ({ connection, direction, text: bytes, request }: Passage) => {
      const isThere = direction === 'request' && bytes.includes(text);
      if (isThere) seen.add(connection);
      const isHere = isCommit
        ? direction === 'reply' && seen.has(connection) && request.includes('COMMIT')
        : isThere;
      if (!isHere) return 'forward';
      settle();
      await server.kill();
      return 'cut';
    };
    const server = await ChildServer.start(proxy.url, { DATABASE_PREPARED_STATEMENTS: 'off', WORKS: 'yes' });
    await reached;
    await server.kill();
    proxy.judge = () => 'forward';
  }

  const passed = (company: TestCompany): Promise<unknown> =>
    company.sql(
      `UPDATE work_items SET due_at = now() - interval '1 second', leased_until = NULL WHERE company_id = $1 AND kind = 'report'`,
      [company.id],
    );

  it.each(POINTS)('when $name: one file per format and one event in the end', async point => {
    const company = await app.company();
    const { id } = (await company.ok('reports/jobs/create', {
      reportType: 'trial-balance',
      params: { fromDate: '2026-01-01', toDate: '2026-12-31' },
      formats: ['json', 'pdf'],
    })) as { id: string };
    await killedAt(point);
    await passed(company);
    await workers(app);
    expect(await company.ok('reports/jobs/get', { id })).toMatchObject({
      status: 'completed',
      outputs: [{ format: 'json' }, { format: 'pdf' }],
    });
    expect(await company.count('files', `entity = 'report_job'`)).toBe(2);
    expect(await company.count('events', `type LIKE 'report.%'`)).toBe(1);
    expect(await company.count('work_items', `company_id = '${company.id}' AND kind = 'report'`)).toBe(0);
  });
});
