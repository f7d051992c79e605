import { DomainError } from '../../../src/shared/domain-error';
import { parseCamt053 } from '../../../src/bank/domain/camt053';
import type { BankStatement } from '../../../src/bank/domain/bank-statement';
import { camt, entry, statement } from '../../support/bank-files';

const linesOf = (statements: BankStatement[]): string[] =>
  statements.flatMap(({ lines }) => lines.map(({ amount }) => amount.toFixed(2)));

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return `${error.reason}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

const one = (entries: string[], more: object = {}): string => camt([statement({ entries, ...more })]);

describe('camt.053', () => {
  describe.each(['02', '08'] as const)('version 001.%s', version => {
    it('gives each detail of a batch its own amount', () => {
      const text = camt(
        [
          statement({
            version,
            entries: [
              entry({ version, amount: '429.56', details: [{ amount: '329.56' }, { amount: '100.00' }] }),
            ],
            opening: '0.00',
            closing: '429.56',
          }),
        ],
        version,
      );
      expect(linesOf(parseCamt053(text))).toEqual(['329.56', '100.00']);
    });

    it('splits charges off', () => {
      const entries = [
        entry({
          version,
          amount: '1526.00',
          sign: 'DBIT',
          details: [{ amount: '1500.00', charge: '26.00' }],
        }),
        entry({
          version,
          amount: '1526.00',
          sign: 'CRDT',
          charge: '26.00',
          details: [{ amount: '1500.00' }],
        }),
        entry({
          version,
          amount: '1474.00',
          sign: 'CRDT',
          charge: '26.00',
          details: [{ amount: '1500.00' }],
        }),
      ];
      expect(linesOf(parseCamt053(camt([statement({ version, entries })], version)))).toEqual([
        '-1500.00',
        '-26.00',
        '1500.00',
        '26.00',
        '1500.00',
        '-26.00',
      ]);
    });

    it('reads who, why and the reference', () => {
      const details = [
        { amount: '10.00', name: 'Pirkėjas & Ko', iban: 'LT12 1000 0111 0100 1000', text: 'SF-1' },
      ];
      const [found] = parseCamt053(
        camt(
          [statement({ version, entries: [entry({ version, amount: '10.00', reference: 'R-9', details })] })],
          version,
        ),
      );
      expect(found?.lines).toMatchObject([
        {
          bookedOn: '2026-10-01',
          valueOn: '2026-10-01',
          counterpartyName: 'Pirkėjas & Ko',
          counterpartyIban: 'LT121000011101001000',
          description: 'SF-1',
          reference: 'R-9',
        },
      ]);
    });
  });

  it('leaves an entry whole whose details do not add up to it, or name no amount', () => {
    const details = [{ amount: '1.00' }, { amount: '2.00' }];
    expect(
      linesOf(
        parseCamt053(one([entry({ amount: '10.00', details }), entry({ amount: '7.00', details: [{}] })])),
      ),
    ).toEqual(['10.00', '7.00']);
  });

  it('takes the indicator of a reversal as it is', () => {
    const reversal = entry({ amount: '50.00', sign: 'CRDT', isReversal: true });
    const balances = { opening: '100.00', closing: '150.00' };
    expect(linesOf(parseCamt053(one([reversal], balances)))).toEqual(['50.00']);
    expect(refusal(() => parseCamt053(one([reversal], { ...balances, closing: '50.00' })))).toMatch(
      /^statement_refused: .*opening 100 and movements of 50 make 150, but it closes with 50\./,
    );
  });

  it('keeps several statements apart', () => {
    const found = parseCamt053(
      camt([
        statement({
          iban: 'LT121000011101001000',
          entries: [entry({ amount: '1.00' })],
          opening: '0.00',
          closing: '1.00',
        }),
        statement({
          iban: 'DE89370400440532013000',
          entries: [entry({ amount: '2.00' })],
          opening: '5.00',
          closing: '7.00',
        }),
      ]),
    );
    expect(found.map(({ iban, closing }) => [iban, closing?.toFixed(2)])).toEqual([
      ['LT121000011101001000', '1.00'],
      ['DE89370400440532013000', '7.00'],
    ]);
    expect(linesOf(found)).toEqual(['1.00', '2.00']);
  });

  it('leaves out what is not booked, and entries of nothing', () => {
    const pending = entry({ amount: '10.00' }).replace('BOOK', 'PDNG');
    expect(
      linesOf(parseCamt053(one([pending, entry({ amount: '0.00' }), entry({ amount: '3.00' })]))),
    ).toEqual(['3.00']);
  });

  it('reads negative balances', () => {
    const text = one([entry({ amount: '30.00' })], { opening: '-20.00', closing: '10.00' });
    expect(parseCamt053(text)).toMatchObject([{ fromDate: '2026-10-01', toDate: '2026-10-31' }]);
  });

  it.each([
    ['a document type declaration', `<!DOCTYPE x [<!ENTITY a "b">]>${one([])}`, /document type declaration/],
    ['an entity that XML does not know', one([entry({ amount: '&a;' })]), /not well-formed/],
    ['XML that breaks off', one([]).slice(0, -12), /not well-formed/],
    ['another message', one([]).replace('camt.053.001.02', 'camt.052.001.02'), /camt\.052/],
    ['an amount that is none', one([entry({ amount: '1e5' })]), /not an amount/],
    [
      'an amount in another currency',
      one([entry({ amount: '1.00' }).replaceAll('EUR', 'USD')]),
      /amount in USD/,
    ],
    ['a day that is none', one([entry({ amount: '1.00', date: '2026-02-30' })]), /not a date/],
    ['no statement', camt([]), /no statement/],
  ])('refuses %s', (_, text, message) => {
    expect(refusal(() => parseCamt053(text))).toMatch(/^statement_refused/);
    expect(refusal(() => parseCamt053(text))).toMatch(message);
  });
});
