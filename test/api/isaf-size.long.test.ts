import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { ChildServer } from '../support/child-server';
import { workerDatabase } from '../support/database';
import { Caller, OPERATOR_TOKEN, TestCompany } from '../support/test-app';
import { describeWithSchemas, validateInBackground } from '../support/xml-schema';

const INVOICES = 100_000;
const MOST_SECONDS = 60;
const MOST_MEGABYTES = 300;
const OCTOBER = { year: 2026, month: 10 };

/** Register rows of so many invoices of two rates, as the owner of a copy of large books would have them. */
async function registerMany(superuserUrl: string, companyId: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    // The rows stand alone: neither documents nor their totals are needed to write the file.
    await client.query(`SET session_replication_role = 'replica'`);
    await client.query(
      `WITH invoices AS MATERIALIZED (
         SELECT n, gen_random_uuid() AS id, date '2026-10-01' + (n % 31) AS day FROM generate_series(1, $2::int) AS n
       )
       INSERT INTO vat_register_rows (company_id, side, document_id, vat_rate, vat_category, vat_code, document_type, document_number,
              document_on, tax_point_on, period_year, period_month, posted_on, partner_id, partner_name, partner_is_person,
              partner_country_code, partner_code, partner_vat_code, sign, currency, net, vat, base_net, base_vat)
       SELECT $1, 'sales', id, rate, 'S', code, 'invoice', 'INV-' || lpad(n::text, 7, '0'), day, day, 2026, 10, day, $3,
              'Pirkėjas & Ko ' || n % 5000, false, 'LT', NULL, 'LT' || 100000000 + n % 5000, 1, 'EUR', net, vat, net, vat
         FROM invoices CROSS JOIN (VALUES (21, 'PVM1', 100.00, 21.00), (5, 'PVM3', 20.00, 1.00)) AS t(rate, code, net, vat)`,
      [companyId, INVOICES, randomUUID()],
    );
    await client.query('ANALYZE vat_register_rows');
  } finally {
    await client.end();
  }
}

describeWithSchemas('i.SAF of very many invoices', () => {
  const folder = mkdtempSync(join(tmpdir(), 'isaf-'));
  let server: ChildServer;
  let company: TestCompany;
  beforeAll(async () => {
    const { applicationUrl, superuserUrl } = await workerDatabase();
    server = await ChildServer.start(applicationUrl);
    const operator = new Caller(server.url, OPERATOR_TOKEN);
    const { id } = (await operator.ok('account/companies/create', {
      name: 'Large UAB',
      code: '305555553',
      vatCode: 'LT100001234510',
      countryCode: 'LT',
      baseCurrency: 'EUR',
    })) as { id: string };
    const { key } = (await operator.ok('account/api-keys/create', { companyId: id, name: 'test' })) as {
      key: string;
    };
    company = new TestCompany(server.url, key, id, applicationUrl);
    await registerMany(superuserUrl, id);
  }, 300_000);
  afterAll(async () => {
    await server.kill();
    rmSync(folder, { recursive: true });
  });

  async function download(
    path: string,
    body: object,
  ): Promise<{ file: string; bytes: number; sha256: string }> {
    const response = await fetch(`${server.url}/v1/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${company.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    const file = join(folder, randomUUID());
    const [hash, written] = [createHash('sha256'), await open(file, 'w')];
    let bytes = 0;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      hash.update(chunk);
      await written.write(chunk);
    }
    await written.close();
    return { file, bytes, sha256: hash.digest('hex') };
  }

  /** All invoices are there; the first thousand, with beginning and end of the file, are valid. */
  async function expectValid(xml: string): Promise<void> {
    const END = '</Invoice>\n';
    const invoices = xml.split(END);
    expect(invoices).toHaveLength(INVOICES + 1);
    const cut = [...invoices.slice(0, 1000), invoices.at(-1)].join(END);
    expect(await validateInBackground(cut, 'isaf/isaf_1_2.xsd')).toEqual({ valid: true, errors: [] });
  }

  const report = (what: string, began: number, bytes: number): number => {
    const seconds = (performance.now() - began) / 1000;
    process.stdout.write(
      `${what} of ${INVOICES} invoices, ${Math.round(bytes / 1024 / 1024)} MiB: ${seconds.toFixed(1)} s, peak of the API ${server.peakMegabytes()} MiB\n`,
    );
    return seconds;
  };

  it(`is downloaded, and filed, in ${MOST_SECONDS} seconds and ${MOST_MEGABYTES} MiB each`, async () => {
    let began = performance.now();
    const streamed = await download('declarations/lt/isaf/download', OCTOBER);
    expect(report('i.SAF download', began, streamed.bytes)).toBeLessThan(MOST_SECONDS);
    await expectValid(readFileSync(streamed.file, 'utf8'));

    began = performance.now();
    const submission = (await company.ok('declarations/submissions/create', {
      obligation: 'lt-isaf',
      ...OCTOBER,
    })) as { fileId: string; sha256: string };
    expect(report('Submission', began, streamed.bytes)).toBeLessThan(MOST_SECONDS);
    const kept = await download('files/download', { id: submission.fileId });
    expect(kept.sha256).toBe(submission.sha256);
    expect((await download('declarations/lt/isaf/download', OCTOBER)).sha256).toBe(submission.sha256);
    expect(server.peakMegabytes()).toBeLessThan(MOST_MEGABYTES);

    for (const [path, body] of [
      ['declarations/lt/isaf/generate', OCTOBER],
      ['files/get', { id: submission.fileId }],
    ] as const) {
      const { status, body: refusal } = await company.post(path, body);
      expect([status, refusal.error.reason]).toEqual([422, 'file_too_large']);
    }
  }, 300_000);
});
