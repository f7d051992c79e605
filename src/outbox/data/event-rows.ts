import { newId } from '../../shared/ids';
import type { TableRows, Tx } from '../../platform/database';

/** The events of the contract that this product makes so far. */
export const EVENT_TYPES = [
  'sale_invoice.issued',
  'sale_invoice.paid',
  'sale_invoice.sent',
  'purchase_invoice.paid',
  'purchase_invoice.registered',
  'settlement.imported',
  'settlement.updated',
  'settlement.posted',
  'item.created',
  'item.updated',
  'item.deleted',
  'filing.rejected',
  'report.completed',
  'report.failed',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** An event to be told to the outside; `payload` is the fact as it stood, never looked up again. */
export interface OutboxEvent {
  sequence: number;
  type: EventType;
  entityId: string;
  payload: object;
}

/** Takes the next event number of the company. Call it after every other counter: its row is the hottest there is. */
export async function takeEventSequence(tx: Tx): Promise<number> {
  const [counter] = await tx.query<{ last_sequence: number }>(
    `INSERT INTO event_counters (company_id, last_sequence) VALUES ($1, 1)
     ON CONFLICT (company_id) DO UPDATE SET last_sequence = event_counters.last_sequence + 1
     RETURNING last_sequence`,
    [tx.companyId],
  );
  return counter!.last_sequence;
}

/** Takes the next `count` event numbers of the company, in order. As late as `takeEventSequence`. */
export async function takeEventSequences(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const [counter] = await tx.query<{ last_sequence: number }>(
    `INSERT INTO event_counters (company_id, last_sequence) VALUES ($1, $2)
     ON CONFLICT (company_id) DO UPDATE SET last_sequence = event_counters.last_sequence + $2
     RETURNING last_sequence`,
    [tx.companyId, count],
  );
  return Array.from({ length: count }, (_, index) => counter!.last_sequence - count + 1 + index);
}

/** Rows of the outbox; insert them in the statement that stores the facts (@invariant INV-13). */
export function eventRows(tx: Tx, events: OutboxEvent[]): TableRows {
  return {
    table: 'events',
    rows: events.map(event => ({
      company_id: tx.companyId,
      sequence: event.sequence,
      previous_sequence: event.sequence === 1 ? null : event.sequence - 1,
      event_id: newId(),
      type: event.type,
      entity_id: event.entityId,
      payload: event.payload,
    })),
  };
}
