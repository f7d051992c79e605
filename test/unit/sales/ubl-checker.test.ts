import { readdirSync, readFileSync } from 'node:fs';
import { brokenRules, UBL_RULES } from '../../support/ubl-checker';
import { describeWithSchemas, schemaPath, validateAllInBackground } from '../../support/xml-schema';

const FOLDER = 'examples-ubl/peppol';
const example = (name: string): string => readFileSync(schemaPath(`${FOLDER}/${name}.xml`), 'utf8');

/** A fault put into an example, and the rules that it breaks. */
interface Fault {
  what: string;
  of: string;
  change: (xml: string) => string;
  breaks: string[];
}

const swap = (from: string | RegExp, to: string) => (xml: string) => xml.replace(from, to);
/** Without the first element of that name, children and all. */
const without = (name: string) => swap(new RegExp(`<${name}[\\s>][\\s\\S]*?</${name}>`), '');

const FAULTS: Fault[] = [
  { what: 'a gross total that is no sum', of: 'base-example', change: swap('>1656.25</cbc:TaxInclusiveAmount>', '>1656.26</cbc:TaxInclusiveAmount>'), breaks: ['BR-CO-15', 'BR-CO-16'] },
  { what: 'a payable total that is no sum', of: 'base-example', change: swap('>1656.25</cbc:PayableAmount>', '>1656.24</cbc:PayableAmount>'), breaks: ['BR-CO-16'] },
  { what: 'a net total that is no sum', of: 'base-example', change: swap('>1325</cbc:TaxExclusiveAmount>', '>1324</cbc:TaxExclusiveAmount>'), breaks: ['BR-CO-13', 'BR-CO-15'] },
  { what: 'lines that do not add up', of: 'base-example', change: swap('>1300</cbc:LineExtensionAmount>', '>1301</cbc:LineExtensionAmount>'), breaks: ['BR-CO-10', 'BR-CO-13'] },
  { what: 'charges that do not add up', of: 'base-example', change: swap('>25</cbc:ChargeTotalAmount>', '>24</cbc:ChargeTotalAmount>'), breaks: ['BR-CO-12', 'BR-CO-13'] },
  { what: 'VAT that is a cent off its rate', of: 'base-example', change: xml => xml.replaceAll('>331.25<', '>331.26<').replaceAll('>1656.25<', '>1656.26<'), breaks: ['EXACT-VAT'] },
  { what: 'VAT that is a euro off its rate', of: 'base-example', change: xml => xml.replaceAll('>331.25<', '>332.25<').replaceAll('>1656.25<', '>1657.25<'), breaks: ['BR-CO-17', 'EXACT-VAT', 'BR-S-09'] },
  { what: 'a VAT total that is not that of its parts', of: 'base-example', change: swap('>331.25</cbc:TaxAmount>', '>331.24</cbc:TaxAmount>'), breaks: ['BR-CO-14', 'BR-CO-15'] },
  { what: 'a base that its lines do not have', of: 'base-example', change: swap('>1325</cbc:TaxableAmount>', '>1324.99</cbc:TaxableAmount>'), breaks: ['BR-S-08'] },
  { what: 'three decimals', of: 'base-example', change: swap('>25</cbc:Amount>', '>25.000</cbc:Amount>'), breaks: ['BR-DEC-05'] },
  { what: 'a negative price', of: 'base-example', change: xml => xml.replace('>-3<', '>3<').replace('>500</cbc:PriceAmount>', '>-500</cbc:PriceAmount>'), breaks: ['BR-27'] },
  { what: 'a line that is not quantity x price', of: 'base-example', change: swap('>7</cbc:InvoicedQuantity>', '>8</cbc:InvoicedQuantity>'), breaks: ['PEPPOL-EN16931-R120'] },
  { what: 'a line without a name', of: 'base-example', change: swap('<cbc:Name>item name</cbc:Name>', ''), breaks: ['BR-25'] },
  { what: 'a line without a unit', of: 'base-example', change: swap(' unitCode="DAY"', ''), breaks: ['BR-23', 'BR-CL-23'] },
  { what: 'no due date and no terms', of: 'base-example', change: xml => without('cac:PaymentTerms')(without('cbc:DueDate')(xml)), breaks: ['BR-CO-25'] },
  { what: 'no account to transfer to', of: 'base-example', change: without('cac:PayeeFinancialAccount'), breaks: ['BR-61'] },
  { what: 'a charge without a reason', of: 'base-example', change: without('cbc:AllowanceChargeReason'), breaks: ['BR-38', 'BR-CO-22'] },
  { what: 'no VAT number of the seller', of: 'base-example', change: without('cac:PartyTaxScheme'), breaks: ['BR-S-02', 'BR-S-04'] },
  { what: 'a VAT number without a country', of: 'base-example', change: swap('>GB1232434<', '>1232434<'), breaks: ['BR-CO-09'] },
  { what: 'no address of the buyer', of: 'base-example', change: swap('>SE</cbc:IdentificationCode>', '></cbc:IdentificationCode>'), breaks: ['BR-11', 'BR-CL-14', 'PEPPOL-EN16931-R008'] },
  { what: 'no electronic addresses', of: 'base-example', change: xml => without('cbc:EndpointID')(without('cbc:EndpointID')(xml)), breaks: ['PEPPOL-EN16931-R010', 'PEPPOL-EN16931-R020'] },
  { what: 'an unknown scheme of address', of: 'base-example', change: swap('schemeID="0088">948', 'schemeID="0001">948'), breaks: ['PEPPOL-EN16931-CL008'] },
  { what: 'no reference of the buyer', of: 'base-example', change: without('cbc:BuyerReference'), breaks: ['PEPPOL-EN16931-R003'] },
  { what: 'another customization', of: 'base-example', change: swap('billing:3.0', 'billing:2.0'), breaks: ['PEPPOL-EN16931-R004'] },
  { what: 'another currency in a line', of: 'base-example', change: swap('<cbc:PriceAmount currencyID="EUR">', '<cbc:PriceAmount currencyID="SEK">'), breaks: ['PEPPOL-EN16931-R051'] },
  { what: 'a date that does not exist', of: 'base-example', change: swap('<cbc:DueDate>2017-12-01', '<cbc:DueDate>2017-12-32'), breaks: ['PEPPOL-EN16931-F001'] },
  { what: 'a type of another document', of: 'base-example', change: swap('>380<', '>325<'), breaks: ['PEPPOL-EN16931-P0100'] },
  { what: 'a credited invoice without a number', of: 'base-creditnote-correction', change: swap('<cac:InvoiceDocumentReference>\n            <cbc:ID>Snippet1</cbc:ID>', '<cac:InvoiceDocumentReference>'), breaks: ['BR-55', 'PEPPOL-EN16931-R008'] },
  { what: 'no VAT in the currency of the books', of: 'Allowance-example', change: xml => xml.replace(/<cac:TaxTotal>\s*<cbc:TaxAmount currencyID ?="SEK">[\s\S]*?<\/cac:TaxTotal>/, ''), breaks: ['BR-53', 'PEPPOL-EN16931-R054'] },
  { what: 'an exemption without a reason', of: 'vat-category-E', change: without('cbc:TaxExemptionReasonCode'), breaks: ['BR-E-10'] },
  { what: 'VAT of an exemption', of: 'vat-category-E', change: xml => xml.replaceAll(/(<cbc:TaxAmount currencyID="GBP">)0(\.00)?</g, '$10.01<'), breaks: ['BR-CO-15', 'EXACT-VAT', 'BR-E-09'] },
  { what: 'a rate outside the scope', of: 'vat-category-O', change: swap(/(<cac:ClassifiedTaxCategory>\s*<cbc:ID>O<\/cbc:ID>)/, '$1<cbc:Percent>0</cbc:Percent>'), breaks: ['BR-O-05'] },
  { what: 'a reason of another category', of: 'vat-category-O', change: swap('<cbc:TaxExemptionReason>', '<cbc:TaxExemptionReasonCode>VATEX-EU-G</cbc:TaxExemptionReasonCode><cbc:TaxExemptionReason>'), breaks: ['PEPPOL-EN16931-P0104'] },
  { what: 'a VAT number outside the scope', of: 'vat-category-O', change: swap('<cac:PartyLegalEntity>', '<cac:PartyTaxScheme><cbc:CompanyID>LT1</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme><cac:PartyLegalEntity>'), breaks: ['BR-O-02'] },
  { what: 'an exemption of a zero rate', of: 'vat-category-Z', change: swap(/(<cac:TaxCategory>\s*<cbc:ID>Z<\/cbc:ID>\s*<cbc:Percent>0(?:\.0)?<\/cbc:Percent>)/, '$1<cbc:TaxExemptionReason>None</cbc:TaxExemptionReason>'), breaks: ['BR-Z-10'] },
  { what: 'reverse charge without the buyer', of: 'vat-category-Z', change: xml => xml.replaceAll('<cbc:ID>Z</cbc:ID>', '<cbc:ID>AE</cbc:ID>'), breaks: ['BR-AE-02', 'BR-AE-10'] },
  { what: 'an intra-EU supply from nowhere to nowhere', of: 'vat-category-Z', change: xml => xml.replaceAll('<cbc:ID>Z</cbc:ID>', '<cbc:ID>K</cbc:ID>'), breaks: ['BR-IC-02', 'BR-IC-10', 'BR-IC-11', 'BR-IC-12'] },
  { what: 'an export without a reason', of: 'vat-category-Z', change: xml => xml.replaceAll('<cbc:ID>Z</cbc:ID>', '<cbc:ID>G</cbc:ID>'), breaks: ['BR-G-10'] },
]; // prettier-ignore

describeWithSchemas('the checker of business rules', () => {
  const names = () => readdirSync(schemaPath(FOLDER)).map(file => file.replace(/\.xml$/, ''));

  it('finds nothing wrong with the published examples', async () => {
    const found = names().flatMap(name => brokenRules(example(name)).map(rule => `${name}: ${rule}`));
    expect(found).toEqual([]);
    expect(names().length).toBeGreaterThanOrEqual(8);
    expect(Object.keys(UBL_RULES).length).toBeGreaterThan(180);
    const invoices = names().filter(name => !name.includes('creditnote'));
    const results = await validateAllInBackground(invoices.map(example), 'ubl21/maindoc/UBL-Invoice-2.1.xsd');
    expect(results.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it.each(FAULTS)('finds $what', ({ of, change, breaks }) => {
    const xml = change(example(of));
    expect(xml).not.toBe(example(of));
    expect(brokenRules(xml)).toEqual(breaks);
  });
});
