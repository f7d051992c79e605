import { parseCalendarDate } from '../../../src/shared/calendar-date';
import { Money } from '../../../src/shared/money';
import { scoreMatch, type Candidate, type Paid } from '../../../src/bank/domain/match-score';

const eur = (amount: string): Money => Money.of(amount, { code: 'EUR', minorUnits: 2 });
const day = (text: string): Paid['bookedOn'] => parseCalendarDate(text)!;

const paid: Paid = {
  amount: eur('121.00'),
  bookedOn: day('2026-10-05'),
  counterpartyName: 'PIRKEJAS UAB',
  counterpartyIban: 'LT121000011101001000',
  description: 'Apmokejimas pagal saskaita SF 0012.',
};
const candidate: Candidate = {
  openAmount: eur('121.00'),
  documentNumber: 'SF-0012',
  dueOn: day('2026-10-10'),
  partnerName: 'UAB „Pirkėjas“',
  partnerIban: 'LT121000011101001000',
};

describe('the score of a match', () => {
  it('is 100 when everything speaks for it', () => {
    const { score, reasons } = scoreMatch(paid, candidate);
    expect([score, reasons.length]).toEqual([100, 5]);
  });

  it.each([
    ['the amount', { openAmount: eur('121.01') }, {}, 60],
    ['the number', { documentNumber: 'SF-001' }, {}, 70],
    ['the number', { documentNumber: '2' }, {}, 70],
    ['the account', { partnerIban: null }, { counterpartyIban: null }, 85],
    ['the name', { partnerName: 'Kitas pirkėjas' }, {}, 90],
    ['the date', { dueOn: day('2026-10-13') }, {}, 95],
  ])('is less without %s', (_, other, ofPaid, expected) => {
    expect(scoreMatch({ ...paid, ...ofPaid }, { ...candidate, ...other }).score).toBe(expected);
  });

  it('is nothing for a near date alone', () => {
    const stranger = { ...paid, counterpartyName: null, counterpartyIban: null, description: null };
    expect(scoreMatch(stranger, { ...candidate, openAmount: eur('1.00') })).toEqual({
      score: 0,
      reasons: [],
    });
  });
});
