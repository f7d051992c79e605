import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the next order is treated; `faults` are drawn by chance when there are many. */
export type Treatment =
  /** Answers as it should. */
  | 'well'
  /** Does it, and answers only when `release` is called. */
  | 'late'
  /** Does it, and answers 500; the key brings the 500 ever after, as Stripe's does. */
  | 'fail_after'
  /** Answers 500 before anything is done, and forgets it. */
  | 'fail_before'
  /** Does it, and closes the connection without an answer. */
  | 'drop_after'
  /** Closes the connection before anything is done. */
  | 'drop_before'
  /** Does it, and sends the answer twice over the connection. */
  | 'twice'
  /** Answers 429. */
  | 'limit'
  /** Does it, and answers half of the JSON. */
  | 'garble';

type Metadata = Record<string, string>;

export interface StoredIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  status: string;
  latest_charge: string | null;
  last_payment_error: { type: string; code: string; decline_code: string | null; message: string } | null;
  metadata: Metadata;
  account: string;
}

export interface StoredRefund {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  status: string;
  payment_intent: string;
  metadata: Metadata;
  account: string;
}

interface StoredAnswer {
  status: number;
  body: object;
  parameters: string;
}

interface State {
  intents: StoredIntent[];
  refunds: StoredRefund[];
  /** Answers by account and key. */
  keys: Record<string, StoredAnswer>;
}

/** An order as it arrived. */
export interface Arrival {
  path: string;
  key: string | undefined;
  account: string;
  parameters: Record<string, string>;
}

/**
 * Behaves as Stripe's API does for PaymentIntents and Refunds, over HTTP on loopback: keeps what it is told, honours its
 * Idempotency-Key, and treats orders as it is asked to. Payment methods: `pm_card_visa` pays, `pm_card_chargeDeclined` is
 * declined, `pm_slow` is processing until `settle`, anything that does not begin with `pm_` does not exist. Of a secret key
 * `sk_test_<account>_<anything>` it knows the account; one with `revoked` in it is refused.
 */
export class StripeServer {
  readonly arrivals: Arrival[] = [];
  /** Of the next orders, in turn; then `well`. */
  readonly treatments: Treatment[] = [];
  /** Draws the treatment of every order for which there is none in turn. */
  draw: (() => Treatment) | undefined;
  /** Called as an order arrives, before anything is done, and when it is done, before it is answered. */
  beforeOrder: (() => Promise<void>) | undefined;
  beforeAnswer: (() => Promise<void>) | undefined;
  private readonly held: (() => void)[] = [];
  private readonly inFlight = new Set<string>();
  private serial = 0;

  private constructor(
    private readonly server: Server,
    private readonly file: string | undefined,
    private readonly state: State,
  ) {}

