import { XmlNode } from './xml-tree';

/** Names by their numbers: "1-3 5" of "BR-" is BR-01, BR-02, BR-03 and BR-05. */
function numbered(prefix: string, numbers: string, digits = 2): string[] {
  return numbers.split(' ').flatMap(part => {
    const [first, last] = part.split('-').map(Number) as [number, number?];
    return Array.from(
      { length: (last ?? first) - first + 1 },
      (_, index) => prefix + String(first + index).padStart(digits, '0'),
    );
  });
}
const CATEGORIES = ['S', 'Z', 'E', 'AE', 'IC', 'G', 'O'];
const peppol = (letters: string, numbers: string, digits: number) =>
  numbered(`PEPPOL-EN16931-${letters}`, numbers, digits);

/** The business rules of EN 16931 (those of its UBL rules 1.3.16, and BR-CO-25, which these leave out) and of Peppol BIS Billing 2026.5. */
export const PUBLISHED_RULES: readonly string[] = [
  ...numbered('BR-', '1-33 36-38 41-57 61-65'),
  ...numbered('BR-CO-', '3-26'),
  ...numbered('BR-DEC-', '1-2 5-6 9-20 23-25 27-28'),
  ...numbered('BR-CL-', '1 3-8 10-11 13-26'),
  ...['S', 'Z', 'E', 'AE', 'G', 'AF', 'AG'].flatMap(name => numbered(`BR-${name}-`, '1-10')),
  ...numbered('BR-IC-', '1-12'),
  ...numbered('BR-O-', '1-14'),
  ...numbered('BR-B-', '1-2'),
  ...peppol('R', '1-5 7-8 10 20 40-44 46 51 53-55 61 80 100-101 110-111 120-121 130', 3),
  ...peppol('P', '100-101 104-112', 4),
  ...peppol('CL', '1-3 6-8', 3),
  ...peppol('F', '1', 3),
];

interface Untouched {
  rules: string[];
  /**
   * What the rules are about and no document of ours has, as names from parent to child, with an attribute (`@name`) or a text
   * (`=text`); none where nothing could break the rules.
   */
  signs: string[];
  why: string;
}

