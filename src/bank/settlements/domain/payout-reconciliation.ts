import type { FileFormat, RowMeaning, RowReader } from './payout-file';

/** Stripe's payout reconciliation report, itemised: a row per balance transaction, with the payout that it went into. */
export const PAYOUT_RECONCILIATION: FileFormat = {
  name: 'payout_reconciliation',
  columns: [
    'automatic_payout_id',
    'balance_transaction_id',
    'reporting_category',
    'currency',
    'gross',
    'fee',
    'net',
  ],
  read,
};

function read(row: RowReader): RowMeaning {
  const category = row.text('reporting_category') ?? row.refuse('reporting_category is empty');
  const currency = row.currency('currency');
  const paidOn = row.date('automatic_payout_effective_at', 'automatic_payout_effective_at_utc');
  const payoutId = row.text('automatic_payout_id');
  if (category === 'payout') {
    const id = row.text('source_id')?.startsWith('po_') ? row.text('source_id') : payoutId;
    if (id === null) return { is: 'unassigned' };
    // What leaves the balance is what arrives at the bank.
    return { is: 'payout', payoutId: id, paidOn, amount: row.money('net', currency).negated() };
  }
  if (payoutId === null) return { is: 'unassigned' };
  const [gross, fee, net] = [
    row.money('gross', currency),
    row.money('fee', currency),
    row.money('net', currency),
  ];
  if (!gross.minus(fee).equals(net)) row.refuse('gross less fee is not net');
  const customerCurrency = row.text('customer_facing_currency') && row.currency('customer_facing_currency');
  const isForeign = customerCurrency && customerCurrency.code !== currency.code;
  const line = {
    externalId: row.text('balance_transaction_id') ?? row.refuse('balance_transaction_id is empty'),
    category,
    date: row.date('created', 'created_utc') ?? paidOn ?? row.refuse('created is empty'),
    gross,
    fee,
    description: row.text('description'),
    sourceId: row.text('source_id'),
    chargeId: row.text('charge_id') ?? (category === 'charge' ? row.text('source_id') : null),
    reference: row.reference(),
    customerAmount: isForeign ? row.customerMoney('customer_facing_amount', customerCurrency, gross) : null,
  };
  return { is: 'lines', payoutId, paidOn, lines: [line] };
}
