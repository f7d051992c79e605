import { Injectable } from '@nestjs/common';
import { refuse, refuseField } from '../../shared/domain-error';
import { xmlText } from '../../shared/xml';
import type { FileHeader } from '../../account';
import type { Tx } from '../../platform/database';
import {
  countTaxedElsewhere,
  lithuanianVatCodes,
  unregisteredDocuments,
  voidedLater,
  type VoidedDocument,
} from '../data/isaf-checks';
import {
  countIsafDocuments,
  type EnteredDocument,
  type IsafCounts,
  type IsafSelection,
} from '../data/isaf-documents';
import { isafSettlements } from '../data/isaf-settlements';
import {
  isafFileName,
  isafRefusal,
  monthOfIsaf,
  type IsafHeader,
  type IsafRequest,
  type Month,
} from '../domain/isaf/isaf-header';
import { IsafWarnings } from '../domain/isaf/isaf-warnings';
import { IsafWriter } from '../domain/isaf/isaf-writer';
import { vatFileHeader } from '../steps/vat-file-header';

/** Most documents of a register that the schema takes in one file. */
const DOCUMENTS_PER_PART = 500_000;

/** A file about to be written. */
export interface IsafFile extends Month {
  fileName: string;
  header: IsafHeader;
  /** Of the whole month. */
  counts: IsafCounts;
  selection: IsafSelection;
  writer: IsafWriter;
  /** Complete when the content is written. */
  warnings: IsafWarnings;
}

/** Prepares i.SAF files: what their header says, which documents they hold, and what to look at before filing. */
@Injectable()
export class IsafFiles {
  documentsPerPart = DOCUMENTS_PER_PART;

  /**
   * The header of a closed VAT period is that which was kept with the close.
   * @param fixed members of the header that are given, because the file or its part was filed before
   * @throws DomainError `export_impossible` for a company elsewhere, in another currency or without a company code;
   *   `invalid_request` for a part that the month does not have
   */
  async prepare(tx: Tx, request: IsafRequest, fixed: Partial<IsafHeader> = {}): Promise<IsafFile> {
    refuseForeignBooks(tx);
    const { period, dataType, part } = request;
    const [counts, codes, voided, unregistered, taxedElsewhere, made] = await Promise.all([
      countIsafDocuments(tx, period, dataType),
      lithuanianVatCodes(tx),
      dataType === 'S' ? [] : voidedLater(tx, period),
      unregisteredDocuments(tx, period, dataType),
      countTaxedElsewhere(tx, period, dataType),
      vatFileHeader(tx, [period]),
    ]);
    const numberOfParts = this.partsOf(counts);
    if (part > numberOfParts) refuseField('part', `the month has ${numberOfParts} part(s)`);
    const header: IsafHeader = {
      createdAt: made.createdAt,
      softwareCompanyName: made.softwareCompanyName ?? 'Gapless',
      softwareName: made.softwareName ?? 'Gapless',
      softwareVersion: made.softwareVersion,
      registrationNumber: made.taxpayer.code ?? '',
      numberOfParts,
      partNumber: String(part),
      ...fixed,
    };
    const refusal = isafRefusal(made.taxpayer.name, header, period);
    if (refusal) refuse('export_impossible', `${refusal.message}.`);
    const warnings = new IsafWarnings();
    warnings.add(
      ...companyWarnings(made),
      ...elsewhereWarnings(taxedElsewhere),
      ...voided.map(voidWarning),
      ...unregistered.map(
        number => `Document ${xmlText(number)}: its VAT is not in the register; report this.`,
      ),
    );
    return {
      ...monthOfIsaf(period),
      fileName: isafFileName(header, period, dataType),
      header,
      counts,
      selection: {
        period,
        dataType,
        first: (part - 1) * this.documentsPerPart + 1,
        last: part * this.documentsPerPart,
      },
      writer: new IsafWriter({ header, period, dataType }, codes, warnings),
      warnings,
    };
  }

  private partsOf({ sales, purchases }: IsafCounts): number {
    return Math.max(1, Math.ceil(Math.max(sales, purchases) / this.documentsPerPart));
  }
}

/**
 * The text of the file, document by document, then payment by payment.
 * @param note is told of every document, and whether the file has it
 */
export async function* isafContent(
  tx: Tx,
  { writer, selection }: IsafFile,
  documents: AsyncIterable<EnteredDocument>,
  note: (document: EnteredDocument, isInFile: boolean) => Promise<void> = () => Promise.resolve(),
): AsyncGenerator<string> {
  yield writer.begin();
  for await (const entered of documents) {
    const text = writer.document(entered.register, entered.document);
    await note(entered, text !== '');
    yield text;
  }
  for (const settlement of await isafSettlements(tx, selection)) yield writer.settlement(settlement);
  yield writer.end();
}

function companyWarnings({ taxpayer }: FileHeader): string[] {
  return taxpayer.vatCode ? [] : [`${taxpayer.name} has no VAT code: only VAT payers file i.SAF.`];
}

function elsewhereWarnings(documents: number): string[] {
  if (documents === 0) return [];
  return [
    `${documents} document(s) are not in the file: another state taxes them, or they are declared under OSS, IOSS or by a platform.`,
  ];
}

/** A void in a later month changes the month of the receipt: its file, made anew, replaces the one that was filed. */
function voidWarning({ documentNumber, receivedDate }: VoidedDocument): string {
  return `Document ${xmlText(documentNumber)}: received ${receivedDate} and voided in this month; make the file of ${receivedDate.slice(0, 7)} anew, it replaces the one filed.`;
}

function refuseForeignBooks({ company: { name, countryCode, baseCurrency } }: Tx): void {
  if (countryCode !== 'LT') {
    refuse(
      'export_impossible',
      `i.SAF is filed by Lithuanian companies; ${name} is registered in ${countryCode}.`,
    );
  }
  if (baseCurrency.code !== 'EUR') {
    refuse('export_impossible', `i.SAF is in EUR; the books of ${name} are kept in ${baseCurrency.code}.`);
  }
}
