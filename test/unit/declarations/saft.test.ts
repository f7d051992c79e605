import type { CalendarDate } from '../../../src/shared/calendar-date';
import { Decimal } from '../../../src/shared/decimal';
import {
  tableLineOf,
  accountElement,
  type SaftAccount,
} from '../../../src/declarations/saft/domain/saft-accounts';
import {
  assetElement,
  assetTransactions,
  type SaftAsset,
} from '../../../src/declarations/saft/domain/saft-assets';
import { isVatPayerOn } from '../../../src/declarations/saft/domain/saft-header';
import { lineAccount, lineSide } from '../../../src/declarations/saft/domain/saft-invoices';
import {
  entryElement,
  periodYear,
  transactionMembers,
} from '../../../src/declarations/saft/domain/saft-ledger';
import {
  fiscalYearOf,
  periodWarnings,
  reportingMonthOf,
} from '../../../src/declarations/saft/domain/saft-order';
import {
  grossTotal,
  movedMoney,
  type SaftPayment,
} from '../../../src/declarations/saft/domain/saft-payments';
import {
  amountStructure,
  balance,
  monetary,
  saftDate,
  Texts,
  Warnings,
} from '../../../src/declarations/saft/domain/saft-values';

const day = (date: string): CalendarDate => date as CalendarDate;
const TABLE = new Map([
  ['2410', 'Pirkėjų skolų vertė'],
  ['2419', 'Abejotinos pirkėjų skolos'],
  ['271', 'Sąskaitos bankuose'],
  ['6312', 'Kitos sąnaudos'],
]);
const account = (members: Partial<SaftAccount>): SaftAccount => ({
  code: '2410',
  name: 'Skolos',
  type: 'asset',
  parentCode: null,
  opening: '0',
  closing: '0',
  ...members,
});

describe('values of SAF-T', () => {
  it('has amounts without sign, on one of two sides', () => {
    expect([monetary('-12.1000'), monetary('0'), monetary('1234567890123456.7800')]).toEqual([
      '12.10',
      '0.00',
      '1234567890123456.78',
    ]);
    expect(balance('Opening', '-5')).toEqual({ OpeningCreditBalance: '5.00' });
    expect(balance('Closing', '5')).toEqual({ ClosingDebitBalance: '5.00' });
    expect(balance('Closing', '0')).toEqual({ ClosingDebitBalance: '0.00' });
  });

  it('has the document currency only where it is another one', () => {
    expect(amountStructure('-1', { currency: 'EUR', amount: '-1' }, 'EUR')).toEqual({ Amount: '1.00' });
    expect(amountStructure('1', { currency: 'KWD', amount: '0.335' }, 'EUR')).toEqual({
      Amount: '1.00',
      CurrencyCode: 'KWD',
      CurrencyAmount: '0.34',
    });
  });

  it('cuts texts by characters, and says so once with how many there were', () => {
    const warnings = new Warnings();
    const texts = new Texts(warnings);
    expect(texts.of('short', '\u{1F600}'.repeat(18))).toBe('\u{1F600}'.repeat(18));
    expect(warnings.list()).toEqual([]);
    expect(texts.of('short', 'ąčęėįšųūž'.repeat(3))).toBe('ąčęėįšųūž'.repeat(2));
    texts.of('short', 'x'.repeat(19));
    warnings.add('Only one of these.');
    expect(warnings.list()).toEqual([
      'Texts that are longer than the file holds are cut: ąčęėįšųūžąčęėįšųūžąčęėįšųūž... and 1 more.',
      'Only one of these.',
    ]);
  });

  it('has no date and year that the schema refuses', () => {
    expect([saftDate('2099-12-31'), saftDate('2100-01-01'), saftDate('1899-12-31')]).toEqual([
      '2099-12-31',
      null,
      null,
    ]);
    expect([periodYear(1970), periodYear(1969), periodYear(2101)]).toEqual(['1970', null, null]);
  });
});

