import { expectSoundBooks } from '../support/books';
import { BUYER, peppolXml, SELLER, TEXTS, tryPeppolXml } from '../support/e-invoices';
import { leaves } from '../support/isaf';
import { readPdfs } from '../support/pdf';
import { cost, Purchases } from '../support/purchases';
import {
  customer,
  line,
  outcome,
  Sales,
  SALES_NOW,
  SALES_TODAY,
  withAnyRate,
  type Invoice,
} from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';
import { describeWithSchemas, selectInBackground, validateInBackground } from '../support/xml-schema';
import { Decimal } from '../../src/shared/decimal';

const OCTOBER = { year: 2026, month: 10 };
const at = (vatRatePercent: string, price: string, members: object = {}): object =>
  line(price, { vatRatePercent, ...members });
const times = (count: number, one: object): object[] => Array.from({ length: count }, () => one);

/** Net, VAT and gross. */
type Figures = readonly [net: string, vat: string, gross: string];
const NOTHING: Figures = ['0.00', '0.00', '0.00'];

const added = (one: Figures, other: Figures, factor = 1): Figures => {
  const sum = (index: 0 | 1 | 2): string =>
    new Decimal(other[index]).times(factor).plus(one[index]).toFixed(2);
  return [sum(0), sum(1), sum(2)];
};
const signOf = ({ type }: Invoice): 1 | -1 => (type === 'credit_note' ? -1 : 1);
const baseOf = (invoice: Invoice): Figures => [
  invoice.baseNetTotal as string,
  invoice.baseVatTotal as string,
  invoice.baseGrossTotal as string,
];

/** Where the amounts of a document stand: in its own currency, and in that of the books. */
interface Told {
  json: Figures;
  ubl?: Figures;
  pdf: Figures;
  journal: Figures;
  register: Figures;
  isaf: Figures;
}

interface Case {
  name: string;
  lines: object[];
  figures: Figures;
  /** Credit notes of it, one after the other: quantity of its first line, and their figures. */
  credits?: readonly { quantity: string; figures: Figures }[];
}

const CASES: Case[] = [
  {
    name: '50 x 241.67 at 20 %',
    lines: times(50, at('20', '241.67')),
    figures: ['12083.50', '2416.70', '14500.20'],
  },
  {
    name: '16 x 348.35 at 22 %, 4 % off',
    lines: [at('22', '348.35', { quantity: '16', discountPercent: '4' })],
    figures: ['5350.66', '1177.15', '6527.81'],
  },
  {
    name: '10 x 3.60 at 5.5 % on one line',
    lines: [at('5.5', '3.60', { quantity: '10' })],
    figures: ['36.00', '1.98', '37.98'],
  },
  {
    name: '10 lines of 3.60 at 5.5 %',
    lines: times(10, at('5.5', '3.60')),
    figures: ['36.00', '1.98', '37.98'],
  },
  {
    name: '4 x 348.11 at 25 % on two lines',
    lines: times(2, at('25', '348.11', { quantity: '2' })),
    figures: ['1392.44', '348.11', '1740.55'],
  },
  {
    name: '1000.00 at 20 %, a fifth credited',
    lines: [at('20', '1000.00')],
    figures: ['1000.00', '200.00', '1200.00'],
    credits: [{ quantity: '0.2', figures: ['200.00', '40.00', '240.00'] }],
  },
  { name: 'a negative price', lines: [line('100.00'), line('-20.00')], figures: ['80.00', '16.80', '96.80'] },
  {
    name: 'a negative quantity',
    lines: [line('100.00'), line('20.00', { quantity: '-1' })],
    figures: ['80.00', '16.80', '96.80'],
  },
  {
    name: '3 x 0.36, credited one by one',
    lines: [line('0.36', { quantity: '3' })],
    figures: ['1.08', '0.23', '1.31'],
    credits: [
      { quantity: '1', figures: ['0.36', '0.08', '0.44'] },
      { quantity: '1', figures: ['0.36', '0.08', '0.44'] },
      { quantity: '1', figures: ['0.36', '0.07', '0.43'] },
    ],
  },
  {
    name: '3 x 0.35, credited one by one',
    lines: [line('0.35', { quantity: '3' })],
    figures: ['1.05', '0.22', '1.27'],
    credits: [
      { quantity: '1', figures: ['0.35', '0.07', '0.42'] },
      { quantity: '1', figures: ['0.35', '0.07', '0.42'] },
      { quantity: '1', figures: ['0.35', '0.08', '0.43'] },
    ],
  },
];

