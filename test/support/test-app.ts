import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../src/app.setup';
import { Clock } from '../../src/platform/clock';
import { Config, type ConfigValues } from '../../src/platform/config';
import { inCompany, withPooledClient, workerDatabase } from './database';

export const OPERATOR_TOKEN = 'operator-token-of-the-tests';

/** An answer as it came over the wire. */
export interface Answer {
  status: number;
  // Tests read members of many shapes; a wrong guess fails the assertion that follows.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
  text: string;
  headers: Headers;
}

/** A clock that stands where a test puts it. */
export class TestClock extends Clock {
  constructor(public instant: Date | undefined = undefined) {
    super();
  }
  override now(): Date {
    return this.instant ?? super.now();
  }
}

/** Calls routes with one token. A writing call gets a fresh Idempotency-Key unless `key` says otherwise (null = none). */
export class Caller {
  constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  async post(
    path: string,
    body: unknown = {},
    options: { key?: string | null; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const key = options.key === undefined ? randomUUID() : options.key;
    const response = await fetch(`${this.url}/v1/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${this.token}`,
        ...(key !== null && { 'Idempotency-Key': key }),
        ...options.headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: isJson(response) ? JSON.parse(text) : undefined,
      text,
      headers: response.headers,
    };
  }

  /** Like `post`, and throws unless the answer is a success: for the steps before the one under test. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async ok(path: string, body: unknown = {}, options: { key?: string | null } = {}): Promise<any> {
    const answer = await this.post(path, body, options);
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  }
}

function isJson({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('application/json') === true;
}

/** A company with an API key of all scopes, and SQL in its scope as the application role. */
export class TestCompany extends Caller {
  constructor(
    url: string,
    token: string,
    readonly id: string,
    private readonly applicationUrl: string,
  ) {
    super(url, token);
  }

  /** Rows of a statement run in this company's scope by the application role; errors are thrown. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async sql(statement: string, parameters: unknown[] = []): Promise<any[]> {
    return inCompany(
      this.applicationUrl,
      this.id,
      async client => (await client.query(statement, parameters)).rows,
    );
  }

  async count(table: string, where = 'true'): Promise<number> {
    const [row] = (await this.sql(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`)) as {
      n: number;
    }[];
    return row!.n;
  }
}

/** The real application on a real socket and this worker's database. */
export class TestApp {
  readonly operator: Caller;

  private constructor(
    readonly nest: NestExpressApplication,
    readonly url: string,
    readonly clock: TestClock,
    readonly applicationUrl: string,
    readonly ownerUrl: string,
    readonly superuserUrl: string,
  ) {
    this.operator = new Caller(url, OPERATOR_TOKEN);
  }

  static async start(
    settings: Partial<ConfigValues> = {},
    clock = new TestClock(),
    extraModules: Type[] = [],
  ): Promise<TestApp> {
    const database = settings.databaseUrl === undefined ? await workerDatabase() : undefined;
    const config = new Config({
      port: 0,
      host: '127.0.0.1',
      databaseUrl: database?.applicationUrl,
      databaseOwnerUrl: database?.ownerUrl,
      usesEmbeddedServer: false,
      dataDir: 'unused',
      operatorToken: OPERATOR_TOKEN,
      secretsKey: 'secrets-key-of-the-tests',
      corsOrigins: ['https://app.example.com'],
      logLevel: process.env.TEST_LOG_LEVEL ?? 'silent',
      databasePoolSize: 10,
      preparesStatements: true,
      responseRetentionDays: 30,
      tombstoneRetentionDays: 3653,
      webhookDeliveryDays: 30,
      eventPayloadDays: 365,
      workerPollMs: 50,
      workerMetricsPort: undefined,
      rateLimitPerMinute: 0,
      stripeApiUrl: 'http://127.0.0.1:9',
      ecbRatesUrl: 'http://127.0.0.1:9',
      viesUrl: 'http://127.0.0.1:9',
      smtpUrl: undefined,
      mailFrom: undefined,
      outboundAllowedNetworks: ['127.0.0.0/8'],
      outboundDnsServers: [],
      ...settings,
    });
    const nest = await createApp(config, clock, extraModules);
    await nest.listen(0, '127.0.0.1');
    const { port } = nest.getHttpServer().address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    return new TestApp(
      nest,
      url,
      clock,
      config.databaseUrl ?? '',
      database?.ownerUrl ?? '',
      database?.superuserUrl ?? '',
    );
  }

  async stop(): Promise<void> {
    await this.nest.close();
  }

  /** A fresh Lithuanian VAT payer, unless told otherwise; with the chart of accounts. */
  async company(profile: Record<string, unknown> = {}): Promise<TestCompany> {
    const company = await this.bareCompany(profile);
    await company.ok('ledger/accounts/apply-template');
    return company;
  }

  /** A fresh company without accounts. */
  async bareCompany(profile: Record<string, unknown> = {}): Promise<TestCompany> {
    const created = (await this.operator.ok('account/companies/create', {
      name: 'Example UAB',
      code: '305555553',
      vatCode: 'LT100001234510',
      countryCode: 'LT',
      baseCurrency: 'EUR',
      ...profile,
    })) as { id: string };
    const { key } = (await this.operator.ok('account/api-keys/create', {
      companyId: created.id,
      name: 'test',
    })) as { key: string };
    return new TestCompany(this.url, key, created.id, this.applicationUrl);
  }

  /** A statement as the owner of the schema, without a scope. */
  async asOwner<T extends object>(statement: string, parameters: unknown[] = []): Promise<T[]> {
    return withPooledClient(
      this.ownerUrl,
      async client => (await client.query<T>(statement, parameters)).rows,
    );
  }
}
