import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as story from './support/story';
import { openCompany, say, step, tell, url } from './support/story';

/**
 * The main job, told step by step against a running server (npm start). Makes a sandbox company of its own, so it can
 * be run again and again.
 */
type Answer = story.Answer<Body>;

/** The members the story looks at, of whichever answer. */
interface Body {
  id: string;
  number: number;
  fullNumber: string;
  netTotal: string;
  vatTotal: string;
  grossTotal: string;
  documentSeriesId: string;
  lines: { id: string; description: string }[];
  error: { reason: string; message: string; existingId?: string };
  rows: { code: string; name: string; debit: string; credit: string }[];
  totals: { debit: string; credit: string };
  first: number;
  last: number;
  count: number;
  missing: number[];
  duplicates: number[];
  sha256: string;
  xml: string;
  fileName: string;
  warnings: string[];
}

const call = (token: string, path: string, body: object, key?: string): Promise<Answer> =>
  story.call<Body>(token, path, body, key);
const must = (token: string, path: string, body: object): Promise<Body> =>
  story.must<Body>(token, path, body);

function invoice(partnerId: string, price = '100.00'): object {
  return {
    partnerId,
    issue: true,
    lines: [
      {
        description: 'Stalas',
        quantity: 1,
        unitPriceExclVat: price,
        vatRatePercent: '21',
        vatClassifierCode: 'PVM1',
      },
      {
        description: 'Kėdė',
        quantity: 4,
        unitPriceExclVat: '25.00',
        vatRatePercent: '21',
        vatClassifierCode: 'PVM1',
      },
    ],
  };
}

function tally(answers: Answer[]): string {
  const kinds = answers.map(({ status, replayed, body }) => {
    if (status < 300) return `${status}${replayed ? ' replayed' : ''}`;
    return `${status} ${body.error.reason}`;
  });
  return [...new Set(kinds)]
    .map(kind => `${kinds.filter(other => other === kind).length} x ${kind}`)
    .join(', ');
}

async function exactlyOnce(token: string, partnerId: string): Promise<Body> {
  const key = `order-1041-invoice`;
  step('1. Issue an invoice');
  const first = await call(token, 'sales/invoices/create', invoice(partnerId), key);
  say(
    `${first.status}: ${first.body.fullNumber}, number ${first.body.number}, net ${first.body.netTotal}, VAT ${first.body.vatTotal}, gross ${first.body.grossTotal}`,
  );

  step('2. The answer was lost; the same call again');
  const again = await call(token, 'sales/invoices/create', invoice(partnerId), key);
  say(`${again.status}: Idempotent-Replayed: ${again.replayed}, same bytes: ${again.text === first.text}`);

  step('3. The same key with another payload');
  const changed = await call(token, 'sales/invoices/create', invoice(partnerId, '999.00'), key);
  say(`${changed.status} ${changed.body.error.reason}: ${changed.body.error.message}`);

  step('4. Twenty calls at once with one key');
  const oneKey = randomUUID();
  const twenty = await Promise.all(
    Array.from({ length: 20 }, () => call(token, 'sales/invoices/create', invoice(partnerId), oneKey)),
  );
  const ids = new Set(twenty.filter(({ status }) => status < 300).map(({ body }) => body.id));
  say(`${tally(twenty)}; documents made: ${ids.size}`);

  step('5. Thirty calls at once with thirty keys and identical bodies');
  const thirty = await Promise.all(
    Array.from({ length: 30 }, () => call(token, 'sales/invoices/create', invoice(partnerId))),
  );
  const numbers = thirty.map(({ body }) => body.number).sort((a, b) => a - b);
  say(
    `${tally(thirty)}; numbers ${numbers[0]}..${numbers.at(-1)}, consecutive: ${numbers.every((number, index) => number === numbers[0]! + index)}`,
  );

  step('6. Twenty calls at once with twenty keys and one business key (one order)');
  const ofOneOrder = { ...invoice(partnerId), businessKey: 'order-2077' };
  const sameOrder = await Promise.all(
    Array.from({ length: 20 }, () => call(token, 'sales/invoices/create', ofOneOrder)),
  );
  const winner = sameOrder.find(({ status }) => status === 201);
  const pointing = sameOrder.filter(({ body }) => body.error?.existingId === winner?.body.id).length;
  say(`${tally(sameOrder)}; refusals that name the one invoice in existingId: ${pointing}`);
  return first.body;
}

