import { readFileSync } from 'node:fs';
import { Decimal } from '../../src/shared/decimal';
import { BUYER, peppolXml, SELLER } from '../support/e-invoices';
import { Sales, SALES_NOW, withAnyRate } from '../support/sales';
import { TestApp, TestClock } from '../support/test-app';
import { brokenRules } from '../support/ubl-checker';
import { quantityOf, UblDocument } from '../support/ubl-rule';
import { describeWithSchemas, schemaPath } from '../support/xml-schema';
import { parseXml, type XmlNode } from '../support/xml-tree';

type Members = Record<string, unknown>;

/** The published examples, by their file. */
const EXAMPLES = [
  'base-example', 'base-creditnote-correction', 'Allowance-example', 'Vat-category-S', 'vat-category-E', 'vat-category-O',
  'vat-category-Z',
]; // prettier-ignore
/** An invoice with a total below zero: here it must be a credit note, whose figures have the other sign. */
const NEGATIVE_EXAMPLE = 'base-negative-inv-correction';

/** What we say for a category without VAT. */
const UNTAXED: Record<string, Members> = {
  E: { vatRatePercent: '0', vatExemptionBasis: 'Reason for tax exempt' },
  O: { vatClassifierCode: 'PVM100' },
  Z: { vatClassifierCode: 'PVM14' },
};

describeWithSchemas('the published examples, made anew through the API', () => {
  let app: TestApp;
  let sales: Sales;
  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
    const company = await withAnyRate(await app.company(SELLER));
    for (const [currency, rate] of Object.entries({ GBP: '0.85', SEK: '11.2' }))
      await company.ok('reference/exchange-rates/set', { currency, date: '2026-10-01', rate });
    sales = await Sales.of(company, BUYER);
  });
  afterAll(() => app.stop());

  it.each(EXAMPLES)('%s has the same totals and VAT breakdown', async name => {
    const example = parseXml(readFileSync(schemaPath(`examples-ubl/peppol/${name}.xml`), 'utf8'));
    const { id } = await sales.issued(membersOf(example));
    const { root, xml } = await peppolXml(sales.company, id);
    expect(root.name).toBe(example.name);
    expect(figuresOf(root)).toEqual(figuresOf(example));
    expect(brokenRules(xml)).toEqual([]);
  });

  it(`${NEGATIVE_EXAMPLE} is a credit note with the same figures, of the other sign`, async () => {
    const example = parseXml(readFileSync(schemaPath(`examples-ubl/peppol/${NEGATIVE_EXAMPLE}.xml`), 'utf8'));
    const { lines, ...invoice } = membersOf(example);
    const credit = {
      ...invoice,
      type: 'credit_note',
      creditedInvoiceReference: example.value('cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID'),
      creditedInvoiceDate: '2026-10-01',
      lines: (lines as Members[]).map(line => ({ ...line, quantity: negated(line.quantity) })),
    };
    const { id } = await sales.issued(credit);
    const { root, xml } = await peppolXml(sales.company, id);
    expect([example.name, root.name]).toEqual(['Invoice', 'CreditNote']);
    expect(figuresOf(root, -1)).toEqual(figuresOf(example));
    expect(brokenRules(xml)).toEqual([]);
  });
});

function negated(quantity: unknown): string {
  return new Decimal(String(quantity)).negated().toFixed();
}

/** Charges and allowances are lines of ours: the API has discounts, but no amounts beside lines. */
function membersOf(example: XmlNode): Members {
  const document = new UblDocument(example);
  const lines = document.lines.flatMap(line => {
    const vat = vatOf(line.one('cac:Item/cac:ClassifiedTaxCategory')!);
    const base = line.has('cac:Price/cbc:BaseQuantity') ? line.number('cac:Price/cbc:BaseQuantity') : 1;
    const item = {
      ...vat,
      description: line.value('cac:Item/cbc:Name'),
      unit: quantityOf(line)!.attributes.unitCode,
      quantity: quantityOf(line)!.text.trim(),
      unitPriceExclVat: line.number('cac:Price/cbc:PriceAmount').div(base).toFixed(),
    };
    return [item, ...line.all('cac:AllowanceCharge').map(node => besideLines(node, vat))];
  });
  const beside = example
    .all('cac:AllowanceCharge')
    .map(node => besideLines(node, vatOf(node.one('cac:TaxCategory')!)));
  return {
    currency: document.currency,
    documentRef: example.value('cbc:BuyerReference'),
    lines: [...lines, ...beside],
    ...(document.isCredit && {
      type: 'credit_note',
      creditedInvoiceReference: example.value('cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID'),
      creditedInvoiceDate: '2026-10-01',
    }),
  };
}

function besideLines(node: XmlNode, vat: Members): Members {
  const amount = node.number('cbc:Amount');
  return {
    ...vat,
    description: node.value('cbc:AllowanceChargeReason'),
    quantity: '1',
    unitPriceExclVat: (node.value('cbc:ChargeIndicator') === 'true' ? amount : amount.negated()).toFixed(),
  };
}

function vatOf(category: XmlNode): Members {
  return UNTAXED[category.value('cbc:ID')] ?? { vatRatePercent: category.number('cbc:Percent').toFixed() };
}

/** Totals and VAT breakdown, amounts with two decimals; what was paid before is not compared. */
function figuresOf(root: XmlNode, sign: 1 | -1 = 1): unknown {
  const document = new UblDocument(root);
  const signed = (amount: Decimal): string => amount.times(sign).toFixed(2);
  const total = (name: string) => signed(document.totals.number(`cbc:${name}Amount`));
  return {
    currency: document.currency,
    net: total('TaxExclusive'),
    gross: total('TaxInclusive'),
    vat: signed(root.one('cac:TaxTotal')!.number('cbc:TaxAmount')),
    breakdown: document.breakdown.map(row => [
      row.value('cac:TaxCategory/cbc:ID'),
      row.number('cac:TaxCategory/cbc:Percent').toFixed(),
      signed(row.number('cbc:TaxableAmount')),
      signed(row.number('cbc:TaxAmount')),
    ]),
  };
}