describeWithSchemas('the same figures in JSON, UBL, PDF, journal, VAT register and i.SAF:', () => {
  let app: TestApp;
  let company: TestCompany;
  let sales: Sales;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
  });
  afterAll(() => app.stop());

  async function open(profile: object = {}): Promise<void> {
    company = await withAnyRate(await app.company({ ...SELLER, ...profile }));
    sales = await Sales.of(company, BUYER);
  }

  // In base currency a document is net and VAT at its rate, each rounded; its credit notes end at nothing.
  it.each([
    ['EUR', '1'],
    ['USD', '1.3333'],
    ['PLN', '4.3127'],
  ])('in %s at %s, and all of it credited', async (currency, rate) => {
    await open();
    if (currency !== 'EUR')
      await company.ok('reference/exchange-rates/set', { currency, date: SALES_TODAY, rate });
    const expected = new Map<Invoice, Figures>();
    const families: { family: Invoice[]; refusal: string }[] = [];
    for (const { lines, figures, credits = [] } of CASES) {
      const invoice = await sales.issued({ lines, currency });
      const atRate = (amount: string): string => new Decimal(amount).div(rate).toFixed(2);
      expect(baseOf(invoice).slice(0, 2)).toEqual([atRate(figures[0]), atRate(figures[1])]);
      expected.set(invoice, figures);
      const family = [invoice];
      let rest = figures;
      const credit = async (creditFigures: Figures, members: Record<string, unknown>): Promise<void> => {
        const note = await sales.credited(invoice.id, members);
        expected.set(note, creditFigures);
        family.push(note);
        rest = added(rest, creditFigures, -1);
      };
      for (const { quantity, figures: creditFigures } of credits)
        await credit(creditFigures, { lines: [{ creditedLineId: invoice.lines[0]!.id, quantity }] });
      // Of what was credited unit by unit nothing more can be taken. Others are credited by what is left, without lines.
      const isByUnits = rest[2] === '0.00';
      if (!isByUnits) await credit(rest, {});
      expect(rest).toEqual(NOTHING);
      families.push({ family, refusal: isByUnits ? '422 over_credit' : '409 already_credited' });
    }
    const told = await tell([...expected.keys()]);
    for (const [invoice, figures] of expected) {
      const base = baseOf(invoice);
      expect(base[2]).toBe(new Decimal(base[0]).plus(base[1]).toFixed(2));
      expect({ number: invoice.fullNumber, ...told.get(invoice) }).toEqual({
        number: invoice.fullNumber,
        json: figures,
        ubl: figures,
        pdf: figures,
        journal: base,
        register: base,
        isaf: base,
      });
    }
    // What is credited in full leaves nothing, and one more credit is refused.
    for (const { family, refusal } of families) {
      for (const place of ['journal', 'register', 'isaf'] as const)
        expect(
          family.reduce((left, one) => added(left, told.get(one)![place], signOf(one)), NOTHING),
        ).toEqual(NOTHING);
      const more = { lines: [{ creditedLineId: family[0]!.lines[0]!.id, quantity: '0.1' }] };
      expect(outcome(await sales.tryCredit(family[0]!.id, more))).toBe(refusal);
    }
    expect(
      await company.sql(`SELECT account_id FROM journal_entries GROUP BY 1 HAVING sum(debit) <> sum(credit)`),
    ).toEqual([]);
    await expectSoundBooks(company);
  });

  it('50 x 241.67 at 20 % with VAT rounded per line, which an e-invoice cannot say', async () => {
    await open({ vatRounding: 'line' });
    const invoice = await sales.issued({ lines: CASES[0]!.lines });
    const figures = ['12083.50', '2416.50', '14500.00'];
    const others = (await tell([invoice], false)).get(invoice);
    expect(others).toEqual({
      json: figures,
      pdf: figures,
      journal: figures,
      register: figures,
      isaf: figures,
    });
    const refused = await tryPeppolXml(company, invoice.id);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('0.20');
  });

  it('VAT to be refunded keeps its sign', async () => {
    await open();
    await sales.issued({ lines: [line('19079.00')] });
    const purchases = await Purchases.of(company);
    await purchases.registered({ lines: [cost('25139.95')] });
    const { exact, fields } = (await company.ok('declarations/lt/fr0600/compute', OCTOBER)) as {
      exact: object;
      fields: { field: string; value: string }[];
    };
    expect(exact).toEqual({ outputVat: '4006.59', deductibleVat: '5279.39', due: '-1272.80' });
    expect(fields.at(-1)).toMatchObject({ field: '36', value: '-1272' }); // 4007 - 5279
    expect(await balances()).toEqual({ '2441': '5279.39', '4492': '-4006.59' });
  });

  it('no price below zero, and no invoice', async () => {
    await open();
    const invoice = await sales.issued({ lines: [line('100.00'), line('-20.00')] });
    const { root } = await peppolXml(company, invoice.id);
    const second = root.all('cac:InvoiceLine')[1]!;
    expect(second.value('cbc:InvoicedQuantity')).toBe('-1');
    expect(second.value('cac:Price/cbc:PriceAmount')).toBe('20');
    expect(outcome(await sales.tryIssue({ lines: [line('-50.00')] }))).toMatch(/^422 /);
  });

  it('texts come back unchanged from both files', async () => {
    await open();
    const names = TEXTS.filter(text => !text.includes('\n') && text.length <= 256);
    for (const name of names)
      await sales.issued({ partnerId: await customer(company, { name, type: 'person' }) });
    const { xml } = (await company.ok('declarations/lt/isaf/generate', OCTOBER)) as { xml: string };
    expect(await selectInBackground(xml, '//*[local-name()="Name"]')).toEqual(names);
    const business = await sales.issued({ lines: names.map(description => line('1.00', { description })) });
    const { root, xml: ubl } = await peppolXml(company, business.id);
    expect(root.all('cac:InvoiceLine').map(each => each.value('cac:Item/cbc:Name'))).toEqual(names);
    expect(await validateInBackground(ubl, 'ubl21/maindoc/UBL-Invoice-2.1.xsd')).toEqual({
      valid: true,
      errors: [],
    });
    for (const text of ['\u0000', '\ud800'])
      expect((await sales.tryIssue({ lines: [line('1.00', { description: `a${text}b` })] })).status).toBe(
        400,
      );
  });

  /** What each of the places says of each document, without the sign of credit notes. */
  async function tell(invoices: Invoice[], hasUbl = true): Promise<Map<Invoice, Told>> {
    const [pdf, ubl, journal, register, isaf] = await Promise.all([
      pdfFigures(invoices),
      hasUbl ? ublFigures(invoices) : [],
      journalFigures(),
      registerFigures(),
      isafFigures(),
    ]);
    const told = new Map<Invoice, Told>();
    invoices.forEach((invoice, index) => {
      const unsigned = (figures: Figures): Figures => added(NOTHING, figures, signOf(invoice));
      told.set(invoice, {
        json: [invoice.netTotal, invoice.vatTotal, invoice.grossTotal],
        ...(hasUbl && { ubl: ubl[index]! }),
        pdf: pdf[index]!,
        journal: unsigned(journal.get(invoice.id)!),
        register: unsigned(register.get(invoice.id)!),
        isaf: unsigned(isaf.get(invoice.fullNumber!)!),
      });
    });
    return told;
  }

  /** By document. */
  async function journalFigures(): Promise<Map<string, Figures>> {
    const rows = (await company.sql(
      `SELECT t.document_id AS id, sum(credit - debit) FILTER (WHERE a.type = 'income')::text AS net,
              coalesce(sum(credit - debit) FILTER (WHERE a.code = '4492'), 0)::text AS vat,
              sum(debit - credit) FILTER (WHERE a.code = '2410')::text AS gross
         FROM journal_transactions t JOIN journal_entries e USING (company_id, transaction_id) JOIN accounts a USING (company_id, account_id)
        GROUP BY 1`,
    )) as Record<'id' | 'net' | 'vat' | 'gross', string>[];
    return new Map(rows.map(({ id, net, vat, gross }) => [id, [net, vat, gross]]));
  }

  /** By document. */
  async function registerFigures(): Promise<Map<string, Figures>> {
    const { rows } = (await company.ok('reports/vat-detail', {
      fromDate: '2026-10-01',
      toDate: '2026-10-31',
    })) as { rows: Record<'documentId' | 'net' | 'vat' | 'gross', string>[] };
    return new Map(rows.map(({ documentId, net, vat, gross }) => [documentId, [net, vat, gross]]));
  }

  /** The totals on the last page of each document, printed in Lithuanian. */
  async function pdfFigures(invoices: Invoice[]): Promise<Figures[]> {
    const files: Buffer[] = [];
    for (const { id } of invoices) {
      const { data } = (await company.ok('sales/invoices/pdf', { id, locale: 'lt' })) as { data: string };
      files.push(Buffer.from(data, 'base64'));
    }
    return (await readPdfs(files)).map((pages, index) => {
      const { currency, baseVatTotal } = invoices[index]!;
      const amount = (label: string, of = currency as string): string => {
        const [, printed] = new RegExp(`(?:^|\\t)${label}\\t([\\d ]+,\\d\\d) ${of}$`, 'm').exec(
          pages.at(-1)!.join('\n'),
        )!;
        return printed!.replaceAll(' ', '').replace(',', '.');
      };
      if (currency !== 'EUR') expect(amount('PVM suma, EUR', 'EUR')).toBe(baseVatTotal);
      return [amount('Suma be PVM'), amount('PVM suma'), amount('Bendra suma')];
    });
  }

  async function ublFigures(invoices: Invoice[]): Promise<Figures[]> {
    const figures: Figures[] = [];
    for (const { id, currency } of invoices) {
      const { root } = await peppolXml(company, id);
      const amount = (path: string): string => {
        const { text, attributes } = root.one(path)!;
        expect(attributes.currencyID).toBe(currency);
        return text;
      };
      figures.push([
        amount('cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount'),
        amount('cac:TaxTotal/cbc:TaxAmount'),
        amount('cac:LegalMonetaryTotal/cbc:PayableAmount'),
      ]);
    }
    return figures;
  }

  /** The figures of each document in the valid file of the month, by number. */
  async function isafFigures(): Promise<Map<string, Figures>> {
    const { xml } = (await company.ok('declarations/lt/isaf/generate', OCTOBER)) as { xml: string };
    expect(await validateInBackground(xml, 'isaf/isaf_1_2.xsd')).toEqual({ valid: true, errors: [] });
    const figures = new Map<string, Figures>();
    let [number, net] = ['', new Decimal(0)];
    for (const { name, text } of leaves(xml)) {
      if (name === 'InvoiceNo') number = text;
      if (name === 'TaxableValue') net = new Decimal(text);
      if (name !== 'Amount') continue;
      const row: Figures = [net.toFixed(2), text, net.plus(text).toFixed(2)];
      figures.set(number, added(figures.get(number) ?? NOTHING, row));
    }
    return figures;
  }

  async function balances(): Promise<Record<string, string>> {
    const rows = (await company.sql(
      `SELECT a.code, sum(e.debit - e.credit)::numeric(28, 2)::text AS balance
         FROM journal_entries e JOIN accounts a USING (company_id, account_id) WHERE a.control = 'vat' GROUP BY a.code ORDER BY a.code`,
    )) as { code: string; balance: string }[];
    return Object.fromEntries(rows.map(({ code, balance }) => [code, balance]));
  }
});
