import { randomUUID } from 'node:crypto';
import { Decimal } from '../../src/shared/decimal';
import { Bank } from '../support/bank';
import { asset, assetGroup } from '../support/sample-assets';
import { openFullBooks, type Books } from '../support/sample-books';
import { Caller, TestApp, TestClock, type TestCompany } from '../support/test-app';
import { describeWithSchemas, validateAllInBackground } from '../support/xml-schema';

const SCHEMA = 'saft-lt/SAFT_2_01.xsd';
const NOW = '2026-11-15T10:00:00Z';
const DATA_TYPES = ['F', 'GL', 'SI', 'PI', 'PA', 'MG', 'AS'];
const YEAR = { fromDate: '2026-01-01', toDate: '2026-12-31' };
const GENERATE = 'declarations/lt/saft/generate';
const DOWNLOAD = 'declarations/lt/saft/download';

interface Saft {
  fileName: string;
  fileId: null;
  counts: Record<string, number>;
  warnings: string[];
  xml: string;
}

interface TrialBalance {
  rows: { code: string; opening: string; closing: string }[];
  totals: { debit: string; credit: string };
}

/** Contents of every element of a name, in order. */
function contents(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, inner]) => inner!);
}

/** What is wrong with each of the files; nothing where all are valid. */
async function faultsOf(xmls: Record<string, string>): Promise<Record<string, string[]>> {
  const results = await validateAllInBackground(Object.values(xmls), SCHEMA);
  const faults = Object.keys(xmls).map((name, index) => [name, results[index]!.errors] as const);
  return Object.fromEntries(faults.filter(([, errors]) => errors.length > 0));
}

/** The text of the first element of a name; undefined where there is none. */
function text(xml: string, element: string): string | undefined {
  return contents(xml, element)[0];
}

/** The amount that stands on one of the sides, positive on the debit side. */
function balanceIn(xml: string, when: 'Opening' | 'Closing'): string {
  const debit = text(xml, `${when}DebitBalance`);
  return debit ?? new Decimal(text(xml, `${when}CreditBalance`)!).negated().toFixed(2);
}

function sum(amounts: string[]): string {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toFixed(2);
}

const sale = (unitPriceExclVat: string, members: object = {}): object => ({
  description: 'Work',
  unitPriceExclVat,
  vatRatePercent: '21',
  vatClassifierCode: 'PVM1',
  ...members,
});

