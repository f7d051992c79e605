import { Decimal } from '../../shared/decimal';
import { refuseImbalance, refuseStatement, statementDate, type BankStatement } from './bank-statement';
import { entryLines, isBooked, signedAmount, type CamtEntry } from './camt-entry';
import { at, readXml, textAt, type XmlElement } from './xml-stream';

const NAMESPACES = ['02', '08'].map(version => `urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}`);

/**
 * Reads a camt.053 file of version 001.02 or 001.08 (ISO 20022 BankToCustomerStatement).
 * @throws DomainError `statement_refused` for another format, and for a statement that does not add up
 */
export function parseCamt053(text: string): BankStatement[] {
  const statements: BankStatement[] = [];
  let reader = new StatementReader();
  readXml(text, 'Stmt', {
    root: namespace => {
      if (!NAMESPACES.includes(namespace)) {
        refuseStatement(`The file is of "${namespace}", not of camt.053.001.02 or camt.053.001.08.`);
      }
    },
    begin: () => (reader = new StatementReader()),
    child: element => reader.take(element),
    end: () => statements.push(reader.finish()),
  });
  if (statements.length === 0) refuseStatement('The file has no statement.');
  return statements;
}

/** Takes the parts of one statement in the order of the file. */
class StatementReader {
  private readonly statement: BankStatement = {
    statementId: null,
    iban: null,
    currency: null,
    fromDate: null,
    toDate: null,
    opening: null,
    closing: null,
    lines: [],
  };
  private movements = new Decimal(0);

  take(element: XmlElement): void {
    const { statement } = this;
    switch (element.name) {
      case 'Id':
        statement.statementId = element.text.trim();
        break;
      case 'FrToDt':
        statement.fromDate = this.date(textAt(element, 'FrDtTm') ?? textAt(element, 'FrDt'));
        statement.toDate = this.date(textAt(element, 'ToDtTm') ?? textAt(element, 'ToDt'));
        break;
      case 'Acct':
        statement.iban = textAt(element, 'Id', 'IBAN')?.replaceAll(' ', '').toUpperCase() ?? null;
        statement.currency = textAt(element, 'Ccy');
        break;
      case 'Bal':
        this.takeBalance(element);
        break;
      case 'Ntry':
        this.takeEntry(element);
        break;
    }
  }

  finish(): BankStatement {
    refuseImbalance(this.statement, this.movements, this.name);
    return this.statement;
  }

  private get name(): string {
    return this.statement.statementId ?? 'without id';
  }

  private takeBalance(element: XmlElement): void {
    const type = textAt(element, 'Tp', 'CdOrPrtry', 'Cd');
    if (type === null || !['OPBD', 'PRCD', 'CLBD'].includes(type)) return;
    const amount = signedAmount(element, `Statement ${this.name}, balance ${type}`);
    this.refuseOtherCurrency(element);
    const date = this.date(textAt(element, 'Dt', 'Dt') ?? textAt(element, 'Dt', 'DtTm'));
    if (type === 'CLBD') {
      this.statement.closing = amount;
      this.statement.toDate ??= date;
    } else {
      this.statement.opening ??= amount;
      this.statement.fromDate ??= date;
    }
  }

  private takeEntry(element: XmlElement): void {
    if (!isBooked(element)) return;
    this.refuseOtherCurrency(element);
    const entry = this.entryOf(element);
    this.movements = this.movements.plus(entry.amount);
    this.statement.lines.push(...entryLines(entry).filter(({ amount }) => !amount.isZero()));
  }

  private entryOf(element: XmlElement): CamtEntry {
    const where = `Statement ${this.name}, an entry`;
    const booked = textAt(element, 'BookgDt', 'Dt') ?? textAt(element, 'BookgDt', 'DtTm');
    const value = textAt(element, 'ValDt', 'Dt') ?? textAt(element, 'ValDt', 'DtTm');
    const dated = booked ?? value ?? refuseStatement(`${where} has no date.`);
    return {
      element,
      where,
      amount: signedAmount(element, where),
      currency: this.statement.currency ?? '',
      bookedOn: statementDate(dated, where),
      valueOn: value === null ? null : statementDate(value, where),
    };
  }

  /** The currency of a statement is that of its account, or of the first amount. */
  private refuseOtherCurrency(element: XmlElement): void {
    const currency = at(element, 'Amt')?.attributes.Ccy ?? null;
    this.statement.currency ??= currency;
    if (currency === this.statement.currency) return;
    refuseStatement(
      `Statement ${this.name} is in ${this.statement.currency}, but has an amount in ${currency ?? 'no currency'}.`,
    );
  }

  private date(text: string | null): BankStatement['fromDate'] {
    return text === null ? null : statementDate(text, `Statement ${this.name}`);
  }
}
