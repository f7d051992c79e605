import { Bank } from '../support/bank';
import { expectSoundBooks } from '../support/books';
import { texts } from '../support/isaf';
import { cost, Purchases } from '../support/purchases';
import { line, outcome, Sales } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';
import { describeWithSchemas, validateAllInBackground } from '../support/xml-schema';

interface Fr0600 {
  fields: { field: string; value: string }[];
  warnings: string[];
  notes: string[];
  exact: { outputVat: string; deductibleVat: string; due: string };
}

const coded = (price: string, vatClassifierCode = 'PVM1'): object =>
  line(price, { vatRatePercent: undefined, vatClassifierCode });

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({}, new TestClock(new Date('2026-12-05T09:00:00Z')));
});
afterAll(() => app.stop());

describe('cash accounting', () => {
  let company: TestCompany;
  let sales: Sales;
  let purchases: Purchases;
  let bank: Bank;
  beforeEach(async () => {
    company = await app.company({ code: '305555553', vatCode: 'LT100001234510' });
    await company.ok('account/companies/update', { cashAccountingFrom: '2026-10-01' });
    sales = await Sales.of(company, { vatCode: 'LT100005555510' });
    purchases = await Purchases.of(company);
    bank = await Bank.of(company);
  });
  afterEach(() => expectSoundBooks(company));

  const issued = (issueDate = '2026-10-03', members: object = {}): ReturnType<Sales['issued']> =>
    sales.issued({ issueDate, lines: [coded('100.00')], ...members });
  /** Pays a document in part or in full; the bank transaction. */
  async function pay(documentId: string, date: string, amount: string, documentType = 'sale_invoice'): Promise<string> {
    const id = await bank.movement(amount, { date });
    expect(outcome(await bank.tryMatch(id, documentId, documentType))).toBe('200');
    return id;
  } // prettier-ignore
  const unpay = (transactionId: string): Promise<unknown> =>
    company.ok('bank/transactions/unmatch', { transactionId });
  const close = (month: number): Promise<unknown> => company.ok('vat-periods/close', { year: 2026, month });
  const fr0600 = (month: number): Promise<Fr0600> =>
    company.ok('declarations/lt/fr0600/compute', { year: 2026, month }) as Promise<Fr0600>;
  const boxes = async (month: number): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await fr0600(month)).fields
        .filter(({ field, value }) => value !== '0' && field !== '28')
        .map(({ field, value }) => [field, value]),
    );
  const isaf = (month: number, dataType = 'F') =>
    company.ok('declarations/lt/isaf/generate', { year: 2026, month, dataType }) as Promise<{
      xml: string;
      warnings: string[];
      counts: { settlements: number };
    }>;
  /** Type, date, net and VAT of the payments in a file. */
  function payments(xml: string): string[] {
    const section = xml.slice(xml.indexOf('<SettlementsAndPayments>'));
    if (!section.startsWith('<Settle')) return [];
    const columns = ['SettlementType', 'SettlementDate', 'Amount', 'VATAmount'].map(name =>
      texts(section, name),
    );
    return columns[0]!.map((_, index) => columns.map(column => column[index]).join(' '));
  }

  describe('the mark of a document', () => {
    it('is frozen at issue: by the tax point within the days of the company, of domestic VAT alone', async () => {
      const [before, first, elsewhere, without] = [
        await issued('2026-09-30'),
        await issued('2026-10-01'),
        await issued('2026-10-01', { taxPointDate: '2026-09-30' }),
        await sales.issued({ issueDate: '2026-10-01', lines: [coded('100.00', 'PVM5')] }),
      ];
      await company.ok('account/companies/update', { cashAccountingTo: '2026-10-31' });
      const [last, after] = [await issued('2026-10-31'), await issued('2026-11-01')];
      await company.ok('account/companies/update', { cashAccountingFrom: null, cashAccountingTo: null });
      const ended = await issued('2026-11-02');
      const marks = [before, first, elsewhere, without, last, after, ended];
      expect(marks.map(({ cashAccounting }) => cashAccounting)).toEqual([
        false,
        true,
        false,
        false,
        true,
        false,
        false,
      ]);
      expect((await sales.get(first.id)).cashAccounting).toBe(true);
      const credit = await sales.credited(first.id, { issueDate: '2026-11-03', creditReason: 'x' });
      expect(credit.cashAccounting).toBe(true);
      const { rows } = (await company.ok('sales/invoices/list', {
        filter: [{ field: 'cashAccounting', op: 'eq', value: true }],
      })) as { rows: unknown[] };
      expect(rows).toHaveLength(3);
    });

    it('of a purchase is its author’s, of a credit note that of the invoice', async () => {
      const invoice = await purchases.registered({ cashAccounting: true, documentDate: '2026-10-05' }, '2026-10-05');
      const credit = await purchases.credited(invoice.id, { documentDate: '2026-10-06' });
      expect([invoice.cashAccounting, credit.cashAccounting]).toEqual([true, true]);
      expect((await purchases.registered()).cashAccounting).toBe(false);
      const refused = [
        await purchases.try({ cashAccounting: true, type: 'credit_note' }),
        await purchases.try({ cashAccounting: false, type: 'credit_note', creditedInvoiceId: invoice.id }),
        await purchases.tryRegister(
          (await purchases.draft({ cashAccounting: true, lines: [cost('1.00', { vatRatePercent: undefined, vatClassifierCode: 'PVM25' })] })).id,
        ),
      ];
      expect(refused.map(({ status, body }) => [status, Object.keys(body.error.fieldErrors)])).toEqual(
        Array(3).fill([400, ['cashAccounting']]),
      );
    }); // prettier-ignore

    it('needs days that make sense, and a Lithuanian company', async () => {
      const update = async (members: object): Promise<string> =>
        outcome(await company.post('account/companies/update', members));
      expect(await update({ cashAccountingTo: '2026-09-30' })).toBe('400 invalid_request');
      expect(await update({ cashAccountingFrom: null, cashAccountingTo: '2026-12-31' })).toBe('400 invalid_request');
      const czech = await app.bareCompany({ countryCode: 'CZ' });
      const answer = await czech.post('account/companies/update', { cashAccountingFrom: '2026-01-01' });
      expect(outcome(answer)).toBe('422 not_supported');
      const supplier = await Purchases.of(czech);
      expect(outcome(await supplier.try({ cashAccounting: true }))).toBe('422 not_supported');
    }); // prettier-ignore
  });

  describe('FR0600', () => {
    it('has base and VAT as they are paid, and says what is not', async () => {
      const invoice = await issued();
      await sales.issued({ issueDate: '2026-09-01', lines: [coded('10.00')] });
      await pay(invoice.id, '2026-10-10', '40.00');
      await pay(invoice.id, '2026-11-10', '40.00');
      await pay(invoice.id, '2026-12-01', '41.00');
      // 100 x 40/121 = 33.06 and 21 x 40/121 = 6.94; 66.12 and 13.88; the rest
      expect(await boxes(10)).toEqual({ '11': '33', '29': '7', '36': '7' });
      const [october, november, december] = [await fr0600(10), await fr0600(11), await fr0600(12)];
      expect([october, november, december].map(({ exact }) => exact.outputVat)).toEqual([
        '6.94',
        '6.94',
        '7.12',
      ]);
      expect(october.warnings).toEqual([
        'Cash accounting: 1 document(s) are not paid in full on 2026-10-31; not in the return are sales of 66.94 with VAT 14.06, and deductible VAT 0.00 of purchases.',
      ]);
      expect(october.notes.at(-1)).toMatch(/art\. 14\(9\).*not verified/);
      expect(december.warnings).toEqual([]);
      expect((await fr0600(9)).exact.outputVat).toBe('2.10');
      const { rows, total } = (await company.ok('declarations/lt/fr0600/documents', {
        year: 2026,
        month: 11,
        field: '29',
      })) as { rows: object[]; total: string };
      expect(total).toBe('6.94');
      expect(rows).toEqual([
        expect.objectContaining({ documentId: invoice.id, net: '33.06', amount: '6.94' }),
      ]);
    });

    it('deducts the VAT of a supplier as he is paid, without what a line or the pro rata does not deduct', async () => {
      await company.ok('vat/pro-rata/set', { year: 2026, percent: 60 });
      const { id } = await purchases.registered(
        { cashAccounting: true, documentDate: '2026-10-05', lines: [cost('100.00'), cost('100.00', { deductiblePercent: '50' })] },
        '2026-10-05',
      ); // prettier-ignore
      expect((await fr0600(10)).exact.deductibleVat).toBe('0.00');
      await pay(id, '2026-11-10', '-121.00', 'purchase_invoice');
      // half of 12.60 + 10.50; box 25 half of 21.00 + 10.50
      expect((await fr0600(11)).exact.deductibleVat).toBe('11.55');
      expect(await boxes(11)).toEqual({ '25': '16', '35': '12', '36': '-12' });
    });

    it('takes credit notes off what is to be paid, per rate, before and after payment', async () => {
      const lines = [coded('100.00'), coded('100.00', 'PVM3')];
      const [unpaid, paid] = [await issued('2026-10-03', { lines }), await issued('2026-10-04', { lines })];
      await pay(paid.id, '2026-10-10', '226.00');
      expect((await fr0600(10)).exact.outputVat).toBe('26.00');
      const credit = (invoice: typeof paid, issueDate: string): Promise<unknown> =>
        sales.credited(invoice.id, { issueDate, creditReason: 'x', lines: [{ creditedLineId: invoice.lines[0]!.id }] }); // prettier-ignore
      await credit(unpaid, '2026-11-03');
      expect((await fr0600(11)).exact.outputVat).toBe('0.00');
      await credit(paid, '2026-11-04');
      expect(await boxes(11)).toEqual({ '11': '-100', '29': '-21', '36': '-21' });
      await pay(unpaid.id, '2026-12-01', '105.00');
      expect(await boxes(12)).toEqual({ '11': '100', '31': '5', '36': '5' });
      await sales.credited(unpaid.id, { issueDate: '2026-12-02', creditReason: 'x' });
      expect(await boxes(12)).toEqual({});
    });

    it('of a document in another currency is in proportion of its own', async () => {
      await company.ok('reference/exchange-rates/set', { currency: 'USD', date: '2026-10-03', rate: '1.2' });
      const dollars = await bank.another({
        currency: 'USD',
        iban: 'LT601010012345678901',
        accountCode: '272',
      });
      await company.ok('reference/exchange-rates/set', { currency: 'USD', date: '2026-10-10', rate: '1.1' });
      const invoice = await issued('2026-10-03', { currency: 'USD', lines: [coded('120.00')] });
      const half = await dollars.movement('72.60', { date: '2026-10-10' });
      expect(outcome(await dollars.tryMatch(half, invoice.id))).toBe('200');
      expect((await fr0600(10)).exact.outputVat).toBe('10.50');
    });
  });

  describe('a closed VAT period', () => {
    it('stays as it was declared: what is paid or taken back in it counts in the next one that is open', async () => {
      const [one, other] = [await issued(), await issued('2026-10-04')];
      const payment = await pay(one.id, '2026-10-10', '121.00');
      await close(10);
      const october = await fr0600(10);
      await pay(other.id, '2026-10-20', '60.50');
      await unpay(payment);
      expect(await fr0600(10)).toEqual(october);
      // 10.50 of the other, 21.00 of the one taken back
      expect((await fr0600(11)).exact.outputVat).toBe('-10.50');
      const file = await isaf(11);
      expect(payments(file.xml)).toEqual(['G 2026-11-01 -100.00 -21.00', 'G 2026-11-01 50.00 10.50']);
      expect(file.warnings.filter(text => text.includes('was closed'))).toHaveLength(2);
    });

    it('a payment after the return is filed is no change of its documents', async () => {
      const invoice = await issued();
      const submission = { obligation: 'lt-isaf', year: 2026, month: 10 };
      const { id } = (await company.ok('declarations/submissions/create', submission)) as { id: string };
      await company.ok('declarations/submissions/mark', { id, status: 'submitted' });
      await company.ok('declarations/submissions/mark', { id, status: 'accepted' });
      const filed = (await isaf(10)).xml;
      await pay(invoice.id, '2026-10-20', '60.50');
      await pay(invoice.id, '2026-11-20', '60.50');
      expect(await company.ok('declarations/submissions/changes', { id })).toMatchObject({ rows: [] });
      expect((await isaf(10)).xml).toBe(filed);
      expect(payments((await isaf(11)).xml)).toEqual([
        'G 2026-11-01 50.00 10.50',
        'G 2026-11-20 50.00 10.50',
      ]);
    });
  });

  describeWithSchemas('i.SAF', () => {
    it('marks documents with T and lists their payments, in files of every type that the schema takes', async () => {
      const paid = await issued();
      await sales.issued({ issueDate: '2026-09-30', lines: [coded('10.00')] });
      await pay(paid.id, '2026-10-10', '40.00');
      await pay(paid.id, '2026-10-11', '81.00');
      await unpay(await pay((await issued('2026-10-05')).id, '2026-10-12', '121.00'));
      const supplied = await purchases.registered(
        { cashAccounting: true, documentDate: '2026-10-06', lines: [cost('100.00', { deductiblePercent: '0' })] },
        '2026-10-06',
      ); // prettier-ignore
      await pay(supplied.id, '2026-10-15', '-121.00', 'purchase_invoice');
      await sales.credited(paid.id, { issueDate: '2026-10-20', creditReason: 'x' });

      const [both, issuedOnly, received, september, november] = [
        await isaf(10),
        await isaf(10, 'S'),
        await isaf(10, 'P'),
        await isaf(9),
        await isaf(11),
      ];
      const toUs = ['G 2026-10-10 33.06 6.94', 'G 2026-10-11 66.94 14.06'];
      const byUs = 'V 2026-10-15 100.00 21.00';
      expect(texts(both.xml, 'SpecialTaxation')).toEqual(['T', 'T', 'T', 'T']);
      // What was taken back in the month is not there; the credit note that follows is a document, no payment.
      expect(payments(both.xml)).toEqual([...toUs, byUs]);
      expect(payments(issuedOnly.xml)).toEqual(toUs);
      expect(payments(received.xml)).toEqual([byUs]);
      expect(texts(september.xml, 'SpecialTaxation')).toEqual(['']);
      expect(both.counts.settlements).toBe(3);
      expect((await fr0600(10)).exact.outputVat).toBe('0.00');
      const files = [both, issuedOnly, received, september, november].map(({ xml }) => xml);
      expect(await validateAllInBackground(files, 'isaf/isaf_1_2.xsd')).toEqual(
        files.map(() => ({ valid: true, errors: [] })),
      );
    });
  });
});