describe('the reporting year', () => {
  it.each([
    ['2026-07-15', 12, '2026-01-01', '2026-12-31', 2026, 7],
    ['2026-07-15', 6, '2026-07-01', '2027-06-30', 2026, 1],
    ['2026-06-30', 6, '2025-07-01', '2026-06-30', 2025, 12],
    ['2026-03-01', 2, '2026-03-01', '2027-02-28', 2026, 1],
    ['2028-02-29', 2, '2027-03-01', '2028-02-29', 2027, 12],
  ])(
    'of %s, ending in month %i, is %s to %s; year %i, month %i',
    (date, endMonth, fromDate, toDate, year, month) => {
      expect(fiscalYearOf(day(date), endMonth)).toEqual({ fromDate, toDate });
      expect(reportingMonthOf(day(date), endMonth)).toEqual({ year, month });
    },
  );

  it('is what a file covers at most, and whole months what it is made of', () => {
    const year = fiscalYearOf(day('2026-07-31'), 12);
    const warn = (fromDate: string, toDate: string): number =>
      periodWarnings({ fromDate: day(fromDate), toDate: day(toDate) }, year).length;
    expect(warn('2026-01-01', '2026-07-31')).toBe(0);
    expect(warn('2026-01-02', '2026-07-31')).toBe(1);
    expect(warn('2026-07-01', '2026-07-30')).toBe(1);
    expect(warn('2025-12-01', '2026-07-31')).toBe(1);
  });
});

describe("the authority's table of accounts", () => {
  const line = (members: Partial<SaftAccount>): [string, number] => {
    const warnings = new Warnings();
    return [tableLineOf(account(members), TABLE, warnings).code, warnings.list().length];
  };

  it('has an account under its code, or that of the account above it', () => {
    expect(line({ code: '271' })).toEqual(['271', 0]);
    expect(line({ code: 'MAIN', parentCode: '271' })).toEqual(['271', 0]);
  });

  it('else under the line whose code begins most alike, and at last its class, with a warning', () => {
    expect(line({ code: '2411' })).toEqual(['2410', 1]);
    expect(line({ code: '24190' })).toEqual(['2419', 1]);
    expect(line({ code: '63', type: 'expense' })).toEqual(['6312', 1]);
    expect(line({ code: '600', type: 'expense' })).toEqual(['6', 1]);
    expect(line({ code: 'CASH' })).toEqual(['2', 1]);
    // A code of another class says nothing of the account.
    expect(line({ code: '2411', type: 'expense' })).toEqual(['6', 1]);
  });

  it.each([
    ['1120', 'asset', 'IT'],
    ['2410', 'asset', 'TT'],
    ['A1', 'asset', 'TT'],
    ['3011', 'equity', 'NK'],
    ['4430', 'liability', 'I'],
    ['5000', 'income', 'P'],
    ['6312', 'expense', 'S'],
    ['1120', 'expense', 'S'],
  ] as const)('%s, %s is of type %s', (code, type, expected) => {
    const warnings = new Warnings();
    const element = accountElement(account({ code, type }), TABLE, new Texts(warnings), warnings);
    expect(element.AccountType).toBe(expected);
  });
});

