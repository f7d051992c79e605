import { Injectable } from '@nestjs/common';
import { Decimal } from '../../shared/decimal';
import { DomainError, refuse } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { isafDocuments, type EnteredDocument } from '../data/isaf-documents';
import {
  documentPostings,
  entriesOutsideDocuments,
  vatAccountMovements,
  type VatEntryOutsideDocuments,
} from '../data/reconciled-ledger';
import {
  documentsBetweenMonths,
  registerOfMonth,
  unequalDocuments,
  type DocumentBetweenMonths,
  type UnequalDocument,
} from '../data/reconciled-register';
import { paidVat } from '../data/vat-movements';
import { cashOfMonth } from '../domain/reconciliation/cash-of-month';
import { enteredRows } from '../domain/isaf/isaf-totals';
import type { Bridge } from '../domain/reconciliation/bridge';
import { formOfMonth } from '../domain/reconciliation/form-of-month';
import type { IsafOfMonth, Side, WrittenSums } from '../domain/reconciliation/reconciled-vat';
import { isafBridges, ledgerBridges } from '../domain/reconciliation/reconcile';
import { daysOf, type DayRange } from '../domain/vat-return/return-period';
import { ComputeVatReturn } from './compute-vat-return';
import { IsafFiles, type IsafFile } from './isaf-files';

interface Details<T> {
  total: number;
  rows: T[];
}

export interface VatReconciliation {
  days: DayRange;
  bridges: Bridge[];
  entries: Details<VatEntryOutsideDocuments>;
  betweenMonths: Details<DocumentBetweenMonths>;
  unequal: Details<UnequalDocument>;
  notes: string[];
}

/** How many of each kind are listed one by one. */
const MOST_DETAILS = 100;
/** The file is written to be added up: some 10 seconds. */
const MOST_DOCUMENTS = 100_000;

/**
 * A month of VAT from the accounts of the ledger over the VAT register and i.SAF to FR0600, by named lines. Outside Lithuania
 * it ends at the register.
 * @throws DomainError `report_too_large`
 */
@Injectable()
export class ReconcileVat {
  constructor(
    private readonly files: IsafFiles,
    private readonly computeVatReturn: ComputeVatReturn,
  ) {}

  async execute(
    tx: Tx,
    period: { year: number; month: number },
    deductionPercent: number | undefined,
  ): Promise<VatReconciliation> {
    const days = daysOf({ ...period, months: 1 });
    const [accounts, postings, register, entries, betweenMonths, unequal] = await Promise.all([
      vatAccountMovements(tx, days),
      documentPostings(tx, days),
      registerOfMonth(tx, days),
      entriesOutsideDocuments(tx, days, MOST_DETAILS),
      documentsBetweenMonths(tx, days, MOST_DETAILS),
      unequalDocuments(tx, days, MOST_DETAILS),
    ]);
    const bridges = ledgerBridges(accounts, postings, register);
    const reconciliation = { days, bridges, entries, betweenMonths, unequal };
    const file = await this.isaf(tx, period);
    if (typeof file === 'string') return { ...reconciliation, notes: [file] };
    const computed = await this.computeVatReturn.execute(
      tx,
      'LT',
      { ...period, months: 1 },
      deductionPercent,
    );
    const isaf = await isafOfMonth(tx, file);
    const cash = cashOfMonth(await paidVat(tx, days), days);
    const toReturns = isafBridges(register, isaf, formOfMonth(computed, computed.options), cash);
    return { ...reconciliation, bridges: [...bridges, ...toReturns], notes: [] };
  }

  /** Both registers of the month, or why there is no file. */
  private async isaf(tx: Tx, period: { year: number; month: number }): Promise<IsafFile | string> {
    try {
      const file = await this.files.prepare(tx, { period, dataType: 'F', part: 1 });
      const documents = file.counts.sales + file.counts.purchases;
      if (documents > MOST_DOCUMENTS)
        refuse(
          'report_too_large',
          `The month has ${documents} documents, more than the ${MOST_DOCUMENTS} of one reconciliation.`,
        );
      return file;
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== 'export_impossible') throw error;
      return `The ledger is compared with the VAT register only: ${error.message}`;
    }
  }
}

/** What the file says, added up as it is written; and what it could not hold. */
async function isafOfMonth(tx: Tx, { writer, selection }: IsafFile): Promise<IsafOfMonth> {
  const nothing = (): WrittenSums => ({ documents: 0, net: new Decimal(0), vat: new Decimal(0) });
  const sums: IsafOfMonth = {
    sales: { written: nothing(), leftOut: nothing() },
    purchases: { written: nothing(), leftOut: nothing() },
  };
  for await (const entered of isafDocuments(tx, selection)) {
    const side: Side = entered.register.isReceived ? 'purchases' : 'sales';
    const text = writer.document(entered.register, entered.document);
    if (text === '') add(sums[side].leftOut, enterable(entered));
    else add(sums[side].written, writtenAmounts(text));
  }
  return sums;
}

interface Amounts {
  net: readonly string[];
  vat: readonly string[];
}

function add(sums: WrittenSums, { net, vat }: Amounts): void {
  if (net.length === 0) return;
  sums.documents++;
  for (const amount of net) sums.net = sums.net.plus(amount);
  for (const amount of vat) sums.vat = sums.vat.plus(amount);
}

function writtenAmounts(text: string): Amounts {
  const all = (element: string): string[] =>
    [...text.matchAll(new RegExp(`<${element}>([^<]*)</`, 'g'))].map(([, amount = '']) => amount);
  return { net: all('TaxableValue'), vat: all('Amount') };
}

/** What would be in the file of a document that is not. */
function enterable({ register, document: { rows } }: EnteredDocument): Amounts {
  const own = enteredRows(rows, register.isReceived);
  return { net: own.map(({ net }) => net), vat: own.map(({ vat }) => vat) };
}
