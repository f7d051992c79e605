import type { CalendarDate } from '../../../src/shared/calendar-date';
import type { Account } from '../../../src/ledger/accounts/domain/account';
import { openingEntries, type OpeningEntry } from '../../../src/ledger/opening/domain/opening-entries';
import {
  openingItemEntries,
  openingItems,
  type GivenItem,
  type OpeningItem,
} from '../../../src/ledger/opening/domain/opening-items';

const EUR = { code: 'EUR', minorUnits: 2 };
const JPY = { code: 'JPY', minorUnits: 0 };
const CURRENCIES = new Map([
  ['EUR', EUR],
  ['JPY', JPY],
]);

describe('opening items', () => {
  const given = (changes: Partial<GivenItem> = {}): GivenItem => ({
    partnerId: 'buyer',
    side: 'receivable',
    documentNumber: 'A-1',
    documentDate: '2025-11-30' as CalendarDate,
    dueDate: '2025-12-30' as CalendarDate,
    currency: 'EUR',
    amount: '121.00',
    ...changes,
  });
  const opened = (...items: GivenItem[]): OpeningItem[] => {
    let serial = 0;
    return openingItems(
      items,
      {
        date: '2025-12-31' as CalendarDate,
        base: EUR,
        currencies: CURRENCIES,
        partners: new Set(['buyer']),
        accounts: { receivable: { accountId: '2410' }, payable: { accountId: '4430' } },
      },
      () => `id-${++serial}`,
    );
  };

  it('are signed as the partner owes, and carried as the old books did', () => {
    const items = opened(
      given(),
      given({ side: 'payable', amount: '50.00' }),
      given({ documentNumber: 'A-2', amount: '-20.00' }),
      given({ documentNumber: 'A-3', currency: 'JPY', amount: '1000', baseAmount: '6.10' }),
    );
    expect(items.map(({ amount, baseAmount }) => [amount.toString(), baseAmount.toString()])).toEqual([
      ['121.00', '121.00'],
      ['-50.00', '-50.00'],
      ['-20.00', '-20.00'],
      ['1000', '6.10'],
    ]);
    expect(items.map(({ documentType }) => documentType.slice('opening_'.length))).toEqual([
      'receivable',
      'payable',
      'receivable',
      'receivable',
    ]);
    // 121.00 - 50.00 - 20.00 + 6.10 = 57.10
    const entries = openingItemEntries(items, '390', EUR);
    expect(entries.map(({ accountId, side, base }) => `${side} ${accountId} ${base.toString()}`)).toEqual([
      'debit 2410 121.00',
      'debit 4430 -50.00',
      'debit 2410 -20.00',
      'debit 2410 6.10',
      'credit 390 57.10',
    ]);
  });

  it.each([
    ['items.0.partnerId', { partnerId: 'stranger' }],
    ['items.0.documentNumber', { documentNumber: '  ' }],
    ['items.0.documentDate', { documentDate: '2026-01-01' as CalendarDate }],
    ['items.0.dueDate', { dueDate: '2025-11-29' as CalendarDate }],
    ['items.0.currency', { currency: 'XXX' }],
    ['items.0.amount', { amount: '0.00' }],
    ['items.0.amount', { amount: '1.001' }],
    ['items.0.baseAmount', { baseAmount: '120.00' }],
    ['items.0.baseAmount', { currency: 'JPY', amount: '1000' }],
    ['items.0.baseAmount', { currency: 'JPY', amount: '1000', baseAmount: '-6.10' }],
    ['items.0.baseAmount', { currency: 'JPY', amount: '1000', baseAmount: '0' }],
  ])('are refused by %s: %j', (member, changes) => {
    try {
      opened(given(changes));
    } catch (error) {
      expect(Object.keys((error as { extras: { fieldErrors: object } }).extras.fieldErrors)).toEqual([
        member,
      ]);
      return;
    }
    throw new Error('not refused');
  });

  it('are there once', () => {
    expect(() => opened(given(), given({ documentNumber: ' a\u20111 ' }))).toThrow('items.1.documentNumber');
    expect(() => opened(given(), given({ side: 'payable' }))).not.toThrow();
  });
});

describe('an opening balance', () => {
  const account = (code: string, control: Account['control'] = null): [string, Account] => [
    code,
    { accountId: code, code, isPostable: true, control } as Account,
  ];
  const accounts = new Map([
    account('271'),
    account('3011'),
    account('2410', 'receivable'),
    account('2441', 'vat'),
  ]);
  const entries = (...given: OpeningEntry[]): ReturnType<typeof openingEntries> =>
    openingEntries(given, accounts, CURRENCIES, '390', EUR);
  const capital = { accountCode: '3011', credit: '10.00' };

  it('takes VAT, and money in the currency that it is in', () => {
    const [bank, vat] = entries(
      { accountCode: '271', debit: '6.00', currency: 'JPY', currencyAmount: '1000' },
      { accountCode: '2441', debit: '4.00' },
      capital,
    );
    expect([bank!.base.toString(), bank!.document.toString(), bank!.document.currency.code]).toEqual([
      '6.00',
      '1000',
      'JPY',
    ]);
    expect(vat!.document.toString()).toBe('4.00');
  });

  it.each([
    ['opening-items', { accountCode: '2410', debit: '10.00' }],
    ['larger by 1.00', { accountCode: '271', debit: '9.00' }],
    ['entries.0.currencyAmount', { accountCode: '271', debit: '10.00', currency: 'JPY' }],
    ['entries.0.currency', { accountCode: '271', debit: '10.00', currencyAmount: '1000' }],
    ['entries.0.currency', { accountCode: '271', debit: '10.00', currency: 'XXX', currencyAmount: '1000' }],
    [
      'entries.0.currencyAmount',
      { accountCode: '271', debit: '10.00', currency: 'JPY', currencyAmount: '0.5' },
    ],
    [
      'entries.0.currencyAmount',
      { accountCode: '271', debit: '10.00', currency: 'JPY', currencyAmount: '0' },
    ],
    [
      'entries.0.currencyAmount',
      { accountCode: '271', debit: '10.00', currency: 'EUR', currencyAmount: '9.99' },
    ],
  ])('is refused: %s', (message, entry) => {
    expect(() => entries(entry, capital)).toThrow(message);
  });
});
