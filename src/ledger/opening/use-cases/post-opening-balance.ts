import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../../shared/calendar-date';
import { refuse } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { accountsByCode } from '../../accounts/data/accounts';
import { journalRows } from '../../journal/data/journal-rows';
import { openPeriods } from '../../periods/data/accounting-periods';
import { postingAccounts } from '../../posting-rules/data/posting-rules';
import {
  currenciesByCode,
  liveOpeningBalance,
  lockOpenings,
  openingBalanceRows,
  withClearing,
} from '../data/openings';
import type { Opening } from '../domain/opening';
import { openingEntries, type OpeningEntry } from '../domain/opening-entries';

export interface OpeningBalanceOrder {
  /** Any day of an open period. */
  date: CalendarDate;
  entries: OpeningEntry[];
}

/**
 * Posts the balances that a company begins with, as one transaction, once. It balances by itself: what opening items bring
 * in is entered as one amount on the account of the rule `ledger.openingBalances`, which the items then take off again.
 * @throws DomainError `opening_exists`, `control_account`, `unbalanced`, `account_unusable`, `period_locked`
 */
@Injectable()
export class PostOpeningBalance {
  async execute(tx: Tx, { date, entries }: OpeningBalanceOrder): Promise<Opening> {
    await lockOpenings(tx);
    const existing = await liveOpeningBalance(tx);
    if (existing) {
      refuse(
        'opening_exists',
        `The opening balance of ${existing.date} is in the books already; reverse it first.`,
        {
          existingId: existing.id,
        },
      );
    }
    const [accounts, currencies, rules] = await Promise.all([
      accountsByCode(tx, [...new Set(entries.map(({ accountCode }) => accountCode))]),
      currenciesByCode(
        tx,
        entries.flatMap(({ currency }) => currency ?? []),
      ),
      postingAccounts(tx, ['ledger.openingBalances']),
    ]);
    const opening = { id: newId(), date, transactionId: newId(), reversalTransactionId: null };
    const transaction = {
      id: opening.transactionId,
      date,
      description: 'Opening balance',
      documentType: 'opening_balance',
      documentId: opening.id,
      partnerId: null,
      entries: openingEntries(
        entries,
        accounts,
        currencies,
        rules['ledger.openingBalances'].code,
        tx.company.baseCurrency,
      ),
    };
    await openPeriods(tx, [date]);
    await tx.insert(
      ...journalRows(tx, [transaction]),
      openingBalanceRows(tx, opening),
      auditRows(tx, {
        action: 'opening_balance.posted',
        entity: 'opening_balance',
        entityId: opening.id,
        diff: { date, journalTransactionId: opening.transactionId, entries: entries.length },
      }),
    );
    return withClearing(tx, opening);
  }
}
