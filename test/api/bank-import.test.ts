import { Bank, OTHER_IBAN, OUR_IBAN } from '../support/bank';
import { camt, entry, mt940, statement } from '../support/bank-files';
import { atOnce, outcome, outcomes } from '../support/sales';
import { TestApp, type TestCompany } from '../support/test-app';

describe('bank imports', () => {
  let app: TestApp;
  let company: TestCompany;
  let bank: Bank;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    bank = await Bank.of(company);
  });

  const counts = async (content: string): Promise<[number, number]> => {
    const { status, body } = await bank.tryImport(content);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return [body.imported, body.skipped];
  };
  const pay = (date: string, amount: string, reference?: string): string =>
    entry({ date, amount, reference, details: [{ amount, name: 'Buyer', text: 'Rent' }] });

  it('tell what they took, and keep what the bank says', async () => {
    const details = [{ amount: '121.00', name: 'Pirkėjas', iban: OTHER_IBAN, text: 'SF-1' }];
    const file = camt([
      statement({
        id: 'S-7',
        entries: [entry({ amount: '121.00', reference: 'B-1', details })],
        opening: '0.00',
        closing: '121.00',
      }),
    ]);
    const { status, body } = await bank.tryImport(file, { format: 'camt053' });
    expect([status, body]).toEqual([
      200,
      {
        imported: 1,
        skipped: 0,
        posted: 0,
        customersCreated: 0,
        invoicesCreated: 0,
        invoicesLinked: 0,
        creditNotesCreated: 0,
        authorizationsRecorded: 0,
        payoutsPosted: 0,
        commissionsPosted: 0,
        paymentsMatched: 0,
        warnings: [],
        statements: [
          {
            statementId: 'S-7',
            iban: OUR_IBAN,
            fromDate: '2026-10-01',
            toDate: '2026-10-31',
            openingBalance: '0.00',
            closingBalance: '121.00',
            transactionCount: 1,
          },
        ],
      },
    ]);
    const { rows, ...page } = await company.ok('bank/transactions/list', { totals: ['amount'] });
    expect(page).toMatchObject({ total: 1, totalsByCurrency: { EUR: { amount: '121.00' } } });
    expect(rows).toEqual([
      {
        id: expect.any(String),
        bankAccountId: bank.accountId,
        date: '2026-10-01',
        setAsideReason: null,
        valueDate: '2026-10-01',
        amount: '121.00',
        currency: 'EUR',
        counterpartyName: 'Pirkėjas',
        counterpartyIban: OTHER_IBAN,
        description: 'SF-1',
        externalId: 'B-1',
        status: 'new',
        matchedDocumentType: null,
        matchedDocumentId: null,
        journalTransactionId: null,
        createdAt: expect.any(String),
      },
    ]);
    expect(await company.count('journal_transactions')).toBe(0);
  });

  it('of several statements go each to its account, or nowhere', async () => {
    const file = camt([
      statement({ entries: [entry({ amount: '1.00' })] }),
      statement({ iban: OTHER_IBAN, entries: [entry({ amount: '2.00' }), entry({ amount: '3.00' })] }),
    ]);
    const refused = await bank.tryImport(file);
    expect([outcome(refused), refused.body.error.message]).toEqual([
      '422 statement_refused',
      expect.stringContaining(OTHER_IBAN),
    ]);
    expect(await bank.amounts()).toEqual([]);
    const other = await bank.another({ iban: OTHER_IBAN });
    expect(await counts(file)).toEqual([3, 0]);
    expect([await bank.amounts(), await other.amounts()]).toEqual([['1.00'], ['2.00', '3.00']]);
    const third = await bank.another({ name: 'Third' });
    expect(outcome(await third.tryImport(file))).toBe('422 statement_refused');
  });

  it('without an IBAN go to the account of the request', async () => {
    expect(await counts(camt([statement({ iban: null, entries: [entry({ amount: '1.00' })] })]))).toEqual([
      1, 0,
    ]);
  });

  describe('take every movement once', () => {
    const october = [
      pay('2026-10-01', '10.00', 'R1'),
      pay('2026-10-02', '20.00'),
      pay('2026-10-02', '20.00'),
      pay('2026-10-03', '30.00', 'R1'),
    ];

    it('when the same file comes twice', async () => {
      const file = camt([statement({ entries: october })]);
      expect(await counts(file)).toEqual([4, 0]);
      expect(await counts(file)).toEqual([0, 4]);
      expect(await bank.amounts()).toEqual(['10.00', '20.00', '20.00', '30.00']);
    });

    it('when periods overlap', async () => {
      await counts(camt([statement({ id: 'A', entries: october.slice(0, 3) })]));
      expect(await counts(camt([statement({ id: 'B', entries: october.slice(1) })]))).toEqual([1, 2]);
      expect(await bank.amounts()).toEqual(['10.00', '20.00', '20.00', '30.00']);
    });

    it('when a later file has one more of the same', async () => {
      await counts(camt([statement({ entries: october.slice(0, 2) })]));
      expect(await counts(camt([statement({ entries: october })]))).toEqual([2, 2]);
    });

    it('when a reference comes again in another year, or for another amount', async () => {
      await counts(camt([statement({ entries: [pay('2025-10-01', '10.00', 'R1')] })]));
      expect(
        await counts(
          camt([
            statement({ entries: [pay('2026-10-01', '10.00', 'R1'), pay('2026-10-01', '11.00', 'R1')] }),
          ]),
        ),
      ).toEqual([2, 0]);
    });

    it('when twenty send it at once', async () => {
      const file = camt([statement({ entries: october })]);
      const answers = await atOnce(20, () => bank.tryImport(file));
      expect(outcomes(answers)).toEqual({ '200': 20 });
      expect(answers.map(({ body }) => body.imported).sort()).toEqual([...Array<number>(19).fill(0), 4]);
      expect(await bank.amounts()).toHaveLength(4);
    });
  });

  it('read MT940, as text and as bytes of Windows-1257', async () => {
    const file = mt940(
      [':61:1412310105C1,NTRFNONREF', ':86:Ąžuolas', ':61:1501021231D1,5NTRFX//R'],
      'C141231EUR0,',
      'D150105EUR0,5',
    );
    expect((await bank.tryImport(file)).body).toMatchObject({
      imported: 2,
      statements: [{ openingBalance: '0.00', closingBalance: '-0.50' }],
    });
    const { rows } = await company.ok('bank/transactions/list', { sort: [{ field: 'date', dir: 'asc' }] });
    expect(rows).toMatchObject([
      { date: '2014-12-31', valueDate: '2015-01-02', amount: '-1.50', externalId: 'R' },
      {
        date: '2015-01-05',
        valueDate: '2014-12-31',
        amount: '1.00',
        description: 'Ąžuolas',
        externalId: null,
      },
    ]);
    const bytes = Buffer.concat(
      [...file].map(letter => Buffer.from({ Ą: '\u00c0', ž: '\u00fe' }[letter] ?? letter, 'latin1')),
    );
    expect((await bank.tryImport(bytes.toString('base64'))).body).toMatchObject({ imported: 0, skipped: 2 });
    const marked = Buffer.concat([bytes, Buffer.from([0x1a])]);
    expect((await bank.tryImport(marked.toString('base64'))).body).toMatchObject({ imported: 0, skipped: 2 });
  });

  it('refuse what does not fit, and take nothing of it', async () => {
    const usd = mt940([':61:261001C1,NTRFX'], 'C261001USD0,', 'C261001USD1,');
    const unbalanced = camt([
      statement({
        entries: [entry({ amount: '50.00', isReversal: true })],
        opening: '100.00',
        closing: '50.00',
      }),
    ]);
    const cents = mt940([':61:261001C1,005NTRFX'], 'C261001EUR0,', 'C261001EUR1,005');
    const huge = mt940([':61:261001C1000000000000000,NTRFX'], 'C261001EUR0,', 'C261001EUR1000000000000000,');
    const control = mt940([':61:261001C1,NTRFX\u0000'], 'C261001EUR0,', 'C261001EUR1,');
    const bytes = Buffer.from(control).toString('base64');
    for (const file of [
      usd,
      unbalanced,
      cents,
      huge,
      bytes,
      'nonsense',
      `<!DOCTYPE a>${camt([])}`,
      ':20:a\uFFFD',
    ]) {
      expect([file.slice(0, 30), outcome(await bank.tryImport(file))]).toEqual([
        file.slice(0, 30),
        '422 statement_refused',
      ]);
    }
    expect(outcome(await bank.tryImport(usd, { format: 'camt053' }))).toBe('422 statement_refused');
    expect(outcome(await bank.tryImport(usd, { format: 'stripe-csv' }))).toBe('422 not_supported');
    expect(outcome(await bank.tryImport(usd, { templateId: 'a' }))).toBe('422 not_supported');
    await company.ok('bank/accounts/update', { id: bank.accountId, isActive: false });
    expect(outcome(await bank.tryImport(camt([statement({ entries: [] })])))).toBe(
      '422 bank_account_inactive',
    );
    expect(await bank.amounts()).toEqual([]);
  });

  describe('of movements that the caller has read', () => {
    const given = (...transactions: object[]): ReturnType<TestCompany['post']> =>
      company.post('bank/transactions/import', { bankAccountId: bank.accountId, transactions });
    const movement = { date: '2026-10-01', amount: '-5.00', counterpartyName: 'Supplier' };

    it('are told by their external id', async () => {
      expect((await given({ ...movement, externalId: 'a' }, { ...movement, externalId: 'b' })).body).toEqual({
        imported: 2,
        skipped: 0,
      });
      expect((await given({ ...movement, externalId: 'b' }, { ...movement, externalId: 'c' })).body).toEqual({
        imported: 1,
        skipped: 1,
      });
      const { rows } = await company.ok('bank/transactions/list', {
        filter: [{ field: 'externalId', op: 'eq', value: 'b' }],
      });
      const other = await given({ ...movement, amount: '-6.00', externalId: 'b' });
      expect([outcome(other), other.body.error.existingId]).toEqual(['409 duplicate', rows[0].id]);
      expect(await bank.amounts()).toHaveLength(3);
    });

    it('are told by what they say without one', async () => {
      expect((await given(movement, movement)).body).toEqual({ imported: 2, skipped: 0 });
      expect((await given(movement, movement, movement)).body).toEqual({ imported: 1, skipped: 2 });
    });

    it('are refused in another currency, with too many decimals, or of nothing', async () => {
      for (const wrong of [
        { currency: 'USD' },
        { amount: '1.001' },
        { amount: '0.00' },
        { amount: '1000000000000000.00' },
        { amount: '-1000000000000000.00' },
        { date: '2026-02-30' },
      ]) {
        expect([wrong, outcome(await given({ ...movement, ...wrong }))]).toEqual([
          wrong,
          '400 invalid_request',
        ]);
      }
    });
  });
});