  /** @param file keeps the state, so that a successor may go on with it */
  static async start(file?: string, port = 0): Promise<StripeServer> {
    const state =
      file !== undefined && existsSync(file)
        ? (JSON.parse(readFileSync(file, 'utf8')) as State)
        : { intents: [], refunds: [], keys: {} };
    const http = createServer((request, response) => void stripe.serve(request, response));
    const stripe = new StripeServer(http, file, state);
    await new Promise<void>(resolve => http.listen(port, '127.0.0.1', resolve));
    return stripe;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get intents(): readonly StoredIntent[] {
    return this.state.intents;
  }

  get refunds(): readonly StoredRefund[] {
    return this.state.refunds;
  }

  /** Keys under which the orders of a company came. */
  keysOf(companyId: string): Set<string | undefined> {
    const ours = this.arrivals.filter(
      ({ parameters }) => parameters['metadata[gapless_company_id]'] === companyId,
    );
    return new Set(ours.map(({ key }) => key));
  }

  /** How many answers wait to be released. */
  get waiting(): number {
    return this.held.length;
  }

  release(): void {
    for (const answer of this.held.splice(0)) answer();
  }

  /** Ends what is processing. */
  settle(id: string, how: 'succeeded' | 'declined' = 'succeeded'): StoredIntent {
    const intent = this.state.intents.find(found => found.id === id)!;
    if (how === 'succeeded') this.pay(intent);
    else this.decline(intent);
    this.keep();
    return intent;
  }

  settleRefund(id: string, status = 'succeeded'): StoredRefund {
    const refund = this.state.refunds.find(found => found.id === id)!;
    refund.status = status;
    this.keep();
    return refund;
  }

  /** Stripe forgets keys after 24 hours. */
  forgetKeys(): void {
    this.state.keys = {};
  }

  async stop(): Promise<void> {
    this.release();
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe');
    const text = await bodyOf(request).catch(() => undefined);
    if (text === undefined) return;
    const secretKey = (request.headers.authorization ?? '').replace('Bearer ', '');
    const account = /^.k_(?:test|live)_([A-Za-z0-9]+)/.exec(secretKey)?.[1] ?? '';
    if (/revoked/.test(secretKey))
      return send(
        response,
        401,
        fault('invalid_request_error', 'api_key_expired', 'Expired API Key provided'),
      );
    if (request.method === 'GET') return this.look(response, account, pathname, searchParams);
    const key = request.headers['idempotency-key'] as string | undefined;
    this.arrivals.push({
      path: pathname,
      key,
      account,
      parameters: Object.fromEntries(new URLSearchParams(text)),
    });
    await this.order(response, { account, pathname, key: `${account} ${key}`, text });
  }

  private async order(
    response: ServerResponse,
    { account, pathname, key, text }: { account: string; pathname: string; key: string; text: string },
  ): Promise<void> {
    await this.beforeOrder?.();
    const treatment = this.treatments.shift() ?? this.draw?.() ?? 'well';
    if (treatment === 'drop_before') return void response.socket?.destroy();
    if (treatment === 'limit')
      return send(response, 429, fault('invalid_request_error', 'rate_limit', 'Too many requests'));
    if (treatment === 'fail_before')
      return send(response, 500, fault('api_error', '', 'Something went wrong'));
    const known = this.state.keys[key];
    if (known && known.parameters !== text)
      return send(
        response,
        400,
        fault('idempotency_error', '', 'Keys can only be used with the same parameters'),
      );
    if (!known && this.inFlight.has(key))
      return send(
        response,
        409,
        fault('idempotency_error', 'idempotency_key_in_use', 'Another request is being processed'),
      );
    this.inFlight.add(key);
    const answer = known ?? this.execute(account, pathname, new URLSearchParams(text), text);
    const kept =
      !known && treatment === 'fail_after'
        ? { ...answer, status: 500, body: fault('api_error', '', 'Something went wrong') }
        : answer;
    // What fails validation is not kept, as with Stripe.
    if (kept.status !== 400 && kept.status !== 404) this.state.keys[key] = kept;
    this.keep();
    this.inFlight.delete(key);
    await this.beforeAnswer?.();
    switch (treatment) {
      case 'drop_after':
        return void response.socket?.destroy();
      case 'late':
        await new Promise<void>(resolve => this.held.push(resolve));
        return send(response, kept.status, kept.body);
      case 'twice': {
        const body = JSON.stringify(kept.body);
        const whole = `HTTP/1.1 ${kept.status} OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
        return void response.socket?.write(whole + whole);
      }
      case 'garble':
        response.writeHead(200, { 'Content-Type': 'application/json' });
        return void response.end(JSON.stringify(kept.body).slice(0, 40));
      default:
        return send(response, kept.status, kept.body);
    }
  }

  private execute(account: string, path: string, sent: URLSearchParams, parameters: string): StoredAnswer {
    const answer = path === '/v1/payment_intents' ? this.charge(account, sent) : this.refund(account, sent);
    // As it stands now: what happens to the object later does not change the kept answer.
    return { ...(JSON.parse(JSON.stringify(answer)) as { status: number; body: object }), parameters };
  }

  private charge(account: string, sent: URLSearchParams): { status: number; body: object } {
    const method = sent.get('payment_method') ?? '';
    if (!method.startsWith('pm_'))
      return {
        status: 400,
        body: fault('invalid_request_error', 'resource_missing', `No such PaymentMethod: '${method}'`),
      };
    const intent: StoredIntent = {
      id: this.id('pi'),
      object: 'payment_intent',
      amount: Number(sent.get('amount')),
      amount_received: 0,
      currency: sent.get('currency') ?? '',
      status: 'processing',
      latest_charge: null,
      last_payment_error: null,
      metadata: metadataOf(sent),
      account,
    };
    this.state.intents.push(intent);
    if (method === 'pm_slow') return { status: 200, body: intent };
    if (method === 'pm_card_chargeDeclined') {
      this.decline(intent);
      return { status: 402, body: { error: { ...intent.last_payment_error, payment_intent: intent } } };
    }
    this.pay(intent);
    return { status: 200, body: intent };
  }

  private pay(intent: StoredIntent): void {
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: this.id('ch'),
      last_payment_error: null,
    });
  }

  private decline(intent: StoredIntent): void {
    intent.status = 'requires_payment_method';
    intent.last_payment_error = {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    };
  }

  private refund(account: string, sent: URLSearchParams): { status: number; body: object } {
    const intent = this.state.intents.find(({ id }) => id === sent.get('payment_intent'));
    if (intent?.account !== account)
      return {
        status: 404,
        body: fault('invalid_request_error', 'resource_missing', 'No such payment_intent'),
      };
    const amount = Number(sent.get('amount'));
    const before = this.state.refunds
      .filter(({ payment_intent, status }) => payment_intent === intent.id && status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0);
    if (before + amount > intent.amount_received)
      return {
        status: 400,
        body: fault('invalid_request_error', 'charge_already_refunded', 'Charge has already been refunded.'),
      };
    const metadata = metadataOf(sent);
    const refund: StoredRefund = {
      id: this.id('re'),
      object: 'refund',
      amount,
      currency: intent.currency,
      status: sent.get('reason') === 'fraudulent' ? 'pending' : 'succeeded',
      payment_intent: intent.id,
      metadata,
      account,
    };
    this.state.refunds.push(refund);
    return { status: 200, body: refund };
  }

  private look(response: ServerResponse, account: string, path: string, query: URLSearchParams): void {
    const [, , kind, id] = path.split('/');
    const all: (StoredIntent | StoredRefund)[] = kind === 'refunds' ? this.state.refunds : this.state.intents;
    const ours = all.filter(found => found.account === account);
    if (id === 'search') {
      const [, name, value] = /^metadata\['(.+)'\]:'(.+)'$/.exec(query.get('query') ?? '') ?? [];
      const data = ours.filter(({ metadata }) => metadata[name!] === value);
      return send(response, 200, { object: 'search_result', data, has_more: false, url: path });
    }
    if (id === undefined) {
      const data = this.state.refunds.filter(
        refund => refund.account === account && refund.payment_intent === query.get('payment_intent'),
      );
      return send(response, 200, { object: 'list', data, has_more: false, url: path });
    }
    const found = ours.find(one => one.id === id);
    if (!found)
      return send(
        response,
        404,
        fault('invalid_request_error', 'resource_missing', `No such object: '${id}'`),
      );
    send(response, 200, found);
  }

  private id(prefix: string): string {
    return `${prefix}_${++this.serial}${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  }

  private keep(): void {
    if (this.file === undefined) return;
    writeFileSync(`${this.file}.new`, JSON.stringify(this.state));
    renameSync(`${this.file}.new`, this.file);
  }
}

function fault(type: string, code: string, message: string): object {
  return { error: { type, ...(code !== '' && { code }), message } };
}

function metadataOf(sent: URLSearchParams): Metadata {
  const entries = [...sent].flatMap(([name, value]) => {
    const [, member] = /^metadata\[(.+)\]$/.exec(name) ?? [];
    return member === undefined ? [] : [[member, value] as const];
  });
  return Object.fromEntries(entries);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_test' });
  response.end(JSON.stringify(body));
}