describe('lines of documents', () => {
  it.each([
    ['sales', 'invoice', '1', '0.21', 'K'],
    ['sales', 'invoice', '-1', '-0.21', 'D'],
    ['sales', 'credit_note', '1', '0.21', 'D'],
    ['sales', 'credit_note', '-1', '-0.21', 'K'],
    ['sales', 'invoice', '0', '-0.01', 'D'],
    ['sales', 'invoice', '0', '0', 'K'],
    ['purchases', 'invoice', '1', '0.21', 'D'],
    ['purchases', 'invoice', '-1', '-0.21', 'K'],
    ['purchases', 'credit_note', '1', '0.21', 'K'],
    ['purchases', 'credit_note', '-1', '-0.21', 'D'],
  ] as const)('of %s, %s, net %s and VAT %s stand on side %s', (side, type, baseNet, baseVat, expected) => {
    expect(lineSide(side, type, { baseNet, baseVat })).toBe(expected);
  });

  it('name the account that they were posted to, also when the posting rule has changed since', () => {
    const named = new Set(['5000']);
    expect(lineAccount({ accountCode: '5000', ruleCode: '5001' }, ['5000', '5001'], named)).toBe('5000');
    expect(lineAccount({ accountCode: null, ruleCode: '5001' }, ['5000', '5001'], named)).toBe('5001');
    expect(lineAccount({ accountCode: null, ruleCode: '5401' }, ['5000', '5001'], named)).toBe('5001');
    expect(lineAccount({ accountCode: null, ruleCode: '5401' }, ['5000'], named)).toBe('5000');
    expect(lineAccount({ accountCode: null, ruleCode: '5401' }, [], named)).toBe('5401');
  });
});

describe('entries and payments', () => {
  const entry = {
    transactionId: 't',
    entryNo: 1,
    accountCode: '271',
    accountControl: null,
    description: null,
    debit: '0.0000',
    credit: '95.0000',
    documentCurrency: 'USD',
    documentAmount: '-100.0000',
  } as const;
  const transaction = {
    id: 't',
    postedOn: day('2026-01-05'),
    documentDate: null,
    documentNumber: 'N'.repeat(36),
    description: 'Payment',
    postedAt: '2026-01-05T00:00:00.000Z',
    partnerId: '01a22d54-f3c9-70d9-8e16-ce549a32818b',
    documentType: 'bank_match',
    entryCount: 2,
  } as const;
  const terms = { baseCurrency: 'EUR', fiscalYearEndMonth: 12 };
  const texts = new Texts(new Warnings());

  it('stand on one side, in both currencies, with the partner where the account is that of partners', () => {
    expect(entryElement(entry, transaction, terms, texts)).toEqual({
      RecordID: '1',
      AccountID: '271',
      // A number that is too long is left out rather than made another one.
      SourceDocumentID: undefined,
      CustomerID: '',
      Description: 'Payment',
      CreditAmount: { Amount: '95.00', CurrencyCode: 'USD', CurrencyAmount: '100.00' },
    });
    expect(entryElement({ ...entry, accountControl: 'receivable' }, transaction, terms, texts)).toMatchObject(
      {
        CustomerID: '01a22d54f3c970d98e16ce549a32818b',
      },
    );
    expect(entryElement({ ...entry, accountControl: 'payable' }, transaction, terms, texts)).toMatchObject({
      SupplierID: '01a22d54f3c970d98e16ce549a32818b',
    });
  });

  it('say what the partner of their transaction is, by its document or by the first account of partners', () => {
    const party = (
      documentType: string | null,
      controls: (typeof entry)['accountControl'][] | string[],
    ): unknown => {
      const entries = controls.map(control => ({ ...entry, accountControl: control as 'receivable' }));
      const { CustomerID, SupplierID } = transactionMembers(
        { ...transaction, documentType },
        entries,
        terms,
        texts,
      );
      return { CustomerID, SupplierID };
    };
    const id = '01a22d54f3c970d98e16ce549a32818b';
    expect(party('sale_invoice', [])).toEqual({ CustomerID: id });
    expect(party('purchase_void', [])).toEqual({ SupplierID: id });
    expect(party('bank_match', ['vat', 'payable', 'receivable'])).toEqual({ SupplierID: id });
    expect(party(null, ['receivable'])).toEqual({ CustomerID: id });
    expect(party(null, ['vat'])).toEqual({ CustomerID: '' });
  });

  it('total what moved on the account of the money', () => {
    const payment = { moneyAccountCode: '271', total: '121.0000' } as SaftPayment;
    expect(movedMoney(payment, entry)).toEqual(new Decimal('-95'));
    expect(movedMoney(payment, { ...entry, accountCode: '2410' })).toEqual(new Decimal(0));
    expect([grossTotal(payment, new Decimal('-95')), grossTotal(payment, new Decimal(0))]).toEqual([
      '95.00',
      '121.00',
    ]);
  });
});

