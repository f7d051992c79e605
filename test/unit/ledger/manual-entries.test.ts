import { manualEntries, type ManualEntry } from '../../../src/ledger/journal/domain/manual-entries';

describe('manual entries', () => {
  const account = (code: string): [string, never] => [
    code,
    { accountId: code, code, isPostable: true, control: null } as never,
  ];
  const accounts = new Map([account('271'), account('5000')]);
  const entriesIn = (minorUnits: number, ...given: ManualEntry[]): string[] =>
    manualEntries(given, accounts, { code: 'XXX', minorUnits }, false).map(
      ({ side, base }) => `${side} ${base.toString()}`,
    );

  it('have the decimals of the base currency', () => {
    expect(entriesIn(0, { accountCode: '271', debit: '5' }, { accountCode: '5000', credit: '5.00' })).toEqual(
      ['debit 5', 'credit 5'],
    );
    expect(
      entriesIn(3, { accountCode: '271', debit: '0.005' }, { accountCode: '5000', credit: '0.005' }),
    ).toEqual(['debit 0.005', 'credit 0.005']);
    expect(() =>
      entriesIn(0, { accountCode: '271', debit: '5.5' }, { accountCode: '5000', credit: '5.5' }),
    ).toThrow('entries.0.debit');
  });

  it('may write the side that is not meant as zero', () => {
    expect(
      entriesIn(
        2,
        { accountCode: '271', debit: '5.00', credit: '-0.00' },
        { accountCode: '5000', debit: '0', credit: '5.00' },
      ),
    ).toEqual(['debit 5.00', 'credit 5.00']);
  });
});
