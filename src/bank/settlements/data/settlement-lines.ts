import { refuseUnknown } from '../../../shared/domain-error';
import type { Tx } from '../../../platform/database';
import { BOOKED_CHARGE, WAITING_TRANSACTION } from './charge-joins';
import type { MatchStatus, StoredLine } from '../domain/settlement';

type LineRow = Omit<StoredLine, 'currency' | 'customerCurrency'> & {
  currency: string;
  minorUnits: number;
  customerCurrency: string | null;
  customerMinorUnits: number | null;
};

const TABLES = `settlement_lines l
  JOIN currencies y ON y.code = l.currency
  LEFT JOIN currencies f ON f.code = l.customer_currency ${BOOKED_CHARGE}`;
const COLUMNS = `l.line_id AS id, l.settlement_id AS "settlementId", l.external_id AS "externalId", l.category, l.occurred_on AS date,
  l.currency, y.minor_units AS "minorUnits", l.gross, l.fee, l.net, l.description, l.source_id AS "sourceId", l.charge_id AS "chargeId",
  l.charge_key AS "chargeKey", l.reference, l.customer_currency AS "customerCurrency", f.minor_units AS "customerMinorUnits",
  l.customer_amount AS "customerAmount", l.matched_invoice_id AS "matchedInvoiceId", l.match_status AS "matchStatus",
  c.bank_account_id AS "clearingBankAccountId", c.amount AS "clearingBooked", c.currency AS "clearingCurrency",
  c.charge_id IS NULL AND ${WAITING_TRANSACTION} AS "clearingUnposted"`;

/** The lines of a payout, as in its file. */
export async function linesOf(tx: Tx, settlementId: string): Promise<StoredLine[]> {
  const rows = await tx.query<LineRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE l.company_id = $1 AND l.settlement_id = $2 ORDER BY l.line_no`,
    [tx.companyId, settlementId],
  );
  return rows.map(toLine);
}

/** @throws DomainError `not_found` naming the member `lineId` */
export async function findLine(tx: Tx, id: string): Promise<StoredLine> {
  const [row] = await tx.query<LineRow>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE l.company_id = $1 AND l.line_id = $2`,
    [tx.companyId, id],
  );
  return row ? toLine(row) : refuseUnknown('lineId', `Line ${id} of a payout`);
}

function toLine({ currency, minorUnits, customerCurrency, customerMinorUnits, ...row }: LineRow): StoredLine {
  return {
    ...row,
    currency: { code: currency, minorUnits },
    customerCurrency:
      customerCurrency === null || customerMinorUnits === null
        ? null
        : { code: customerCurrency, minorUnits: customerMinorUnits },
  };
}

/** What is stored of a line. */
export type LineFacts = Omit<
  StoredLine,
  'net' | 'clearingBankAccountId' | 'clearingBooked' | 'clearingCurrency' | 'clearingUnposted'
> & { lineNo: number; net: string };

const ROWS_PER_STATEMENT = 5000;
const STORED = `company_id, line_id, settlement_id, line_no, external_id, category, occurred_on, currency, gross, fee, net, description,
  source_id, charge_id, charge_key, reference, customer_currency, customer_amount, matched_invoice_id, match_status`;

export async function insertLines(tx: Tx, lines: LineFacts[]): Promise<void> {
  for (let start = 0; start < lines.length; start += ROWS_PER_STATEMENT) {
    await tx.execute(
      `INSERT INTO settlement_lines (${STORED})
       SELECT ${STORED} FROM jsonb_populate_recordset(NULL::settlement_lines, $1::jsonb)`,
      [JSON.stringify(lines.slice(start, start + ROWS_PER_STATEMENT).map(line => rowOf(tx, line)))],
    );
  }
}

function rowOf(tx: Tx, line: LineFacts): Record<string, unknown> {
  return {
    company_id: tx.companyId,
    line_id: line.id,
    settlement_id: line.settlementId,
    line_no: line.lineNo,
    external_id: line.externalId,
    category: line.category,
    occurred_on: line.date,
    currency: line.currency.code,
    gross: line.gross,
    fee: line.fee,
    net: line.net,
    description: line.description,
    source_id: line.sourceId,
    charge_id: line.chargeId,
    charge_key: line.chargeKey,
    reference: line.reference,
    customer_currency: line.customerCurrency?.code ?? null,
    customer_amount: line.customerAmount,
    matched_invoice_id: line.matchedInvoiceId,
    match_status: line.matchStatus,
  };
}

/** A line that went, and the invoice it was given by hand. */
export interface RemovedLine {
  id: string;
  settlementId: string;
  externalId: string;
  category: string;
  currency: string;
  matchedInvoiceId: string | null;
  matchStatus: MatchStatus;
}

export async function deleteLines(tx: Tx, settlementIds: string[]): Promise<RemovedLine[]> {
  return tx.query<RemovedLine>(
    `DELETE FROM settlement_lines WHERE company_id = $1 AND settlement_id = ANY ($2)
     RETURNING line_id AS id, settlement_id AS "settlementId", external_id AS "externalId", category, currency,
               matched_invoice_id AS "matchedInvoiceId", match_status AS "matchStatus"`,
    [tx.companyId, settlementIds],
  );
}

export async function setMatch(
  tx: Tx,
  lineId: string,
  invoiceId: string | null,
  status: MatchStatus,
): Promise<void> {
  await tx.execute(
    'UPDATE settlement_lines SET matched_invoice_id = $3, match_status = $4 WHERE company_id = $1 AND line_id = $2',
    [tx.companyId, lineId, invoiceId, status],
  );
}
