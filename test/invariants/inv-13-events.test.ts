import { randomUUID } from 'node:crypto';
import { TestApp } from '../support/test-app';
import type { Forgery } from '../support/attacker';
import { openBooks, type Books } from '../support/sample-books';

/** @invariant INV-13 */
describe('a fact has its event, and events have no holes', () => {
  let app: TestApp;
  let books: Books;
  let next: number;
  beforeAll(async () => {
    app = await TestApp.start();
    books = await openBooks(app);
    const [counter] = (await books.company.sql('SELECT last_sequence::int AS last FROM event_counters')) as {
      last: number;
    }[];
    next = counter!.last + 1;
  });
  afterAll(() => app.stop());

  describe('the sequence', () => {
    const event = (changes: object): Forgery => ({
      table: 'events',
      where: 'sequence = 1',
      changes: { event_id: randomUUID(), ...changes },
    });
    const forge = (changes: object): Promise<number | string> => books.attacker.forge(event(changes));

    it('takes the next number, so that the refusals mean something', async () => {
      expect(await forge({ sequence: next, previous_sequence: next - 1 })).toBe(1);
    });

    it('takes none that leaves one out, is there, or begins again', async () => {
      expect(await forge({ sequence: next + 1, previous_sequence: next })).toBe('fk_events__previous');
      expect(await forge({ sequence: next + 1, previous_sequence: next - 1 })).toBe(
        'ck_events__follows_previous',
      );
      expect(await forge({ sequence: next, previous_sequence: null })).toBe('ck_events__follows_previous');
      expect(await forge({ sequence: 0, previous_sequence: null })).toBe('ck_events__follows_previous');
      expect(await forge({})).toBe('pk_events');
    });

    it('gives an event one id', async () => {
      const [first] = (await books.company.sql('SELECT event_id FROM events WHERE sequence = 1')) as {
        event_id: string;
      }[];
      expect(await forge({ sequence: next, previous_sequence: next - 1, event_id: first!.event_id })).toBe(
        'uq_events__id',
      );
    });
  });

  describe('an issued document', () => {
    const copy = (changes: object): Forgery => ({
      table: 'sale_invoices',
      where: `invoice_id = '${books.invoice.id}'`,
      changes: { invoice_id: randomUUID(), full_number: 'X-1', number: 2, previous_number: 1, ...changes },
    });

    it('is refused without an event, with one that is not there, and with that of another document', async () => {
      expect(await books.attacker.forge(copy({ event_sequence: null }))).toBe(
        'ck_sale_invoices__issued_is_complete',
      );
      const whole = (changes: object): Promise<number | string> => {
        const invoice_id = randomUUID();
        const where = `invoice_id = '${books.invoice.id}'`;
        return books.attacker.forge(
          copy({ invoice_id, ...changes }),
          { table: 'sale_invoice_vat_totals', where, changes: { invoice_id } },
          {
            table: 'sale_invoice_lines',
            where: `${where} AND sort_order = 1`,
            changes: { invoice_id, line_id: randomUUID() },
          },
          {
            table: 'sale_invoice_lines',
            where: `${where} AND sort_order = 2`,
            changes: { invoice_id, line_id: randomUUID() },
          },
        );
      };
      expect(await whole({ event_sequence: next })).toBe('fk_sale_invoices__event');
      expect(await whole({ event_sequence: 1 })).toBe('fk_sale_invoices__event');
    });

    it('is refused as an update of a draft that leaves the event out', async () => {
      const issued = `status = 'issued', number = 2, previous_number = 1, first_number = 1, series_prefix = 'INV-', full_number = 'INV-0002'`;
      expect(
        await books.attacker.try(`UPDATE sale_invoices SET ${issued} WHERE invoice_id = $1`, [
          books.draft.id,
        ]),
      ).toBe('ck_sale_invoices__issued_is_complete');
    });
  });

  it('tells every issued document once, in the order of the sequence, with what it was', async () => {
    const events = (await books.company.sql(
      `SELECT sequence::int, type, entity_id, payload FROM events WHERE type LIKE 'sale_invoice.%' AND entity_id = ANY ($1) ORDER BY sequence`,
      [[books.invoice.id, books.creditNote.id]],
    )) as {
      sequence: number;
      type: string;
      entity_id: string;
      payload: { fullNumber: string };
    }[];
    expect(
      events.map(({ sequence, type, entity_id, payload }) => [sequence, type, entity_id, payload.fullNumber]),
    ).toEqual([
      [1, 'sale_invoice.issued', books.invoice.id, books.invoice.fullNumber],
      [2, 'sale_invoice.issued', books.creditNote.id, books.creditNote.fullNumber],
    ]);
  });

  it('has no hole after refusals and twenty documents at once', async () => {
    const { company, partnerId } = await openBooks(app);
    const [events, issued] = [
      await company.count('events'),
      await company.count('sale_invoices', `status = 'issued'`),
    ];
    const sale = {
      partnerId,
      issue: true,
      lines: [{ description: 'Work', unitPriceExclVat: '10.00', vatRatePercent: '21' }],
    };
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        company.post('sales/invoices/create', index % 4 === 0 ? { ...sale, issueDate: '2199-01-01' } : sale),
      ),
    );
    const [facts] = await company.sql(
      `SELECT count(*)::int AS events, max(sequence)::int AS last,
              (SELECT count(DISTINCT event_sequence)::int FROM sale_invoices WHERE status = 'issued') AS issued FROM events`,
    );
    expect(facts).toEqual({ events: events + 15, last: events + 15, issued: issued + 15 });
  });
});
