import { randomUUID } from 'node:crypto';
import { expectSoundBooks } from '../support/books';
import { TestApp, TestClock, type Answer, type TestCompany } from '../support/test-app';

const DAY = '2026-10-05';
const OCTOBER = { fromDate: '2026-10-01', toDate: '2026-10-31' };

describe('cost centers', () => {
  let app: TestApp;
  let company: TestCompany;
  let partnerId: string;
  let shop: string;
  let office: string;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date('2026-11-15T09:00:00Z')));
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    partnerId = await made('partners/create', { name: 'Partner UAB', code: '304444442' });
    shop = await made('ledger/cost-centers/create', { code: 'SHOP', name: 'Shop' });
    office = await made('ledger/cost-centers/create', { code: 'OFFICE', name: 'Office' });
  });

  async function made(path: string, body: object): Promise<string> {
    return ((await company.ok(path, body)) as { id: string }).id;
  }
  const line = (price: string, costCenterId?: string): object => ({
    description: 'Work',
    unitPriceExclVat: price,
    vatRatePercent: '21',
    ...(costCenterId && { costCenterId }),
  });
  const sale = (members: object): Promise<Answer> =>
    company.post('sales/invoices/create', { partnerId, issue: true, issueDate: DAY, ...members });
  const deactivate = (id: string): Promise<unknown> =>
    company.ok('ledger/cost-centers/update', { id, isActive: false });
  const outcome = ({ status, body }: Answer): unknown[] => [status, body.error.reason];

  /** Entries of a transaction as "account center debit credit". */
  async function entries(transactionId: unknown): Promise<string[]> {
    const names = new Map([
      [shop, 'shop'],
      [office, 'office'],
    ]);
    const { entries: found } = (await company.ok('ledger/journal/transactions/get', {
      id: transactionId,
    })) as { entries: { accountCode: string; costCenterId: string | null; debit: string; credit: string }[] };
    return found.map(({ accountCode, costCenterId, debit, credit }) =>
      [accountCode, costCenterId === null ? '-' : names.get(costCenterId), debit, credit].join(' '),
    );
  }
  async function report(range: object = OCTOBER): Promise<string[]> {
    const { rows } = (await company.ok('reports/cost-centers', range)) as {
      rows: { code: string; income: string; expenses: string; result: string }[];
    };
    return rows.map(({ code, income, expenses, result }) => [code, income, expenses, result].join(' '));
  }

  it('are made, changed and listed', async () => {
    const answer = await company.post('ledger/cost-centers/create', { code: ' WEB ', name: 'Web shop' });
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.any(String) as string,
        code: 'WEB',
        name: 'Web shop',
        groupId: null,
        groupName: null,
        isActive: true,
        createdAt: expect.any(String) as string,
      },
    ]);
    expect(
      await company.ok('ledger/cost-centers/update', { id: shop, name: 'Old shop', isActive: false }),
    ).toMatchObject({ code: 'SHOP', name: 'Old shop', isActive: false });
    const { rows } = (await company.ok('ledger/cost-centers/list')) as { rows: { code: string }[] };
    expect(rows.map(({ code }) => code)).toEqual(['OFFICE', 'SHOP', 'WEB']);
    const active = { filter: [{ field: 'isActive', op: 'eq', value: true }] };
    expect((await company.ok('ledger/cost-centers/list', active)).total).toBe(2);
  });

  it('have a code of their own, and no groups', async () => {
    const again = await company.post('ledger/cost-centers/create', { code: 'SHOP', name: 'Other' });
    expect([...outcome(again), again.body.error.existingId]).toEqual([409, 'duplicate', shop]);
    const grouped = await company.post('ledger/cost-centers/update', { id: shop, groupId: randomUUID() });
    expect(outcome(grouped)).toEqual([422, 'not_supported']);
    const strange = await (
      await app.company()
    ).post('ledger/cost-centers/update', { id: shop, name: 'Ours' });
    expect(outcome(strange)).toEqual([404, 'not_found']);
  });

  it('stand on the entries of a manual transaction and of its reversal', async () => {
    const id = await made('ledger/journal/transactions/create', {
      date: DAY,
      entries: [
        { accountCode: '6300', debit: '70.00', costCenterId: shop },
        { accountCode: '6300', debit: '30.00', costCenterId: office },
        { accountCode: '271', credit: '100.00' },
      ],
    });
    expect(await entries(id)).toEqual([
      '6300 shop 70.00 0.00',
      '6300 office 30.00 0.00',
      '271 - 0.00 100.00',
    ]);
    await deactivate(shop);
    expect(await report()).toEqual(['OFFICE 0.00 30.00 -30.00', 'SHOP 0.00 70.00 -70.00']);
    const reversal = await made('ledger/journal/transactions/reverse', { id, date: '2026-10-06' });
    expect((await entries(reversal))[0]).toBe('6300 shop 0.00 70.00');
    expect(await report()).toEqual(['OFFICE 0.00 0.00 0.00', 'SHOP 0.00 0.00 0.00']);
  });

  it('split the revenue of a sale, and its credit notes mirror it', async () => {
    const { body: invoice } = await sale({
      lines: [line('60.00', shop), line('40.00', office), line('10.00', shop), line('5.00')],
    });
    expect((invoice.lines as { costCenterId: unknown }[]).map(({ costCenterId }) => costCenterId)).toEqual([
      shop,
      office,
      shop,
      null,
    ]);
    expect((await entries(invoice.journalTransactionId)).slice(0, 4)).toEqual([
      '2410 - 139.15 0.00',
      '5001 shop 0.00 70.00',
      '5001 office 0.00 40.00',
      '5001 - 0.00 5.00',
    ]);
    expect(await report()).toEqual(['OFFICE 40.00 0.00 40.00', 'SHOP 70.00 0.00 70.00']);
    await deactivate(shop);
    const credit = { type: 'credit_note', creditedInvoiceId: invoice.id };
    const [first] = invoice.lines as { id: string }[];
    const { body: one } = await sale({ ...credit, lines: [{ creditedLineId: first!.id }] });
    expect((await entries(one.journalTransactionId))[1]).toBe('5001 shop 60.00 0.00');
    const { body: rest } = await sale(credit);
    expect((await entries(rest.journalTransactionId)).slice(1, 4).sort()).toEqual([
      '5001 - 5.00 0.00',
      '5001 office 40.00 0.00',
      '5001 shop 10.00 0.00',
    ]);
    expect(await report()).toEqual(['OFFICE 0.00 0.00 0.00', 'SHOP 0.00 0.00 0.00']);
    await expectSoundBooks(company);
  });

  it('split the cost of a purchase, non-deductible VAT included, and its void takes it back', async () => {
    const id = await made('purchases/invoices/create', {
      partnerId,
      documentNumber: 'S-1',
      documentDate: DAY,
      lines: [
        line('100.00', shop),
        { ...line('10.00', office), deductiblePercent: '0' },
        line('20.00', shop),
      ],
    });
    const registered = await company.ok('purchases/invoices/register', { id, registrationDate: DAY });
    expect((await entries(registered.journalTransactionId)).slice(0, 2)).toEqual([
      '6312 shop 120.00 0.00',
      '6312 office 12.10 0.00',
    ]);
    expect(await report()).toEqual(['OFFICE 0.00 12.10 -12.10', 'SHOP 0.00 120.00 -120.00']);
    const voided = await company.ok('purchases/invoices/void', { id, reason: 'Wrong' });
    expect((await entries(voided.voidJournalTransactionId)).slice(0, 2)).toEqual([
      '6312 shop 0.00 120.00',
      '6312 office 0.00 12.10',
    ]);
    expect(await report({ fromDate: '2026-10-01', toDate: '2026-11-30' })).toEqual([
      'OFFICE 0.00 0.00 0.00',
      'SHOP 0.00 0.00 0.00',
    ]);
  });

  it('are refused when unknown, of another company or inactive, also when they become so before the posting', async () => {
    const other = await app.company();
    const { id: theirs } = (await other.ok('ledger/cost-centers/create', { code: 'X', name: 'X' })) as {
      id: string;
    };
    for (const unknown of [randomUUID(), theirs]) {
      const answer = await sale({ lines: [line('1.00'), line('1.00', unknown)] });
      expect([...outcome(answer), Object.keys(answer.body.error.fieldErrors as object)]).toEqual([
        404,
        'not_found',
        ['lines.1.costCenterId'],
      ]);
    }
    const draft = await made('sales/invoices/create', { partnerId, lines: [line('1.00', shop)] });
    const purchase = await made('purchases/invoices/create', {
      partnerId,
      documentNumber: 'S-1',
      documentDate: DAY,
      lines: [line('1.00', shop)],
    });
    await deactivate(shop);
    const manual = {
      date: DAY,
      entries: [
        { accountCode: '6300', debit: '1.00', costCenterId: shop },
        { accountCode: '271', credit: '1.00' },
      ],
    };
    for (const [path, body] of [
      ['sales/invoices/issue', { id: draft }],
      ['purchases/invoices/register', { id: purchase }],
      ['ledger/journal/transactions/create', manual],
      ['sales/invoices/create', { partnerId, lines: [line('1.00', shop)] }],
    ] as const)
      expect([path, ...outcome(await company.post(path, body))]).toEqual([path, 422, 'cost_center_inactive']);
    expect(await company.count('journal_transactions')).toBe(0);
  });
});
