import type { Answer, TestCompany } from './test-app';

/** A row of Stripe's itemised payout reconciliation report, as far as tests fill it. */
export interface PayoutRow {
  category?: string;
  gross: string;
  fee?: string;
  net?: string;
  currency?: string;
  id?: string;
  payout?: string;
  paidOn?: string;
  description?: string;
  source?: string;
  charge?: string;
  reference?: string;
  customerAmount?: string;
  customerCurrency?: string;
}

const COLUMNS =
  'automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,description,customer_facing_amount,customer_facing_currency,charge_id,payment_metadata[order_id]';

/** Amounts of tests are few and small: whole minor units are enough to subtract them. */
function less(gross: string, fee: string): string {
  const places = Math.max(...[gross, fee].map(text => (text.split('.')[1] ?? '').length));
  const units = (text: string): bigint => {
    const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
    const size = BigInt(whole + fraction.padEnd(places, '0'));
    return text.startsWith('-') ? -size : size;
  };
  const left = units(gross) - units(fee);
  const digits = (left < 0n ? -left : left).toString().padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return left < 0n ? `-${text}` : text;
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The report; `serial` of a row without id is its place in the file. */
export function report(rows: PayoutRow[]): string {
  const lines = rows.map((row, index) => {
    const { category = 'charge', gross, fee = '0.00', currency = 'eur', payout = 'po_1' } = row;
    const source = row.source ?? row.charge ?? '';
    return [
      payout,
      payout === '' ? '' : `${row.paidOn ?? '2026-10-06'} 00:00:00`,
      row.id ?? `txn_${payout}_${index}`,
      '2026-10-05 10:00:00',
      currency,
      gross,
      fee,
      row.net ?? less(gross, fee),
      category,
      source,
      row.description ?? '',
      row.customerAmount ?? '',
      row.customerCurrency ?? '',
      row.charge ?? '',
      row.reference ?? '',
    ]
      .map(quoted)
      .join(',');
  });
  return [COLUMNS, ...lines, ''].join('\n');
}

/** The row that is the payout itself. */
export function payoutRow(amount: string, payout = 'po_1', currency = 'eur'): PayoutRow {
  const gross = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
  return { category: 'payout', gross, currency, payout, source: payout, id: `txn_${payout}` };
}

export interface PayoutAnswer {
  id: string;
  status: string;
  warnings: string[];
  summary: Record<string, string>;
  lines: { id: string; externalId: string; [member: string]: unknown }[];
  [member: string]: unknown;
}

/** Payouts to one bank account. */
export class Payouts {
  constructor(
    readonly company: TestCompany,
    readonly bankAccountId: string,
  ) {}

  tryImport(content: string, members: object = {}): Promise<Answer> {
    return this.company.post('bank/settlements/import', {
      bankAccountId: this.bankAccountId,
      content,
      ...members,
    });
  }

  /** Imports a file of one payout; its id. */
  async imported(rows: PayoutRow[]): Promise<string> {
    const { status, body, text } = await this.tryImport(report(rows));
    if (status !== 200) throw new Error(text);
    return (body as { batches: { id: string }[] }).batches[0]!.id;
  }

  tryPost(id: string, members: object = {}): Promise<Answer> {
    return this.company.post('bank/settlements/post', { id, ...members });
  }

  /** Imports and posts a file of one payout. */
  async posted(rows: PayoutRow[]): Promise<PayoutAnswer> {
    const id = await this.imported(rows);
    return this.company.ok('bank/settlements/post', { id }) as Promise<PayoutAnswer>;
  }

  get(id: string): Promise<PayoutAnswer> {
    return this.company.ok('bank/settlements/get', { id }) as Promise<PayoutAnswer>;
  }
}
