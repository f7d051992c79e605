import type { CalendarDate } from '../../shared/calendar-date';
import { sumOf, type Decimal } from '../../shared/decimal';
import { joined, referenceOf, refuseStatement, statementAmount, type StatementLine } from './bank-statement';
import { all, at, textAt, type XmlElement } from './xml-stream';

/** An entry of a camt.053 statement. */
export interface CamtEntry {
  element: XmlElement;
  /** For messages. */
  where: string;
  /** Signed: positive is money in. */
  amount: Decimal;
  currency: string;
  bookedOn: CalendarDate;
  valueOn: CalendarDate | null;
}

/** Only booked entries move the balance; pending and informational ones come again when they are booked. */
export function isBooked(element: XmlElement): boolean {
  const status = textAt(element, 'Sts', 'Cd') ?? textAt(element, 'Sts') ?? 'BOOK';
  return status === 'BOOK';
}

/**
 * `Amt` with the sign of `CdtDbtInd`. The indicator of a reversal (`RvslInd`) already says which way the money went, so the
 * flag does not turn it round.
 */
export function signedAmount(element: XmlElement, where: string): Decimal {
  return signed(element, statementAmount(textAt(element, 'Amt'), where), where);
}

function signed(element: XmlElement, amount: Decimal, where: string): Decimal {
  const indicator = textAt(element, 'CdtDbtInd');
  if (indicator !== 'CRDT' && indicator !== 'DBIT') {
    refuseStatement(`${where}: "${indicator ?? ''}" is neither CRDT nor DBIT.`);
  }
  return indicator === 'CRDT' ? amount : amount.negated();
}

/**
 * The lines of an entry: one for each of its details where these, with or without the charges, add up to the entry, and
 * one more for the charges where they are part of it; else one line for the whole entry.
 *
 *   429.56 with details 329.56 and 100.00:                 329.56, 100.00
 *   -1,526.00 with a detail of 1,500.00 and charge 26.00:  -1,500.00, -26.00
 */
export function entryLines(entry: CamtEntry): StatementLine[] {
  const details = all(entry.element, 'NtryDtls').flatMap(group => all(group, 'TxDtls'));
  const amounts = details.map(detail => detailAmount(entry, detail));
  if (details.length === 0 || amounts.some(amount => amount === null)) {
    return [lineOf(entry, details.length === 1 ? details[0] : undefined, entry.amount)];
  }
  const known = amounts as Decimal[];
  const rest = entry.amount.minus(sumOf(known));
  if (!rest.isZero() && !isCharged(entry, details, rest)) {
    return [lineOf(entry, details.length === 1 ? details[0] : undefined, entry.amount)];
  }
  return [
    ...details.map((detail, index) => lineOf(entry, detail, known[index]!)),
    ...(rest.isZero() ? [] : [chargeLine(entry, rest)]),
  ];
}

/** What a detail says it is, in the currency of the entry; null when it does not say. */
function detailAmount(entry: CamtEntry, detail: XmlElement): Decimal | null {
  const candidates = [
    at(detail, 'Amt'),
    at(detail, 'AmtDtls', 'TxAmt', 'Amt'),
    at(detail, 'AmtDtls', 'InstdAmt', 'Amt'),
  ];
  const found = candidates.find(element => element?.attributes.Ccy === entry.currency);
  if (!found) return null;
  const amount = statementAmount(found.text, entry.where);
  if (at(detail, 'CdtDbtInd')) return signed(detail, amount, entry.where);
  return entry.amount.isNegative() ? amount.negated() : amount;
}

/** Whether the charges named in the entry are what its details leave over. */
function isCharged(entry: CamtEntry, details: XmlElement[], rest: Decimal): boolean {
  const ofDetails = details.flatMap(detail => chargesOf(detail));
  const charges = ofDetails.length > 0 ? ofDetails : chargesOf(entry.element);
  return charges.length > 0 && sumOf(charges).equals(rest.abs());
}

/** Sizes of the charges: `Chrgs` themselves in version 02, the records in them in version 08. */
function chargesOf(element: XmlElement): Decimal[] {
  return all(element, 'Chrgs')
    .flatMap(charges => (at(charges, 'Rcrd') ? all(charges, 'Rcrd') : [charges]))
    .flatMap(charge => {
      const text = textAt(charge, 'Amt') ?? textAt(charge, 'TtlChrgsAndTaxAmt');
      return text === null ? [] : [statementAmount(text, 'Charges').abs()];
    });
}

function chargeLine(entry: CamtEntry, amount: Decimal): StatementLine {
  const { bookedOn, valueOn, element } = entry;
  return {
    bookedOn,
    valueOn,
    amount,
    counterpartyName: null,
    counterpartyIban: null,
    description: joined(['Bank charge', textAt(element, 'AddtlNtryInf')]),
    reference: referenceOf(textAt(element, 'AcctSvcrRef')),
  };
}

function lineOf(entry: CamtEntry, detail: XmlElement | undefined, amount: Decimal): StatementLine {
  const { element, bookedOn, valueOn } = entry;
  const isReversal = textAt(element, 'RvslInd') === 'true';
  const parties = at(detail, 'RltdPties');
  // Whoever paid is the other side of money that came in, unless it came back.
  const role = amount.isNegative() === isReversal ? 'Dbtr' : 'Cdtr';
  const party = at(parties, role);
  return {
    bookedOn,
    valueOn,
    amount,
    counterpartyName: joined([textAt(party, 'Pty', 'Nm') ?? textAt(party, 'Nm')]),
    counterpartyIban: textAt(parties, `${role}Acct`, 'Id', 'IBAN')?.replaceAll(' ', '').toUpperCase() ?? null,
    description:
      remittance(detail) ??
      joined([textAt(detail, 'AddtlTxInf')]) ??
      joined([textAt(element, 'AddtlNtryInf')]),
    reference: referenceOf(textAt(detail, 'Refs', 'AcctSvcrRef'), textAt(element, 'AcctSvcrRef')),
  };
}

function remittance(detail: XmlElement | undefined): string | null {
  const information = at(detail, 'RmtInf');
  return joined([
    ...all(information, 'Ustrd').map(({ text }) => text),
    ...all(information, 'Strd').map(structured => textAt(structured, 'CdtrRefInf', 'Ref')),
  ]);
}
