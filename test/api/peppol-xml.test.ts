import { Bank } from '../support/bank';
import {
  BUYER, AMERICAN, DOCUMENTS, GERMAN, GREEK, NORTHERN_IRISH, peppolXml, SELLER, TEXTS, tryPeppolXml, type EInvoiceFile,
} from '../support/e-invoices'; // prettier-ignore
import { line, outcome, Sales, SALES_NOW, withAnyRate, type Invoice } from '../support/sales';
import { TestApp, TestClock, type TestCompany } from '../support/test-app';
import { brokenRules } from '../support/ubl-checker';
import { describeWithSchemas, validateAllInBackground } from '../support/xml-schema';

/** Documents whose VAT is not net x rate to the cent although it is written as it is in the books. */
const MOVED_CENTS = ['credit 3 of 3 at 0.36', 'credit 3 of 3 at 0.35'];

describe('sales/invoices/peppol-xml', () => {
  let app: TestApp;
  let company: TestCompany;
  let lt: Sales;
  const issued = new Map<string, Invoice>();
  const files = new Map<string, EInvoiceFile>();
  const invoice = (name: string): Invoice => issued.get(name)!;
  const file = (name: string): EInvoiceFile => files.get(name)!;

  beforeAll(async () => {
    app = await TestApp.start({}, new TestClock(new Date(SALES_NOW)));
    company = await withAnyRate(await app.company(SELLER));
    for (const [currency, rate] of Object.entries({
      USD: '1.0832',
      JPY: '161.35',
      KWD: '0.3321',
      STN: '24.5',
    }))
      await company.ok('reference/exchange-rates/set', { currency, date: '2026-10-01', rate });
    lt = await Sales.of(company, BUYER);
    const [de, us] = [await Sales.of(company, GERMAN), await Sales.of(company, AMERICAN)];
    const [xi, gr] = [await Sales.of(company, NORTHERN_IRISH), await Sales.of(company, GREEK)];
    for (const [name, make] of Object.entries(DOCUMENTS))
      issued.set(name, await make({ lt, de, us, xi, gr, issued: invoice }));
    for (const price of ['0.36', '0.35']) {
      const credited = await lt.issued({ lines: [line(price, { quantity: '3' })] });
      for (const n of [1, 2, 3])
        issued.set(
          `credit ${n} of 3 at ${price}`,
          await lt.credited(credited.id, {
            lines: [{ creditedLineId: credited.lines[0]!.id, quantity: '1' }],
          }),
        );
    }
    const made = await Promise.all([...issued.values()].map(({ id }) => peppolXml(company, id)));
    [...issued.keys()].forEach((name, index) => files.set(name, made[index]!));
  });
  afterAll(() => app.stop());

  it('keeps every business rule, for every kind of document', () => {
    const broken = [...files].flatMap(([name, { xml }]) => brokenRules(xml).map(rule => `${name}: ${rule}`));
    expect(broken).toEqual(MOVED_CENTS.map(name => `${name}: EXACT-VAT`));
  });

  it('tells the figures of the document, to the cent', () => {
    for (const [name, { root }] of files) {
      const { netTotal, vatTotal, grossTotal, currency } = invoice(name);
      const decimals = (text: string) =>
        currency === 'JPY' ? `${text}.00` : text.replace(/(\.\d\d)0$/, '$1');
      const totals = root.one('cac:LegalMonetaryTotal')!;
      const rounding = totals.number('cbc:PayableRoundingAmount');
      expect({ name, net: totals.value('cbc:TaxExclusiveAmount'), payable: totals.value('cbc:PayableAmount') }).toEqual({
        name, net: decimals(netTotal), payable: decimals(grossTotal),
      }); // prettier-ignore
      expect(root.number('cac:TaxTotal/cbc:TaxAmount').plus(rounding).toFixed(2)).toBe(decimals(vatTotal));
      if (!name.includes('priced with VAT')) expect(rounding.isZero()).toBe(true);
    }
  });

  it.each([
    ['VAT per total, 50 x 241.67 at 20 %', '12083.50', '2416.70', '14500.20'],
    ['16 x 348.35 at 22 %, 4 % off', '5350.66', '1177.15', '6527.81'],
    ['10 x 3.60 at 5.5 % on one line', '36.00', '1.98', '37.98'],
    ['10 lines of 3.60 at 5.5 %', '36.00', '1.98', '37.98'],
    ['4 x 348.11 at 25 % on two lines', '1392.44', '348.11', '1740.55'],
    ['a negative price', '80.00', '16.80', '96.80'],
    ['a negative quantity', '80.00', '16.80', '96.80'],
    ['credit 1 of 3 at 0.36', '0.36', '0.08', '0.44'],
    ['credit 3 of 3 at 0.36', '0.36', '0.07', '0.43'],
    ['credit 1 of 3 at 0.35', '0.35', '0.07', '0.42'],
    ['credit 3 of 3 at 0.35', '0.35', '0.08', '0.43'],
    ['yen', '422.00', '42.00', '464.00'],
  ])('%s: net %s, VAT %s, payable %s', (name, net, vat, payable) => {
    const { root } = file(name);
    expect([
      root.value('cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount'),
      root.value('cac:TaxTotal/cbc:TaxAmount'),
      root.value('cac:LegalMonetaryTotal/cbc:PayableAmount'),
    ]).toEqual([net, vat, payable]);
  });

  describeWithSchemas('against the schemas of UBL 2.1', () => {
    it.each(['Invoice', 'CreditNote'])('every %s is valid', async root => {
      const documents = [...files].filter(
        ([
          ,
          {
            root: { name },
          },
        ]) => name === root,
      );
      const results = await validateAllInBackground(
        documents.map(([, { xml }]) => xml),
        `ubl21/maindoc/UBL-${root}-2.1.xsd`,
      );
      const faults = documents.flatMap(([name], index) =>
        results[index]!.errors.map(error => `${name}: ${error}`),
      );
      expect(documents.length).toBeGreaterThan(5);
      expect(faults).toEqual([]);
    });
  });

  it('names the file, the parties and how to pay', () => {
    const { fileName, contentType, senderId, receiverId, warnings, root } = file('ordinary');
    expect({ fileName, contentType, senderId, receiverId }).toEqual({
      fileName: `${invoice('ordinary').fullNumber}.xml`,
      contentType: 'application/xml',
      senderId: '0200:305555553',
      receiverId: '0200:302222222',
    });
    expect(warnings).toEqual([expect.stringContaining('0200:302222222 of Buyer UAB was made from its code')]);
    expect(root.value('cac:OrderReference/cbc:ID')).toBe('PO-7');
    expect(root.value('cbc:Note')).toBe('Thank you');
    expect(root.value('cac:PaymentMeans/cbc:PaymentMeansCode')).toBe('58');
    expect(root.value('cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID')).toBe('LT121000011101001000');
    const seller = root.one('cac:AccountingSupplierParty/cac:Party')!;
    expect(seller.value('cac:PartyTaxScheme/cbc:CompanyID')).toBe('LT100001234510');
    expect(seller.value('cac:PartyLegalEntity/cbc:CompanyID')).toBe('305555553');
    expect(seller.value('cac:Contact/cbc:Name')).toBe('Ona');
    expect(root.value('cac:InvoiceLine/cbc:InvoicedQuantity')).toBe('2');
    expect(root.one('cac:InvoiceLine/cbc:InvoicedQuantity')!.attributes.unitCode).toBe('HUR');
  });

  it.each([
    ['exempt', 'E', '', 'PVM įstatymo 20–33 ir 112 str.'],
    ['domestic reverse charge', 'AE', 'VATEX-EU-AE', 'Reverse charge'],
    ['services to an EU business', 'AE', 'VATEX-EU-AE', 'Reverse charge'],
    ['intra-EU supply', 'K', 'VATEX-EU-IC', 'Intra-Community supply'],
    ['export', 'G', 'VATEX-EU-G', 'Export outside the EU'],
    ['outside the scope', 'O', 'VATEX-EU-O', 'Not subject to VAT'],
  ])('%s is of category %s', (name, category, code, text) => {
    const [row, ...others] = file(name).root.all('cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory');
    expect(others).toEqual([]);
    expect(row!.value('cbc:ID')).toBe(category);
    expect(row!.value('cbc:TaxExemptionReasonCode')).toBe(code);
    expect(row!.value('cbc:TaxExemptionReason')).toContain(text);
  });

  it('tells when and where an intra-EU supply was delivered, and that it took it to be so', () => {
    const { root, warnings } = file('intra-EU supply');
    expect(root.value('cbc:TaxPointDate')).toBe('2026-10-03');
    expect(root.value('cac:Delivery/cbc:ActualDeliveryDate')).toBe('2026-10-03');
    expect(
      root.value('cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode'),
    ).toBe('DE');
    expect(warnings.join()).toContain('delivery is taken to be on 2026-10-03');
  });

  it('tells VAT in base currency, too, where the document is in another', () => {
    const { root } = file('dollars at home');
    expect(root.value('cbc:TaxCurrencyCode')).toBe('EUR');
    const [, inEuro] = root.all('cac:TaxTotal/cbc:TaxAmount');
    expect(inEuro!.attributes.currencyID).toBe('EUR');
    expect(inEuro!.text).toBe(invoice('dollars at home').baseVatTotal);
    expect(file('ordinary').root.has('cbc:TaxCurrencyCode')).toBe(false);
  });

  it('writes no negative price: the quantity is', () => {
    for (const name of ['a negative price', 'a negative quantity']) {
      const [, second] = file(name).root.all('cac:InvoiceLine');
      expect(second!.value('cbc:InvoicedQuantity')).toBe('-1');
      expect(second!.value('cac:Price/cbc:PriceAmount')).toBe('20');
      expect(second!.value('cbc:LineExtensionAmount')).toBe('-20.00');
    }
  });

  it('writes discounts as an allowance of the line', () => {
    const [first] = file('16 x 348.35 at 22 %, 4 % off').root.all('cac:InvoiceLine');
    expect(first!.value('cac:Price/cbc:PriceAmount')).toBe('348.35');
    expect(first!.value('cac:AllowanceCharge/cbc:Amount')).toBe('222.94');
    expect(first!.value('cbc:LineExtensionAmount')).toBe('5350.66');
    const [, negative] = file('negative line with a discount').root.all('cac:InvoiceLine');
    expect(negative!.value('cac:AllowanceCharge/cbc:Amount')).toBe('-2.00');
  });

  it.each([
    ['priced with VAT, a cent too much', '0.02', '0.00', '0.01', '0.03'],
    ['priced with VAT, a cent too little', '0.12', '0.03', '-0.01', '0.14'],
    ['credit of an invoice priced with VAT', '0.02', '0.00', '0.01', '0.03'],
    ['priced with VAT', '100.00', '21.00', '', '121.00'],
  ])('%s: net %s, VAT %s, rounding %s, payable %s', (name, net, vat, rounding, payable) => {
    const { root, warnings } = file(name);
    const totals = root.one('cac:LegalMonetaryTotal')!;
    expect([
      totals.value('cbc:TaxExclusiveAmount'),
      root.value('cac:TaxTotal/cbc:TaxAmount'),
      totals.value('cbc:PayableRoundingAmount'),
      totals.value('cbc:PayableAmount'),
    ]).toEqual([net, vat, rounding, payable]);
    expect(warnings.some(text => text.includes('BT-114'))).toBe(rounding !== '');
  });

  it('gives every text back unchanged', () => {
    const { root } = file('texts of all kinds');
    const names = root.all('cac:InvoiceLine/cac:Item/cbc:Name').map(({ text }) => text);
    expect(names).toEqual([...TEXTS, `Line ${TEXTS.length + 1}`]);
    expect(root.one('cbc:Note')!.text).toBe(TEXTS.join('\n'));
    expect(file('300 lines').root.all('cac:InvoiceLine')).toHaveLength(300);
  });

  it('names units by their codes, and an unknown one at the line', () => {
    const { root, warnings } = file('units of all kinds');
    const units = root
      .all('cac:InvoiceLine/cbc:InvoicedQuantity')
      .map(({ attributes }) => attributes.unitCode);
    expect(units).toEqual(['C62', 'C62', 'KGM', 'HUR', 'C62', 'MIL', 'MWH', 'H18', 'H16']);
    expect(root.values('cac:InvoiceLine/cbc:Note')).toEqual(['Unit: bala']);
    expect(warnings.join()).toContain('"bala"');
  });

  it('has a note with hash marks read as a note', () => {
    expect(file('hash marks in the notes').root.value('cbc:Note')).toBe('#AAI#Orders #12 #13');
  });

  it('names the invoice that a credit note credits', () => {
    const own = file('credit of one line').root;
    expect(own.name).toBe('CreditNote');
    expect(own.value('cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID')).toBe(
      invoice('both discounts').fullNumber,
    );
    expect(own.value('cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate')).toBe('2026-10-05');
    expect(own.value('cbc:Note')).toBe('Returned');
    expect(own.value('cac:CreditNoteLine/cbc:CreditedQuantity')).toBe('1');
    const outside = file('credit of an invoice from elsewhere').root.one(
      'cac:BillingReference/cac:InvoiceDocumentReference',
    )!;
    expect([outside.value('cbc:ID'), outside.value('cbc:IssueDate')]).toEqual(['OLD-1', '2026-09-01']);
  });

  it('takes off what was paid by the day of issue, not what is paid later', async () => {
    const bank = await Bank.of(company);
    const paid = await lt.issued();
    await bank.tryMatch(await bank.movement('50.00', { date: '2026-10-05' }), paid.id);
    const early = await peppolXml(company, paid.id);
    const totals = early.root.one('cac:LegalMonetaryTotal')!;
    expect([totals.value('cbc:PrepaidAmount'), totals.value('cbc:PayableAmount')]).toEqual([
      '50.00',
      '71.00',
    ]);
    expect(brokenRules(early.xml)).toEqual([]);
    const before = await lt.issued({ issueDate: '2026-10-01' });
    await bank.tryMatch(await bank.movement('121.00', { date: '2026-10-05' }), before.id);
    const late = await peppolXml(company, before.id);
    expect(late.root.has('cac:LegalMonetaryTotal/cbc:PrepaidAmount')).toBe(false);
    expect(late.root.value('cac:LegalMonetaryTotal/cbc:PayableAmount')).toBe('121.00');
  });

  it('answers the same bytes each time', async () => {
    const again = await peppolXml(company, invoice('ordinary').id);
    expect(again.xml).toBe(file('ordinary').xml);
  });

  describe('refuses', () => {
    it('a draft, and what does not exist', async () => {
      const { id } = await lt.draft();
      expect(outcome(await tryPeppolXml(company, id))).toBe('409 not_issued');
      expect(outcome(await tryPeppolXml(company, company.id))).toBe('404 not_found');
    });

    it('VAT rounded per line where that is not net x rate, naming each difference', async () => {
      const perLine = await withAnyRate(await app.company({ ...SELLER, vatRounding: 'line' }));
      const sales = await Sales.of(perLine, BUYER);
      const lines = Array.from({ length: 50 }, () => line('241.67', { vatRatePercent: '20' }));
      const answer = await tryPeppolXml(perLine, (await sales.issued({ lines })).id);
      expect(outcome(answer)).toBe('422 peppol_rounding');
      expect(answer.body.error.message).toContain(
        'S 20 %: VAT is 2416.50, net 12083.50 x rate is 2416.70, the difference -0.20',
      );
      const agreeing = await peppolXml(perLine, (await sales.issued()).id);
      expect(brokenRules(agreeing.xml)).toEqual([]);
    });

    it('amounts with three decimals', async () => {
      const answer = await tryPeppolXml(
        company,
        (await lt.issued({ currency: 'KWD', lines: [line('10.005')] })).id,
      );
      expect(outcome(answer)).toBe('422 peppol_rounding');
      expect(answer.body.error.message).toContain('the net of line 1 is 10.005');
    });

    it('what is not complete, naming all that is missing at once', async () => {
      const bare = await app.company({ code: undefined, vatCode: undefined, isVatPayer: false });
      const sales = await Sales.of(bare, { type: 'person', name: 'Ona' });
      const { id } = await sales.issued({ lines: [line('5.00', { vatRatePercent: '0' })] });
      const answer = await tryPeppolXml(bare, id);
      expect(outcome(answer)).toBe('422 peppol_incomplete');
      expect(Object.keys(answer.body.error.fieldErrors as object).sort()).toEqual([
        'company.code', 'company.peppolId', 'partner.address.countryCode', 'partner.peppolId',
      ]); // prettier-ignore
      await bare.ok('account/companies/update', { code: '305555553' });
      await bare.ok('partners/update', {
        id: sales.partnerId,
        peppolId: '0203:ona',
        address: { countryCode: 'LT' },
      });
      expect((await tryPeppolXml(bare, id)).body.error.fieldErrors).toHaveProperty(['partner.peppolId']);
      await bare.ok('partners/update', { id: sales.partnerId, peppolId: '0088:5790000435968' });
      const { xml, senderId, receiverId } = await peppolXml(bare, id);
      expect([senderId, receiverId]).toEqual(['0200:305555553', '0088:5790000435968']);
      expect(brokenRules(xml)).toEqual([]);
    });

    it('a country and a currency that the code lists do not know', async () => {
      const { id } = await lt.issued({ currency: 'STN' });
      expect((await tryPeppolXml(company, id)).body.error.fieldErrors).toEqual({
        currency: [expect.stringContaining('BR-CL-04')],
      });
      const abroad = await app.company({ ...SELLER, address: { countryCode: 'ZZ' } });
      const answer = await tryPeppolXml(abroad, (await (await Sales.of(abroad, BUYER)).issued()).id);
      expect(answer.body.error.fieldErrors).toEqual({
        'company.address.countryCode': [expect.stringContaining('BR-CL-14')],
      });
    });

    it('a consumer without an electronic address', async () => {
      const consumer = await Sales.of(company, {
        type: 'person',
        name: 'Ona',
        code: '49001010000',
        address: { countryCode: 'LT' },
      });
      const answer = await tryPeppolXml(company, (await consumer.issued()).id);
      expect(Object.keys(answer.body.error.fieldErrors as object)).toEqual(['partner.peppolId']);
    });

    it('what is outside the scope of VAT beside what is not', async () => {
      const mixed = await lt.issued({
        lines: [line('1.00'), line('1.00', { vatRatePercent: undefined, vatClassifierCode: 'PVM100' })],
      });
      const answer = await tryPeppolXml(company, mixed.id);
      expect(Object.keys(answer.body.error.fieldErrors as object)).toEqual(['lines']);
    });

    it('to send anything: there is no access point', async () => {
      const send = (id: string) => company.post('sales/invoices/peppol-send', { id });
      expect(outcome(await send(invoice('ordinary').id))).toBe('422 peppol_not_configured');
      expect(outcome(await send((await lt.draft()).id))).toBe('409 not_issued');
      expect(await lt.get(invoice('ordinary').id)).toMatchObject({
        peppolStatus: null,
        peppolMessageId: null,
      });
    });
  });
});
