import { expectSoundBooks, growth, issuedNumbers, NOTHING } from '../support/books';
import { customer, line, outcome, Sales, SALES_NOW } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

describe('VAT rules at issue', () => {
  let app: TestApp;
  let company: TestCompany;
  let sales: Sales;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    company = await app.company();
    sales = await Sales.of(company);
  });
  afterEach(() => expectSoundBooks(company));

  const coded = (vatClassifierCode: string, members = {}) =>
    line('100.00', { vatRatePercent: undefined, vatClassifierCode, ...members });
  const unTaxed = (members = {}) => line('100.00', { vatRatePercent: '0', ...members });

  const REFUSED: [what: string, members: Record<string, unknown>, reason: string, member: string][] = [
    [
      'a zero rate without code and basis',
      { lines: [unTaxed()] },
      'vat_basis_missing',
      'lines.0.vatExemptionBasis',
    ],
    [
      'an export to a buyer at home without code and basis',
      { vatScheme: 'export', lines: [unTaxed()] },
      'vat_scheme_invalid',
      'partnerId',
    ],
    [
      'an export with VAT',
      { vatScheme: 'export', lines: [line('100.00')] },
      'vat_code_invalid',
      'lines.0.vatRatePercent',
    ],
    [
      'an exempt code with VAT',
      { lines: [line('1.00'), coded('PVM5', { vatRatePercent: '21' })] },
      'vat_code_invalid',
      'lines.1.vatRatePercent',
    ],
    [
      'an EU business supply without number',
      { vatScheme: 'intra_eu_b2b', lines: [coded('PVM13')] },
      'vat_buyer_number_missing',
      'partnerId',
    ],
    [
      'an EU business code without number',
      { lines: [coded('PVM13')] },
      'vat_buyer_number_missing',
      'partnerId',
    ],
    [
      'a reverse charge without number',
      { vatScheme: 'reverse_charge', lines: [unTaxed({ vatExemptionBasis: '96 str.' })] },
      'vat_buyer_number_missing',
      'partnerId',
    ],
    [
      'a reverse charge code without number',
      { lines: [coded('PVM25')] },
      'vat_buyer_number_missing',
      'partnerId',
    ],
    [
      'a reverse charge code with VAT',
      { lines: [coded('PVM25', { vatRatePercent: '21' })] },
      'vat_code_invalid',
      'lines.0.vatRatePercent',
    ],
    ['a code that has ended', { lines: [coded('PVM2')] }, 'vat_code_invalid', 'lines.0.vatClassifierCode'],
    [
      'a code not yet in force',
      { taxPointDate: '2025-12-31', lines: [coded('PVM58')] },
      'vat_code_invalid',
      'lines.0.vatClassifierCode',
    ],
    [
      'a code of another rate',
      { lines: [coded('PVM1', { vatRatePercent: '9' })] },
      'vat_code_invalid',
      'lines.0.vatClassifierCode',
    ],
    ['a margin scheme', { lines: [coded('PVM32')] }, 'not_supported', 'lines.0.vatClassifierCode'],
    ['a margin scheme at 5 %', { lines: [coded('PVM53')] }, 'not_supported', 'lines.0.vatClassifierCode'],
    [
      'a rate that is none',
      { lines: [line('1.00'), line('1.00', { vatRatePercent: '20' })] },
      'vat_rate_invalid',
      'lines.1.vatRatePercent',
    ],
    [
      'a rate that has ended',
      { lines: [line('1.00', { vatRatePercent: '9' })] },
      'vat_rate_invalid',
      'lines.0.vatRatePercent',
    ],
    [
      'a rate not yet in force',
      { taxPointDate: '2025-12-31', lines: [line('1.00', { vatRatePercent: '12' })] },
      'vat_rate_invalid',
      'lines.0.vatRatePercent',
    ],
    [
      'a tax point in a month after the invoice',
      { taxPointDate: '2026-11-01' },
      'tax_point_late',
      'taxPointDate',
    ],
    ['a code of purchases', { lines: [coded('PVM16')] }, 'vat_code_invalid', 'lines.0.vatClassifierCode'],
  ];

  it.each(REFUSED)('refuse %s, whether issued at once or as a draft', async (_, members, reason, member) => {
    const draft = await sales.draft(members);
    expect(
      await growth(company, async () => {
        for (const answer of [
          await sales.tryIssue(members),
          await company.post('sales/invoices/issue', { id: draft.id }),
        ]) {
          expect(outcome(answer)).toBe(`422 ${reason}`);
          expect(Object.keys(answer.body.error.fieldErrors)).toEqual([member]);
        }
      }),
    ).toEqual(NOTHING);
    expect((await sales.issued()).number).toBe(1);
  });

  const ISSUED: [what: string, members: Record<string, unknown>, category: string, vat: string][] = [
    ['a code whose rate is its own', { lines: [coded('PVM1')] }, 'S', '21.00'],
    ['a rate of the day without a code', { lines: [line('100.00', { vatRatePercent: '12' })] }, 'S', '12.00'],
    [
      'an ended rate by an old tax point',
      { taxPointDate: '2025-12-31', lines: [line('100.00', { vatRatePercent: '9' })] },
      'S',
      '9.00',
    ],
    ['a tax point later in the month', { taxPointDate: '2026-10-31' }, 'S', '21.00'],
    ['an exemption by code', { lines: [coded('PVM5')] }, 'E', '0.00'],
    ['an exemption by legal basis', { lines: [unTaxed({ vatExemptionBasis: 'PVMI 22 str.' })] }, 'E', '0.00'],
    ['an export by code', { vatScheme: 'export', lines: [coded('PVM12')] }, 'G', '0.00'],
    [
      'an export by basis',
      { vatScheme: 'export', lines: [unTaxed({ vatExemptionBasis: 'PVMI 41 str.' })] },
      'G',
      '0.00',
    ],
    ['other supplies at zero', { lines: [coded('PVM14')] }, 'Z', '0.00'],
    ['a supply outside the scope', { vatScheme: 'out_of_scope', lines: [coded('PVM15')] }, 'O', '0.00'],
    [
      'the old rate by an old tax point',
      { issueDate: '2026-01-05', taxPointDate: '2025-12-30', lines: [coded('PVM2')] },
      'S',
      '9.00',
    ],
    [
      'the new rate from its first day',
      { issueDate: '2026-01-05', taxPointDate: '2026-01-01', lines: [coded('PVM58')] },
      'S',
      '12.00',
    ],
  ];

  it.each(ISSUED)('let %s pass', async (_, members, vatCategory, vatTotal) => {
    expect(await sales.issued(members)).toMatchObject({ number: 1, vatTotal, lines: [{ vatCategory }] });
    expect(await company.sql('SELECT vat_category, vat::text FROM vat_register_rows')).toEqual([
      { vat_category: vatCategory, vat: `${vatTotal}00` },
    ]);
  });

  it.each([
    [{ vatScheme: 'intra_eu_b2b', lines: [coded('PVM13')] }, 'K'],
    [{ lines: [coded('PVM25')] }, 'AE', 'LT 100001234510'],
    [{ lines: [coded('PVM25', { vatRatePercent: '0' })] }, 'AE', 'LT 100001234510'],
    [{ vatScheme: 'reverse_charge', lines: [unTaxed({ vatExemptionBasis: '96 str.' })] }, 'AE'],
  ])(
    'let the buyer account for the VAT where he has a number: %j',
    async (members, vatCategory, number = 'DE 123456788') => {
      const partnerId = await customer(company, { name: 'Käufer GmbH', vatCode: number });
      expect(await sales.issued({ partnerId, ...members })).toMatchObject({
        vatTotal: '0.00',
        lines: [{ vatCategory, vatRatePercent: '0' }],
        vatEvidence: { partner: { id: partnerId, vatCode: number.replace(' ', '') } },
      });
    },
  );

  it('refuse an unknown code by name, already in a draft', async () => {
    for (const issue of [false, true]) {
      const answer = await sales.tryIssue({ issue, lines: [line('1.00'), coded('PVM999')] });
      expect(outcome(answer)).toBe('400 invalid_request');
      expect(answer.body.error.fieldErrors).toEqual({
        'lines.1.vatClassifierCode': ['VAT code PVM999 is unknown'],
      });
    }
    expect(await company.count('sale_invoices')).toBe(0);
  });

  it('never guess the rate of a VAT payer', async () => {
    const answer = await sales.tryIssue({ lines: [line('1.00', { vatRatePercent: undefined })] });
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(answer.body.error.fieldErrors).toHaveProperty(['lines.0.vatRatePercent']);
  });

  it('move the lines of a draft to the category of its new scheme', async () => {
    const draft = await sales.draft({ lines: [unTaxed({ vatExemptionBasis: 'PVMI 41 str.' })] });
    expect(draft.lines[0]).toMatchObject({ vatCategory: 'E' });
    const changed = await company.ok('sales/invoices/update', { id: draft.id, vatScheme: 'export' });
    expect(changed.lines[0]).toMatchObject({ vatCategory: 'G' });
    expect(await company.ok('sales/invoices/issue', { id: draft.id })).toMatchObject({
      lines: [{ vatCategory: 'G' }],
    });
  });

  it('take the rates that the company states itself', async () => {
    await company.ok('reference/eu-vat-rates/set-overrides', {
      countryCode: 'LT',
      rates: [{ category: 'standard', ratePercent: '20' }],
    });
    expect(await sales.issued({ lines: [line('100.00', { vatRatePercent: '20' })] })).toMatchObject({
      vatTotal: '20.00',
    });
    const answer = await sales.tryIssue();
    expect(outcome(answer)).toBe('422 vat_rate_invalid');
    expect(answer.body.error.message).toContain('it has 20');
  });

  it('credit an invoice of the old rate at the old rate', async () => {
    const old = await sales.issued({
      taxPointDate: '2025-12-31',
      lines: [line('100.00', { vatRatePercent: '9' })],
    });
    const lines = [line('50.00', { vatRatePercent: '9' })];
    expect(await sales.credited(old.id, { lines })).toMatchObject({ vatTotal: '4.50' });
  });

  it('leave the month of the tax point to the state whose VAT it is', async () => {
    const members = {
      vatScheme: 'out_of_scope',
      taxPointDate: '2026-11-01',
      lines: [line('1.00', { vatRatePercent: '0' })],
    };
    expect((await sales.tryIssue(members)).status).toBe(201);
  });

  it('credit what another system invoiced at a rate that has ended, with a due date of then', async () => {
    const answer = await sales.tryIssue({
      type: 'credit_note',
      creditedInvoiceReference: 'OLD-9',
      creditedInvoiceDate: '2026-01-05',
      dueDate: '2026-01-20',
      lines: [line('50.00', { vatRatePercent: '9' })],
    });
    expect(answer.body).toMatchObject({ vatTotal: '4.50' });
  });

  const [DE, LT] = ['DE123456788', 'LT100001234510'];
  const NUMBER = '422 vat_buyer_number_invalid';
  const CODE = '422 vat_code_invalid';
  it.each([
    ['PVM13', null, LT, NUMBER],
    ['PVM13', null, 'DE123456789', NUMBER],
    ['PVM13', 'intra_eu_b2b', 'DE123456789', NUMBER],
    ['PVM13', null, 'NO987654321', NUMBER],
    ['PVM13', null, DE, '201'],
    ['PVM50', null, LT, NUMBER],
    ['PVM19', null, LT, NUMBER],
    ['PVM15', null, LT, CODE],
    ['PVM15', 'out_of_scope', LT, '201'],
    ['PVM15', 'reverse_charge', 'DE1', NUMBER],
    ['PVM15', null, 'DE1', NUMBER],
    ['PVM15', null, DE, '201'],
    ['PVM25', null, DE, CODE],
    ['PVM25', null, LT, '201'],
  ])('VAT code %s under %s to a buyer with %s: %s', async (code, vatScheme, vatCode, expected) => {
    const buyer = await customer(company, { name: 'Numbered', vatCode });
    const members = { partnerId: buyer, lines: [coded(code)], ...(vatScheme !== null && { vatScheme }) };
    expect(outcome(await sales.tryIssue(members))).toBe(expected);
  });

  describe('of a company that is no VAT payer', () => {
    it('refuse VAT, and need neither rate nor basis', async () => {
      const exempt = await Sales.of(await app.company({ isVatPayer: false, vatCode: undefined }));
      for (const lines of [[line('100.00')], [coded('PVM1')]]) {
        const answer = await exempt.tryIssue({ lines });
        expect(outcome(answer)).toBe('422 vat_not_payer');
        expect(answer.body.error.fieldErrors).toHaveProperty(['lines.0.vatRatePercent']);
      }
      const invoice = await exempt.issued({ lines: [line('100.00', { vatRatePercent: undefined })] });
      expect(invoice).toMatchObject({ number: 1, vatTotal: '0.00', grossTotal: '100.00' });
      await expectSoundBooks(exempt.company);
    });

    it('carry no VAT at all: no category of a rate, and no box of the return', async () => {
      const small = await app.company({ isVatPayer: false, vatCode: undefined });
      const exempt = await Sales.of(small);
      const invoice = await exempt.issued({ lines: [unTaxed()] });
      expect(invoice.lines).toMatchObject([{ vatCategory: 'O', vatClassifierCode: null }]);
      await exempt.credited(invoice.id, { lines: [line('40.00', { vatRatePercent: '0' })] });
      expect(await exempt.credited(invoice.id)).toMatchObject({ grossTotal: '60.00' });
      await exempt.issued({ lines: [unTaxed()] });
      expect(
        await small.sql('SELECT vat_category, sum(net)::text AS net FROM vat_register_rows GROUP BY 1'),
      ).toEqual([{ vat_category: 'O', net: '100.0000' }]);
      const { fields } = (await small.ok('declarations/lt/fr0600/compute', {
        year: 2026,
        month: 10,
      })) as { fields: { field: string; value: string }[] };
      expect(fields.filter(({ field, value }) => value !== '0' && field !== '28')).toEqual([]);
      await expectSoundBooks(small);
    });

    it('follow the day of a draft: outside the scope until the company pays VAT', async () => {
      await company.ok('account/companies/update', { vatPayerFrom: '2026-10-05' });
      const draft = await sales.draft({ taxPointDate: '2026-10-04', lines: [unTaxed()] });
      expect(draft.lines).toMatchObject([{ vatCategory: 'O' }]);
      await company.ok('sales/invoices/update', { id: draft.id, taxPointDate: '2026-10-05' });
      expect(outcome(await company.post('sales/invoices/issue', { id: draft.id }))).toBe(
        '422 vat_basis_missing',
      );
    });

    it.each([
      ['2026-05-31', false],
      ['2026-06-01', true],
      ['2026-08-31', true],
      ['2026-09-01', false],
    ])('on %s: may charge VAT %s (payer from June to August)', async (taxPointDate, may) => {
      await company.ok('account/companies/update', { vatPayerFrom: '2026-06-01', vatPayerTo: '2026-08-31' });
      const answer = await sales.tryIssue({ taxPointDate });
      expect(outcome(answer)).toBe(may ? '201' : '422 vat_not_payer');
      expect(await issuedNumbers(company)).toEqual(may ? [1] : []);
    });
  });

  it('follow the date of the outside invoice that is credited', async () => {
    const reference = { type: 'credit_note', creditedInvoiceReference: 'OLD-1', lines: [coded('PVM2')] };
    expect(await sales.issued({ ...reference, creditedInvoiceDate: '2025-11-01' })).toMatchObject({
      vatTotal: '9.00',
    });
    expect(outcome(await sales.tryIssue({ ...reference, creditedInvoiceDate: '2026-01-01' }))).toBe(
      '422 vat_code_invalid',
    );
  });
});
