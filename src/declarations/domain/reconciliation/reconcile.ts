import { Decimal, sumOf } from '../../../shared/decimal';
import { added, backwards, bridge, takenOff, type Bridge, type BridgeEnd, type BridgeLine } from './bridge';
import {
  type DocumentPostings,
  type FormOfMonth,
  type IsafOfMonth,
  type RegisterLine,
  type RegisterOfMonth,
  type RegisterSums,
  type Side,
  type VatAccountMovement,
} from './reconciled-vat';

type Amount = (sums: RegisterSums) => Decimal;

const net: Amount = sums => sums.net;
/** Charged, or owed by the buyer. */
const fullVat: Amount = sums => sums.vat.plus(sums.selfAssessed);
const notDeducted: Amount = sums => fullVat(sums).minus(sums.deductible);

/** Output VAT of sales and of purchases under reverse charge. */
function outputVat(register: RegisterOfMonth, line: RegisterLine): Decimal {
  return register(line, 'sales').vat.plus(register(line, 'purchases').selfAssessed);
}

const inputVat = (register: RegisterOfMonth, line: RegisterLine): Decimal =>
  register(line, 'purchases').deductible;

const TIMING = ['posted_here_counted_elsewhere', 'posted_elsewhere_counted_here'] as const;

/** From what is posted in the month to what counts in it. */
function timing(
  amount: (line: RegisterLine) => Decimal,
  count: (line: RegisterLine) => number,
): BridgeLine[] {
  const [late, early] = TIMING;
  return [takenOff(late, amount(late), count(late)), added(early, amount(early), count(early))];
}

/**
 * The ledger against the VAT register: VAT accounts, then revenue and cost. Output and input VAT are one bridge where one
 * account takes both.
 */
export function ledgerBridges(
  accounts: readonly VatAccountMovement[],
  postings: DocumentPostings,
  register: RegisterOfMonth,
): Bridge[] {
  return [...vatAccountBridges(accounts, register), salesBase(postings, register), cost(postings, register)];
}

function vatAccountBridges(accounts: readonly VatAccountMovement[], register: RegisterOfMonth): Bridge[] {
  const bought = (line: RegisterLine): number => register(line, 'purchases').documents;
  const all = (line: RegisterLine): number => register(line, 'sales').documents + bought(line);
  const of = (
    name: string,
    label: string,
    those: readonly VatAccountMovement[],
    amount: (line: RegisterLine) => Decimal,
    documents: (line: RegisterLine) => number,
    sign: 1 | -1,
  ): Bridge => {
    const sum = (member: 'total' | 'manual' | 'other'): Decimal =>
      sumOf(those.map(account => account[member])).times(sign);
    const count = (member: 'manualCount' | 'otherCount'): number =>
      those.reduce((total, account) => total + account[member], 0);
    const codes = those.map(({ code }) => code).join(', ');
    return bridge(
      `ledger_to_register.${name}`,
      { label: `Ledger, VAT accounts ${codes || '(none)'}: movement of the month`, amount: sum('total') },
      [
        takenOff('manual', sum('manual'), count('manualCount')),
        takenOff('other_postings', sum('other'), count('otherCount')),
        ...timing(amount, documents),
      ],
      { label: `VAT register, ${label}`, amount: amount('counted') },
    );
  };
  const output = (line: RegisterLine): Decimal => outputVat(register, line);
  const input = (line: RegisterLine): Decimal => inputVat(register, line);
  if (accounts.some(({ role }) => role === 'both'))
    return [
      of('vat', 'output VAT less input VAT', accounts, line => output(line).minus(input(line)), all, 1),
    ];
  const role = (wanted: string): VatAccountMovement[] => accounts.filter(account => account.role === wanted);
  return [
    of('output_vat', 'output VAT', role('output'), output, all, 1),
    of('input_vat', 'deductible VAT', role('input'), input, bought, -1),
  ];
}

function salesBase(postings: DocumentPostings, register: RegisterOfMonth): Bridge {
  const sums = (line: RegisterLine): RegisterSums => register(line, 'sales');
  return bridge(
    'ledger_to_register.sales_base',
    { label: 'Ledger, revenue posted by sales documents', amount: postings.sales },
    [
      added('tax_of_advances', sums('posted_of_advances').net, sums('posted_of_advances').documents),
      ...timing(
        line => sums(line).net,
        line => sums(line).documents,
      ),
    ],
    { label: 'VAT register, sales without VAT', amount: sums('counted').net },
  );
}

function cost(postings: DocumentPostings, register: RegisterOfMonth): Bridge {
  const sums = (line: RegisterLine): RegisterSums => register(line, 'purchases');
  return bridge(
    'ledger_to_register.purchases_base',
    { label: 'Ledger, cost posted by supplier documents', amount: postings.purchases },
    [
      takenOff('exchange_differences', postings.exchange, postings.exchangeCount),
      takenOff(
        'non_deductible',
        notDeducted(sums('posted_not_deducted')),
        sums('posted_not_deducted').documents,
      ),
      ...timing(
        line => sums(line).net,
        line => sums(line).documents,
      ),
    ],
    { label: 'VAT register, purchases without VAT', amount: sums('counted').net },
  );
}