/** Rules that the checker does not have, each once, with the reason. */
export const UNTOUCHED_RULES: Untouched[] = [
  { rules: ['BR-17'], signs: ['cac:PayeeParty'], why: 'the seller is paid himself' },
  { rules: numbered('BR-', '18-20 56'), signs: ['cac:TaxRepresentativeParty'], why: 'a company has no tax representative' },
  { rules: [...numbered('BR-', '29-30'), ...numbered('BR-CO-', '19-20'), 'BR-CL-06', ...peppol('R', '110-111', 3), ...peppol('CL', '6', 3)], signs: ['cac:InvoicePeriod'], why: 'documents are of a tax point, not of a period' },
  { rules: ['BR-51'], signs: ['cac:CardAccount'], why: 'payment is by transfer' },
  { rules: peppol('R', '61', 3), signs: ['cac:PaymentMandate'], why: 'payment is by transfer' },
  { rules: ['BR-52', 'BR-CL-07', 'BR-CL-24', ...peppol('R', '80', 3), ...peppol('CL', '1', 3)], signs: ['cac:AdditionalDocumentReference'], why: 'nothing is attached' },
  { rules: peppol('R', '100-101', 3), signs: ['cac:DocumentReference'], why: 'lines have no objects' },
  { rules: ['BR-54'], signs: ['cac:AdditionalItemProperty'], why: 'items have a name and no properties' },
  { rules: ['BR-64', 'BR-CL-21'], signs: ['cac:StandardItemIdentification'], why: 'items have a name and no identifiers' },
  { rules: ['BR-65', 'BR-CL-13'], signs: ['cac:CommodityClassification'], why: 'items are not classified' },
  { rules: ['BR-CL-15'], signs: ['cac:OriginCountry'], why: 'items have no country of origin' },
  { rules: ['BR-CL-10'], signs: ['cac:PartyIdentification'], why: 'parties are named by their codes of register' },
  { rules: ['BR-CL-11'], signs: ['cbc:CompanyID@schemeID'], why: 'the register of a code is not named' },
  { rules: ['BR-CL-20', ...peppol('CL', '3', 3)], signs: ['cbc:ChargeIndicator=true'], why: 'whatever is charged is a line' },
  { rules: ['BR-CL-26'], signs: ['cac:DeliveryLocation/cbc:ID'], why: 'a place of delivery is a country' },
  { rules: numbered('BR-AF-', '1-10'), signs: ['cac:TaxCategory/cbc:ID=L', 'cac:ClassifiedTaxCategory/cbc:ID=L'], why: 'the tax of the Canary Islands is not supported' },
  { rules: numbered('BR-AG-', '1-10'), signs: ['cac:TaxCategory/cbc:ID=M', 'cac:ClassifiedTaxCategory/cbc:ID=M'], why: 'the tax of Ceuta and Melilla is not supported' },
  { rules: numbered('BR-B-', '1-2'), signs: ['cac:TaxCategory/cbc:ID=B', 'cac:ClassifiedTaxCategory/cbc:ID=B'], why: 'the split payment of Italy is not supported' },
  { rules: peppol('P', '108-111', 4), signs: ['D', 'F', 'I', 'J'].map(code => `cbc:TaxExemptionReasonCode=VATEX-EU-${code}`), why: 'margin schemes are exemptions with a text' },
  { rules: peppol('P', '112', 4), signs: ['cbc:InvoiceTypeCode=326', 'cbc:InvoiceTypeCode=384'], why: 'an invoice is a commercial invoice (380), a credit note is one (381)' },
  { rules: numbered('BR-CO-', '5-8'), signs: [], why: "published as always true: whether a reason's code and text agree" },
]; // prettier-ignore

/** Rules that the checker has although they are about what no document of ours has: published examples have it. */
export const RULES_OF_OTHERS: Untouched[] = [
  { rules: [...numbered('BR-', '31-33 36-38'), ...numbered('BR-CO-', '11-12 21-22'), ...numbered('BR-DEC-', '1-2 5-6 10-11'), ...CATEGORIES.flatMap(name => numbered(`BR-${name}-`, '3-4 6-7')), ...numbered('BR-O-', '13-14')], signs: ['Invoice/cac:AllowanceCharge', 'CreditNote/cac:AllowanceCharge', 'cbc:AllowanceTotalAmount', 'cbc:ChargeTotalAmount'], why: 'a discount of the document is one of its lines' },
  { rules: [...numbered('BR-', '43-44'), 'BR-CO-24', ...numbered('BR-DEC-', '27-28')], signs: ['cbc:ChargeIndicator=true'], why: 'whatever is charged is a line' },
  { rules: ['BR-DEC-25', ...peppol('R', '40-42', 3)], signs: ['cac:AllowanceCharge/cbc:BaseAmount', 'cbc:MultiplierFactorNumeric'], why: 'a discount is an amount' },
  { rules: ['BR-28', ...peppol('R', '44 46', 3)], signs: ['cac:Price/cac:AllowanceCharge'], why: 'a price is net of nothing' },
  { rules: peppol('R', '121 130', 3), signs: ['cbc:BaseQuantity'], why: 'a price is of one unit' },
]; // prettier-ignore

/** Whether a document has what a sign says. */
export function has(root: XmlNode, sign: string): boolean {
  const [, path, attribute, text] = /^([^@=]+)(?:@(.+)|=(.+))?$/.exec(sign)!;
  const [name, parent] = path!.split('/').reverse();
  return root.everything.some(
    node =>
      node.name === name &&
      (parent === undefined || node.parent?.name === parent) &&
      (attribute === undefined || attribute in node.attributes) &&
      (text === undefined || node.text.trim() === text),
  );
}
