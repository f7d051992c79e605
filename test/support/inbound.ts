import Stripe from 'stripe';
import { Webhook } from 'standardwebhooks';
import type { Answer, TestCompany } from './test-app';

export const STRIPE_SECRET = 'whsec_test_123';

interface Endpoint {
  id: string;
  path: string;
  secret: string;
}

interface TestMessage {
  eventId: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** A remembered event as the list shows it; what tests read. */
export interface RememberedEvent {
  id: string;
  externalId: string;
  type: string;
  status: string;
  reason: string | null;
  duplicates: number;
  [member: string]: unknown;
}

/** Posts bytes, and nothing but them and these headers. */
export async function postRaw(
  url: string,
  body: string | Buffer,
  headers: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', body, headers });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text), text, headers: response.headers };
}

/** What a sender knows of one endpoint: where to, and with which secret. */
export class Sender {
  private constructor(
    readonly company: TestCompany,
    readonly endpoint: Endpoint,
    readonly provider: 'stripe' | 'standard',
  ) {}

  static async of(company: TestCompany, members: object = {}): Promise<Sender> {
    const given = { provider: 'stripe' as const, ...members };
    const endpoint = (await company.ok('webhooks/endpoints/create', given)) as Endpoint;
    return new Sender(company, endpoint, given.provider);
  }

  get url(): string {
    return `${this.company.url}${this.endpoint.path}`;
  }

  /** Signs at a second since 1970. */
  headers(body: string, at: number, secret = this.endpoint.secret, id = 'msg_1'): Record<string, string> {
    if (this.provider === 'stripe') {
      const options = { timestamp: at, payload: body, secret };
      return { 'stripe-signature': Stripe.webhooks.generateTestHeaderString(options) };
    }
    return {
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': new Webhook(secret).sign(id, new Date(at * 1000), body),
    };
  }

  /** An event of Stripe, signed now; by way of another server if `url` says so. */
  async tell(
    type: string,
    object: object,
    { id = 'evt_1', at = Math.floor(Date.now() / 1000), url = this.company.url } = {},
  ): Promise<Answer> {
    const body = JSON.stringify({ id, object: 'event', type, created: at, data: { object } });
    return postRaw(`${url}${this.endpoint.path}`, body, {
      'content-type': 'application/json',
      ...this.headers(body, at),
    });
  }

  async remembered(): Promise<RememberedEvent[]> {
    const { rows } = (await this.company.ok('webhooks/inbound-events/list', {
      sort: [{ field: 'externalId', dir: 'asc' }],
    })) as { rows: RememberedEvent[] };
    return rows;
  }
}

/** Leaves an endpoint and an event that came by it: the test event of the product. */
export async function newInboundEvent(company: TestCompany): Promise<void> {
  const { endpoint } = await Sender.of(company);
  const message = (await company.ok('webhooks/endpoints/test', { id: endpoint.id })) as TestMessage;
  const { status, text } = await postRaw(`${company.url}${message.path}`, message.body, message.headers);
  if (status !== 200) throw new Error(text);
}