describeWithSchemas('SAF-T of a company', () => {
  let app: TestApp;
  let books: Books;
  let company: TestCompany;
  let xml: string;
  let file: Saft;

  const generate = async (order: object, of = company): Promise<Saft> =>
    (await of.ok(GENERATE, order)) as Saft;

  /** Beyond the sample: foreign money, a discount line, texts that are too long or no XML, a sold machine, an own account. */
  async function fillMore(): Promise<void> {
    await company.ok('account/companies/update', {
      address: { street: 'Gedimino pr. 1', city: 'Vilnius', postalCode: 'LT-01103', countryCode: 'LT' },
      phone: '+37060000000',
      bookkeeperName: 'Ona Marija Onaitė',
    });
    const { id } = (await company.ok('partners/create', {
      name: `Smith & <Sons> ${'long '.repeat(20)}`,
      vatCode: 'DE136695976',
      address: { city: 'Berlin', postalCode: '10115', countryCode: 'DE' },
    })) as { id: string };
    await company.ok('reference/exchange-rates/set', { currency: 'GBP', date: '2026-11-01', rate: '2' });
    await company.ok('sales/invoices/create', {
      partnerId: id,
      issue: true,
      currency: 'GBP',
      orderNumber: 'ORDER-7',
      lines: [
        sale('300.00', { quantity: '3', description: `${'Ąžuolas '.repeat(40)}` }),
        sale('-100.00', { description: 'Discount' }),
      ],
    });
    for (const date of ['2026-01-01', '2026-02-28', '2026-03-01', '2026-05-31', '2026-06-01']) {
      await company.ok('ledger/journal/transactions/create', {
        date,
        entries: [
          { accountCode: '271', debit: '1.00' },
          { accountCode: '3011', credit: '1.00' },
        ],
      });
    }
    const group = await assetGroup(company);
    const machine = await asset(company, group, '2026-02-10', { name: 'Press' });
    await company.ok('assets/depreciation/post', { year: 2026, month: 4 });
    await company.ok('assets/assets/dispose', {
      id: machine.id,
      date: '2026-05-20',
      reason: 'sold',
      proceeds: '500.00',
    });
    await company.ok('ledger/accounts/create', { code: '27100', name: 'Second account', type: 'asset' });
    await company.ok('ledger/accounts/create', { code: 'X1', name: 'Of no class', type: 'expense' });
  }

  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(NOW)));
    books = await openFullBooks(app);
    company = books.company;
    await fillMore();
    file = await generate(YEAR);
    xml = file.xml;
  });
  afterAll(() => app.stop());

  it('is valid in every type, and when nothing happened', async () => {
    const xmls: Record<string, string> = {};
    for (const dataType of DATA_TYPES) {
      const made = await generate({ ...YEAR, dataType });
      expect(made.fileName).toBe(`saft_305555553_2026-01-01_2026-12-31_${dataType}.xml`);
      expect(made.fileId).toBeNull();
      const empty = await generate({ fromDate: '2020-02-01', toDate: '2020-02-29', dataType });
      expect(empty.xml).not.toContain('<SourceDocuments>');
      const { accounts, ...others } = empty.counts;
      expect(accounts).toBe(dataType === 'MG' ? 0 : 83);
      expect(Object.values(others).every(count => count === 0)).toBe(true);
      xmls[dataType] = made.xml;
      xmls[`${dataType} of nothing`] = empty.xml;
    }
    expect(await faultsOf(xmls)).toEqual({});
    // The validator does say no.
    const broken = { of: xmls.F!.replace('<AuditFileVersion>', '<Version>') };
    expect(Object.keys(await faultsOf(broken))).toEqual(['of']);
  });

  it('counts what it has', () => {
    const sections = {
      accounts: contents(xml, 'Account').length,
      customers: contents(xml, 'Customer').length,
      suppliers: contents(xml, 'Supplier').length,
      glTransactions: contents(xml, 'Transaction').length,
      salesInvoices: contents(text(xml, 'SalesInvoices')!, 'Invoice').length,
      purchaseInvoices: contents(text(xml, 'PurchaseInvoices')!, 'Invoice').length,
      payments: contents(xml, 'Payment').length,
      stockMovements: 0,
      assetTransactions: contents(xml, 'AssetTransaction').length,
    };
    expect(file.counts).toEqual(sections);
    expect(Object.entries(sections).filter(([, count]) => count === 0)).toEqual([['stockMovements', 0]]);
  });

  it('agrees with the trial balance: every account, and the entries', async () => {
    const periods = [YEAR, { fromDate: '2026-03-01', toDate: '2026-05-31' }];
    for (const period of periods) {
      const [made, trial] = await Promise.all([
        generate({ ...period, dataType: 'GL' }),
        company.ok('reports/trial-balance', period) as Promise<TrialBalance>,
      ]);
      const accounts = contents(made.xml, 'Account').map(account => ({
        code: text(account, 'AccountID'),
        opening: balanceIn(account, 'Opening'),
        closing: balanceIn(account, 'Closing'),
      }));
      const moved = new Set(trial.rows.map(({ code }) => code));
      expect(accounts.filter(({ code }) => moved.has(code!))).toEqual(
        trial.rows.map(({ code, opening, closing }) => ({ code, opening, closing })),
      );
      const idle = accounts.filter(({ code }) => !moved.has(code!));
      expect(idle.every(({ opening, closing }) => opening === '0.00' && closing === '0.00')).toBe(true);
      const ledger = text(made.xml, 'GeneralLedgerEntries')!;
      expect([text(ledger, 'TotalDebit'), text(ledger, 'TotalCredit')]).toEqual([
        trial.totals.debit,
        trial.totals.credit,
      ]);
      const side = (name: string): string =>
        sum(contents(ledger, name).map(amount => text(amount, 'Amount')!));
      expect([side('DebitAmount'), side('CreditAmount')]).toEqual([trial.totals.debit, trial.totals.credit]);
    }
  });

  it('has the balances of the control accounts by partner', () => {
    const ofPartners = (element: 'Customer' | 'Supplier', when: 'Opening' | 'Closing'): string =>
      sum(
        contents(xml, element).flatMap(partner =>
          contents(partner, 'Accounts').map(one => balanceIn(one, when)),
        ),
      );
    const ofAccount = (code: string, when: 'Opening' | 'Closing'): string =>
      balanceIn(
        contents(xml, 'Account').find(account => text(account, 'AccountID') === code)!,
        when,
      );
    for (const when of ['Opening', 'Closing'] as const) {
      expect(ofPartners('Customer', when)).toBe(ofAccount('2410', when));
      expect(ofPartners('Supplier', when)).toBe(ofAccount('4430', when));
    }
    expect(ofAccount('2410', 'Closing')).not.toBe('0.00');
    expect(ofAccount('4430', 'Closing')).not.toBe('0.00');
  });

  it('names only what its master data has, and has no partner that is not named', () => {
    const ids = (element: string): Set<string> => new Set(contents(xml, element).filter(id => id !== ''));
    const inMasters = (group: string, element: string): string[] =>
      contents(xml, group).map(partner => text(partner, element)!);
    expect([...ids('CustomerID')].sort()).toEqual([...new Set(inMasters('Customer', 'CustomerID'))].sort());
    expect([...ids('SupplierID')].sort()).toEqual([...new Set(inMasters('Supplier', 'SupplierID'))].sort());
    const accounts = new Set(inMasters('Account', 'AccountID'));
    expect([...ids('AccountID')].filter(code => !accounts.has(code))).toEqual([]);
    expect([...ids('AssetID')].sort()).toEqual(inMasters('Asset', 'AssetID').sort());
  });

  it('shows sales as they are posted: sides, base and document currency, prices and totals', () => {
    const invoices = contents(text(xml, 'SalesInvoices')!, 'Invoice');
    const foreign = invoices.find(invoice => invoice.includes('ORDER-7'))!;
    const lines = contents(foreign, 'Line').map(line => [
      text(line, 'DebitCreditIndicator'),
      text(line, 'AccountID'),
      text(line, 'Quantity'),
      text(line, 'UnitPrice'),
      contents(line, 'Amount').join(' '),
      contents(line, 'CurrencyAmount').join(' '),
      text(line, 'TaxBase'),
    ]);
    expect(lines).toEqual([
      ['K', '5000', '3', '150', '450.00 94.50', '900.00 189.00', '450.00'],
      ['D', '5000', '1', '50', '50.00 10.50', '100.00 21.00', '-50.00'],
    ]);
    expect(text(foreign, 'InvoiceType')).toBe('SF');
    expect([text(foreign, 'NetTotal'), text(foreign, 'GrossTotal')]).toEqual(['400.00', '484.00']);
    const credit = invoices.find(invoice => invoice.includes('<CreditNote>'))!;
    expect([text(credit, 'InvoiceType'), text(credit, 'Reference'), text(credit, 'Reason')]).toEqual([
      'KS',
      books.invoice.fullNumber,
      'Returned',
    ]);
    expect(contents(credit, 'DebitCreditIndicator')).toEqual(['D']);
    const section = text(xml, 'SalesInvoices')!;
    expect([text(section, 'TotalDebit'), text(section, 'TotalCredit')]).toEqual(['70.00', '525.00']);
  });

  it('leaves out purchases that are void, and tells of a void of an earlier period', async () => {
    const numbers = contents(text(xml, 'PurchaseInvoices')!, 'InvoiceNo');
    expect(numbers).toEqual(['AB-001', 'AB-002', 'B-1']);
    const order = { fromDate: '2026-02-01', toDate: '2026-02-28', dataType: 'PI' };
    expect((await generate(order)).warnings.join()).not.toContain('voided');
    const registered = (await company.ok('purchases/invoices/create', {
      partnerId: books.partnerId,
      documentNumber: 'LATE-1',
      documentDate: '2026-10-05',
      lines: [{ description: 'Paper', unitPriceExclVat: '1.00', vatRatePercent: '21' }],
    })) as { id: string };
    await company.ok('purchases/invoices/register', { id: registered.id, registrationDate: '2026-10-05' });
    await company.ok('ledger/periods/lock', { year: 2026, month: 10 });
    await company.ok('purchases/invoices/void', { id: registered.id, reason: 'Wrong' });
    await company.ok('ledger/periods/unlock', { year: 2026, month: 10, reason: 'test' });
    const october = { fromDate: '2026-10-01', toDate: '2026-10-31', dataType: 'PI' };
    const november = { fromDate: '2026-11-01', toDate: '2026-11-30', dataType: 'PI' };
    expect(contents((await generate(october)).xml, 'InvoiceNo')).toEqual(['LATE-1']);
    expect((await generate(november)).warnings).toContain(
      'Registrations of earlier periods that were voided in this one: LATE-1.',
    );
  });

  it('follows a machine from acquisition to sale', () => {
    const press = contents(xml, 'Asset').find(one => text(one, 'Description') === 'Press')!;
    const id = text(press, 'AssetID')!;
    const figures = [
      'AcquisitionAndProductionCostsBegin',
      'AcquisitionAndProductionCostsEnd',
      'DepreciationForPeriod',
      'AccumulatedDepreciation',
      'BookValueBegin',
      'BookValueEnd',
      'AssetDisposal',
    ].map(element => text(press, element));
    expect(figures).toEqual(['0.00', '0.00', '300.00', '0.00', '0.00', '0.00', '1200.00']);
    const events = contents(xml, 'AssetTransaction')
      .filter(event => text(event, 'AssetID') === id)
      .map(event =>
        [
          'AssetTransactionType',
          'AssetTransactionDate',
          'AcquisitionAndProductionCostsOnTransaction',
          'BookValueOnTransaction',
          'AssetTransactionAmount',
          'DebitCreditIndicator',
        ]
          .map(element => text(event, element))
          .join(' '),
      );
    expect(events).toEqual([
      'I 2026-02-10 1200.00 1200.00 1200.00 D',
      'NUS 2026-04-30 1200.00 1000.00 100.00 K',
      'NUS 2026-04-30 1200.00 1000.00 100.00 K',
      'NUS 2026-05-20 1200.00 900.00 100.00 K',
      'KT 2026-05-20 1200.00 900.00 900.00 K',
    ]);
  });

  it('says what to look at, once a kind', () => {
    expect(file.warnings).toEqual([
      "Accounts that the authority's table does not have stand under the one whose code begins most alike: 27100 under 271.",
      "Accounts that nothing in the authority's table is alike stand under their class: X1 under 6.",
      'Partners without an address (city and postal code): Buyer UAB and 2 more.',
      'Texts that are longer than the file holds are cut: Smith & <Sons> long long long ... and 1 more.',
      'Partners without a code and a VAT code: Supplier UAB and 1 more.',
      "VAT codes of the company's own are told as PVM100 (other): OWN.",
    ]);
  });

  it('refuses what it cannot make', async () => {
    const refusal = async (order: object, of = company): Promise<unknown> => {
      const { status, body } = await of.post(GENERATE, order);
      return [status, body.error.reason];
    };
    expect(await refusal({ fromDate: '2026-02-01', toDate: '2026-01-31' })).toEqual([400, 'invalid_request']);
    expect(await refusal({ fromDate: '2099-12-01', toDate: '2100-01-01' })).toEqual([400, 'invalid_request']);
    const czech = await app.bareCompany({ countryCode: 'CZ', baseCurrency: 'CZK', vatCode: undefined });
    expect(await refusal(YEAR, czech)).toEqual([422, 'export_impossible']);
    const nameless = await app.bareCompany({ code: undefined });
    expect(await refusal(YEAR, nameless)).toEqual([422, 'export_impossible']);
    expect(await generate({ ...YEAR, persist: false }, await app.bareCompany())).toMatchObject({
      counts: { accounts: 0 },
    });
  });

  it('is kept where that is asked for: then it is a write, done once to a key', async () => {
    const order = { ...YEAR, persist: true };
    const unkeyed = await company.post(GENERATE, order, { key: null });
    expect([unkeyed.status, unkeyed.body.error.reason]).toEqual([400, 'idempotency_key_required']);
    expect((await company.post(GENERATE, YEAR, { key: null })).status).toBe(200);
    const before = await company.count('files');
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => company.post(GENERATE, order, { key })),
    );
    const done = answers.find(({ status }) => status === 200)!.body as { fileId: string; xml: string };
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const again = await company.post(GENERATE, order, { key });
    expect([again.body, again.headers.get('Idempotent-Replayed')]).toEqual([done, 'true']);
    expect(await company.count('files')).toBe(before + 1);
    const { content, fileName } = (await company.ok('files/get', { id: done.fileId })) as Record<
      string,
      string
    >;
    expect([Buffer.from(content!, 'base64').toString(), fileName]).toEqual([done.xml, file.fileName]);
    expect(await company.count('audit_log', `action = 'saft_file.kept'`)).toBe(1);
    const { key: reading } = (await company.ok('account/api-keys/create', {
      name: 'Reads',
      scopes: ['declarations:read'],
    })) as { key: string };
    const reader = new Caller(company.url, reading);
    expect((await reader.post(GENERATE, YEAR)).status).toBe(200);
    expect((await reader.post(GENERATE, order)).body.error.reason).toBe('scope_missing');
  });

  it('is downloaded, the same to the byte', async () => {
    const { status, text: downloaded, headers } = await company.post(DOWNLOAD, { ...YEAR, dataType: 'F' });
    const made = await generate(YEAR);
    expect([status, headers.get('Content-Type'), headers.get('Content-Disposition')]).toEqual([
      200,
      'application/xml; charset=utf-8',
      `attachment; filename=${made.fileName}`,
    ]);
    expect(headers.get('Content-Length')).toBeNull();
    expect(downloaded).toBe(made.xml);
  });

  it('is downloaded where it is large, transactions of any size among others', async () => {
    const large = await app.company();
    // Its last page is full to the last entry.
    await postLarge(large, 20_999);
    const { status, body } = await large.post(GENERATE, { ...YEAR, dataType: 'GL' });
    expect([status, body.error.reason]).toEqual([422, 'report_too_large']);
    expect(body.error.message).toContain(DOWNLOAD);
    const { text: downloaded } = await large.post(DOWNLOAD, { ...YEAR, dataType: 'GL' });
    expect(contents(downloaded, 'Transaction')).toHaveLength(1);
    expect(contents(downloaded, 'RecordID')).toEqual(
      Array.from({ length: 21_000 }, (_, index) => String(index + 1)),
    );
    expect(await faultsOf({ downloaded })).toEqual({});
  });

  it('names the document of the old books that a payment is of', async () => {
    const other = await app.company();
    const { id: partnerId } = (await other.ok('partners/create', { name: 'Old partner UAB' })) as {
      id: string;
    };
    const days = { documentDate: '2025-11-30', dueDate: '2025-12-30' };
    const { items } = (await other.ok('ledger/opening-items/create', {
      date: '2025-12-31',
      items: [
        {
          partnerId,
          side: 'receivable',
          documentNumber: 'OLD-17',
          currency: 'EUR',
          amount: '121.00',
          ...days,
        },
      ],
    })) as { items: [{ id: string }] };
    const bank = await Bank.of(other);
    const received = await bank.movement('121.00', { date: '2026-01-10' });
    expect((await bank.tryMatch(received, items[0].id)).status).toBe(200);
    const { xml: payments } = await generate({ ...YEAR, dataType: 'PA' }, other);
    expect(new Set(contents(payments, 'SourceDocumentID'))).toEqual(new Set(['OLD-17']));
  });
});

