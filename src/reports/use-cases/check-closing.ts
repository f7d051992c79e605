import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../shared/calendar-date';
import { undepreciatedAssets } from '../../assets';
import { unmatchedTransactions } from '../../bank';
import { currenciesNotRevalued } from '../../revaluation';
import type { Tx } from '../../platform/database';
import { unfinishedDocuments } from '../data/unfinished-documents';
import {
  CLOSING_CHECKS,
  MOST_FOUND,
  type ClosingCheck,
  type ClosingCheckCode,
  type Found,
} from '../domain/closing-check';

/** What is left to do before the books are closed up to a day. */
@Injectable()
export class CheckClosing {
  async execute(tx: Tx, day: CalendarDate): Promise<ClosingCheck[]> {
    const [documents, bank_transactions, depreciation, revaluation] = await Promise.all([
      unfinishedDocuments(tx, day),
      unmatchedTransactions(tx, day, MOST_FOUND),
      undepreciatedAssets(tx, day),
      currenciesNotRevalued(tx, day),
    ]);
    const found: Partial<Record<ClosingCheckCode, Found>> = {
      ...Object.fromEntries(documents.map(({ code, ...each }) => [code, each])),
      bank_transactions,
      depreciation: firstOf(depreciation),
      revaluation: firstOf(revaluation),
    };
    return (Object.keys(CLOSING_CHECKS) as ClosingCheckCode[]).map(code => ({
      code,
      ...(found[code] ?? { count: 0, found: [] }),
    }));
  }
}

function firstOf(all: string[]): Found {
  return { count: all.length, found: all.slice(0, MOST_FOUND) };
}
