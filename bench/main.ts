import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedServer, type EmbeddedServer } from '../src/platform/database/embedded';
import { Floor, readTemplate, type Template } from './floor';
import { Load, measure, percentile, type Measured } from './load';
import { importPayout, importStatement, type Imported } from './imports';
import { Receiver } from './receiver';
import { measureReports } from './reports';

/**
 * Measures the work of design section 9 against the floor of the same run; figures are ratios, because machines differ.
 * The database, the API, the worker (processes of their own) and the load share the machine.
 */
const OPERATOR_TOKEN = 'operator-token-of-the-bench';
const COMPANIES = 64;
const CONNECTIONS = 16;
const OPERATIONS = Number(process.env.BENCH_OPERATIONS ?? 3000);

interface Company {
  token: string;
  partnerId: string;
  template: Template;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gapless-bench-'));
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedServer({ dataDir, log: () => undefined });
  const port = await freePort();
  const api = await startApi(server, dataDir, port);
  const worker = startProcess('worker', server, dataDir, port);
  const load = new Load(port, CONNECTIONS + 100);
  const floor = new Floor(server.applicationUrl, CONNECTIONS);
  try {
    say(`Preparing ${COMPANIES} companies...`);
    const companies = await prepare(load, server);
    await run(load, floor, companies);
    const [{ token }] = companies as [Company];
    say(importRow('camt.053 entries', await importStatement(load, token, api.pid!)));
    say(importRow('payout rows', await importPayout(load, token, api.pid!)));
    const { template, token: reader } = companies.at(-1)!;
    const company = { companyId: template.companyId, token: reader };
    say('');
    for (const { work, measured, aim } of await measureReports(load, server, company))
      say(measuredRow(work, measured, '', aim));
  } finally {
    load.close();
    await floor.close();
    await Promise.all([api, worker].map(stop));
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function run(load: Load, floor: Floor, companies: Company[]): Promise<void> {
  const hot = companies[0]!;
  const of = (index: number): Company => companies[index % companies.length]!;
  const issue = async ({ token, partnerId }: Company, key: string = randomUUID()): Promise<void> => {
    await load.must('sales/invoices/create', token, key, invoice(partnerId));
  };
  await measure(500, CONNECTIONS, index => issue(of(index))); // warm-up
  await measure(500, CONNECTIONS, index => floor.write(of(index).template));

  const floorMany = await measure(OPERATIONS, CONNECTIONS, index => floor.write(of(index).template));
  const issueMany = await measure(OPERATIONS, CONNECTIONS, index => issue(of(index)));
  const told = await issueWhileTold(load, companies, index => issue(of(index)));
  const issueAfter = await measure(OPERATIONS, CONNECTIONS, index => issue(of(index)));
  const floorHot = await measure(OPERATIONS, CONNECTIONS, () => floor.write(hot.template));
  const issueHot = await measure(OPERATIONS, CONNECTIONS, () => issue(hot));
  const key = randomUUID();
  await issue(hot, key);
  const replay = await measure(OPERATIONS, CONNECTIONS, () => issue(hot, key));
  const storm = await duplicatesStorm(load, companies);

  say('');
  say(row('work', 'per second', 'p50 ms', 'p95 ms', 'ratio', 'aim'));
  say(row('-'.repeat(44), '-'.repeat(10), '------', '------', '------', '-'.repeat(20)));
  say(measuredRow(`floor, ${COMPANIES} companies`, floorMany, '1', ''));
  say(measuredRow(`issue, ${COMPANIES} companies`, issueMany, ratio(issueMany, floorMany), 'at least 0.5'));
  const untold = { ...issueMany, perSecond: (issueMany.perSecond + issueAfter.perSecond) / 2 };
  say(measuredRow('the same, each with a webhook', told, ratio(told, untold), 'at least 0.9 of without'));
  say(measuredRow('the same, without again', issueAfter, ratio(issueAfter, floorMany), ''));
  say(measuredRow('floor, one hot company', floorHot, '1', ''));
  say(measuredRow('issue, one hot company', issueHot, ratio(issueHot, floorHot), 'at least 1.0'));
  say(measuredRow('replay of a stored answer', replay, ratio(replay, issueMany), 'at least 5 x issue'));
  say(row('unrelated requests, idle', '', storm.idle.toFixed(1), '', '1', ''));
  say(
    row(
      'unrelated requests, 100 duplicates at once',
      '',
      storm.busy.toFixed(1),
      '',
      (storm.busy / storm.idle).toFixed(2),
      'p50 at most 1.5',
    ),
  );
}

/** Issues while every company has a subscription, and waits until all of it is delivered. */
async function issueWhileTold(
  load: Load,
  companies: Company[],
  issue: (index: number) => Promise<void>,
): Promise<Measured> {
  const receiver = await Receiver.start();
  const subscriptions = await Promise.all(
    companies.map(async ({ token }) => {
      const terms = { url: receiver.url, events: ['*'] };
      const path = 'webhooks/subscriptions/create';
      const { id } = await load.must<{ id: string }>(path, token, randomUUID(), terms);
      return { token, id };
    }),
  );
  const measured = await measure(OPERATIONS, CONNECTIONS, issue);
  const atOnce = receiver.count;
  const began = performance.now();
  while (receiver.count < OPERATIONS) await new Promise(resolve => setTimeout(resolve, 20));
  const seconds = (performance.now() - began) / 1000;
  say(`webhooks: ${atOnce} of ${OPERATIONS} delivered while issuing, the rest ${seconds.toFixed(1)} s later`);
  for (const { token, id } of subscriptions)
    await load.must('webhooks/subscriptions/delete', token, randomUUID(), { id });
  receiver.close();
  return measured;
}

function importRow(what: string, { entries, seconds, peakMegabytes }: Imported): string {
  return `import of ${entries} ${what}: ${seconds.toFixed(1)} s (aim: under 20), peak memory of the API so far ${peakMegabytes ?? '?'} MiB`;
}

/** The p50 of requests of other companies, alone and while bursts of a hundred calls with one key go on beside them. */
async function duplicatesStorm(load: Load, companies: Company[]): Promise<{ idle: number; busy: number }> {
  const [stormy, ...others] = companies as [Company, ...Company[]];
  const unrelated = async (index: number): Promise<number> => {
    const { token, partnerId } = others[index % others.length]!;
    const start = performance.now();
    await load.must('sales/invoices/create', token, randomUUID(), invoice(partnerId));
    return performance.now() - start;
  };
  const idle: number[] = [];
  for (let index = 0; index < 200; index++) idle.push(await unrelated(index));

  const busy: number[] = [];
  for (let burst = 0; burst < 10; burst++) {
    const key = randomUUID();
    const body = invoice(stormy.partnerId);
    const duplicates = Array.from({ length: 100 }, () =>
      load.post('sales/invoices/create', stormy.token, key, body),
    );
    for (let index = 0; index < 20; index++) busy.push(await unrelated(index));
    await Promise.all(duplicates);
  }
  return { idle: percentile(idle, 0.5), busy: percentile(busy, 0.5) };
}

async function prepare(load: Load, server: EmbeddedServer): Promise<Company[]> {
  const companies: Company[] = [];
  for (let index = 0; index < COMPANIES; index++) {
    const profile = { name: `Company ${index}`, code: '305555553', countryCode: 'LT', baseCurrency: 'EUR' };
    const { id } = await load.must<{ id: string }>(
      'account/companies/create',
      OPERATOR_TOKEN,
      randomUUID(),
      profile,
    );
    const { key } = await load.must<{ key: string }>(
      'account/api-keys/create',
      OPERATOR_TOKEN,
      randomUUID(),
      { companyId: id, name: 'bench' },
    );
    await load.must('ledger/accounts/apply-template', key, randomUUID(), {});
    const partner = await load.must<{ id: string }>('partners/create', key, randomUUID(), {
      name: 'Buyer',
      code: '304444442',
    });
    const issued = await load.must<{ id: string }>(
      'sales/invoices/create',
      key,
      randomUUID(),
      invoice(partner.id),
    );
    companies.push({
      token: key,
      partnerId: partner.id,
      template: await readTemplate(server.applicationUrl, id, issued.id),
    });
  }
  return companies;
}

function invoice(partnerId: string): object {
  const line = {
    description: 'Consulting',
    quantity: 1,
    unitPriceExclVat: '100.00',
    vatRatePercent: '21',
    vatClassifierCode: 'PVM1',
  };
  return {
    partnerId,
    issue: true,
    lines: [line, { ...line, description: 'Travel', unitPriceExclVat: '20.00' }],
  };
}

async function startApi(server: EmbeddedServer, dataDir: string, port: number): Promise<ChildProcess> {
  const api = startProcess('api', server, dataDir, port);
  for (;;) {
    if (api.exitCode !== null) throw new Error('the API did not start');
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    if (answer?.ok) return api;
    await new Promise(resolve => setTimeout(resolve, 200));
  }
}

function startProcess(
  duty: 'api' | 'worker',
  server: EmbeddedServer,
  dataDir: string,
  port: number,
): ChildProcess {
  return spawn(process.execPath, [join(__dirname, `../src/${duty}.js`)], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: server.applicationUrl,
      DATABASE_OWNER_URL: server.ownerUrl,
      DATABASE_POOL_SIZE: String(CONNECTIONS),
      OPERATOR_TOKEN,
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise(resolve => probe.close(resolve));
  return port;
}

function ratio(measured: Measured, against: Measured): string {
  return (measured.perSecond / against.perSecond).toFixed(2);
}

function measuredRow(work: string, measured: Measured, ratioText: string, aim: string): string {
  return row(
    work,
    measured.perSecond.toFixed(0),
    measured.p50Ms.toFixed(1),
    measured.p95Ms.toFixed(1),
    ratioText,
    aim,
  );
}

function row(
  work: string,
  perSecond: string,
  p50: string,
  p95: string,
  ratioText: string,
  aim: string,
): string {
  return [
    work.padEnd(44),
    perSecond.padStart(10),
    p50.padStart(8),
    p95.padStart(8),
    ratioText.padStart(8),
    `  ${aim}`,
  ].join('');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