/** Rows of the register that are not in i.SAF of the month, or are in it and count elsewhere. */
const OUTSIDE_ISAF: Record<Side, readonly RegisterLine[]> = {
  sales: ['taxed_elsewhere', 'issued_in_other_month'],
  purchases: ['import', 'no_vat_invoice', 'voided', 'void'],
};

/** From the register to i.SAF, by an amount of its rows. */
function toIsaf(
  side: Side,
  amount: Amount,
  register: RegisterOfMonth,
  isaf: IsafOfMonth,
  leftOut: Decimal,
): BridgeLine[] {
  const { documents } = isaf[side].leftOut;
  const line = (code: RegisterLine): [Decimal, number] => {
    const sums = register(code, side);
    return [amount(sums), sums.documents];
  };
  return [
    ...OUTSIDE_ISAF[side].map(code => takenOff(code as BridgeLine['code'], ...line(code))),
    ...(side === 'sales' ? [added('counted_in_other_month', ...line('counted_in_other_month'))] : []),
    takenOff('not_enterable', leftOut, documents),
  ];
}

/**
 * The VAT register against i.SAF, and i.SAF against FR0600, for base and VAT. What i.SAF leaves out and the return has comes
 * back in the second step.
 *
 * The place for further differences between the register and the file (VAT of cash accounting that is not paid yet): a line of `REGISTER_LINES` with a condition in `data/reconciled-register.ts`, named in
 * `OUTSIDE_ISAF`.
 */
export function isafBridges(register: RegisterOfMonth, isaf: IsafOfMonth, form: FormOfMonth): Bridge[] {
  const [sales, purchases] = [register('counted', 'sales'), register('counted', 'purchases')];
  const written = (side: Side, member: 'net' | 'vat', what: string): BridgeEnd => ({
    label: `i.SAF, ${what}`,
    amount: isaf[side].written[member],
  });
  const [reverse, notInFull] = [
    register('self_assessed', 'purchases'),
    register('not_deducted', 'purchases'),
  ];
  return [
    ...steps('output_vat', {
      register: { label: 'VAT register, output VAT', amount: outputVat(register, 'counted') },
      registerToIsaf: [
        takenOff('self_assessed', reverse.selfAssessed, reverse.documents),
        ...toIsaf('sales', sums => sums.vat, register, isaf, isaf.sales.leftOut.vat),
      ],
      isaf: written('sales', 'vat', 'VAT of issued documents'),
      toForm: [
        takenOff('taxed_elsewhere', form.foreignVat),
        takenOff('no_box', form.noBox.outputVat),
        added('rounding', form.rounding.outputVat),
      ],
      form: { label: 'FR0600, boxes 27 and 29 to 34', amount: form.outputVat },
    }),
    ...steps('input_vat', {
      register: { label: 'VAT register, deductible VAT', amount: purchases.deductible },
      registerToIsaf: [
        added('non_deductible', notDeducted(notInFull), notInFull.documents),
        ...toIsaf('purchases', fullVat, register, isaf, isaf.purchases.leftOut.vat),
      ],
      isaf: written('purchases', 'vat', 'VAT of received documents'),
      toForm: [
        takenOff('no_box', form.noBox.inputVat),
        takenOff('pro_rata', form.proRata),
        added('rounding', form.rounding.inputVat),
      ],
      form: { label: 'FR0600, box 35', amount: form.inputVat },
    }),
    ...steps('sales_base', {
      register: { label: 'VAT register, sales without VAT', amount: sales.net },
      registerToIsaf: toIsaf('sales', net, register, isaf, isaf.sales.leftOut.net),
      isaf: written('sales', 'net', 'value of issued documents'),
      toForm: [takenOff('no_box', form.noBox.salesBase), added('rounding', form.rounding.salesBase)],
      form: { label: 'FR0600, boxes 11 to 20', amount: form.salesBase },
    }),
    ...steps('purchases_base', {
      register: { label: 'VAT register, purchases without VAT', amount: purchases.net },
      registerToIsaf: toIsaf('purchases', net, register, isaf, isaf.purchases.leftOut.net),
      isaf: written('purchases', 'net', 'value of received documents'),
      toForm: [
        takenOff('no_value_box', form.noBox.purchasesBase),
        added('rounding', form.rounding.purchasesBase),
      ],
      form: { label: 'FR0600, boxes 21 to 23', amount: form.purchasesBase },
    }),
  ];
}

interface Steps {
  register: BridgeEnd;
  registerToIsaf: BridgeLine[];
  isaf: BridgeEnd;
  toForm: BridgeLine[];
  form: BridgeEnd;
}

function steps(name: string, { register, registerToIsaf, isaf, toForm, form }: Steps): Bridge[] {
  return [
    bridge(`register_to_isaf.${name}`, register, registerToIsaf, isaf),
    bridge(`isaf_to_fr0600.${name}`, isaf, merged([...backwards(registerToIsaf), ...toForm]), form),
  ];
}

/** One line to a code: VAT that is in neither comes back and is taken off again. */
function merged(lines: readonly BridgeLine[]): BridgeLine[] {
  const byCode = new Map<string, BridgeLine>();
  for (const line of lines) {
    const before = byCode.get(line.code);
    byCode.set(line.code, before ? added(line.code, before.amount.plus(line.amount), before.count) : line);
  }
  return [...byCode.values()];
}
