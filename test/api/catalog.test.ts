import { expectSoundBooks } from '../support/books';
import { atOnce, customer, line, outcome, outcomes, Sales, SALES_NOW, type Invoice } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';

type Members = Record<string, unknown>;
const STRANGER = '01890000-0000-7000-8000-000000000000';

describe('catalog items', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
  });
  afterAll(() => app.stop());

  const create = (company: TestCompany, members: Members = {}): Promise<Members & { id: string }> =>
    company.ok('catalog/items/create', { name: 'Chair', ...members }) as Promise<Members & { id: string }>;

  describe('as master data', () => {
    it('have every member of the contract, empty where nothing was said', async () => {
      const company = await app.company();
      const item = await create(company);
      expect(item).toMatchObject({
        type: 'product',
        tracking: 'none',
        name: 'Chair',
        unit: 'vnt',
        code: null,
        components: [],
        isReturnable: true,
        isFreePrice: false,
        salePriceExclVat: null,
        translations: null,
      });
      expect(await company.ok('catalog/items/get', { id: item.id })).toEqual(item);
    });

    it('give back what they were told', async () => {
      const company = await app.company();
      const told = {
        type: 'service',
        code: 'C-1',
        barcode: '4770000000000',
        unit: 'h',
        vatClassifierCode: 'PVM1',
        vatRatePercent: '21',
        salePriceExclVat: '10.1234',
        purchasePriceExclVat: '5.00',
        saleAccountCode: '5001',
        purchaseAccountCode: '2040',
        expenseAccountCode: '6312',
        netMassKg: '1.5',
        attributes: { colour: 'žalia' },
        translations: { en: { name: 'Chair', description: 'Four legs' } },
        posFlags: { scale: true },
        ageRestriction: 18,
        validFrom: '2026-01-01',
      };
      const item = await create(company, told);
      expect(item).toMatchObject(told);
      expect(await company.ok('catalog/items/get', { id: item.id })).toEqual(item);
    });

    it('change: left out stays, null clears', async () => {
      const company = await app.company();
      const { id } = await create(company, { code: 'C-1', barcode: '1', salePriceExclVat: '10' });
      const changed = await company.ok('catalog/items/update', {
        id,
        name: 'Stool',
        code: null,
        barcode: null,
      });
      expect(changed).toMatchObject({ name: 'Stool', code: null, barcode: null, salePriceExclVat: '10.00' });
      expect(await company.ok('catalog/items/get', { id })).toEqual(changed);
    });

    it('are listed, filtered and sorted', async () => {
      const company = await app.company();
      for (const [name, code] of [['B', '2'], ['A', '3'], ['C', '1']]) await create(company, { name, code }); // prettier-ignore
      const names = async (request: Members): Promise<string[]> =>
        ((await company.ok('catalog/items/list', request)) as { rows: { name: string }[] }).rows.map(
          row => row.name,
        );
      expect(await names({})).toEqual(['A', 'B', 'C']);
      expect(await names({ sort: [{ field: 'code' }] })).toEqual(['C', 'B', 'A']);
      expect(await names({ filter: [{ field: 'code', op: 'eq', value: '3' }] })).toEqual(['A']);
    });

    it.each([
      ['type', { type: 'set' }],
      ['tracking', { tracking: 'lot' }],
      ['tracking', { tracking: 'serial' }],
      ['components', { components: [{ itemId: STRANGER, quantity: '1' }] }],
      ['groupId', { groupId: 'g' }],
      ['kindId', { kindId: 'k' }],
    ])('refuse a %s whose effect is not here', async (member, members) => {
      const answer = await (await app.company()).post('catalog/items/create', { name: 'Set', ...members });
      expect(outcome(answer)).toBe('422 not_supported');
      expect(answer.body.error.fieldErrors).toHaveProperty([member]);
    });

    it.each([
      ['translations.en', { translations: { en: { title: 'x' } } }],
      ['translations.en.name', { translations: { en: { name: '' } } }],
      ['posFlags.a', { posFlags: { a: 'yes' } }],
      ['salePriceExclVat', { salePriceExclVat: '-1' }],
      ['vatRatePercent', { vatRatePercent: '101' }],
    ])('refuse a wrong %s by name', async (member, members) => {
      const answer = await (await app.company()).post('catalog/items/create', { name: 'x', ...members });
      expect(outcome(answer)).toBe('400 invalid_request');
      expect(answer.body.error.fieldErrors).toHaveProperty([member]);
    });

    it.each(['saleAccountCode', 'purchaseAccountCode', 'expenseAccountCode'])(
      'refuse an unknown %s',
      async member => {
        const company = await app.company();
        const answer = await company.post('catalog/items/create', { name: 'x', [member]: '99999' });
        expect(outcome(answer)).toBe('422 account_unusable');
        expect(answer.body.error.message).toContain(member);
        expect(await company.count('events')).toBe(0);
      },
    );
  });

  describe('with a code', () => {
    it('have it alone: of 20 at once one is made, the others are told which', async () => {
      const company = await app.company();
      const answers = await atOnce(20, () =>
        company.post('catalog/items/create', { name: 'x', code: 'C-1' }),
      );
      expect(outcomes(answers)).toEqual({ '201': 1, '409 duplicate': 19 });
      const { id } = answers.find(({ status }) => status === 201)!.body as { id: string };
      for (const { status, body } of answers) if (status === 409) expect(body.error.existingId).toBe(id);
      expect(await company.count('catalog_items')).toBe(1);
      expect(await company.count('events')).toBe(1);
    });

    it('do not take that of another by a change', async () => {
      const company = await app.company();
      const { id: taken } = await create(company, { code: 'C-1' });
      const { id } = await create(company, { code: 'C-2' });
      const answer = await company.post('catalog/items/update', { id, code: 'C-1' });
      expect(outcome(answer)).toBe('409 duplicate');
      expect(answer.body.error.existingId).toBe(taken);
      expect(await company.ok('catalog/items/update', { id, code: 'C-2' })).toMatchObject({ code: 'C-2' });
      await company.ok('catalog/items/delete', { id: taken });
      expect(await company.ok('catalog/items/update', { id, code: 'C-1' })).toMatchObject({ code: 'C-1' });
    });

    it('are kept apart by the database and by company', async () => {
      const [company, other] = [await app.company(), await app.company()];
      await create(company, { code: 'C-1' });
      await create(other, { code: 'C-1' });
      const { id } = await create(company, { code: 'C-2' });
      await expect(
        company.sql(`UPDATE catalog_items SET code = 'C-1' WHERE item_id = $1`, [id]),
      ).rejects.toThrow('uq_catalog_items__code');
    });
  });

  it('tell of every change by an event that holds the item as it was then (INV-13)', async () => {
    const company = await app.company();
    const { id } = await create(company);
    await company.ok('catalog/items/update', { id, name: 'Stool' });
    await company.ok('catalog/items/delete', { id });
    expect(
      await company.sql(
        `SELECT sequence::int, type, entity_id, payload ->> 'name' AS name FROM events ORDER BY sequence`,
      ),
    ).toEqual([
      { sequence: 1, type: 'item.created', entity_id: id, name: 'Chair' },
      { sequence: 2, type: 'item.updated', entity_id: id, name: 'Stool' },
      { sequence: 3, type: 'item.deleted', entity_id: id, name: 'Stool' },
    ]);
    expect(await company.count('audit_log', `entity = 'item'`)).toBe(3);
    const { id: second } = await create(company);
    await expect(
      company.sql('UPDATE catalog_items SET event_sequence = 1 WHERE item_id = $1', [second]),
    ).rejects.toThrow('fk_catalog_items__event');
  });

  it('are deleted once, by one of many', async () => {
    const company = await app.company();
    const { id } = await create(company);
    const answers = await atOnce(10, () => company.post('catalog/items/delete', { id }));
    expect(outcomes(answers)).toEqual({ '200': 1, '404 not_found': 9 });
    expect(await company.count('events', `type = 'item.deleted'`)).toBe(1);
  });

  describe('on the lines of sales', () => {
    const TERMS = { code: 'C-1', unit: 'kg', salePriceExclVat: '10.50', vatClassifierCode: 'PVM1' };

    /** Revenue by account as the journal has it: credits less debits. */
    async function revenue(company: TestCompany, id?: string): Promise<Record<string, string>> {
      const rows = (await company.sql(
        `SELECT a.code, sum(e.credit - e.debit)::text AS amount
           FROM journal_entries e JOIN accounts a USING (company_id, account_id) JOIN journal_transactions t USING (company_id, transaction_id)
          WHERE a.type IN ('income', 'liability') AND a.control IS NULL AND ($1::uuid IS NULL OR t.document_id = $1)
          GROUP BY 1 ORDER BY 1`,
        [id ?? null],
      )) as { code: string; amount: string }[];
      return Object.fromEntries(rows.map(({ code, amount }) => [code, amount.replace(/00$/, '')]));
    }

    it('fill what the line leaves out', async () => {
      const company = await app.company();
      const item = await create(company, TERMS);
      const invoice = await (await Sales.of(company)).draft({ lines: [{ itemId: item.id, quantity: '2' }] });
      expect(invoice).toMatchObject({ netTotal: '21.00', vatTotal: '4.41' });
      expect(invoice.lines[0]).toMatchObject({
        itemId: item.id,
        description: 'Chair',
        unit: 'kg',
        unitPriceExclVat: '10.50',
        vatRatePercent: '21',
        vatClassifierCode: 'PVM1',
      });
      await company.ok('catalog/items/update', { id: item.id, name: 'Stool', salePriceExclVat: '99' });
      expect(await (await Sales.of(company)).company.ok('sales/invoices/get', { id: invoice.id })).toEqual(
        invoice,
      );
      const issued = (await company.ok('sales/invoices/issue', { id: invoice.id })) as Invoice;
      expect(issued.lines).toEqual(invoice.lines);
      await expectSoundBooks(company);
    });

    it('leave what the line says', async () => {
      const company = await app.company();
      const { id: itemId } = await create(company, TERMS);
      const own = { description: 'Own', unit: 'h', unitPriceInclVat: '1.09', vatRatePercent: '9' };
      const { lines } = await (await Sales.of(company)).draft({ lines: [{ itemId, ...own }] });
      expect(lines[0]).toMatchObject({ ...own, unitPriceExclVat: null, vatClassifierCode: null, itemId });
    });

    it('keep their VAT to sales at home by a VAT payer', async () => {
      const company = await app.company();
      const { id: itemId } = await create(company, TERMS);
      const sales = await Sales.of(company);
      expect((await sales.draft({ vatScheme: 'export', lines: [{ itemId }] })).lines[0]).toMatchObject({
        vatRatePercent: '0',
        vatClassifierCode: null,
        vatCategory: 'G',
      });
      const abroad = await company.post('sales/invoices/create', {
        ...sales.request({ vatScheme: 'oss_union', vatCountryCode: 'DE', lines: [{ itemId }] }),
      });
      expect(abroad.body.error.fieldErrors).toHaveProperty(['lines.0.vatRatePercent']);
      const small = await app.company({ isVatPayer: false, vatCode: undefined });
      const { id } = await create(small, TERMS);
      expect(
        (await (await Sales.of(small)).issued({ lines: [{ itemId: id, vatExemptionBasis: 'x' }] })).vatTotal,
      ).toBe('0.00');
    });

    it('without a price or VAT leave it missing', async () => {
      const company = await app.company();
      const { id: itemId } = await create(company);
      const sales = await Sales.of(company);
      const [price, vat] = [
        await sales.tryIssue({ lines: [{ itemId, vatRatePercent: '21' }] }),
        await sales.tryIssue({ lines: [{ itemId, unitPriceExclVat: '1.00' }] }),
      ];
      expect(price.body.error.fieldErrors).toHaveProperty(['lines.0.unitPriceExclVat']);
      expect(vat.body.error.fieldErrors).toHaveProperty(['lines.0.vatRatePercent']);
    });

    it('are not found where they are of another company', async () => {
      const { id: itemId } = await create(await app.company());
      const sales = await Sales.of(await app.company());
      const answer = await sales.tryIssue({ lines: [line('1.00'), line('1.00', { itemId })] });
      expect(outcome(answer)).toBe('404 not_found');
      expect(answer.body.error.fieldErrors).toHaveProperty(['lines.1.itemId']);
    });

    it('stay while a document names them, be it a draft', async () => {
      const company = await app.company();
      const { id: itemId } = await create(company);
      const sales = await Sales.of(company);
      const draft = await sales.draft({ lines: [line('1.00', { itemId })] });
      expect(outcome(await company.post('catalog/items/delete', { id: itemId }))).toBe('409 in_use');
      expect(await company.count('events', `type = 'item.deleted'`)).toBe(0);
      await company.ok('sales/invoices/delete', { id: draft.id });
      await company.ok('catalog/items/delete', { id: itemId });
    });

    describe('decide the revenue account', () => {
      const own = { saleAccountCode: '492' };

      async function mixed(company: TestCompany): Promise<Members[]> {
        const ids = [
          (await create(company, own)).id,
          (await create(company, { type: 'product' })).id,
          (await create(company, { type: 'service' })).id,
          undefined,
        ];
        return ids.map((itemId, index) => line(`${index + 1}.01`, { itemId }));
      }

      it('their own, else that of products or services', async () => {
        const company = await app.company();
        const invoice = await (await Sales.of(company)).issued({ lines: await mixed(company) });
        expect(await revenue(company, invoice.id)).toEqual({ '492': '1.01', '5000': '2.01', '5001': '7.02' });
        await expectSoundBooks(company);
      });

      /** Left are 1.01 on 492, 2.01 on 5000 and 7.02 on 5001: of 5.02 half of each, a tie to the earlier; then the rest. */
      it('of a credit that only names an amount too: as what is left on each', async () => {
        const company = await app.company();
        const sales = await Sales.of(company);
        const invoice = await sales.issued({ lines: await mixed(company) });
        const half = await sales.credited(invoice.id, { lines: [line('5.02', { description: 'Half' })] });
        expect(half.lines.map(({ lineNet }) => lineNet).sort()).toEqual(['0.51', '1.00', '3.51']);
        expect(half).toMatchObject({ netTotal: '5.02', vatTotal: '1.05' });
        expect(await revenue(company, half.id)).toEqual({ '492': '-0.51', '5000': '-1.00', '5001': '-3.51' });
        const draft = await sales.credited(invoice.id, { issue: false, lines: [line('5.02')] });
        await company.ok('sales/invoices/issue', { id: draft.id });
        expect(await revenue(company)).toEqual({ '492': '0.00', '5000': '0.00', '5001': '0.00' });
        await expectSoundBooks(company);
      });

      it('of a credit of an amount of an invoice with one account: that one', async () => {
        const company = await app.company();
        const sales = await Sales.of(company);
        const goods = await create(company, { type: 'product' });
        const invoice = await sales.issued({ lines: [line('100.00', { itemId: goods.id })] });
        const credit = await sales.credited(invoice.id, { lines: [line('10.00', { quantity: '3' })] });
        expect(credit.lines).toMatchObject([{ quantity: '3', lineNet: '30.00' }]);
        await sales.credited(invoice.id);
        expect(await revenue(company)).toEqual({ '5000': '0.00' });
        await expectSoundBooks(company);
      });

      it.each(['in one go', 'line by line', 'after a credit on another account', 'from a draft'])(
        'and a credit gives each its own back: %s',
        async how => {
          const company = await app.company();
          const sales = await Sales.of(company);
          const lines = await mixed(company);
          const invoice =
            how === 'from a draft'
              ? ((await company.ok('sales/invoices/issue', {
                  id: (await sales.draft({ lines })).id,
                })) as Invoice)
              : await sales.issued({ lines });
          // The item changes its account in between; what was posted decides.
          for (const { itemId } of lines)
            if (itemId !== undefined)
              await company.ok('catalog/items/update', { id: itemId, saleAccountCode: '5001' });
          if (how === 'line by line') {
            for (const { id } of invoice.lines)
              await sales.credited(invoice.id, { lines: [{ creditedLineId: id }] });
          } else {
            if (how.startsWith('after')) await sales.credited(invoice.id, { lines: [line('1.50')] });
            await sales.credited(invoice.id);
          }
          expect(await revenue(company)).toEqual({ '492': '0.00', '5000': '0.00', '5001': '0.00' });
          expect(await sales.get(invoice.id)).toMatchObject({ paymentStatus: 'paid' });
          await expectSoundBooks(company);
        },
      );

      it.each([
        ['is a control account', { saleAccountCode: '2410' }, 'control account'],
        ['takes no postings', own, 'takes no postings'],
      ])('which is refused where it %s', async (_, members, why) => {
        const company = await app.company();
        const { id: itemId } = await create(company, members);
        const sales = await Sales.of(company);
        const draft = await sales.draft({ lines: [line('1.00', { itemId })] });
        if (why !== 'control account') {
          const { rows } = (await company.ok('ledger/accounts/list', {
            filter: [{ field: 'code', op: 'eq', value: '492' }],
          })) as { rows: { id: string }[] };
          await company.ok('ledger/accounts/update', { id: rows[0]!.id, isPostable: false });
        }
        const answer = await company.post('sales/invoices/issue', { id: draft.id });
        expect(outcome(answer)).toBe('422 account_unusable');
        expect(answer.body.error.message).toContain(why);
        expect(await company.count('journal_transactions')).toBe(0);
      });
    });

    it('credited by line come from the credited line', async () => {
      const company = await app.company();
      const { id: itemId } = await create(company, TERMS);
      const sales = new Sales(company, await customer(company));
      const invoice = await sales.issued({ lines: [{ itemId, quantity: '2' }] });
      const creditedLineId = invoice.lines[0]!.id;
      const refused = await sales.tryCredit(invoice.id, { lines: [{ creditedLineId, itemId }] });
      expect(refused.body.error.fieldErrors).toHaveProperty(['lines.0.itemId']);
      const credit = await sales.credited(invoice.id, { lines: [{ creditedLineId, quantity: '1' }] });
      expect(credit.lines[0]).toMatchObject({ itemId, description: 'Chair', lineNet: '10.50' });
    });
  });
});
