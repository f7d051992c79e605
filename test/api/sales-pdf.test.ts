import { setTimeout } from 'node:timers/promises';
import { customer, line, outcome, Sales, SALES_NOW, withAnyRate } from '../support/sales';
import { InvoicePdf } from '../../src/sales/use-cases/invoice-pdf';
import { readPdfs } from '../support/pdf';
import { TestApp, type Answer, type TestCompany } from '../support/test-app';

interface Pdf {
  fileName: string;
  contentType: string;
  data: string;
  unsupportedCharacters: string[];
}

const SELLER = {
  name: 'Šiaurės žvaigždė UAB',
  email: 'office@seller.example',
  iban: 'LT121000011101001000',
  bankName: 'Bankas',
  address: { street: 'Pavyzdžio g. 1', city: 'Vilnius', postalCode: 'LT-01001', countryCode: 'LT' },
};

describe('sales/invoices/pdf', () => {
  let app: TestApp;
  let company: TestCompany;
  let sales: Sales;
  beforeAll(async () => {
    app = await TestApp.start();
    app.clock.instant = new Date(SALES_NOW);
    company = await withAnyRate(await app.company(SELLER));
    sales = await Sales.of(company, {
      code: '304444444',
      vatCode: 'LT100001234511',
      address: { street: 'Ąžuolų g. 2', city: 'Kaunas', countryCode: 'LT' },
    });
  });
  afterAll(() => app.stop());

  const pdf = (id: string, locale?: string): Promise<Pdf> =>
    company.ok('sales/invoices/pdf', { id, locale }) as Promise<Pdf>;
  const bytes = ({ data }: Pdf): Buffer => Buffer.from(data, 'base64');
  const pagesOf = async (file: Pdf): Promise<string[][]> => (await readPdfs([bytes(file)]))[0]!;
  /** As Lithuanian writes it, and as the reader tells it: the space in a number may be one that does not break. */
  const written = (amount: string): string => amount.replace('.', ',').replace(/\B(?=(\d{3})+,)/g, ' ');

  it('says what the law asks of an invoice, with the amounts of the books', async () => {
    const invoice = await sales.issued({
      taxPointDate: '2026-09-30',
      dueDate: '2026-11-04',
      orderNumber: 'PO-1',
      discountPercent: '5',
      notes: 'Ačiū!',
      issuedByName: 'Rūta Pavyzdienė',
      issuedByTitle: 'buhalterė',
      lines: [
        line('1234567.89', { description: 'Ąžuolinės grindys', unit: 'm²', quantity: '2.5' }),
        line('100.00', { vatRatePercent: '9', discountPercent: '10' }),
        line('50.00', { vatRatePercent: '0', vatExemptionBasis: 'PVM įstatymo 20 str.' }),
      ],
    });
    const file = await pdf(invoice.id);
    expect([file.fileName, file.contentType, file.unsupportedCharacters]).toEqual([
      `${invoice.fullNumber}.pdf`,
      'application/pdf',
      [],
    ]);
    const [page, ...more] = await pagesOf(file);
    expect(more).toEqual([]);
    const said = page!.join('\n');
    for (const text of [
      'PVM sąskaita faktūra',
      `Nr. ${invoice.fullNumber}`,
      'Išrašymo data\t2026-10-05',
      'Tiekimo data\t2026-09-30',
      'Apmokėti iki\t2026-11-04',
      'Užsakymo Nr.\tPO-1',
      'Šiaurės žvaigždė UAB\tBuyer UAB',
      'Įmonės kodas: 305555553\tĮmonės kodas: 304444444',
      'PVM mokėtojo kodas: LT100001234510\tPVM mokėtojo kodas: LT100001234511',
      'Pavyzdžio g. 1\tĄžuolų g. 2',
      `1\tĄžuolinės grindys\t2,5\tm²\t${written('1234567.89')}\t21\t${written(invoice.lines[0]!.lineNet)}`,
      `\t100,00\t10\t9\t${written(invoice.lines[1]!.lineNet)}`,
      `Suma be PVM\t${written(invoice.netTotal)} EUR`,
      `PVM suma\t${written(invoice.vatTotal)} EUR`,
      `Bendra suma\t${written(invoice.grossTotal)} EUR`,
      'PVM 0 (E): Neapmokestinama PVM. PVM įstatymo 20 str.',
      'Nuolaida visam dokumentui, įskaičiuota į eilučių sumas: 5 %',
      'Banko sąskaita: LT12 1000 0111 0100 1000',
      `Mokėjimo paskirtis: ${invoice.fullNumber}`,
      'Ačiū!',
      'buhalterė Rūta Pavyzdienė',
      'psl. 1 / 1',
    ])
      expect(said).toContain(text);
    expect(said).toMatch(new RegExp(`9\\t${written(invoice.lines[1]!.lineNet)}\\t\\d`));
  });

  it('is the same bytes each time, whatever is paid and sent meanwhile', async () => {
    const invoice = await sales.issued();
    const first = await pdf(invoice.id, 'lt');
    const { id: bankAccountId } = (await company.ok('bank/accounts/create', { name: 'Bank' })) as {
      id: string;
    };
    await company.ok('bank/transactions/record', {
      bankAccountId,
      date: '2026-10-05',
      amount: '121.00',
      documentType: 'sale_invoice',
      documentId: invoice.id,
    });
    expect((await sales.get(invoice.id)).paymentStatus).toBe('paid');
    app.clock.instant = new Date('2026-12-24T10:00:00Z');
    expect((await pdf(invoice.id)).data).toBe(first.data);
    app.clock.instant = new Date(SALES_NOW);
    expect((await pdf(invoice.id, 'en')).data).not.toBe(first.data);
  });

  it('of a credit note names the invoice that it credits', async () => {
    const invoice = await sales.issued();
    const credit = await sales.credited(invoice.id, { creditReason: 'Grąžinta prekė' });
    const said = (await pagesOf(await pdf(credit.id)))[0]!.join('\n');
    for (const text of [
      'Kreditinė PVM sąskaita',
      `Kredituojama sąskaita\tNr. ${invoice.fullNumber}`,
      'data 2026-10-05',
      'Grąžinta prekė',
      'Bendra suma\t121,00 EUR',
    ])
      expect(said).toContain(text);
    expect(said).not.toContain('Banko sąskaita');
  });

  it('of an invoice in another currency tells the VAT in the own one; abroad in English, with the reason for no VAT', async () => {
    await company.ok('reference/exchange-rates/set', { currency: 'USD', date: '2026-10-05', rate: '1.25' });
    const foreign = await sales.issued({ currency: 'USD', lines: [line('1000.00')] });
    const german = await customer(company, {
      name: 'Käufer GmbH',
      vatCode: 'DE136695976',
      address: { countryCode: 'DE' },
    });
    const service = line('1000.00', { vatRatePercent: '0' });
    const reverse = await new Sales(company, german).issued({
      vatScheme: 'reverse_charge',
      lines: [service],
    });
    const files = await Promise.all([pdf(foreign.id), pdf(reverse.id)]);
    const [usd, charge] = (await readPdfs(files.map(bytes))).map(pages => pages[0]!.join('\n'));
    expect(usd).toContain('PVM suma\t210,00 USD');
    expect(usd).toContain('PVM suma, EUR\t168,00 EUR');
    expect(usd).toContain('1 EUR = 1,25 USD');
    expect(charge).toContain('Total\t1,000.00 EUR');
    expect(charge).toMatch(/VAT 0 \(AE\): Reverse charge\. .*58 str/);
    expect(charge).toContain('Germany');
  });

  /** Art. 226(11a): what the electronic invoice of it says. */
  it.each(['intra_eu_b2b', 'reverse_charge'])(
    'of services to an EU business under %s says reverse charge, whatever the VAT code',
    async vatScheme => {
      const abroad = await Sales.of(await app.company(), { name: 'Käufer GmbH', vatCode: 'DE136695976' });
      const service = line('1000.00', { vatRatePercent: '0', vatClassifierCode: 'PVM15' });
      const { id } = await abroad.issued({ vatScheme, lines: [service] });
      const printed = (locale: string) =>
        abroad.company.ok('sales/invoices/pdf', { id, locale }) as Promise<Pdf>;
      const files = await Promise.all(['lt', 'en'].map(printed));
      const [lt, en] = (await readPdfs(files.map(bytes))).map(pages => pages[0]!.join('\n'));
      expect(lt).toContain('PVM 0 (AE): Atvirkštinis apmokestinimas. PVM įstatymo 58 str.');
      expect(en).toContain('VAT 0 (AE): Reverse charge. PVM įstatymo 58 str.');
      expect(lt).not.toContain('Ne PVM objektas');
    },
  );

  /** Art. 226(3) and (5). */
  it('names what a VAT invoice must say and cannot; a country that nobody gave is not printed', async () => {
    const bare = await Sales.of(await app.company({ vatCode: undefined }), { name: 'Pirkėjas UAB' });
    const { id } = await bare.issued();
    const printed = () => bare.company.ok('sales/invoices/pdf', { id, locale: 'en' });
    const file = (await printed()) as Pdf & { missingParticulars: string[] };
    expect(file.missingParticulars).toEqual(['company.vatCode', 'company.address', 'partner.address']);
    const [page] = (await readPdfs([bytes(file)]))[0]!;
    expect(page!.join('\n').match(/Lithuania/g)).toHaveLength(1);
    await bare.company.ok('account/companies/update', { vatCode: 'LT100001234510', address: SELLER.address });
    expect(await printed()).toMatchObject({ missingParticulars: ['partner.address'] });
    const complete = await sales.issued();
    expect(await pdf(complete.id)).toMatchObject({ missingParticulars: [] });
  });

  it('of a seller who is no VAT payer says so', async () => {
    const small = await Sales.of(await app.company({ isVatPayer: false, vatCode: undefined }));
    const { id, lines } = await small.issued({ lines: [line('10.00', { vatRatePercent: '0' })] });
    expect(lines).toMatchObject([{ vatCategory: 'O' }]);
    const printed = (locale: string) =>
      small.company.ok('sales/invoices/pdf', { id, locale }) as Promise<Pdf>;
    const files = await Promise.all(['lt', 'en', 'ru'].map(printed));
    const said = (await readPdfs(files.map(bytes))).map(pages => pages[0]!.join('\n'));
    expect(said[0]).toContain('PVM – (O): Pardavėjas nėra PVM mokėtojas');
    expect(said[1]).toContain('VAT – (O): The seller is not registered for VAT');
    expect(said[2]).toContain('(O): Продавец не является плательщиком НДС');
  });

  it('prints what it is given: long texts wrap, steering characters go, and what no font has is told', async () => {
    const texts = [
      ']]> & <b>',
      'A & B',
      'ąčęėįšųūž ĄČĘĖĮŠŲŪŽ',
      'e\u0307 ir ė',
      'abc\u202edef',
      '你好 مرحبا שלום 👩‍👩‍👧 ☕',
      'Ž'.repeat(450),
      `Eilutė\nper kelias ${'labai ilgas aprašymas '.repeat(60)}`,
    ];
    const name = `UAB ${'Ilgas A & B pavadinimas ąčęėįšųūž ĄČĘĖĮŠŲŪŽ '.repeat(5)}`.slice(0, 200);
    expect(name.trim()).toHaveLength(200);
    const partnerId = await customer(company, { name });
    const lines = [
      ...texts.map(description => line('0.35', { description })),
      ...Array.from({ length: 300 - texts.length }, (_, index) =>
        line('12.34', { description: `Eilutė ${index + 1}` }),
      ),
    ];
    const invoice = await new Sales(company, partnerId).issued({ lines });
    const file = await pdf(invoice.id);
    expect(file.unsupportedCharacters).toEqual([...'你好مرحباשלום', '👩‍👩‍👧', '☕']);
    const pages = await pagesOf(file);
    expect(pages.length).toBeGreaterThan(6);
    for (const [index, page] of pages.entries()) {
      expect(page.join('\n')).toContain('Prekė ar paslauga');
      expect(page.at(-1)).toBe(
        `PVM sąskaita faktūra ${invoice.fullNumber} · psl. ${index + 1} / ${pages.length}`,
      );
    }
    const said = pages.flat().join('\n');
    for (const [row, text] of [']]> & <b>', 'A & B', 'ąčęėįšųūž ĄČĘĖĮŠŲŪŽ', 'ė ir ė', 'abcdef'].entries())
      expect(said).toContain(`\n${row + 1}\t${text}\t1\t`);
    // Of the buyer's name each line stands in the right one of two columns.
    const [first] = pages as [string[]];
    const parties = first.slice(first.indexOf('Pardavėjas\tPirkėjas') + 1);
    const lengthOf = parties.findIndex(row => row.startsWith('Prekė ar paslauga'));
    const columns = parties.slice(0, lengthOf).flatMap(row => row.split('\t'));
    expect(columns.filter(text => name.includes(text)).join(' ')).toBe(name);
    expect(said.match(/Ž{2,}/g)!.join('')).toHaveLength(450);
    for (let number = 1; number <= 300; number++) expect(said).toMatch(new RegExp(`^${number}\\t`, 'm'));
    const last = pages.at(-1)!.join('\n');
    expect(last).toContain(`Suma be PVM\t${written(invoice.netTotal)} EUR`);
    expect(last).toContain(`PVM suma\t${written(invoice.vatTotal)} EUR`);
    expect(last).toContain(`Bendra suma\t${written(invoice.grossTotal)} EUR`);
  });

  // Worked out by hand: 2 x 100.00 + 50.00 = 250.00, 21 % of it 52.50; 9 % of 10.00 is 0.90.
  it.each([
    ['lt', 'JUODRAŠTIS', ['Bendra suma\t313,40 EUR', '21\t250,00\t52,50', '9\t10,00\t0,90']],
    ['en', 'DRAFT', ['Total\t313.40 EUR', '21\t250.00\t52.50', '9\t10.00\t0.90']],
    ['ru', 'ЧЕРНОВИК', ['313,40 EUR']],
  ])('of a draft says so in %s: %s for its number and across every page', async (locale, word, amounts) => {
    const { id } = await sales.draft({
      lines: [line('100.00', { quantity: '2' }), line('10.00', { vatRatePercent: '9' }), line('50.00')],
    });
    const file = await pdf(id, locale);
    expect(file.fileName).toBe(`draft-${id}.pdf`);
    const [page, ...more] = await pagesOf(file);
    expect(more).toEqual([]);
    const said = page!.join('\n');
    for (const text of amounts) expect(said).toContain(text);
    // Heading, foot and mark.
    expect(said.split(word)).toHaveLength(4);
    expect(said).not.toMatch(/null|Mokėjimo paskirtis|Payment reference/);
  });

  it('of a draft of any kind is there, without the dates that are not', async () => {
    const invoice = await sales.issued();
    const drafts = [
      await sales.draft({ type: 'proforma' }),
      await sales.draft({ type: 'credit_note', creditedInvoiceId: invoice.id, lines: undefined }),
    ];
    for (const { id } of drafts)
      expect((await pagesOf(await pdf(id)))[0]!.join('\n')).toContain('JUODRAŠTIS');
  });

  it('holds no connection of the database while it is printed', async () => {
    const { id } = await sales.issued();
    const open = jest.spyOn(InvoicePdf.prototype, 'print').mockImplementationOnce(async () => {
      const [{ n } = { n: -1 }] = await app.asOwner<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = 'gapless_app' AND datname = current_database() AND state LIKE 'idle in transaction%'`,
      );
      return {
        fileName: String(n),
        contentType: 'application/pdf',
        content: Buffer.from(''),
        unsupportedCharacters: [],
        missingParticulars: [],
      };
    });
    expect((await pdf(id)).fileName).toBe('0');
    open.mockRestore();
  });

  it('waits before it is read, five of a company, while two are printed', async () => {
    const { id } = await sales.issued();
    const other = await Sales.of(await app.company(SELLER));
    const { id: otherId } = await other.issued();
    const printing = app.nest.get(InvoicePdf, { strict: false });
    const print = printing.print.bind(printing);
    let go = (): void => undefined;
    const until = new Promise<void>(resolve => (go = resolve));
    const printed = jest.spyOn(printing, 'print').mockImplementation(async printable => {
      await until;
      return print(printable);
    });
    const read = jest.spyOn(printing, 'read');
    let refused: Answer | undefined;
    const calls = Array.from({ length: 8 }, async () => {
      const answer = await company.post('sales/invoices/pdf', { id });
      if (answer.status === 503) refused = answer;
      return outcome(answer);
    });
    while (refused === undefined) await setTimeout(5);
    expect(outcome(refused)).toBe('503 temporarily_unavailable');
    expect(refused.headers.get('Retry-After')).toBe('5');
    expect(read).toHaveBeenCalledTimes(2);
    const others = other.company.post('sales/invoices/pdf', { id: otherId });
    go();
    expect((await others).status).toBe(200);
    expect((await Promise.all(calls)).sort()).toEqual([
      ...Array<string>(7).fill('200'),
      '503 temporarily_unavailable',
    ]);
    printed.mockRestore();
    read.mockRestore();
  });

  it('is refused for what is not there', async () => {
    const draft = await sales.draft();
    const unknown = { id: '01900000-0000-7000-8000-000000000001' };
    expect(outcome(await company.post('sales/invoices/pdf', unknown))).toBe('404 not_found');
    expect(outcome(await company.post('sales/invoices/pdf', { id: draft.id, locale: 'de' }))).toBe(
      '400 invalid_request',
    );
  });
});
