import { Bank } from '../support/bank';
import { camt, entry, mt940, statement } from '../support/bank-files';
import { Payouts } from '../support/payouts';
import { atOnce, outcome, outcomes, Sales, SALES_NOW } from '../support/sales';
import { TestApp, type Answer, type TestCompany } from '../support/test-app';

describe('bank transactions that no document explains', () => {
  let app: TestApp;
  let company: TestCompany;
  let bank: Bank;
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date(SALES_NOW);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    bank = await Bank.of(company);
  });

  const entries = (...lines: [string, string, string][]): object[] =>
    lines.map(([accountCode, debit, credit]) => ({
      accountCode,
      ...(debit === '' ? { credit } : { debit }),
    }));
  const booked = async (date: string, ...lines: [string, string, string][]): Promise<string> =>
    (
      (await company.ok('ledger/journal/transactions/create', { date, entries: entries(...lines) })) as {
        id: string;
      }
    ).id;
  const vatPaid = (date = '2026-10-05'): Promise<string> =>
    booked(date, ['4492', '63.00', ''], ['271', '', '63.00']);
  const byJournal = (transactionId: string, journalTransactionId: string): Promise<Answer> =>
    company.post('bank/transactions/match-journal', { transactionId, journalTransactionId });
  const listed = async (field: string, value: unknown): Promise<object[]> =>
    (
      (await company.ok('bank/transactions/list', { filter: [{ field, op: 'eq', value }] })) as {
        rows: object[];
      }
    ).rows;

  describe('and a journal transaction has booked', () => {
    it('are matched to it, once, and nothing is posted', async () => {
      const id = await bank.movement('-63.00', { description: 'VAT of September' });
      const journalTransactionId = await vatPaid();
      const { status, body } = await byJournal(id, journalTransactionId);
      expect([status, body]).toMatchObject([
        200,
        {
          status: 'matched',
          matchedDocumentType: 'journal_transaction',
          matchedDocumentId: journalTransactionId,
          journalTransactionId,
          setAsideReason: null,
        },
      ]);
      expect(await listed('status', 'new')).toEqual([]);
      expect(await listed('matchedDocumentType', 'journal_transaction')).toHaveLength(1);
      expect(await company.count('journal_transactions')).toBe(1);
      const other = await bank.movement('-63.00');
      expect((await byJournal(other, journalTransactionId)).body.error).toMatchObject({
        reason: 'already_matched',
        existingId: id,
      });
      expect(outcome(await byJournal(id, await vatPaid()))).toBe('409 already_matched');
    });

    it('hold it until they are unmatched', async () => {
      const id = await bank.movement('-63.00');
      const booking = await vatPaid();
      await byJournal(id, booking);
      const reverse = (): Promise<Answer> =>
        company.post('ledger/journal/transactions/reverse', { id: booking, date: '2026-10-05' });
      expect(outcome(await reverse())).toBe('409 in_use');
      expect(await company.ok('bank/transactions/unmatch', { transactionId: id })).toMatchObject({
        status: 'new',
        matchedDocumentType: null,
        journalTransactionId: null,
      });
      expect((await reverse()).status).toBe(200);
      expect(outcome(await byJournal(id, booking))).toBe('422 match_refused');
      expect(outcome(await company.post('bank/transactions/unmatch', { transactionId: id }))).toBe(
        '409 not_matched',
      );
    });

    it('have its amount, its account and about its day', async () => {
      const id = await bank.movement('-63.00');
      const wrong = [
        await vatPaid('2026-09-19'), // 16 days before
        await booked('2026-10-05', ['271', '63.00', ''], ['4492', '', '63.00']),
        await booked('2026-10-05', ['4492', '62.99', ''], ['271', '', '62.99']),
        await booked('2026-10-05', ['4492', '63.00', ''], ['272', '', '63.00']),
      ];
      for (const journalTransactionId of wrong) {
        expect(outcome(await byJournal(id, journalTransactionId))).toBe('422 match_refused');
      }
      const sales = await Sales.of(company);
      const invoice = await sales.issued();
      const paid = await bank.tryMatch(await bank.movement('121.00'), invoice.id);
      expect(outcome(await byJournal(id, paid.body.journalTransactionId as string))).toBe(
        '422 match_refused',
      );
      expect((await byJournal(id, await vatPaid('2026-09-20'))).status).toBe(200);
    });

    it('in foreign currency have none, as a manual one is in base currency', async () => {
      const dollars = await bank.another({ name: 'Dollars', currency: 'USD', accountCode: '272' });
      const id = await dollars.movement('-63.00');
      const journal = await booked('2026-10-05', ['4492', '63.00', ''], ['272', '', '63.00']);
      const refused = await byJournal(id, journal);
      expect(outcome(refused)).toBe('422 match_refused');
      expect(refused.text).toContain('A manual one is in EUR');
    });

    it('share a transaction that books two of them', async () => {
      const salaries = await booked(
        '2026-10-05',
        ['4492', '20.00', ''],
        ['271', '', '10.00'],
        ['271', '', '10.00'],
      );
      const ids = [
        await bank.movement('-10.00'),
        await bank.movement('-10.00'),
        await bank.movement('-10.00'),
      ];
      const answers = await Promise.all(ids.map(id => byJournal(id, salaries)));
      expect(outcomes(answers)).toEqual({ '200': 2, '409 already_matched': 1 });
    });

    it('are matched once by twenty calls, and never twice by two ways', async () => {
      const id = await bank.movement('-63.00');
      const bookings = await Promise.all(Array.from({ length: 20 }, () => vatPaid()));
      const answers = await atOnce(20, index => byJournal(id, bookings[index]!));
      expect(outcomes(answers)).toEqual({ '200': 1, '409 already_matched': 19 });
      await expect(
        company.sql(
          `INSERT INTO bank_matches (company_id, match_id, transaction_id, journal_transaction_id, matched_at)
           SELECT company_id, gen_random_uuid(), $1, transaction_id, now() FROM journal_transactions LIMIT 1`,
          [id],
        ),
      ).rejects.toMatchObject({ constraint: 'ck_bank_transaction_closings__only_explanation' });
    });
  });

  describe('and are none', () => {
    const setAside = (transactionId: string): Promise<Answer> =>
      company.post('bank/transactions/set-aside', { transactionId, reason: 'Mistyped' });

    it('are set aside with a reason, by one of twenty, and taken up again', async () => {
      const id = await bank.movement('12.10');
      const answers = await atOnce(20, () => setAside(id));
      expect(outcomes(answers)).toEqual({ '200': 1, '409 already_matched': 19 });
      expect(await listed('setAsideReason', 'Mistyped')).toMatchObject([
        {
          id,
          status: 'matched',
          setAsideReason: 'Mistyped',
          matchedDocumentType: null,
          journalTransactionId: null,
        },
      ]);
      const sales = await Sales.of(company);
      const invoice = await sales.issued();
      const refused = await bank.tryMatch(id, invoice.id);
      expect([outcome(refused), refused.body.error.message]).toEqual([
        '409 already_matched',
        expect.stringContaining('set aside'),
      ]);
      expect(await company.ok('bank/transactions/unmatch', { transactionId: id })).toMatchObject({
        status: 'new',
        setAsideReason: null,
      });
      expect((await bank.tryMatch(id, invoice.id)).status).toBe(200);
      expect(outcome(await setAside(id))).toBe('409 already_matched');
    });

    it('are not taken for the arrival of a payout', async () => {
      const sales = await Sales.of(company);
      const { fullNumber } = await sales.issued();
      const id = await bank.movement('120.00', { description: 'Stripe', date: '2026-10-05' });
      await setAside(id);
      const row = { gross: '121.00', fee: '1.00', charge: 'ch_1', paidOn: '2026-10-05' };
      await new Payouts(company, bank.accountId).posted([{ ...row, description: fullNumber! }]);
      expect(await listed('id', id)).toMatchObject([{ setAsideReason: 'Mistyped', matchedDocumentId: null }]);
      expect(await company.count('settlement_deposits')).toBe(0);
    });

    it('do not hide the arrival that they were a copy of', async () => {
      const { fullNumber } = await (await Sales.of(company)).issued();
      const arrival = { description: 'Stripe', date: '2026-10-05' };
      const copy = await bank.movement('120.00', { ...arrival, externalId: 'COPY' });
      const id = await bank.movement('120.00', { ...arrival, externalId: 'ARRIVAL' });
      await setAside(copy);
      const row = { gross: '121.00', fee: '1.00', charge: 'ch_1', paidOn: '2026-10-05' };
      await new Payouts(company, bank.accountId).posted([{ ...row, description: fullNumber! }]);
      expect(await listed('id', id)).toMatchObject([{ matchedDocumentType: 'settlement' }]);
    });
  });

  it('that are the arrival of a payout name it', async () => {
    const sales = await Sales.of(company);
    const { fullNumber } = await sales.issued();
    const row = { gross: '121.00', fee: '1.00', charge: 'ch_1', paidOn: '2026-10-05' };
    const { id } = (await new Payouts(company, bank.accountId).posted([
      { ...row, description: fullNumber! },
    ])) as {
      id: string;
    };
    await bank.movement('120.00', { description: 'Stripe', date: '2026-10-05' });
    expect(await listed('matchedDocumentType', 'settlement')).toMatchObject([
      { status: 'matched', matchedDocumentType: 'settlement', matchedDocumentId: id },
    ]);
  });

  describe('statements', () => {
    const month = (from: string, to: string, opening: string, closing: string, amount: string): string =>
      camt([
        statement({ id: `S ${from}`, from, to, opening, closing, entries: [entry({ amount, date: from })] }),
      ]);
    const warningsOf = async (content: string): Promise<string[]> => {
      const { status, body } = await bank.tryImport(content);
      expect(status).toBe(200);
      return body.warnings as string[];
    };

    it('warn of a gap between the last one and the next', async () => {
      expect(await warningsOf(month('2026-08-01', '2026-08-31', '0.00', '100.00', '100.00'))).toEqual([]);
      expect(await warningsOf(month('2026-09-01', '2026-09-30', '100.00', '150.00', '50.00'))).toEqual([]);
      const october = month('2026-10-01', '2026-10-31', '140.00', '145.00', '5.00');
      expect(await warningsOf(october)).toEqual([
        'Main: statement S 2026-10-01 opens with 140.00 EUR on 2026-10-01, but the one before it, S 2026-09-01, closed with 150.00 EUR on 2026-09-30: -10.00 EUR in between. Import the statement that is missing.',
      ]);
      // The same file again brings nothing, and warns of nothing.
      expect(await warningsOf(october)).toEqual([]);
      expect(await warningsOf(month('2026-09-01', '2026-09-30', '100.00', '150.00', '50.00'))).toEqual([]);
    });

    it('of MT940 begin on the day on which the last one ends', async () => {
      const day = (from: string, to: string, opening: string, closing: string): string =>
        mt940([`:61:${to}C5,NTRF//${to}`], `C${from}EUR${opening}`, `C${to}EUR${closing}`);
      expect(await warningsOf(day('260930', '261001', '0,', '5,'))).toEqual([]);
      expect(await warningsOf(day('261001', '261002', '5,', '10,'))).toEqual([]);
      expect(await warningsOf(day('261002', '261003', '10,01', '15,01'))).toEqual([
        expect.stringContaining('0.01 EUR in between'),
      ]);
    });
  });
});
