import { createHash } from 'node:crypto';
import { texts } from '../support/isaf';
import { Purchases } from '../support/purchases';
import { line, outcome, outcomes, Sales, type Invoice } from '../support/sales';
import { TestApp, TestClock, type Answer, type TestCompany } from '../support/test-app';
import { describeWithSchemas, validateInBackground } from '../support/xml-schema';

const OCTOBER = { year: 2026, month: 10 };
const ORDER = { obligation: 'lt-isaf', ...OCTOBER };
const STANDARD = line('100.00', { vatClassifierCode: 'PVM1' });

interface Submission {
  id: string;
  fileId: string;
  status: string;
  warnings: string[];
  [member: string]: unknown;
}

let app: TestApp;
let company: TestCompany;
let sales: Sales;
beforeAll(async () => {
  app = await TestApp.start({}, new TestClock());
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.instant = new Date('2026-11-05T09:00:00Z');
  company = await app.company();
  sales = await Sales.of(company, { vatCode: 'LT100004321019' });
});

const issue = (members: object = {}): Promise<Invoice> =>
  sales.issued({ issueDate: '2026-10-10', lines: [STANDARD], ...members });
const tryCreate = (members: object = {}): Promise<Answer> =>
  company.post('declarations/submissions/create', { ...ORDER, ...members });
const create = (members: object = {}): Promise<Submission> =>
  company.ok('declarations/submissions/create', { ...ORDER, ...members }) as Promise<Submission>;
const tryMark = ({ id }: Submission, status: string, members: object = {}): Promise<Answer> =>
  company.post('declarations/submissions/mark', { id, status, ...members });
const mark = ({ id }: Submission, status: string, members: object = {}): Promise<Submission> =>
  company.ok('declarations/submissions/mark', { id, status, ...members }) as Promise<Submission>;
const contentOf = async ({ fileId }: Submission): Promise<Buffer> =>
  Buffer.from(((await company.ok('files/get', { id: fileId })) as { content: string }).content, 'base64');
const generated = async (members: object = {}): Promise<string> =>
  ((await company.ok('declarations/lt/isaf/generate', { ...OCTOBER, ...members })) as { xml: string }).xml;
const periodStatus = async (): Promise<string | undefined> => {
  const { rows } = (await company.ok('vat-periods/list', { year: 2026 })) as { rows: { status: string }[] };
  return rows[9]?.status;
};

describeWithSchemas('a submission', () => {
  it('keeps a valid file with its hash, and says what to look at', async () => {
    const { fullNumber } = await issue({ lines: [line('100.00')] });
    const made = await create();
    expect(made).toEqual({
      id: expect.any(String) as string,
      obligation: 'lt-isaf',
      periodYear: 2026,
      periodMonth: 10,
      variant: 'F',
      status: 'generated',
      fileName: 'isaf_305555553_2026-10_F.xml',
      fileId: expect.any(String) as string,
      externalRef: null,
      message: null,
      createdAt: '2026-11-05T09:00:00.000Z',
      updatedAt: '2026-11-05T09:00:00.000Z',
      kind: 'original',
      replacesId: null,
      amendment: 0,
      origin: 'manual',
      attempts: 0,
      part: 1,
      partNumber: '1',
      sha256: expect.any(String) as string,
      discardedAt: null,
      warnings: [`Document ${fullNumber}: a row has no VAT code.`],
    });
    const content = await contentOf(made);
    expect(createHash('sha256').update(content).digest('hex')).toBe(made.sha256);
    expect(await validateInBackground(content.toString(), 'isaf/isaf_1_2.xsd')).toEqual({
      valid: true,
      errors: [],
    });
    const { rows } = (await company.ok('files/list')) as { rows: object[] };
    expect(rows).toEqual([
      {
        id: made.fileId,
        entity: 'declaration_submission',
        entityId: made.id,
        fileName: made.fileName,
        mimeType: 'application/xml',
        sizeBytes: content.length,
        sha256: made.sha256,
        storageKey: made.fileId,
        createdAt: made.createdAt,
      },
    ]);
    const listed = (await company.ok('declarations/submissions/list')) as { rows: object[] };
    expect(listed.rows).toEqual([{ ...made, warnings: undefined }]);
  });
});

