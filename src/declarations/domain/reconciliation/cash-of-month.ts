import { compareCalendarDates } from '../../../shared/calendar-date';
import { sumOf } from '../../../shared/decimal';
import type { DayRange } from '../vat-return/return-period';
import type { RegisteredVat } from '../vat-return/vat-movement';
import type { CashOfMonth, RegisterSums, Side } from './reconciled-vat';

/** What falls due on these days, of documents that count on them and of earlier ones. */
export function cashOfMonth(due: readonly RegisteredVat[], { from }: DayRange): CashOfMonth {
  const isEarlier = ({ countedOn }: RegisteredVat): boolean => compareCalendarDates(countedOn, from) < 0;
  const of = (side: Side): CashOfMonth[Side] => {
    const rows = due.filter(row => row.side === side);
    return { counted: sums(rows.filter(row => !isEarlier(row))), earlier: sums(rows.filter(isEarlier)) };
  };
  return { sales: of('sales'), purchases: of('purchases') };
}

function sums(rows: RegisteredVat[]): RegisterSums {
  return {
    documents: new Set(rows.map(({ documentId, isVoid }) => `${documentId} ${isVoid}`)).size,
    net: sumOf(rows.map(({ net }) => net)),
    vat: sumOf(rows.map(({ vat }) => vat)),
    deductible: sumOf(rows.map(({ deductibleVat }) => deductibleVat)),
    selfAssessed: sumOf(rows.map(({ selfAssessedVat }) => selfAssessedVat)),
    undeductedProRata: sumOf(rows.map(({ undeductedProRata }) => undeductedProRata)),
  };
}
