import { randomUUID } from 'node:crypto';
import { expectSoundBooks, growth, NOTHING } from '../support/books';
import { line, outcome, Sales, SALES_NOW } from '../support/sales';
import { TestApp, TestClock, type Answer, type TestCompany } from '../support/test-app';

type Members = Record<string, unknown>;

describe('bad input to sales documents', () => {
  let app: TestApp;
  let company: TestCompany;
  let sales: Sales;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
    company = await app.company();
    sales = await Sales.of(company);
  });
  afterAll(() => app.stop());

  const named = (answer: Answer): string[] =>
    Object.keys((answer.body.error.fieldErrors as object | undefined) ?? {});

  const HEADER: [members: Members, member: string][] = [
    [{ partnerId: undefined }, 'partnerId'],
    [{ partnerId: null }, 'partnerId'],
    [{ partnerId: 7 }, 'partnerId'],
    [{ partnerId: 'x' }, 'partnerId'],
    [{ partnerId: {} }, 'partnerId'],
    [{ colour: 'red' }, 'colour'],
    [{ grossTotal: '121.00' }, 'grossTotal'],
    [{ type: 'receipt' }, 'type'],
    [{ currency: 'EURO' }, 'currency'],
    [{ currency: 'E1R' }, 'currency'],
    [{ issueDate: '2026-02-29' }, 'issueDate'],
    [{ issueDate: '2026-13-01' }, 'issueDate'],
    [{ issueDate: '05.10.2026' }, 'issueDate'],
    [{ issueDate: '0026-10-05' }, 'issueDate'],
    [{ issueDate: 20261005 }, 'issueDate'],
    [{ issueDate: '٢٠٢٦-١٠-٠٥' }, 'issueDate'],
    [{ dueDate: 'tomorrow' }, 'dueDate'],
    [{ issueDate: '2026-10-05', dueDate: '2026-10-04' }, 'dueDate'],
    [{ dueDate: '2026-10-04' }, 'dueDate'],
    [{ taxPointDate: '2026-10-32' }, 'taxPointDate'],
    [{ discountPercent: '100.01' }, 'discountPercent'],
    [{ discountPercent: '-1' }, 'discountPercent'],
    [{ discountPercent: 5 }, 'discountPercent'],
    [{ discountPercent: null }, 'discountPercent'],
    [{ vatScheme: 'none' }, 'vatScheme'],
    [{ vatCountryCode: 'LTU' }, 'vatCountryCode'],
    [{ deemedSupplier: 'yes' }, 'deemedSupplier'],
    [{ issue: 'true' }, 'issue'],
    [{ issue: null }, 'issue'],
    [{ businessKey: '' }, 'businessKey'],
    [{ businessKey: 'k'.repeat(201) }, 'businessKey'],
    [{ businessKey: 41 }, 'businessKey'],
    [{ businessKey: '  ' }, 'businessKey'],
    [{ orderNumber: '\u0007' }, 'orderNumber'],
    [{ orderNumber: '\t' }, 'orderNumber'],
    [{ notes: '\n' }, 'notes'],
    [{ notes: 'a\u0002b' }, 'notes'],
    [{ notes: 'n'.repeat(1024 * 1024) }, 'notes'],
    [{ documentSeriesId: 'INV-' }, 'documentSeriesId'],
    [{ creditedInvoiceId: 'INV-0001' }, 'creditedInvoiceId'],
    [{ lines: undefined }, 'lines'],
    [{ lines: null }, 'lines'],
    [{ lines: [] }, 'lines'],
    [{ lines: {} }, 'lines'],
    [{ lines: { length: 1 } }, 'lines'],
    [{ lines: 'x' }, 'lines'],
    [{ lines: [null] }, 'lines'],
    [{ lines: ['x'] }, 'lines'],
    [{ lines: [[line('1.00')]] }, 'lines'],
  ];

  it.each(
    HEADER.map(([members, member]) => ({ shown: JSON.stringify(members).slice(0, 60), members, member })),
  )('$shown is refused by the name $member', async ({ members, member }) => {
    expect(
      await growth(company, async () => {
        const answer = await sales.tryIssue(members);
        expect(outcome(answer)).toBe('400 invalid_request');
        expect(named(answer).map(name => name.split('.')[0])).toEqual([member]);
        expect(answer.body.error.message).toContain(member);
      }),
    ).toEqual(NOTHING);
  });

  const LINE: [members: Members, member: string][] = [
    [{ description: undefined }, 'description'],
    [{ description: '' }, 'description'],
    [{ description: '  ' }, 'description'],
    [{ description: '\t\n' }, 'description'],
    [{ description: 7 }, 'description'],
    [{ description: 'a\u000Bb' }, 'description'],
    [{ description: 'd'.repeat(1024 * 1024) }, 'description'],
    [{ unit: 'u'.repeat(21) }, 'unit'],
    [{ quantity: '0' }, 'quantity'],
    [{ quantity: '' }, 'quantity'],
    [{ quantity: true }, 'quantity'],
    [{ quantity: '1.0000001' }, 'quantity'],
    [{ quantity: '1000000000000' }, 'quantity'],
    [{ quantity: '9'.repeat(30) }, 'quantity'],
    [{ unitPriceExclVat: undefined }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: null }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: '100', unitPriceInclVat: '121' }, 'unitPriceInclVat'],
    [{ unitPriceExclVat: '1.1234567' }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: '1000000000000000' }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: '9'.repeat(31) }, 'unitPriceExclVat'],
    // Other spellings of numbers.
    [{ unitPriceExclVat: 100 }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: 0.1 }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: '1e3' }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: '1,000.00' }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: '1000,00' }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: ' 5' }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: '5 ' }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: '+5' }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: '.5' }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: '5.' }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: '٥' }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: '５' }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: '0x10' }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: 'NaN' }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: 'Infinity' }, 'unitPriceExclVat'],
    [{ unitPriceExclVat: '1\n' }, 'unitPriceExclVat'],
    [{ vatRatePercent: '-1' }, 'vatRatePercent'],
    [{ vatRatePercent: '100.0001' }, 'vatRatePercent'],
    [{ vatRatePercent: '21 %' }, 'vatRatePercent'],
    [{ vatRatePercent: 21 }, 'vatRatePercent'],
    [{ vatRatePercent: '20.99999' }, 'vatRatePercent'],
    [{ vatClassifierCode: 'PVM999' }, 'vatClassifierCode'],
    [{ vatClassifierCode: 'pvm1' }, 'vatClassifierCode'],
    [{ discountPercent: '101' }, 'discountPercent'],
    [{ creditedLineId: 'x' }, 'creditedLineId'],
    [{ creditedLineId: randomUUID() }, 'creditedLineId'],
    [{ lineNet: '100.00' }, 'lineNet'],
  ];

  it.each(
    LINE.map(([members, member]) => ({ shown: JSON.stringify(members).slice(0, 60), members, member })),
  )('a line with $shown is refused by the name lines.1.$member', async ({ members, member }) => {
    expect(
      await growth(company, async () => {
        const answer = await sales.tryIssue({ lines: [line('1.00'), line('1.00', members)] });
        expect(outcome(answer)).toBe('400 invalid_request');
        expect(named(answer)).toEqual([`lines.1.${member}`]);
        expect(answer.body.error.message).toContain(`lines.1.${member}`);
      }),
    ).toEqual(NOTHING);
  });

  it.each([
    ['projectId', { lines: [line('1.00', { projectId: randomUUID() })] }, 'lines.0.projectId'],
    ['recognition', { lines: [line('1.00', { recognition: { method: 'ratable' } })] }, 'lines.0.recognition'],
    [
      'refundEstimatePercent',
      { lines: [line('1.00', { refundEstimatePercent: '5' })] },
      'lines.0.refundEstimatePercent',
    ],
    ['agreementId', { agreementId: randomUUID() }, 'agreementId'],
    ['operationTypeId', { operationTypeId: randomUUID() }, 'operationTypeId'],
  ])('%s has no effect here and is refused, not ignored', async (_, members, member) => {
    const answer = await sales.tryIssue(members);
    expect(outcome(answer)).toBe('422 not_supported');
    expect(named(answer)).toEqual([member]);
  });

  it.each([
    [
      'an amount whose line is too large',
      { lines: [line('999999999999999', { quantity: '999999999999' })] },
      'lines.0',
    ],
    ['a negative one', { lines: [line('1.00'), line('-999999999999999', { quantity: '2' })] }, 'lines.1'],
  ])('%s is refused', async (_, members, member) => {
    const answer = await sales.tryIssue(members);
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(named(answer)).toEqual([member]);
  });

  const raw = (text: string): Promise<Answer> => company.post('sales/invoices/create', text);

  it.each([
    ['no JSON', '{"partnerId": '],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['a member twice', `{"partnerId": "${randomUUID()}", "partnerId": "${randomUUID()}"}`],
    ['U+0000', '{"partnerId": "a\\u0000b"}'],
    ['half a surrogate pair', '{"notes": "\\ud83d"}'],
    ['__proto__', '{"__proto__": {"issue": true}}'],
    ['toString', '{"toString": "x"}'],
    ['constructor in a line', '{"lines": [{"constructor": "x"}]}'],
    ['__proto__ in a line', '{"lines": [{"__proto__": {"quantity": "2"}}]}'],
    ['a number beyond 2^53', '{"lines": [{"quantity": 9007199254740993}]}'],
    ['nesting without end', `{"notes": ${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ])('%s cannot be read', async (_, text) => {
    const answer = await raw(text);
    expect(outcome(answer)).toBe('400 malformed_json');
    expect(answer.body.error.message).toMatch(/^The request body cannot be read: /);
  });

  it('a body beyond the limit of the route is refused unread', async () => {
    expect(outcome(await raw(`{"notes": "${'n'.repeat(16 * 1024 * 1024)}"}`))).toBe('413 body_too_large');
    const answer = await company.post('sales/invoices/issue', { id: 'i'.repeat(1024 * 1024) });
    expect(outcome(answer)).toBe('413 body_too_large');
  });

  it('10,001 lines are refused', async () => {
    const answer = await sales.tryIssue({ lines: Array.from({ length: 10_001 }, () => line('1.00')) });
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(named(answer)).toEqual(['lines']);
    expect(answer.body.error.message).toContain('10000');
  });

  it.each([
    ['update', { lines: [] }, 'lines'],
    ['update', { lines: null }, 'lines'],
    ['update', { partnerId: null }, 'partnerId'],
    ['update', { type: 'credit_note' }, 'type'],
    ['update', { businessKey: 'x' }, 'businessKey'],
    ['update', { currency: null }, 'currency'],
    ['issue', { issueDate: '2026-02-30' }, 'issueDate'],
    ['issue', { series: '' }, 'series'],
    ['issue', { number: 7 }, 'number'],
    ['delete', { reason: 'x' }, 'reason'],
    ['get', { reason: 'x' }, 'reason'],
  ])('%s refuses %j', async (route, members, member) => {
    const draft = await sales.draft();
    const answer = await company.post(`sales/invoices/${route}`, { id: draft.id, ...members });
    expect(outcome(answer)).toBe('400 invalid_request');
    expect(named(answer)).toEqual([member]);
    expect(await sales.get(draft.id)).toEqual(draft);
    await company.ok('sales/invoices/delete', { id: draft.id });
  });

  it('after all of it nothing is there and no number is used', async () => {
    expect(await company.count('sale_invoices')).toBe(0);
    expect((await sales.issued()).number).toBe(1);
    await expectSoundBooks(company);
  });
});

describe('large and unusual input to sales documents', () => {
  let app: TestApp;
  let company: TestCompany;
  let sales: Sales;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
    company = await app.company();
    sales = await Sales.of(company);
  });
  afterAll(() => app.stop());

  it.each([
    ']]> & <b>\'"',
    'ąčęėįšųūž ĄČĘĖĮŠŲŪŽ',
    '你好 مرحبا שלום',
    '👩‍👩‍👧 ☕',
    'tab\tand\nline',
    'e\u0307 \u0117',
    'left\u202Eright',
    '{YYYY} %s $1',
  ])('the text %j comes back as it was sent', async text => {
    const draft = await sales.draft({
      notes: text,
      businessKey: text,
      orderNumber: text,
      lines: [line('1.00', { description: text })],
    });
    const issued = await company.ok('sales/invoices/issue', { id: draft.id });
    expect(issued).toMatchObject({
      notes: text,
      businessKey: text,
      orderNumber: text,
      lines: [{ description: text }],
    });
    expect(await sales.get(draft.id)).toEqual(issued);
  });
});