/** One transaction of `count` entries of 1.00 and one that balances them. */
async function postLarge(company: TestCompany, count: number): Promise<void> {
  await company.sql(
    `WITH period AS (INSERT INTO accounting_periods (company_id, year, month, period_id, status)
                     VALUES ($1, 2026, 10, gen_random_uuid(), 'open') RETURNING 1),
          header AS (INSERT INTO journal_transactions (company_id, transaction_id, posted_on, period_year, period_month,
                                                       entry_count, total, request_ordinal)
                     SELECT $1, $2, '2026-10-01', 2026, 10, $3 + 1, $3, 0 FROM period RETURNING 1)
     INSERT INTO journal_entries (company_id, transaction_id, entry_no, entry_id, entry_count, posted_on, account_id,
                                  debit, credit, document_currency, document_amount)
     SELECT $1, $2, no, gen_random_uuid(), $3 + 1, '2026-10-01', a.account_id,
            CASE WHEN no <= $3 THEN 1 ELSE 0 END, CASE WHEN no <= $3 THEN 0 ELSE $3 END, 'EUR',
            CASE WHEN no <= $3 THEN 1 ELSE -$3 END
       FROM generate_series(1, $3::int + 1) AS no
       JOIN accounts a ON a.code = CASE WHEN no <= $3 THEN '271' ELSE '3011' END`,
    [company.id, randomUUID(), count],
  );
}
