import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import { undepreciatedAssets } from '../../assets';
import { unmatchedTransactions } from '../../bank';
import { currenciesNotRevalued } from '../../revaluation';
import type { Tx } from '../../platform/database';
import { unfinishedDocuments } from '../data/unfinished-documents';
import { CLOSING_CHECKS, type ClosingCheck, type ClosingCheckCode } from '../domain/closing-check';

/** What is left to do before the books are closed up to a day. */
@Injectable()
export class CheckClosing {
  async execute(tx: Tx, day: CalendarDate): Promise<ClosingCheck[]> {
    const [documents, bank_transactions, depreciation, revaluation] = await Promise.all([
      unfinishedDocuments(tx, day),
      unmatchedTransactions(tx, day),
      undepreciatedAssets(tx, day),
      currenciesNotRevalued(tx, day),
    ]);
    const elsewhere: Partial<Record<ClosingCheckCode, string[]>> = {
      bank_transactions,
      depreciation,
      revaluation,
    };
    return (Object.keys(CLOSING_CHECKS) as ClosingCheckCode[]).map(code => ({
      code,
      found: elsewhere[code] ?? documents.filter(document => document.code === code).map(({ id }) => id),
    }));
  }
}
