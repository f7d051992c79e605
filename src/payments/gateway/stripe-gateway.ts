import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { invariant } from '../../shared/invariant';
import { Config } from '../../platform/config';
import { keyRefused, unknown, type Outcome } from '../domain/outcome';
import type { Payment } from '../domain/payment';
import { stripeAmount } from '../../shared/stripe-amount';
import {
  outcomeOfFault,
  outcomeOfIntent,
  outcomeOfRefund,
  type Ordered,
  type StripeFault,
} from '../domain/stripe-outcome';

/** An order to the provider, and the secret key of the account that it is of. */
export interface Order {
  companyId: string;
  payment: Payment;
  secretKey: string;
}

/**
 * How long one call may take. The library sends once more over a new connection when the old one was closed, so twice this
 * and a second must end within the lease (`LEASE_SECONDS`).
 */
const CALL_MS = 12_000;

/** The metadata that tell an order of ours; a payout report repeats the invoice's number. */
export const METADATA = {
  company: 'gapless_company_id',
  payment: 'gapless_payment_id',
  invoice: 'invoice_number',
};

/** Stripe, through its own library. Never called with a transaction open. */
@Injectable()
export class StripeGateway {
  private readonly address: { host: string; port?: string; protocol: 'http' | 'https' };

  constructor(config: Config) {
    const { hostname, port, protocol } = new URL(config.stripeApiUrl);
    this.address = {
      host: hostname,
      ...(port !== '' && { port }),
      protocol: protocol === 'http:' ? 'http' : 'https',
    };
  }

  /** Sends the order under its key; as often as it is sent, it is one order. */
  async send(order: Order, attempts: number): Promise<Outcome> {
    const ordered = orderedBy(order.payment);
    try {
      return order.payment.kind === 'charge'
        ? outcomeOfIntent(await this.charge(order, ordered), ordered)
        : outcomeOfRefund(await this.refund(order, ordered), ordered);
    } catch (error) {
      return outcomeOfFault(faultOf(error), ordered, attempts);
    }
  }

  /** Asks what became of the order, and sends nothing. */
  async find(order: Order): Promise<Outcome> {
    const ordered = orderedBy(order.payment);
    try {
      return order.payment.kind === 'charge'
        ? await this.findIntent(order, ordered)
        : await this.findRefund(order, ordered);
    } catch (error) {
      const { statusCode, code } = faultOf(error);
      const why = `looking it up failed: ${statusCode ?? 'no answer'} ${code ?? ''}`.trim();
      return statusCode === 401 || statusCode === 403 ? keyRefused(why) : unknown(why);
    }
  }

  private charge(order: Order, { units, currency }: Ordered): Promise<Stripe.PaymentIntent> {
    const { paymentMethod, customer, invoiceNumber, downstreamKey } = order.payment;
    invariant(paymentMethod, 'a charge names what is charged');
    return this.client(order).paymentIntents.create(
      {
        amount: units,
        currency,
        payment_method: paymentMethod,
        ...(customer !== null && { customer }),
        description: invoiceNumber,
        metadata: metadataOf(order),
        confirm: true,
        // Nobody is here to confirm the payment at a bank: what needs that is declined.
        error_on_requires_action: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      },
      { idempotencyKey: downstreamKey },
    );
  }

  private refund(order: Order, { units }: Ordered): Promise<Stripe.Refund> {
    const { chargeReference, reason, downstreamKey } = order.payment;
    invariant(chargeReference, 'a refund is of a charge that was made');
    return this.client(order).refunds.create(
      {
        payment_intent: chargeReference,
        amount: units,
        ...(reason !== null && { reason }),
        metadata: metadataOf(order),
      },
      { idempotencyKey: downstreamKey },
    );
  }

  private async findIntent(order: Order, ordered: Ordered): Promise<Outcome> {
    const { id, providerReference } = order.payment;
    const { paymentIntents } = this.client(order);
    if (providerReference !== null)
      return outcomeOfIntent(await paymentIntents.retrieve(providerReference), ordered);
    const { data } = await paymentIntents.search({ query: `metadata['${METADATA.payment}']:'${id}'` });
    return onlyOne(data, found => outcomeOfIntent(found, ordered));
  }

  private async findRefund(order: Order, ordered: Ordered): Promise<Outcome> {
    const { id, providerReference, chargeReference } = order.payment;
    invariant(chargeReference, 'a refund is of a charge that was made');
    const { refunds } = this.client(order);
    if (providerReference !== null)
      return outcomeOfRefund(await refunds.retrieve(providerReference), ordered);
    const ours: Stripe.Refund[] = [];
    for await (const refund of refunds.list({ payment_intent: chargeReference, limit: 100 })) {
      if (refund.metadata?.[METADATA.payment] === id) ours.push(refund);
    }
    return onlyOne(ours, found => outcomeOfRefund(found, ordered));
  }

  private client({ secretKey }: Order): Stripe {
    return new Stripe(secretKey, {
      ...this.address,
      timeout: CALL_MS,
      maxNetworkRetries: 0,
      telemetry: false,
    });
  }
}

/** Two orders under one key cannot be; if they are, a person decides. */
function onlyOne<T>(found: T[], outcomeOf: (only: T) => Outcome): Outcome {
  const [first, ...others] = found;
  if (first === undefined) return { is: 'missing' };
  return others.length === 0
    ? outcomeOf(first)
    : unknown(`the provider has ${found.length} orders of this payment`);
}

function orderedBy({ amount }: Payment): Ordered {
  const units = stripeAmount(amount);
  invariant(units !== null, 'an amount was ordered that Stripe has a number for');
  return { units, currency: amount.currency.code.toLowerCase() };
}

function metadataOf({ companyId, payment }: Order): Record<string, string> {
  return {
    [METADATA.company]: companyId,
    [METADATA.payment]: payment.id,
    [METADATA.invoice]: payment.invoiceNumber,
  };
}

/** Anything else is a fault of ours, and is seen as one. */
function faultOf(error: unknown): StripeFault {
  if (error instanceof Stripe.errors.StripeError) return error;
  throw error;
}
