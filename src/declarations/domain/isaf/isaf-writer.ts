import type { Period } from '../../../shared/calendar-date';
import { closeElement, openDocument, openElement, xmlElements } from '../../../shared/xml';
import type { CodeValidity, IsafDataType, IsafDocument, Register } from './isaf-document';
import { fileDescription, monthOfIsaf, type IsafHeader } from './isaf-header';
import { invoiceElement } from './isaf-invoice';
import { settlementElement, type IsafSettlement } from './isaf-settlement';
import type { IsafWarnings } from './isaf-warnings';

const ROOT = 'iSAFFile';
const NAMESPACES = {
  xmlns: 'http://www.vmi.lt/cms/imas/isaf',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
};

/** What a file is of. */
export interface IsafFileSubject {
  header: IsafHeader;
  period: Period;
  dataType: IsafDataType;
}

/**
 * Writes an i.SAF 1.2 file (VMI order VA-55, schema `isaf_1_2.xsd`) of one company and month, document by document: first
 * those received, then those issued, last the payments of those under cash accounting. A month without documents is a file with a header only; the schema takes no empty
 * register, so each is opened by its first document.
 */
export class IsafWriter {
  /** Documents written; those left out are named in the warnings. */
  readonly written = { PurchaseInvoices: 0, SalesInvoices: 0, SettlementsAndPayments: 0 };
  private open: keyof IsafWriter['written'] | undefined;
  private readonly month;

  constructor(
    private readonly file: IsafFileSubject,
    private readonly codes: ReadonlyMap<string, CodeValidity>,
    private readonly warnings: IsafWarnings,
  ) {
    this.month = monthOfIsaf(file.period);
  }

  begin(): string {
    const { header, dataType } = this.file;
    const description = fileDescription(header, this.month, dataType);
    return openDocument(ROOT, NAMESPACES) + xmlElements({ Header: { FileDescription: description } }, 1);
  }

  /** The text of one document; empty when the file cannot hold it, which a warning says. */
  document(register: Register, document: IsafDocument): string {
    const Invoice = invoiceElement(document, register, this.month, this.codes, message =>
      this.warnings.add(message),
    );
    if (Invoice === null) return '';
    this.written[register.element]++;
    return this.opened(register.element) + xmlElements({ Invoice }, 3);
  }

  /** The text of one payment; empty when the file cannot hold it. */
  settlement(settlement: IsafSettlement): string {
    const SettlementAndPayment = settlementElement(settlement, message => this.warnings.add(message));
    if (SettlementAndPayment === null) return '';
    this.written.SettlementsAndPayments++;
    return this.opened('SettlementsAndPayments') + xmlElements({ SettlementAndPayment }, 3);
  }

  end(): string {
    const registers = this.open ? this.closed() + closeElement('SourceDocuments', 1) : '';
    return registers + closeElement(ROOT);
  }

  private opened(section: keyof IsafWriter['written']): string {
    if (this.open === section) return '';
    const before = this.open ? this.closed() : openElement('SourceDocuments', 1);
    this.open = section;
    return before + openElement(section, 2);
  }

  private closed(): string {
    return this.open ? closeElement(this.open, 2) : '';
  }
}
