import { ChildServer } from '../support/child-server';
import { workerDatabase } from '../support/database';
import { postMany } from '../support/many-entries';
import { Caller, OPERATOR_TOKEN, TestCompany } from '../support/test-app';

const TRANSACTIONS = 250_000;
const ENTRIES = 4 * TRANSACTIONS;
const MOST_SECONDS = 300;
const MOST_MEGABYTES = 300;
const YEAR = { fromDate: '2026-01-01', toDate: '2026-12-31' };

describe('SAF-T of very many entries', () => {
  let server: ChildServer;
  let company: TestCompany;
  beforeAll(async () => {
    const { applicationUrl } = await workerDatabase();
    // What compiles the sources of this server takes some 50 MiB that the built one does not. A limit on the heap makes up
    // for them, and ends the process if a file were ever held in memory.
    server = await ChildServer.start(applicationUrl, { NODE_OPTIONS: '--max-old-space-size=160' });
    const operator = new Caller(server.url, OPERATOR_TOKEN);
    const { id } = (await operator.ok('account/companies/create', {
      name: 'Large UAB',
      code: '305555553',
      countryCode: 'LT',
      baseCurrency: 'EUR',
    })) as { id: string };
    const { key } = (await operator.ok('account/api-keys/create', { companyId: id, name: 'test' })) as {
      key: string;
    };
    company = new TestCompany(server.url, key, id, applicationUrl);
    await company.ok('ledger/accounts/apply-template');
    await postMany(company, TRANSACTIONS);
  }, 300_000);
  afterAll(() => server.kill());

  it(`streams ${ENTRIES} entries in bounded memory`, async () => {
    const before = server.peakMegabytes();
    const began = performance.now();
    const response = await fetch(`${server.url}/v1/declarations/lt/saft/download`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${company.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(YEAR),
    });
    expect(response.status).toBe(200);
    const found = { bytes: 0, debits: 0, credits: 0, transactions: 0, head: '', tail: '' };
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      found.bytes += chunk.length;
      const text = found.tail + decoder.decode(chunk, { stream: true });
      // What a chunk cuts in two is counted with the next one.
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      found.debits += whole.split('<DebitAmount>').length - 1;
      found.credits += whole.split('<CreditAmount>').length - 1;
      found.transactions += whole.split('<Transaction>').length - 1;
      if (whole.includes('<NumberOfEntries>')) found.head = whole;
      found.tail = text.slice(whole.length);
      if (whole.endsWith('</AuditFile>\n')) found.tail = 'complete';
    }
    const seconds = (performance.now() - began) / 1000;
    const peak = server.peakMegabytes();
    process.stdout.write(
      `SAF-T of ${ENTRIES} entries, ${Math.round(found.bytes / 1024 / 1024)} MiB: ${seconds.toFixed(1)} s, peak ${peak} MiB of the server (${before} before)\n`,
    );
    expect(found).toMatchObject({
      debits: 3 * TRANSACTIONS,
      credits: TRANSACTIONS,
      transactions: TRANSACTIONS,
      tail: 'complete',
    });
    expect(found.head).toContain(`<NumberOfEntries>${TRANSACTIONS}</NumberOfEntries>`);
    expect(found.head).toContain(`<TotalDebit>${3 * TRANSACTIONS}.00</TotalDebit>`);
    expect(seconds).toBeLessThan(MOST_SECONDS);
    expect(peak).toBeLessThan(MOST_MEGABYTES);
  }, 600_000);
});
