import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { StartupError } from './startup-error';

/** What can be configured (docs/configuration.md). */
export interface ConfigValues {
  port: number;
  host: string;
  databaseUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  usesEmbeddedServer: boolean;
  dataDir: string;
  operatorToken: string | undefined;
  secretsKey: string | undefined;
  corsOrigins: string[];
  logLevel: string;
  databasePoolSize: number;
  preparesStatements: boolean;
  responseRetentionDays: number;
  tombstoneRetentionDays: number;
  webhookDeliveryDays: number;
  eventPayloadDays: number;
  workerPollMs: number;
  workerMetricsPort: number | undefined;
  rateLimitPerMinute: number;
  stripeApiUrl: string;
  ecbRatesUrl: string;
  viesUrl: string;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  outboundAllowedNetworks: string[];
  outboundDnsServers: string[];
}

/** Everything the process reads from its environment. */
export class Config implements Readonly<ConfigValues> {
  readonly port!: number;
  readonly host!: string;
  /** Connects as the application role; undefined = embedded server. */
  readonly databaseUrl: string | undefined;
  /** Connects as the owner of the schema; undefined = this process does not migrate. */
  readonly databaseOwnerUrl: string | undefined;
  /** The database is our own, in dataDir. */
  readonly usesEmbeddedServer!: boolean;
  readonly dataDir!: string;
  /** Undefined until the start has read or made one. */
  readonly operatorToken: string | undefined;
  /** Signs list cursors, and encrypts the secrets that are kept for use. */
  readonly secretsKey: string | undefined;
  readonly corsOrigins!: string[];
  readonly logLevel!: string;
  readonly databasePoolSize!: number;
  /** Off behind a connection pooler that does not keep prepared statements apart. */
  readonly preparesStatements!: boolean;
  readonly responseRetentionDays!: number;
  readonly tombstoneRetentionDays!: number;
  /** How long a delivery is kept once it is over. */
  readonly webhookDeliveryDays!: number;
  /** How long what an event said is kept at least. */
  readonly eventPayloadDays!: number;
  /** How often a worker looks for due work. */
  readonly workerPollMs!: number;
  /** Where a process that only works tells how it is; undefined = nowhere. */
  readonly workerMetricsPort: number | undefined;
  /** Calls a minute of one API key in one process; 0 = no limit. */
  readonly rateLimitPerMinute!: number;
  readonly stripeApiUrl!: string;
  /** The folder of the files of the European Central Bank's reference rates. */
  readonly ecbRatesUrl!: string;
  /** The REST interface of the Commission's register of VAT numbers. */
  readonly viesUrl!: string;
  /** Undefined = this installation sends no e-mail. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  /** Private networks (CIDR) that webhooks may be sent to all the same. */
  readonly outboundAllowedNetworks!: string[];
  /** Who is asked for the addresses of receivers; none = whom the system asks. */
  readonly outboundDnsServers!: string[];

  constructor(values: ConfigValues) {
    Object.assign(this, values);
  }

