import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { call, must, openCompany, say, step, tell, url } from './support/story';

/**
 * Webhooks in and out, told step by step against a running server (npm start): an event that is posted twice, a forged one,
 * and an event of ours at a receiver on this machine. Ends with 1 when something is not as promised.
 */
const WAIT_MS = 20_000;

interface TestMessage {
  eventId: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

interface InboundEvent {
  externalId: string;
  type: string;
  status: string;
  duplicates: number;
}

let broken = 0;

/** Says whether what was promised is so. */
function promise(what: string, isSo: boolean): void {
  say(`${isSo ? 'yes' : 'NO '}  ${what}`);
  if (!isSo) broken++;
}

async function post({ path, headers }: TestMessage, body: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url + path, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

/** What others tell: believed by its signature, applied once. */
async function inbound(token: string): Promise<void> {
  step('1. Open an endpoint for a sender');
  const endpoint = await must<{ id: string; path: string }>(token, 'webhooks/endpoints/create', {
    provider: 'stripe',
    description: 'demo',
  });
  say(
    `The sender posts to ${url}${endpoint.path}\nand signs with a secret that only it and this company know.`,
  );

  step('2. A signed test event, posted twice');
  const message = await must<TestMessage>(token, 'webhooks/endpoints/test', { id: endpoint.id });
  say(`event ${message.eventId}, signed by Stripe's scheme`);
  const first = await post(message, message.body);
  say(`first:  ${first.status} ${first.text}`);
  const second = await post(message, message.body);
  say(`second: ${second.status} ${second.text}`);
  promise('the first was processed', first.status === 200 && first.text.includes('"duplicate":false'));
  promise('the second is a duplicate', second.status === 200 && second.text.includes('"duplicate":true'));

  step('3. The same event with one byte changed');
  const forged = await post(message, message.body.replace('evt_test', 'evt_best'));
  say(`${forged.status} ${forged.text}`);
  promise('it was refused', forged.status === 400 && forged.text.includes('signature_invalid'));

  step('4. What is remembered');
  const { rows } = await must<{ rows: InboundEvent[] }>(token, 'webhooks/inbound-events/list', {});
  for (const { externalId, type, status, duplicates } of rows)
    say(`${externalId}  ${type}  ${status}  duplicates: ${duplicates}`);
  promise(
    'one event, told again once',
    rows.length === 1 && rows[0]!.externalId === message.eventId && rows[0]!.duplicates === 1,
  );
}

interface Delivery {
  id: string;
  body: string;
  headers: Record<string, string>;
}

/** A receiver as an integrator would write it. */
class Receiver {
  readonly deliveries: Delivery[] = [];
  private readonly server: Server = createServer((request, response) => void this.take(request, response));

  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/webhooks`;
  }

  async waitFor(count: number): Promise<boolean> {
    const giveUpAt = performance.now() + WAIT_MS;
    while (this.deliveries.length < count && performance.now() < giveUpAt) await delay(100);
    return this.deliveries.length >= count;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const headers = request.headers as Record<string, string>;
    this.deliveries.push({
      id: headers['webhook-id'] ?? '',
      body: Buffer.concat(chunks).toString('utf8'),
      headers,
    });
    response.writeHead(204).end();
  }
}

/** What we tell: signed, under one id however often it is sent. */
async function outbound(token: string, partnerId: string, receiver: Receiver): Promise<void> {
  step('5. Subscribe a receiver to invoices that are issued');
  const subscribed = await call<{ id: string; secret: string; message?: string }>(
    token,
    'webhooks/subscriptions/create',
    { url: await receiver.listen(), events: ['sale_invoice.issued'] },
  );
  if (subscribed.status === 400) {
    say(`${subscribed.status}: ${subscribed.body.message}`);
    say(
      'The receiver of this story is on 127.0.0.1, which the server may not call. It is right to refuse that.',
    );
    say('To see the rest, start the server with: OUTBOUND_ALLOWED_NETWORKS=127.0.0.0/8 npm start');
    return;
  }
  const { id, secret } = subscribed.body;
  say(`subscription ${id}; its secret is shown this once: ${secret.slice(0, 12)}...`);

  step('6. Issue an invoice');
  const invoice = await must<{ id: string; fullNumber: string }>(token, 'sales/invoices/create', {
    partnerId,
    issue: true,
    lines: [
      { description: 'Stalas', unitPriceExclVat: '100.00', vatRatePercent: '21', vatClassifierCode: 'PVM1' },
    ],
  });
  say(`${invoice.fullNumber} is issued; a worker tells the receiver.`);
  const hasCome = await receiver.waitFor(1);
  promise('the event arrived (else: is a worker running?)', hasCome);
  if (!hasCome) return;
  const [delivery] = receiver.deliveries;
  const { type, sequence, data } = verified(delivery!, secret);
  say(`webhook-id ${delivery!.id}: ${type}, number ${sequence} in the sequence of this company`);
  promise('the signature is right, and it tells of this invoice', data.id === invoice.id);

  step('7. Have it delivered once more');
  const { rows } = await must<{ rows: { id: string }[] }>(token, 'webhooks/deliveries/list', {
    filter: [{ field: 'subscriptionId', op: 'eq', value: id }],
  });
  await must(token, 'webhooks/deliveries/redeliver', { id: rows[0]!.id });
  const hasComeAgain = await receiver.waitFor(2);
  promise('it arrived again', hasComeAgain);
  if (!hasComeAgain) return;
  const [, again] = receiver.deliveries;
  verified(again!, secret);
  promise(
    'under the same id, with the same bytes',
    again!.id === delivery!.id && again!.body === delivery!.body,
  );
}

interface Told {
  type: string;
  sequence: number;
  data: { id: string };
}

/** What the message tells, if its signature is right: by the public library of Standard Webhooks. */
function verified({ body, headers }: Delivery, secret: string): Told {
  return new Webhook(secret).verify(body, headers) as Told;
}

tell(async () => {
  const { token, partnerId } = await openCompany();
  say(`Messages from and to the outside. A fresh sandbox company on ${url}.`);
  await inbound(token);
  const receiver = new Receiver();
  await outbound(token, partnerId, receiver).finally(() => receiver.close());
  if (broken > 0) throw new Error(`${broken} of the promises above did not hold.`);
});
