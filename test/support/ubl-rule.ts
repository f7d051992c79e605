import type { Decimal } from '../../src/shared/decimal';
import type { XmlNode } from './xml-tree';

/** Whether a rule holds for a document. */
export type Rule = (document: UblDocument) => boolean;
export type Rules = Readonly<Record<string, Rule>>;

/** An invoice or credit note with the places that rules speak of. */
export class UblDocument {
  readonly isCredit: boolean;
  /** All elements. */
  readonly everything: XmlNode[];
  readonly lines: XmlNode[];
  readonly seller: XmlNode | undefined;
  readonly buyer: XmlNode | undefined;
  readonly totals: XmlNode;
  /** The rows of the VAT breakdown. */
  readonly breakdown: XmlNode[];

  constructor(readonly root: XmlNode) {
    this.isCredit = root.name === 'CreditNote';
    this.everything = root.everything;
    this.lines = root.all(this.isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine');
    this.seller = root.one('cac:AccountingSupplierParty/cac:Party');
    this.buyer = root.one('cac:AccountingCustomerParty/cac:Party');
    this.totals = root.one('cac:LegalMonetaryTotal')!;
    this.breakdown = root.all('cac:TaxTotal/cac:TaxSubtotal');
  }

  get currency(): string {
    return this.root.value('cbc:DocumentCurrencyCode');
  }

  /** Allowances (or charges) of the document. */
  allowances(isCharge: boolean): XmlNode[] {
    return this.root.all('cac:AllowanceCharge').filter(isOfKind(isCharge));
  }
  lineAllowances(isCharge: boolean): XmlNode[] {
    return this.lines.flatMap(line => line.all('cac:AllowanceCharge').filter(isOfKind(isCharge)));
  }
}

function isOfKind(isCharge: boolean): (node: XmlNode) => boolean {
  return node => (node.value('cbc:ChargeIndicator') === 'true') === isCharge;
}

/** The quantity of a line. */
export function quantityOf(line: XmlNode): XmlNode | undefined {
  return line.one('cbc:InvoicedQuantity') ?? line.one('cbc:CreditedQuantity');
}

/** The rule that nodes have a text at a path. */
export function filled(nodes: (document: UblDocument) => (XmlNode | undefined)[], path: string): Rule {
  return document => nodes(document).every(node => node === undefined || node.value(path) !== '');
}

/** Whether every code is one of a list, which has spaces between codes. */
export function inList(list: string, ...codes: string[]): boolean {
  const known = ` ${list} `;
  return codes.every(code => !code.includes(' ') && known.includes(` ${code} `));
}

/** The rule that texts at a path, or of the nodes themselves, have at most two decimals. */
export function twoDecimals(nodes: (document: UblDocument) => XmlNode[], path: string): Rule {
  return document =>
    nodes(document)
      .flatMap(node => (path === '' ? [node.text.trim()] : node.values(path)))
      .every(text => (text.split('.')[1] ?? '').length <= 2);
}

/** A VAT number (BT-31, BT-48) or, for `false`, another tax number of a party. */
export function taxNumber(party: XmlNode | undefined, isVat: boolean): string {
  const scheme = party
    ?.all('cac:PartyTaxScheme')
    .find(node => (node.value('cac:TaxScheme/cbc:ID') === 'VAT') === isVat);
  return scheme?.value('cbc:CompanyID') ?? '';
}

export function round2(value: Decimal): Decimal {
  return value.toDecimalPlaces(2);
}