describe('fixed assets', () => {
  const depreciation = (month: number, members: object = {}): SaftAsset['depreciations'][number] => ({
    runId: '01a22d54-0000-7000-8000-00000000000a',
    year: 2026,
    month,
    amount: '100.00',
    postedOn: day(`2026-0${month}-28`),
    transactionId: `run-${month}`,
    reversedOn: null,
    reversalTransactionId: null,
    ...members,
  });
  const asset: SaftAsset = {
    id: '01a22d54-0000-7000-8000-000000000001',
    code: 'A1',
    name: 'Press',
    groupName: 'Machines',
    accountCode: '1220',
    depreciationAccountCode: '1227',
    acquiredOn: day('2025-12-10'),
    depreciationStartsOn: day('2026-01-01'),
    acquisitionCost: '1200.00',
    openingDepreciation: '50.00',
    usefulLifeMonths: 12,
    disposedOn: null,
    disposalReason: null,
    disposalTransactionId: null,
    modernizations: [{ id: 'm', date: day('2026-02-10'), amount: '110.00', addedLifeMonths: 2 }],
    reversedDisposals: [],
    depreciations: [
      depreciation(1),
      depreciation(2, { reversedOn: day('2026-03-02'), reversalTransactionId: 'r' }),
    ],
  };
  const texts = new Texts(new Warnings());
  const valuation = (of: SaftAsset, fromDate: string, toDate: string, warnings = new Warnings()): unknown =>
    (
      assetElement(of, { fromDate: day(fromDate), toDate: day(toDate) }, texts, warnings).Valuations as {
        Valuation: unknown;
      }
    ).Valuation;

  it('stand in the period as they began and ended it', () => {
    expect(valuation(asset, '2026-02-01', '2026-02-28')).toMatchObject({
      AcquisitionAndProductionCostsBegin: '1200.00',
      AcquisitionAndProductionCostsEnd: '1310.00',
      InvestmentSupport: '110.00',
      AssetLifeMonth: '14',
      BookValueBegin: '1050.00',
      DepreciationForPeriod: '100.00',
      AccumulatedDepreciation: '250.00',
      BookValueEnd: '1060.00',
    });
    expect(valuation(asset, '2025-12-01', '2025-12-31')).toMatchObject({
      AcquisitionAndProductionCostsBegin: '0.00',
      AcquisitionAndProductionCostsEnd: '1200.00',
      AssetLifeMonth: '12',
      BookValueBegin: '0.00',
      DepreciationForPeriod: '0.00',
      BookValueEnd: '1150.00',
    });
  });

  it('are gone between a disposal and the day it was taken back', () => {
    const back: SaftAsset = {
      ...asset,
      reversedDisposals: [
        {
          disposedOn: day('2026-02-28'),
          reason: 'sold',
          transactionId: 'sale',
          reversedOn: day('2026-04-01'),
          reversalTransactionId: 'back',
        },
      ],
    };
    expect(valuation(back, '2026-03-01', '2026-03-31')).toMatchObject({
      BookValueBegin: '0.00',
      BookValueEnd: '0.00',
    });
    // February is told as it was before the reversal.
    const standing = {
      ...asset,
      disposedOn: day('2026-02-28'),
      disposalReason: 'sold',
      disposalTransactionId: 'sale',
    } as const;
    const february = ['2026-02-01', '2026-02-28'] as const;
    expect(valuation(back, ...february)).toEqual(valuation(standing, ...february));
    const eventsOf = (of: SaftAsset): unknown =>
      assetTransactions(of, { fromDate: day(february[0]), toDate: day(february[1]) }, texts);
    expect(eventsOf(back)).toEqual(eventsOf(standing));
    expect(valuation(back, '2026-04-01', '2026-04-30')).toMatchObject({
      BookValueBegin: '0.00',
      BookValueEnd: '1160.00',
    });
    // On 28 February cost is 1,310.00 and 50.00 + 2 x 100.00 are depreciated: 1,060.00 leave and come back.
    const told = assetTransactions(back, { fromDate: day('2026-02-28'), toDate: day('2026-04-30') }, texts);
    expect(
      told.map(({ AssetTransactionID, AssetTransactionType, AssetTransactionValuations }) => [
        AssetTransactionID,
        AssetTransactionType,
        (AssetTransactionValuations as { AssetTransactionValuation: Record<string, string> })
          .AssetTransactionValuation['AssetTransactionAmount'],
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['sale', 'KT', '1060.00'],
        ['back', 'KT', '1060.00'],
      ]),
    );
  });

  it('show no depreciation where the period took back more than it posted, with a warning', () => {
    const warnings = new Warnings();
    expect(valuation(asset, '2026-03-01', '2026-03-31', warnings)).toMatchObject({
      DepreciationForPeriod: '0.00',
      AccumulatedDepreciation: '150.00',
      BookValueEnd: '1160.00',
    });
    expect(warnings.list()).toEqual([
      'Assets of which the period took back more depreciation than it posted show 0.00: A1.',
    ]);
  });

  it('are told of event by event, in the order of the days', () => {
    const scrapped: SaftAsset = {
      ...asset,
      disposedOn: day('2026-03-31'),
      disposalReason: 'scrapped',
      disposalTransactionId: 'd',
      depreciations: [...asset.depreciations, depreciation(3, { postedOn: day('2026-03-31') })],
    };
    const events = assetTransactions(
      scrapped,
      { fromDate: day('2025-01-01'), toDate: day('2026-12-31') },
      texts,
    );
    const told = events.map(event => {
      const { AssetTransactionValuation: value } = event.AssetTransactionValuations as {
        AssetTransactionValuation: Record<string, string>;
      };
      const { AssetTransactionType: type, AssetTransactionDate: date } = event as Record<string, string>;
      return `${type} ${date} ${value.BookValueOnTransaction} ${value.AssetTransactionAmount} ${value.DebitCreditIndicator}`;
    });
    expect(told).toEqual([
      'I 2025-12-10 1150.00 1200.00 D',
      'NUS 2026-01-28 1050.00 100.00 K',
      'KT 2026-02-10 1160.00 110.00 D',
      'NUS 2026-02-28 1060.00 100.00 K',
      'NUS 2026-03-02 1160.00 100.00 D',
      'NUS 2026-03-31 1060.00 100.00 K',
      'NUR 2026-03-31 1060.00 1060.00 K',
    ]);
    expect(new Set(events.map(event => event.AssetTransactionID)).size).toBe(events.length);
    expect(valuation(scrapped, '2026-03-01', '2026-03-31')).toMatchObject({
      AcquisitionAndProductionCostsEnd: '0.00',
      AssetDisposal: '1310.00',
      BookValueEnd: '0.00',
    });
  });
});

describe('a VAT payer', () => {
  const between = { isVatPayer: true, vatPayerFrom: '2026-02-01', vatPayerTo: '2026-03-31' };
  it.each([
    ['2026-01-31', between, false],
    ['2026-02-01', between, true],
    ['2026-03-31', between, true],
    ['2026-04-01', between, false],
    ['2026-02-15', { ...between, isVatPayer: false }, false],
    ['1999-01-01', { isVatPayer: true, vatPayerFrom: null, vatPayerTo: null }, true],
  ])('on %s', (day, company, is) => {
    expect(isVatPayerOn(company, day)).toBe(is);
  });
});