  /** The same configuration with what the start has found out: the embedded server, generated secrets. */
  with(found: Partial<ConfigValues>): Config {
    return new Config({ ...this, ...found });
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Reads and checks the environment.
 * @throws StartupError naming every wrong variable at once.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const mistakes: string[] = [];
  const { text, integer, onOff, postgresUrl, url, list, atLeast16 } = readers(environment, mistakes);
  const values: ConfigValues = {
    port: integer('PORT', 3000, 0, 65535),
    host: text('HOST') ?? '127.0.0.1',
    databaseUrl: postgresUrl('DATABASE_URL'),
    databaseOwnerUrl: postgresUrl('DATABASE_OWNER_URL'),
    usesEmbeddedServer: text('DATABASE_URL') === undefined,
    dataDir: text('DATA_DIR') ?? './data',
    operatorToken: atLeast16('OPERATOR_TOKEN'),
    secretsKey: atLeast16('SECRETS_KEY'),
    corsOrigins: list('CORS_ORIGINS'),
    logLevel: text('LOG_LEVEL') ?? 'info',
    databasePoolSize: integer('DATABASE_POOL_SIZE', 10, 1, 1000),
    preparesStatements: onOff('DATABASE_PREPARED_STATEMENTS', true),
    responseRetentionDays: integer('IDEMPOTENCY_RESPONSE_DAYS', 30, 1, 3650),
    tombstoneRetentionDays: integer('IDEMPOTENCY_TOMBSTONE_DAYS', 3653, 30, 36500),
    webhookDeliveryDays: integer('WEBHOOK_DELIVERY_DAYS', 30, 1, 3650),
    eventPayloadDays: integer('EVENT_PAYLOAD_DAYS', 365, 90, 36500),
    workerPollMs: integer('WORKER_POLL_MS', 500, 10, 60_000),
    workerMetricsPort: integer('WORKER_METRICS_PORT', undefined, 0, 65535),
    rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', 6000, 0, 1_000_000),
    stripeApiUrl: url('STRIPE_API_URL', ['https:', 'http:']) ?? 'https://api.stripe.com',
    ecbRatesUrl: url('ECB_RATES_URL', ['https:', 'http:']) ?? 'https://www.ecb.europa.eu/stats/eurofxref',
    viesUrl: url('VIES_URL', ['https:', 'http:']) ?? 'https://ec.europa.eu/taxation_customs/vies/rest-api',
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: text('MAIL_FROM'),
    outboundAllowedNetworks: list('OUTBOUND_ALLOWED_NETWORKS'),
    outboundDnsServers: list('OUTBOUND_DNS_SERVERS'),
  };
  mistakes.push(...contradictions(values));
  if (mistakes.length > 0) throw new StartupError(`The configuration is wrong:\n- ${mistakes.join('\n- ')}`);
  return new Config(values);
}

/** How variables are read, by what they hold; what cannot be read is noted as a mistake. */
function readers(environment: NodeJS.ProcessEnv, mistakes: string[]) {
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const integer = <F extends number | undefined>(
    name: string,
    fallback: F,
    min: number,
    max: number,
  ): number | F => {
    const given = text(name);
    if (given === undefined) return fallback;
    if (/^\d{1,9}$/.test(given) && +given >= min && +given <= max) return +given;
    mistakes.push(`${name}: "${given}" is not a whole number from ${min} to ${max}`);
    return fallback;
  };
  const onOff = (name: string, fallback: boolean): boolean => {
    const given = text(name);
    if (given !== undefined && !['on', 'off'].includes(given))
      mistakes.push(`${name}: "${given}" is neither on nor off`);
    return given === undefined ? fallback : given === 'on';
  };
  const postgresUrl = (name: string): string | undefined => {
    const given = text(name);
    if (given !== undefined && !/^postgres(ql)?:\/\/[^@/]+@/.test(given)) {
      mistakes.push(`${name}: must look like postgres://user:password@host:5432/database`);
    }
    return given;
  };
  const url = (name: string, protocols: string[]): string | undefined => {
    const given = text(name);
    const protocol = given !== undefined && URL.canParse(given) ? new URL(given).protocol : '';
    if (given !== undefined && !protocols.includes(protocol))
      mistakes.push(`${name}: must be an address of ${protocols.join(' or ')}`);
    return given;
  };
  const list = (name: string): string[] => itemsOf(text(name));
  const atLeast16 = (name: string): string | undefined => {
    const given = text(name);
    if (given !== undefined && given.length < 16) mistakes.push(`${name}: needs at least 16 characters`);
    return given;
  };
  return { text, integer, onOff, postgresUrl, url, list, atLeast16 };
}

/** What is wrong with values that each can be read. */
function contradictions(values: ConfigValues): string[] {
  const mistakes: string[] = [];
  if (!LOG_LEVELS.includes(values.logLevel))
    mistakes.push(`LOG_LEVEL: "${values.logLevel}" is none of ${LOG_LEVELS.join(', ')}`);
  if (values.databaseOwnerUrl && !values.databaseUrl) {
    mistakes.push('DATABASE_OWNER_URL: set without DATABASE_URL; give both, or none for the embedded server');
  }
  if ((values.smtpUrl === undefined) !== (values.mailFrom === undefined))
    mistakes.push('SMTP_URL and MAIL_FROM: give both, or none for an installation that sends no e-mail');
  for (const network of values.outboundAllowedNetworks) {
    if (!ipaddr.isValidCIDR(network))
      mistakes.push(`OUTBOUND_ALLOWED_NETWORKS: "${network}" is not a network such as 10.0.0.0/8`);
  }
  for (const server of values.outboundDnsServers) {
    if (!isDnsServer(server))
      mistakes.push(`OUTBOUND_DNS_SERVERS: "${server}" is not an address such as 10.0.0.2 or 10.0.0.2:5353`);
  }
  for (const origin of values.corsOrigins) {
    if (!/^https?:\/\/[^/]+$/.test(origin))
      mistakes.push(`CORS_ORIGINS: "${origin}" is not an origin such as https://app.example.com`);
  }
  return mistakes;
}

function itemsOf(text = ''): string[] {
  return text
    .split(',')
    .map(item => item.trim())
    .filter(Boolean);
}

function isDnsServer(text: string): boolean {
  try {
    new Resolver().setServers([text]);
    return true;
  } catch {
    return false;
  }
}
