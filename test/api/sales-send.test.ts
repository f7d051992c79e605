import { randomUUID } from 'node:crypto';
import { MAIL_FROM, mailSettings, SEND, timePasses, workers } from '../support/mail';
import { atOnce, outcome, outcomes, Sales, SALES_NOW } from '../support/sales';
import { readPdfs } from '../support/pdf';
import { InvoicePdf } from '../../src/sales/use-cases/invoice-pdf';
import { TestSmtpServer } from '../support/smtp-server';
import { TestApp, type Answer } from '../support/test-app';

interface EmailRow {
  email_id: string;
  status: string;
  attempts: number;
  message_id: string;
  smtp_response: string | null;
}

describe('sales/invoices/send', () => {
  let app: TestApp;
  let server: TestSmtpServer;
  beforeAll(async () => {
    server = await TestSmtpServer.start();
    app = await TestApp.start(mailSettings(server));
    app.clock.instant = new Date(SALES_NOW);
  });
  beforeEach(() => server.reset());
  afterAll(async () => {
    await app.stop();
    await server.stop();
  });

  /** An issued invoice to a buyer with an address, of a company with a bank account. */
  async function issued(profile: object = {}): Promise<{ sales: Sales; id: string; number: string }> {
    const company = await app.company({
      email: 'office@seller.example',
      iban: 'LT121000011101001000',
      ...profile,
    });
    const sales = await Sales.of(company, { email: 'buyer@example.com', address: { countryCode: 'LT' } });
    const { id, fullNumber } = await sales.issued();
    return { sales, id, number: fullNumber! };
  }

  const send = (sales: Sales, body: object, key: string = randomUUID()): Promise<Answer> =>
    sales.company.post(SEND, body, { key });
  const emails = async ({ company }: Sales): Promise<EmailRow[]> =>
    (await company.sql('SELECT * FROM emails ORDER BY created_at')) as EmailRow[];

  describe('sends', () => {
    it('a PDF that was printed with nothing open, and anew when it says something else by then', async () => {
      const { sales, id } = await issued();
      const inTransaction = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = 'gapless_app' AND datname = current_database() AND state LIKE 'idle in transaction%'`;
      const open: number[] = [];
      const invoicePdf = app.nest.get(InvoicePdf, { strict: false });
      const print = invoicePdf.print.bind(invoicePdf);
      const spy = jest.spyOn(invoicePdf, 'print').mockImplementation(async printable => {
        open.push((await app.asOwner<{ n: number }>(inTransaction))[0]!.n);
        if (open.length === 1) await sales.company.ok('account/companies/update', { name: 'Renamed UAB' });
        return print(printable);
      });
      const answer = await send(sales, { id });
      spy.mockRestore();
      expect([answer.status, open]).toEqual([200, [0, 0]]);
      const kept = (await sales.company.sql(
        `SELECT c.content FROM files f JOIN file_chunks c USING (company_id, file_id) WHERE f.entity = 'email'`,
      )) as { content: Buffer }[];
      expect(kept).toHaveLength(1);
      expect((await readPdfs([kept[0]!.content]))[0]!.flat().join('\n')).toContain('Renamed UAB');
    });

    it('one e-mail, with its event, audit and answer', async () => {
      const { sales, id, number } = await issued();
      const answer = await send(sales, { id });
      const [row] = await emails(sales);
      expect([answer.status, answer.body]).toEqual([
        200,
        { id: row!.email_id, sent: true, to: 'buyer@example.com', status: 'sent' },
      ]);
      expect(row).toMatchObject({
        status: 'sent',
        attempts: 1,
        message_id: `<${row!.email_id}@example.com>`,
      });
      const [message] = server.received;
      expect(message!.headers).toContain(`Message-ID: ${row!.message_id}`);
      expect(message!.headers).toContain('From: Example UAB <invoices@example.com>');
      expect(message!.headers).toContain('Reply-To: office@seller.example');
      expect(message!.text).toContain(`jums išrašyta sąskaita faktūra ${number}.`);
      expect(message!.text).toContain('Mokėtina suma: 121,00 EUR');
      expect(message!.text).toContain('Banko sąskaita: LT121000011101001000');
      const { data, fileName } = (await sales.company.ok('sales/invoices/pdf', { id })) as Record<
        string,
        string
      >;
      expect(message!.attachments).toEqual([
        { fileName, contentType: 'application/pdf', content: Buffer.from(data!, 'base64') },
      ]);
      const events = await sales.company.sql(
        `SELECT entity_id, payload FROM events WHERE type = 'sale_invoice.sent'`,
      );
      expect(events).toEqual([
        { entity_id: id, payload: { id, fullNumber: number, to: 'buyer@example.com' } },
      ]);
      const audit = await sales.company.sql(
        `SELECT action, actor_type FROM audit_log WHERE entity_id = $1 AND action LIKE '%sen%' ORDER BY audit_id`,
        [id],
      );
      expect(audit).toEqual([
        { action: 'sale_invoice.send_requested', actor_type: 'api_key' },
        { action: 'sale_invoice.sent', actor_type: 'system' },
      ]);
      expect(
        await sales.company.count('work_items', `company_id = '${sales.company.id}' AND kind = 'email'`),
      ).toBe(0);
    });

    it('once per key, however often it is asked; again with another key', async () => {
      const { sales, id } = await issued();
      const first = await send(sales, { id }, 'k');
      const again = await send(sales, { id }, 'k');
      expect([again.status, again.text, again.headers.get('Idempotent-Replayed')]).toEqual([
        200,
        first.text,
        'true',
      ]);
      await workers(app);
      expect(server.received).toHaveLength(1);
      expect(outcome(await send(sales, { id, to: 'other@example.com' }, 'k'))).toBe(
        '422 idempotency_key_reuse',
      );
      await send(sales, { id });
      expect(server.received).toHaveLength(2);
    });

    it('once for twenty calls at once with one key', async () => {
      const { sales, id } = await issued();
      const found = outcomes(await atOnce(20, () => send(sales, { id }, 'k')));
      expect(
        Object.keys(found).filter(name => !['200', '409 idempotency_in_progress'].includes(name)),
      ).toEqual([]);
      expect(found['200']).toBeGreaterThan(0);
      expect(server.received).toHaveLength(1);
      expect((await send(sales, { id }, 'k')).body).toMatchObject({ sent: true });
      expect(server.received).toHaveLength(1);
    });

    it('to the address and in the language that are asked for', async () => {
      const { sales, id, number } = await issued();
      await send(sales, { id, to: 'accounts@example.com', locale: 'en' });
      await send(sales, { id, locale: 'ru' });
      expect(server.received.map(({ to }) => to)).toEqual([['accounts@example.com'], ['buyer@example.com']]);
      expect(server.received[0]!.headers).toContain(`Subject: Invoice ${number}, Example UAB`);
      expect(server.received[1]!.text).toContain(`Вам выставлен счёт-фактура ${number}.`);
      const sent = server.received.map(({ attachments }) => attachments[0]!.content);
      const [english, russian] = await readPdfs(sent);
      expect(english![0]).toContain('VAT invoice');
      expect(russian![0]!.join()).toContain('Счёт-фактура НДС');
    });

    it('letter and paper in one language, that of the document, wherever the partner has moved to', async () => {
      const { sales, id, number } = await issued();
      await sales.company.ok('partners/update', { id: sales.partnerId, address: { countryCode: 'DE' } });
      await send(sales, { id });
      const [message] = server.received;
      expect(message!.text).toContain(`jums išrašyta sąskaita faktūra ${number}.`);
      const [pages] = await readPdfs([message!.attachments[0]!.content]);
      expect(pages![0]).toContain('PVM sąskaita faktūra');
    });

    it('in English to a partner abroad, and a credit note as what it is', async () => {
      const company = await app.company();
      const sales = await Sales.of(company, {
        email: 'buyer@example.de',
        address: { countryCode: 'DE' },
        type: 'person',
      });
      const invoice = await sales.issued();
      const credit = await sales.credited(invoice.id);
      await send(sales, { id: credit.id });
      expect(server.received[0]!.text).toContain(`we have issued to you credit note ${credit.fullNumber}.`);
    });

    it('without a key where the company allows it', async () => {
      const { sales, id } = await issued({ idempotencyKeyPolicy: 'optional' });
      const answer = await sales.company.post(SEND, { id }, { key: null });
      expect([answer.status, answer.body.sent]).toEqual([200, true]);
      server.atRecipient = () => '550 no such user';
      expect(outcome(await sales.company.post(SEND, { id }, { key: null }))).toBe('422 email_refused');
    });

    it('with nothing of a name in the headers but the name', async () => {
      const evil = 'Evil\r\nBcc: thief@example.com\r\n\r\nHello';
      const company = await app.company({ name: `${evil} UAB` });
      const sales = await Sales.of(company, { name: `${evil} Buyer`, email: 'buyer@example.com' });
      const { id } = await sales.issued();
      expect((await send(sales, { id, locale: 'en' })).body).toMatchObject({ sent: true });
      const [message] = server.received;
      expect(message!.to).toEqual(['buyer@example.com']);
      expect(message!.headers.filter(line => /^(bcc|hello|evil)/i.test(line))).toEqual([]);
      expect(message!.headers.find(line => line.startsWith('Subject: '))).toContain(
        'Evil Bcc: thief@example.com Hello UAB',
      );
    });
  });

  describe('refuses, and leaves the key free', () => {
    it('a draft, until it is issued', async () => {
      const { sales } = await issued();
      const draft = await sales.draft();
      expect(outcome(await send(sales, { id: draft.id }, 'k'))).toBe('409 not_issued');
      await sales.company.ok('sales/invoices/issue', { id: draft.id });
      expect((await send(sales, { id: draft.id }, 'k')).status).toBe(200);
    });

    it('a partner without an address, or with one that is none, until there is one', async () => {
      const sales = await Sales.of(await app.company());
      const { id } = await sales.issued();
      expect(outcome(await send(sales, { id }, 'k'))).toBe('422 no_email_address');
      await sales.company.ok('partners/update', { id: sales.partnerId, email: 'ask at the desk' });
      expect(outcome(await send(sales, { id }, 'k'))).toBe('422 no_email_address');
      await sales.company.ok('partners/update', { id: sales.partnerId, email: 'buyer@example.com' });
      expect((await send(sales, { id }, 'k')).status).toBe(200);
    });

    it.each(['nobody', 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com'])(
      'the address %j',
      async to => {
        const { sales, id } = await issued();
        expect(outcome(await send(sales, { id, to }))).toBe('400 invalid_request');
        expect(server.received).toEqual([]);
      },
    );

    it("another company's invoice", async () => {
      const [ours, theirs] = [await issued(), await issued()];
      expect(outcome(await send(ours.sales, { id: theirs.id }))).toBe('404 not_found');
      await send(theirs.sales, { id: theirs.id });
      expect(await emails(ours.sales)).toEqual([]);
      expect(await emails(theirs.sales)).toHaveLength(1);
    });

    it('everything where no mail server is configured', async () => {
      const { sales, id } = await issued();
      const silent = await TestApp.start({ mailFrom: MAIL_FROM });
      try {
        const { company } = sales;
        const response = await fetch(`${silent.url}/v1/${SEND}`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            Authorization: `Bearer ${company.token}`,
            'Idempotency-Key': 'k',
          },
          body: JSON.stringify({ id }),
        });
        const body = (await response.json()) as { error: { reason: string } };
        expect([response.status, body.error.reason]).toEqual([422, 'mail_not_configured']);
      } finally {
        await silent.stop();
      }
      expect((await send(sales, { id }, 'k')).status).toBe(200);
    });
  });

  describe('a mail server that', () => {
    it('refuses for good: the refusal is the answer for ever', async () => {
      const { sales, id } = await issued();
      server.atRecipient = () => '550 no such user';
      const refused = await send(sales, { id }, 'k');
      expect(outcome(refused)).toBe('422 email_refused');
      expect(refused.body.error.message).toContain('550 no such user');
      server.reset();
      const again = await send(sales, { id }, 'k');
      expect([again.text, again.headers.get('Idempotent-Replayed')]).toEqual([refused.text, 'true']);
      await timePasses(sales.company);
      await workers(app);
      expect(server.received).toEqual([]);
      expect(await sales.company.count('events', `type = 'sale_invoice.sent'`)).toBe(0);
      expect(await sales.company.count('audit_log', `action = 'sale_invoice.send_refused'`)).toBe(1);
    });

    it('puts off: 202, and the worker sends it when its time has come', async () => {
      const { sales, id } = await issued();
      let attempts = 0;
      server.atRecipient = () => (attempts++, '451 come again later');
      const first = await send(sales, { id }, 'k');
      expect([first.status, first.body]).toMatchObject([
        202,
        { sent: false, to: 'buyer@example.com', status: 'queued' },
      ]);
      // Neither impatience nor a worker before the time makes another attempt.
      expect((await send(sales, { id }, 'k')).text).toBe(first.text);
      await workers(app);
      expect(attempts).toBe(1);
      await timePasses(sales.company);
      await workers(app);
      expect(attempts).toBe(2);
      server.reset();
      await timePasses(sales.company);
      await workers(app);
      expect(server.received).toHaveLength(1);
      const last = await send(sales, { id }, 'k');
      expect([last.status, last.body]).toEqual([200, { ...first.body, sent: true, status: 'sent' }]);
      expect(await emails(sales)).toMatchObject([{ status: 'sent', attempts: 3 }]);
      expect(await sales.company.count('events', `type = 'sale_invoice.sent'`)).toBe(1);
    });

    it('puts off for more than a day: it is given up', async () => {
      const { sales, id } = await issued();
      const emailId = randomUUID();
      await sales.company.sql(
        `WITH email AS (INSERT INTO emails (company_id, email_id, purpose, entity_id, from_name, from_address, to_address, subject, body, message_id, created_at)
           VALUES ($1, $2, 'sale_invoice', $3, 'A', 'a@example.com', 'b@example.com', 'S', 'B', $4, now() - interval '25 hours'))
         INSERT INTO work_items (company_id, kind, subject_id) VALUES ($1, 'email', $2)`,
        [sales.company.id, emailId, id, `<${emailId}@example.com>`],
      );
      server.atRecipient = () => '451 come again later';
      await workers(app);
      expect(await emails(sales)).toMatchObject([
        { status: 'failed', smtp_response: expect.stringContaining('451') as string },
      ]);
    });

    it('falls silent after the message: unknown, and never sent again', async () => {
      const { sales, id } = await issued();
      server.atMessage = () => 'drop';
      const first = await send(sales, { id }, 'k');
      expect([first.status, first.body]).toMatchObject([
        200,
        { sent: false, to: 'buyer@example.com', status: 'unknown' },
      ]);
      server.reset();
      const again = await send(sales, { id }, 'k');
      expect([again.text, again.headers.get('Idempotent-Replayed')]).toEqual([first.text, 'true']);
      await timePasses(sales.company);
      await workers(app);
      expect(server.received).toEqual([]);
      expect(await sales.company.count('audit_log', `action = 'sale_invoice.send_unknown'`)).toBe(1);
    });
  });

  describe('the database refuses', () => {
    const attempt = async ({ company }: Sales, statement: string): Promise<string | undefined> =>
      company.sql(statement).then(
        () => undefined,
        (error: unknown) => (error as { constraint?: string }).constraint,
      );

    it('an e-mail that goes back, or is rewritten', async () => {
      const { sales, id } = await issued();
      await send(sales, { id });
      for (const status of ['queued', 'sending', 'failed', 'unknown'])
        expect(await attempt(sales, `UPDATE emails SET status = '${status}', finished_at = NULL`)).toBe(
          'ck_emails__status_advances',
        );
      expect(await attempt(sales, `UPDATE emails SET to_address = 'thief@example.com'`)).toBe(
        'ck_emails__append_only',
      );
    });

    it('a header of two lines, the Message-ID of another row, and a second e-mail under one key', async () => {
      const { sales, id } = await issued();
      await send(sales, { id });
      const copy = (changes: Record<string, string>): string => {
        const columns = [
          'company_id',
          'purpose',
          'entity_id',
          'from_name',
          'from_address',
          'to_address',
          'subject',
          'body',
          'request_key_hash',
        ];
        const emailId = randomUUID();
        const values = columns.map(name => changes[name] ?? name);
        return `INSERT INTO emails (email_id, message_id, ${columns.join(', ')})
                SELECT '${emailId}', ${changes.message_id ?? `'<${emailId}@example.com>'`}, ${values.join(', ')} FROM emails`;
      };
      const fresh = { request_key_hash: 'NULL' };
      expect(await attempt(sales, copy({ ...fresh, subject: `E'A\\r\\nBcc: b@example.com'` }))).toBe(
        'ck_emails__headers_are_lines',
      );
      expect(await attempt(sales, copy({ ...fresh, from_name: `E'A\\nB'` }))).toBe(
        'ck_emails__headers_are_lines',
      );
      expect(await attempt(sales, copy({ ...fresh, message_id: 'message_id' }))).toBe(
        'ck_emails__message_id_of_row',
      );
      expect(await attempt(sales, copy({}))).toBe('uq_emails__request');
      expect(await attempt(sales, copy(fresh))).toBeUndefined();
    });
  });
});
