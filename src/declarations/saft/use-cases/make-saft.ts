import { Injectable } from '@nestjs/common';
import { refuse, refuseField } from '../../../shared/domain-error';
import { currentHeader, type Taxpayer } from '../../../account';
import { lockedHeader } from '../../../ledger';
import type { Tx } from '../../../platform/database';
import { AS_IT_IS } from '../data/saft-as-of';
import { assetTotals } from '../data/saft-assets';
import { documentTotals, laterVoids } from '../data/saft-documents';
import { ledgerTotals } from '../data/saft-ledger';
import { paymentTotals } from '../data/saft-payments';
import {
  fiscalYearOf,
  partsOf,
  periodWarnings,
  saftFileName,
  type SaftDataType,
  type SaftPart,
  type SaftPeriod,
} from '../domain/saft-order';
import { SaftWriter, type SaftCounts, type SaftTotals } from './saft-writer';

export interface SaftOrder extends SaftPeriod {
  dataType: SaftDataType;
}

export interface SaftFile {
  fileName: string;
  counts: SaftCounts;
  warnings: string[];
  xml: string;
}

/** An answer is made in memory: so many lines are some 15 MB of XML. */
const MOST_LINES = 20_000;
/** The schema's dates end here. */
const DATES_END = '2100-01-01';

/**
 * Makes SAF-T files 2.01 (the schema's of VMI) of the books of a period, as they stand: whole in an answer, or part by part.
 * Where all months are locked, the header is the one that was kept with the last lock.
 * @throws DomainError `export_impossible` for a company elsewhere, in another currency or without a code
 */
@Injectable()
export class MakeSaft {
  /** @throws DomainError `report_too_large` besides: then the file is downloaded */
  async whole(tx: Tx, order: SaftOrder): Promise<SaftFile> {
    const { fileName, writer, lines } = await this.prepare(tx, order);
    if (lines > MOST_LINES) {
      refuse(
        'report_too_large',
        `The file would have ${lines} lines, more than the ${MOST_LINES} of one answer; download it (declarations/lt/saft/download), or narrow the dates.`,
      );
    }
    const parts: string[] = [];
    for await (const part of writer.write()) parts.push(part);
    const { counts, warnings } = writer;
    return { fileName, counts, warnings: warnings.list(), xml: parts.join('') };
  }

  /** The file in parts that are made when they are asked for, all inside the transaction. */
  async inParts(tx: Tx, order: SaftOrder): Promise<{ fileName: string; parts: AsyncIterable<string> }> {
    const { fileName, writer } = await this.prepare(tx, order);
    return { fileName, parts: writer.write() };
  }

  private async prepare(
    tx: Tx,
    { dataType, ...period }: SaftOrder,
  ): Promise<{ fileName: string; writer: SaftWriter; lines: number }> {
    refuseUnfitPeriod(period);
    refuseForeignBooks(tx);
    const wanted = partsOf(dataType);
    const [locked, current, totals, voids] = await Promise.all([
      lockedHeader(tx, period.fromDate, period.toDate),
      currentHeader(tx),
      totalsOf(tx, period, wanted),
      wanted.has('purchases') ? laterVoids(tx, period) : [],
    ]);
    const { taxpayer, createdAt, softwareVersion } = locked ?? current;
    const { fiscalYearEndMonth } = taxpayer;
    const code = codeOf(taxpayer);
    const fiscalYear = fiscalYearOf(period.toDate, fiscalYearEndMonth);
    const baseCurrency = tx.company.baseCurrency.code;
    const company = { ...taxpayer, code, baseCurrency };
    const header = { company, period, fiscalYear, dataType, createdAt, softwareVersion };
    const terms = { baseCurrency, fiscalYearEndMonth };
    const writer = new SaftWriter(tx, header, terms, totals, locked?.lockedAt ?? AS_IT_IS);
    periodWarnings(period, fiscalYear).forEach(warning => writer.warnings.add(warning));
    if (dataType === 'MG') writer.warnings.add('No stock is kept here: the file has a header only.');
    for (const number of voids)
      writer.warnings.add('Registrations of earlier periods that were voided in this one', number);
    const lines =
      totals.ledger.rows +
      totals.sales.rows +
      totals.purchases.rows +
      totals.payments.rows +
      totals.assets.assets +
      totals.assets.transactions;
    return { fileName: saftFileName(code, period, dataType), writer, lines };
  }
}

const NOTHING = { documents: 0, rows: 0, debit: '0', credit: '0' };

async function totalsOf(tx: Tx, period: SaftPeriod, wanted: ReadonlySet<SaftPart>): Promise<SaftTotals> {
  const [ledger, sales, purchases, payments, assets] = await Promise.all([
    wanted.has('ledger') ? ledgerTotals(tx, period) : NOTHING,
    wanted.has('sales') ? documentTotals(tx, 'sales', period) : NOTHING,
    wanted.has('purchases') ? documentTotals(tx, 'purchases', period) : NOTHING,
    wanted.has('payments') ? paymentTotals(tx, period) : NOTHING,
    wanted.has('assets') ? assetTotals(tx, period) : { assets: 0, transactions: 0 },
  ]);
  return { ledger, sales, purchases, payments, assets };
}

function refuseForeignBooks({ company: { name, countryCode, baseCurrency } }: Tx): void {
  if (countryCode !== 'LT')
    refuse(
      'export_impossible',
      `SAF-T is kept here for Lithuanian companies; ${name} is registered in ${countryCode}.`,
    );
  if (baseCurrency.code !== 'EUR')
    refuse('export_impossible', `SAF-T is in EUR; the books of ${name} are kept in ${baseCurrency.code}.`);
}

function codeOf({ name, code }: Taxpayer): string {
  return (
    code ?? refuse('export_impossible', `SAF-T names the taxpayer by its company code: give ${name} one.`)
  );
}

function refuseUnfitPeriod({ fromDate, toDate }: SaftPeriod): void {
  if (toDate < fromDate) refuseField('toDate', 'must not be before fromDate');
  if (toDate >= DATES_END) refuseField('toDate', `must be before ${DATES_END}`);
}