describe('a submission', () => {
  it('is downloaded byte for byte', async () => {
    await issue();
    const made = await create();
    const answer = await fetch(`${app.url}/v1/files/download`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${company.token}` },
      body: JSON.stringify({ id: made.fileId }),
    });
    expect(answer.headers.get('Content-Type')).toBe('application/xml');
    expect(Buffer.from(await answer.arrayBuffer()).equals(await contentOf(made))).toBe(true);
  });

  it('warns of a month that is not over, and is not of one that has not begun', async () => {
    expect((await create({ month: 11 })).warnings).toEqual(['The month is not over; documents may follow.']);
    expect(outcome(await tryCreate({ month: 12 }))).toBe('422 future_date');
  });

  it('goes from generated to submitted to accepted, and nowhere else', async () => {
    const made = await create();
    expect(outcome(await tryMark(made, 'accepted'))).toBe('409 submission_state');
    expect(outcome(await tryMark(made, 'rejected'))).toBe('409 submission_state');
    const submitted = await mark(made, 'submitted', { externalRef: 'VMI-1' });
    expect(submitted).toMatchObject({ status: 'submitted', externalRef: 'VMI-1', message: null });
    expect(outcome(await tryMark(made, 'submitted'))).toBe('409 submission_state');
    app.clock.instant = new Date('2026-11-06T09:00:00Z');
    const accepted = await mark(made, 'accepted', { message: 'Taken over' });
    expect(accepted).toMatchObject({
      status: 'accepted',
      externalRef: 'VMI-1',
      message: 'Taken over',
      updatedAt: '2026-11-06T09:00:00.000Z',
    });
    const late = await tryMark(made, 'rejected');
    expect([outcome(late), late.body.error.message]).toEqual([
      '409 submission_state',
      'i.SAF F of 2026-10 is accepted; that is final.',
    ]);
    expect(await company.count('events', `type = 'filing.rejected'`)).toBe(0);
  });

  it('of which the authority will not hear is told to the outside, and makes room for another', async () => {
    const made = await create();
    await mark(made, 'submitted');
    expect(await mark(made, 'rejected', { message: 'Wrong taxpayer' })).toMatchObject({ status: 'rejected' });
    const told = await company.sql(
      `SELECT entity_id AS id, payload ->> 'message' AS message, payload ->> 'status' AS status FROM events WHERE type = 'filing.rejected'`,
    );
    expect(told).toEqual([{ id: made.id, message: 'Wrong taxpayer', status: 'rejected' }]);
    expect((await create()).status).toBe('generated');
  });

  it('that is submitted closes the VAT period of its month, closed already or not', async () => {
    const [issued, received] = [await create({ dataType: 'S' }), await create({ dataType: 'P' })];
    expect(await periodStatus()).toBe('open');
    await mark(issued, 'submitted');
    expect(await periodStatus()).toBe('closed');
    expect(outcome(await sales.tryIssue({ issueDate: '2026-10-31' }))).toBe('422 vat_period_closed');
    await mark(received, 'submitted');
    expect(await periodStatus()).toBe('closed');
    expect(await company.count('audit_log', `action = 'vat_period.closed'`)).toBe(1);
  });

  it('that is submitted says what it misses, and then nothing dated in its month is issued', async () => {
    const made = await create();
    const late = await issue({ issueDate: '2026-10-31' });
    expect((await mark(made, 'submitted')).warnings).toEqual([
      `Document ${late.fullNumber} of 2026-10-31 counts in the month and is not in the file; correct it (kind corrective).`,
    ]);
    const [{ changes }] = (await company.sql(
      `SELECT diff ->> 'changes' AS changes FROM audit_log WHERE action = 'declaration_submission.submitted'`,
    )) as [{ changes: string }];
    expect(changes).toBe('1');
    expect((await mark(made, 'accepted')).warnings).toEqual([]);
    for (const dates of [
      { issueDate: '2026-10-31', taxPointDate: '2026-09-30' },
      { issueDate: '2026-11-01', taxPointDate: '2026-10-31' },
    ])
      expect(outcome(await sales.tryIssue(dates))).toBe('422 vat_period_closed');
  });

  it('is the only live original of its period and variant, until it is discarded', async () => {
    const made = await create();
    const second = await tryCreate();
    expect([outcome(second), second.body.error.existingId]).toEqual(['409 submission_exists', made.id]);
    const discarded = (await company.ok('declarations/submissions/discard', { id: made.id })) as Submission;
    expect(discarded).toMatchObject({ status: 'generated', discardedAt: '2026-11-05T09:00:00.000Z' });
    const [{ before }] = await company.sql(
      `SELECT diff -> 'before' AS before FROM audit_log WHERE action = 'declaration_submission.discarded'`,
    );
    expect(before).toMatchObject({
      id: made.id,
      status: 'generated',
      discardedAt: null,
      sha256: made.sha256,
    });
    expect(outcome(await company.post('declarations/submissions/discard', { id: made.id }))).toBe(
      '409 submission_state',
    );
    expect(outcome(await tryMark(made, 'submitted'))).toBe('409 submission_state');
    const next = await create();
    await mark(next, 'submitted');
    expect(outcome(await company.post('declarations/submissions/discard', { id: next.id }))).toBe(
      '409 submission_state',
    );
  });

  it('has no register of the month in two originals: a file of both stands in the place of one of each', async () => {
    const issued = await create({ dataType: 'S' });
    const both = await tryCreate();
    expect([outcome(both), both.body.error.existingId]).toEqual(['409 submission_exists', issued.id]);
    await create({ dataType: 'P' });
    await company.ok('declarations/submissions/discard', { id: issued.id });
    expect(outcome(await tryCreate())).toBe('409 submission_exists');
    const other = { month: 9 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        tryCreate({ ...other, dataType: index % 2 === 0 ? 'F' : 'S' }),
      ),
    );
    expect(outcomes(answers)).toEqual({ '201': 1, '409 submission_exists': 19 });
    // Of other parts, too: no index sees those.
    const parts = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        tryCreate({ month: 8, ...(index % 2 === 0 ? { dataType: 'F' } : { dataType: 'S', part: 2 }) }),
      ),
    );
    expect(outcomes(parts)['201']).toBe(1);
    // P of September fits beside S, but not beside F.
    const first = answers.find(({ status }) => status === 201)!.body as Submission;
    expect(outcome(await tryCreate({ ...other, dataType: 'P' }))).toBe(
      first.variant === 'S' ? '201' : '409 submission_exists',
    );
  });

  it('knows which documents its file could not hold: they are in no file, and no news either', async () => {
    const purchases = await Purchases.of(company);
    const received = { documentDate: '2026-10-01', receivedDate: '2026-10-02' };
    const bought = await purchases.registered(received);
    const tax = { description: 'Customs', unitPriceExclVat: '5.00', vatRatePercent: '0' };
    const outside = await purchases.registered({ ...received, lines: [tax] });
    const made = await create();
    const inFile = await company.sql(
      'SELECT document_id AS id, is_in_file AS "isInFile" FROM declaration_submission_documents ORDER BY is_in_file',
    );
    expect(inFile).toEqual([
      { id: outside.id, isInFile: false },
      { id: bought.id, isInFile: true },
    ]);
    for (const { id } of [outside, bought]) await purchases.tryVoid(id);
    const { rows } = (await company.ok('declarations/submissions/changes', { id: made.id })) as {
      rows: object[];
    };
    expect(rows).toMatchObject([{ change: 'voided', documentId: bought.id }]);
  });

  it('is made once, marked once and discarded once by twenty at once', async () => {
    const creations = await Promise.all(Array.from({ length: 20 }, () => tryCreate()));
    expect(outcomes(creations)).toEqual({ '201': 1, '409 submission_exists': 19 });
    const made = creations.find(({ status }) => status === 201)!.body as Submission;
    const submitted = await Promise.all(Array.from({ length: 20 }, () => tryMark(made, 'submitted')));
    expect(outcomes(submitted)).toEqual({ '200': 1, '409 submission_state': 19 });
    const rejected = await Promise.all(Array.from({ length: 20 }, () => tryMark(made, 'rejected')));
    expect(outcomes(rejected)).toEqual({ '200': 1, '409 submission_state': 19 });
    expect(await company.count('events', `type = 'filing.rejected'`)).toBe(1);
    const { id } = await create();
    const discards = await Promise.all(
      Array.from({ length: 20 }, () => company.post('declarations/submissions/discard', { id })),
    );
    expect(outcomes(discards)).toEqual({ '200': 1, '409 submission_state': 19 });
  });

  it('freezes the header of its month: the same books give the same bytes, whenever and under whatever settings', async () => {
    await issue();
    await company.ok('declarations/configs/update', {
      system: 'lt-isaf',
      config: { softwareCompanyName: 'Maker UAB' },
    });
    const made = await create();
    await mark(made, 'submitted');
    app.clock.instant = new Date('2027-01-20T12:00:00Z');
    await company.ok('declarations/configs/update', {
      system: 'lt-isaf',
      config: { softwareCompanyName: 'Other UAB' },
    });
    await company.ok('account/companies/update', { code: '307777777' });
    const content = (await contentOf(made)).toString();
    expect(await generated()).toBe(content);
    expect(texts(content, 'SoftwareCompanyName')).toEqual(['Maker UAB']);
    // One that was not filed is of the closed month all the same; another month is of now.
    expect(texts(await generated({ dataType: 'S' }), 'SoftwareCompanyName')).toEqual(['Maker UAB']);
    const other = await generated({ month: 9 });
    expect(texts(other, 'RegistrationNumber')).toEqual(['307777777']);
    expect(texts(other, 'SoftwareCompanyName')).toEqual(['Other UAB']);
  });

  describe('that corrects another', () => {
    it('repeats the part number of what it replaces, has the new documents, and has no rival', async () => {
      await issue();
      const original = await create({ dataType: 'S' });
      const correct = (members: object = {}): object => ({
        kind: 'corrective',
        replacesId: original.id,
        ...members,
      });
      expect(outcome(await tryCreate(correct()))).toBe('409 submission_state');
      await mark(original, 'submitted');
      await company.ok('vat-periods/reopen', { ...OCTOBER, reason: 'A late invoice' });
      const late = await issue({ issueDate: '2026-10-20' });
      const correction = await create(correct());
      expect(correction).toMatchObject({
        kind: 'corrective',
        replacesId: original.id,
        variant: 'S',
        partNumber: '1',
        status: 'generated',
      });
      const content = (await contentOf(correction)).toString();
      expect(texts(content, 'InvoiceNo')).toContain(late.fullNumber);
      expect(texts(content, 'PartNumber')).toEqual(['1']);
      const rival = await tryCreate(correct());
      expect([outcome(rival), rival.body.error.existingId]).toEqual(['409 submission_exists', correction.id]);
      await mark(correction, 'submitted');
      expect(await periodStatus()).toBe('closed');
      expect(await generated({ dataType: 'S' })).toBe(content);
      // The next one corrects the correction.
      expect((await create(correct({ replacesId: correction.id }))).replacesId).toBe(correction.id);
    });

    it('is not submitted once what it corrects was rejected', async () => {
      const original = await create();
      await mark(original, 'submitted');
      const correction = await create({ kind: 'corrective', replacesId: original.id });
      await mark(original, 'rejected');
      const refused = await tryMark(correction, 'submitted');
      expect([outcome(refused), refused.body.error.existingId]).toEqual([
        '409 submission_state',
        original.id,
      ]);
    });

    it('stands in the place of what it corrects, once filed: a late rejection of that makes no room', async () => {
      const original = await create();
      await mark(original, 'submitted');
      const correction = await create({ kind: 'corrective', replacesId: original.id });
      await mark(correction, 'submitted');
      await mark(original, 'rejected');
      const second = await tryCreate();
      expect([outcome(second), second.body.error.existingId]).toEqual([
        '409 submission_exists',
        correction.id,
      ]);
      const next = await create({ kind: 'corrective', replacesId: correction.id });
      expect(next).toMatchObject({ status: 'generated', amendment: 2, origin: 'manual', attempts: 0 });
      expect(correction).toMatchObject({ amendment: 1 });
    });

    it('is of the same file, and an original corrects nothing', async () => {
      const original = await create();
      await mark(original, 'submitted');
      const replacesId = original.id;
      expect(outcome(await tryCreate({ replacesId }))).toBe('400 invalid_request');
      expect(outcome(await tryCreate({ kind: 'corrective' }))).toBe('400 invalid_request');
      for (const other of [{ month: 9 }, { dataType: 'S' }, { part: 2 }]) {
        expect(outcome(await tryCreate({ kind: 'corrective', replacesId, ...other }))).toBe(
          '400 invalid_request',
        );
      }
    });

    it('is made once by twenty at once', async () => {
      const original = await create();
      await mark(original, 'submitted');
      const corrections = await Promise.all(
        Array.from({ length: 20 }, () => tryCreate({ kind: 'corrective', replacesId: original.id })),
      );
      expect(outcomes(corrections)).toEqual({ '201': 1, '409 submission_exists': 19 });
    });
  });

  describe('and what changed since', () => {
    const changes = async ({ id }: Submission): Promise<string[]> => {
      const { total, rows } = (await company.ok('declarations/submissions/changes', { id })) as {
        total: number;
        rows: Record<string, string>[];
      };
      expect(total).toBe(rows.length);
      return rows.map(
        ({ change, side, documentNumber, net, vat }) => `${change} ${side} ${documentNumber} ${net} ${vat}`,
      );
    };

    it('is nothing, while nothing of the month changes', async () => {
      const before = await issue();
      await issue({
        type: 'credit_note',
        creditedInvoiceId: before.id,
        issueDate: '2026-11-02',
        lines: undefined,
      });
      const made = await create();
      await issue({ issueDate: '2026-11-03' });
      expect(await changes(made)).toEqual([]);
    });

    it('names what was added, voided and credited, with its amounts', async () => {
      const purchases = await Purchases.of(company);
      const invoice = await issue();
      const kept = await purchases.registered({ documentDate: '2026-10-01', receivedDate: '2026-10-02' });
      const wrong = await purchases.registered({ documentDate: '2026-10-01', receivedDate: '2026-10-02' });
      const issuedOnly = await create({ dataType: 'S' });
      await company.ok('declarations/submissions/discard', { id: issuedOnly.id });
      const made = await create();
      await mark(made, 'submitted');
      await company.ok('vat-periods/reopen', { ...OCTOBER, reason: 'A late invoice' });
      const added = await issue({ issueDate: '2026-10-31', taxPointDate: '2026-09-30' });
      await purchases.tryVoid(wrong.id);
      const credit = await issue({
        type: 'credit_note',
        creditedInvoiceId: invoice.id,
        issueDate: '2026-11-04',
        lines: [{ creditedLineId: invoice.lines[0]!.id, quantity: '0.1' }],
      });
      const suppliers = await purchases.credited(kept.id, {
        documentNumber: 'K-1',
        documentDate: '2026-11-03',
        receivedDate: '2026-11-04',
      });
      expect(await changes(made)).toEqual([
        `added sales ${added.fullNumber} 100.00 21.00`,
        `credited sales ${credit.fullNumber} -10.00 -2.10`,
        `credited purchases ${suppliers.documentNumber} -100.00 -21.00`,
        `voided purchases ${wrong.documentNumber} -100.00 -21.00`,
      ]);
      expect(await changes(issuedOnly)).toEqual([
        `added sales ${added.fullNumber} 100.00 21.00`,
        `credited sales ${credit.fullNumber} -10.00 -2.10`,
      ]);
    });
  });
});

describe('the settings of a system', () => {
  it('are those of the country, with values, and without secrets', async () => {
    const update = (config: object): Promise<Answer> =>
      company.post('declarations/configs/update', { system: 'lt-isaf', config });
    const { body } = await update({ softwareCompanyName: 'Maker UAB', webServiceToken: 'hush' });
    expect(body).toMatchObject({
      system: 'lt-isaf',
      country: 'LT',
      endpoints: null,
      values: { softwareCompanyName: 'Maker UAB' },
      secretsSet: ['webServiceToken'],
    });
    await update({ softwareName: 'Books' });
    const { rows } = (await company.ok('declarations/configs/list')) as { rows: object[] };
    expect(rows).toMatchObject([
      {
        values: { softwareCompanyName: 'Maker UAB', softwareName: 'Books' },
        secretsSet: ['webServiceToken'],
      },
    ]);
    expect((await update({ softwareName: '', webServiceToken: null })).body).toMatchObject({
      values: { softwareCompanyName: 'Maker UAB' },
      secretsSet: [],
    });
    const traces = await company.sql(
      `SELECT value AS text FROM declaration_configs UNION ALL SELECT diff::text FROM audit_log
       UNION ALL SELECT convert_from(response_body, 'UTF8') FROM idempotency_keys`,
    );
    expect(JSON.stringify(traces)).not.toContain('hush');
  });

  it('refuse systems and fields that are not there', async () => {
    const outcomeOf = async (on: TestCompany, body: object): Promise<unknown> => {
      const { status, body: answer } = await on.post('declarations/configs/update', body);
      return [status, Object.keys(answer.error.fieldErrors as object)];
    };
    const config = { softwareName: 'Books' };
    expect(await outcomeOf(company, { system: 'lt-other', config })).toEqual([400, ['system']]);
    expect(await outcomeOf(company, { system: 'lt-isaf', config: { other: 'x' } })).toEqual([
      400,
      ['config.other'],
    ]);
    expect(
      await outcomeOf(company, { system: 'lt-isaf', config: { softwareName: 'x'.repeat(257) } }),
    ).toEqual([400, ['config.softwareName']]);
    const latvian = await app.bareCompany({ countryCode: 'LV', vatCode: 'LV40003245752' });
    expect(await outcomeOf(latvian, { system: 'lt-isaf', config })).toEqual([400, ['system']]);
    expect(await latvian.ok('declarations/configs/list')).toEqual({ companyCountry: 'LV', rows: [] });
  });
});