async function credits(token: string, partnerId: string, original: Body): Promise<void> {
  step(`7. Credit one line of ${original.fullNumber}`);
  const credit = { type: 'credit_note', partnerId, creditedInvoiceId: original.id, issue: true };
  const [, chairs] = original.lines;
  const ofChairs = {
    ...credit,
    creditReason: 'Sulaužyta kėdė',
    lines: [{ creditedLineId: chairs!.id, quantity: 1 }],
  };
  const partial = await call(token, 'sales/invoices/create', ofChairs);
  say(
    `${partial.status}: ${partial.body.fullNumber}, net ${partial.body.netTotal}, VAT ${partial.body.vatTotal}, gross ${partial.body.grossTotal}`,
  );

  step('8. A credit over the rest');
  const over = await call(token, 'sales/invoices/create', {
    ...credit,
    lines: [
      {
        description: 'Per daug',
        unitPriceExclVat: '175.01',
        vatRatePercent: '21',
        vatClassifierCode: 'PVM1',
      },
    ],
  });
  say(`${over.status} ${over.body.error.reason}: ${over.body.error.message}`);
}

async function books(token: string, seriesId: string): Promise<void> {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Vilnius' }).format(new Date());
  const [year = 0, month = 0] = today.split('-').map(Number);

  step('9. Trial balance');
  const balance = await must(token, 'reports/trial-balance', {
    fromDate: `${today.slice(0, 8)}01`,
    toDate: today,
  });
  for (const row of balance.rows)
    say(`${row.code.padEnd(8)}${row.name.padEnd(50)}${row.debit.padStart(12)}${row.credit.padStart(12)}`);
  say(
    `${''.padEnd(58)}${balance.totals.debit.padStart(12)}${balance.totals.credit.padStart(12)}  balanced: ${balance.totals.debit === balance.totals.credit}`,
  );

  step('10. Proof of the number series');
  const proof = await must(token, 'document-series/proof', { id: seriesId });
  say(
    `${proof.first}..${proof.last}: ${proof.count} documents, missing ${JSON.stringify(proof.missing)}, duplicates ${JSON.stringify(proof.duplicates)}, sha256 ${proof.sha256.slice(0, 16)}...`,
  );

  step('11. i.SAF, the register of issued invoices');
  const isaf = await must(token, 'declarations/lt/isaf/generate', { year, month, dataType: 'S' });
  say(
    `${isaf.fileName}: ${isaf.xml.length} characters, warnings ${JSON.stringify(isaf.warnings)}; ${await validity(isaf.xml)}`,
  );
  say(isaf.xml.slice(0, 400) + '\n...');
}

/** The schema belongs to the tax authority and is not shipped; ISAF_XSD names a copy. */
async function validity(xml: string): Promise<string> {
  const schema = process.env.ISAF_XSD ?? '../shared/vat/schemas/isaf/isaf_1_2.xsd';
  if (!existsSync(schema)) return 'not validated: set ISAF_XSD to a copy of isaf_1_2.xsd';
  const { XmlDocument, XsdValidator } = await import('libxml2-wasm');
  const definition = XmlDocument.fromBuffer(readFileSync(schema));
  const validator = XsdValidator.fromDoc(definition);
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
    return 'valid against isaf_1_2.xsd';
  } catch (error) {
    return `NOT VALID: ${String(error)}`;
  } finally {
    document.dispose();
    validator.dispose();
    definition.dispose();
  }
}

tell(async () => {
  const { token, partnerId } = await openCompany();
  say(`One operation, one effect. A fresh sandbox company on ${url}.`);
  const original = await exactlyOnce(token, partnerId);
  await credits(token, partnerId, original);
  await books(token, original.documentSeriesId);
});
