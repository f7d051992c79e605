import { randomUUID } from 'node:crypto';
import { Attacker, NOT_PERMITTED } from '../support/attacker';
import { TestApp, TestClock } from '../support/test-app';
import { Purchases, PURCHASES_NOW, type Purchase } from '../support/purchases';

/** @invariant INV-06 */
describe("a supplier's document is in the books once", () => {
  let app: TestApp;
  let attacker: Attacker;
  let purchases: Purchases;
  let registered: Purchase;
  let draft: Purchase;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(PURCHASES_NOW)));
    purchases = await Purchases.of(await app.company());
    attacker = new Attacker(app, purchases.company.id);
    registered = await purchases.registered({ documentNumber: 'AB-001' });
    draft = await purchases.draft({ documentNumber: 'AB-002' });
  });
  afterAll(() => app.stop());

  const keyOf = (id: string) => ({ table: 'purchase_document_keys', where: `invoice_id = '${id}'` });
  const documentOf = (id: string) => ({ table: 'purchase_invoices', where: `invoice_id = '${id}'` });

  it('by the index: the same number of the same supplier is there once, of whatever document', async () => {
    const invoice_id = randomUUID();
    const key = { ...keyOf(registered.id), changes: { invoice_id } };
    expect(await attacker.forge(key)).toBe('uq_purchase_document_keys__supplier_number');
    expect(await attacker.as('owner').forge(key)).toBe('uq_purchase_document_keys__supplier_number');
    expect(await attacker.forge({ ...documentOf(draft.id), changes: { invoice_id } }, { ...keyOf(draft.id), changes: { invoice_id } })).toBe(
      'uq_purchase_document_keys__supplier_number',
    ); // prettier-ignore
  });

  it('a document has one key, which is its own', async () => {
    const invoice_id = randomUUID();
    expect(await attacker.forge({ ...keyOf(draft.id), changes: { number_key: 'ab-003' } })).toBe(
      'pk_purchase_document_keys',
    );
    expect(await attacker.forge({ ...keyOf(draft.id), changes: { invoice_id, number_key: 'ab-003' } })).toBe(
      'fk_purchase_document_keys__invoice',
    );
    expect(
      await attacker.try(`UPDATE purchase_invoices SET number_key = 'ab-003' WHERE invoice_id = $1`, [
        draft.id,
      ]),
    ).toBe('fk_purchase_document_keys__invoice');
  });

  it('what was opened is not entered too, nor the reverse', async () => {
    const { items } = (await purchases.company.ok('ledger/opening-items/create', {
      date: '2025-12-31',
      items: [
        {
          ...{ partnerId: purchases.partnerId, side: 'payable', documentNumber: 'OLD-1', currency: 'EUR' },
          ...{ documentDate: '2025-12-01', dueDate: '2025-12-31', amount: '1.00' },
        },
      ],
    })) as { items: [{ id: string }] };
    const key = { ...keyOf(draft.id), changes: { invoice_id: randomUUID(), number_key: 'old-1' } };
    expect(await attacker.forge(key)).toBe('ck_purchase_document_keys__not_opened');
    const [item] = (await purchases.company.sql(
      'SELECT open_item_id AS id FROM open_items WHERE document_id = $1',
      [registered.id],
    )) as [{ id: string }];
    const opened = { table: 'opening_items', where: `item_id = '${items[0].id}'` };
    const changes = { item_id: item.id, number_key: 'ab-001' };
    expect(await attacker.forge({ ...opened, changes })).toBe('ck_opening_items__not_registered');
    expect(await attacker.forge({ ...opened, changes: { item_id: item.id } })).toBe(
      'uq_opening_items__document',
    );
  });

  it('no document comes without its key', async () => {
    expect(await attacker.forge({ ...documentOf(draft.id), changes: { invoice_id: randomUUID() } })).toBe(
      'ck_purchase_invoices__has_key',
    );
  });

  it('a key is not changed, and freed only with a draft or by a void', async () => {
    const free = 'DELETE FROM purchase_document_keys WHERE invoice_id = $1';
    expect(await attacker.try(free, [registered.id])).toBe('ck_purchase_document_keys__append_only');
    expect(await attacker.as('superuser').try(free, [registered.id])).toBe(
      'ck_purchase_document_keys__append_only',
    );
    expect(await attacker.try(free, [draft.id])).toBe(1);
    expect(await attacker.try('UPDATE purchase_document_keys SET year_key = 1')).toBe(NOT_PERMITTED);
    expect(await attacker.try('DELETE FROM purchase_invoices WHERE invoice_id = $1', [draft.id])).toBe(
      'fk_purchase_document_keys__invoice',
    );
  });

  it('a registered document, its lines, its totals and a void stay as they are', async () => {
    const superuser = attacker.as('superuser');
    const of = [registered.id];
    expect(
      await superuser.try(`UPDATE purchase_invoices SET document_number = 'X' WHERE invoice_id = $1`, of),
    ).toBe('ck_purchase_invoices__append_only');
    expect(await superuser.try('DELETE FROM purchase_invoices WHERE invoice_id = $1', of)).toBe(
      'ck_purchase_invoices__append_only',
    );
    expect(
      await superuser.try(`UPDATE purchase_invoice_lines SET unit = 'x' WHERE invoice_id = $1`, of),
    ).toBe('ck_purchase_invoice_lines__append_only');
    expect(await attacker.try('DELETE FROM purchase_invoice_lines WHERE invoice_id = $1', of)).toBe(0);
    expect(await attacker.try('UPDATE purchase_invoice_vat_totals SET net = 1')).toBe(NOT_PERMITTED);
    const extra = { table: 'purchase_invoice_lines', where: `invoice_id = '${registered.id}'` };
    expect(await attacker.forge({ ...extra, changes: { sort_order: 2, line_id: randomUUID() } })).toBe(
      'ck_purchase_invoices__parts_match',
    );
    const limit = `UPDATE purchase_invoice_credit_limits SET credited_gross = $1`;
    expect(await attacker.try(limit, ['121.01'])).toBe('ck_purchase_invoice_credit_limits__gross');
    expect(await attacker.try('UPDATE purchase_invoice_credit_limits SET gross = 500')).toBe(
      'ck_purchase_invoice_credit_limits__append_only',
    );
  });

  it('its rows in the VAT register are its own to the cent (INV-12)', async () => {
    const row = { table: 'vat_register_rows', where: `purchase_invoice_id = '${registered.id}'` };
    expect(await attacker.forge({ ...row, changes: {} })).toBe('pk_vat_register_rows');
    for (const changes of [
      { net: '-100.01' },
      { vat: '-20.99' },
      { deductible_vat: '-20.99' },
      { self_assessed_vat: '0.01' },
      { undeducted_pro_rata: '0.01' },
    ]) {
      const taken = {
        net: '-100',
        vat: '-21',
        base_net: '-100',
        base_vat: '-21',
        deductible_vat: '-21',
        is_void: true,
        sign: -1,
      };
      expect([changes, await attacker.forge({ ...row, changes: { ...taken, ...changes } })]).toEqual([
        changes,
        'fk_vat_register_rows__purchase_totals',
      ]);
      expect(await attacker.forge({ ...row, changes: taken })).toBe(1);
      expect(await attacker.forge({ ...row, changes: { ...taken, period_month: 9 } })).toBe(
        'ck_vat_register_rows__period_of_date',
      );
    }
    expect(await attacker.forge({ ...row, changes: { is_void: true } })).toBe(
      'ck_vat_register_rows__sign_of_type',
    );
    expect(await attacker.forge({ ...row, changes: { side: 'sales' } })).toBe(
      'ck_vat_register_rows__purchase_is_complete',
    );
  });
});
