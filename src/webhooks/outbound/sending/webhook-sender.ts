import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config';
import { AddressPolicy, literalAddress } from '../domain/address-policy';
import { DeliverySettings, type Attempt } from '../domain/delivery';
import { NameLookUp, type Address } from './name-look-up';

/** What is sent: `id` and `body` are the same on every attempt, time and signature are made anew. */
export interface Message {
  url: string;
  secret: string;
  id: string;
  body: string;
}

/** Kept between the messages of a turn only: soon after, receivers close their end. */
const IDLE_SOCKET_MS = 1000;
const MOST_IDLE_SOCKETS = 8;
const MOST_ANSWER_BYTES = 64 * 1024;
const LONGEST_QUOTE = 200;

/**
 * Sends messages as Standard Webhooks has it: POST with `webhook-id`, `webhook-timestamp` and `webhook-signature` (HMAC-SHA256).
 * Connects only to addresses that were judged, and to exactly those: what a name stands for is looked up once and not again
 * for the connection. Redirects are not followed.
 */
@Injectable()
export class WebhookSender implements OnModuleDestroy {
  private readonly policy: AddressPolicy;
  private readonly names: NameLookUp;
  private readonly agents = {
    'http:': new HttpAgent({ keepAlive: true, timeout: IDLE_SOCKET_MS, maxFreeSockets: MOST_IDLE_SOCKETS }),
    'https:': new HttpsAgent({ keepAlive: true, timeout: IDLE_SOCKET_MS, maxFreeSockets: MOST_IDLE_SOCKETS }),
  };

  constructor(
    config: Config,
    private readonly settings: DeliverySettings,
    private readonly clock: Clock,
  ) {
    const { outboundAllowedNetworks, outboundDnsServers } = config;
    this.policy = new AddressPolicy(outboundAllowedNetworks);
    this.names = new NameLookUp(outboundDnsServers, outboundAllowedNetworks.length > 0);
  }

  onModuleDestroy(): void {
    this.names.stop();
    this.agents['http:'].destroy();
    this.agents['https:'].destroy();
  }

  /** Never throws: whatever goes wrong is what came of the attempt. */
  async send(message: Message): Promise<Attempt> {
    try {
      return await this.post(message);
    } catch (error) {
      const { code, message: text } = error as NodeJS.ErrnoException;
      return { status: null, error: `no answer: ${text || code}` };
    }
  }

  private post({ url: text, secret, id, body }: Message): Promise<Attempt> {
    const url = new URL(text);
    const literal = literalAddress(url);
    const complaint = literal === undefined ? undefined : this.policy.complaintAbout(literal, url.protocol);
    if (complaint !== undefined) return Promise.resolve({ status: null, error: `not sent: ${complaint}` });
    const now = this.clock.now();
    const isEncrypted = url.protocol === 'https:';
    const options: RequestOptions = {
      method: 'POST',
      agent: this.agents[isEncrypted ? 'https:' : 'http:'],
      lookup: this.lookupFor(url.protocol),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Gapless-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': Math.floor(now.getTime() / 1000),
        'webhook-signature': new Webhook(secret).sign(id, now, body),
      },
    };
    return new Promise((resolve, reject) => {
      const call = (isEncrypted ? httpsRequest : httpRequest)(url, options);
      const timer = setTimeout(
        () => call.destroy(new Error(`not complete within ${this.settings.timeoutMs} ms`)),
        this.settings.timeoutMs,
      );
      call.on('response', response => resolve(attemptOf(response)));
      call.on('error', reject);
      call.on('close', () => {
        clearTimeout(timer);
        // The only word of an answer that switches protocols (101); after any other end it says nothing new.
        reject(new Error('the connection was closed'));
      });
      call.end(body);
    });
  }

  /** Looks a name up for a connection, and refuses it when one of its addresses may not be called. */
  private lookupFor(protocol: string): LookupFunction {
    return (hostname, { all }, callback) => {
      const judged = async (): Promise<Address[]> => {
        const addresses = await this.names.addressesOf(hostname);
        for (const { address } of addresses) {
          const complaint = this.policy.complaintAbout(address, protocol);
          if (complaint !== undefined) throw new Error(complaint);
        }
        return addresses;
      };
      judged().then(
        addresses =>
          all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family),
        (error: Error) => callback(error, []),
      );
    };
  }
}

/** The status decides; of the answer to a refusal the beginning is quoted. What is too long or too slow is not waited for. */
async function attemptOf(response: IncomingMessage): Promise<Attempt> {
  const status = response.statusCode ?? 0;
  const answer = await beginningOf(response);
  const quote = answer
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_QUOTE);
  const redirect = status >= 300 && status < 400 ? ' (redirects are not followed)' : '';
  return { status, error: `answered ${status}${redirect}${quote && `: ${quote}`}` };
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MOST_ANSWER_BYTES) break; // which closes the connection
    }
  } catch {
    // Cut off: what came of it is all there is.
  }
  return Buffer.concat(chunks).toString('utf8');
}
