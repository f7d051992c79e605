import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../../shared/calendar-date';
import { refuse } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import type { Money } from '../../../shared/money';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { journalRows } from '../../journal/data/journal-rows';
import { openItemRows } from '../../open-items/data/open-items';
import { openPeriods } from '../../periods/data/accounting-periods';
import { postingAccounts } from '../../posting-rules/data/posting-rules';
import {
  currenciesByCode,
  firstOpenedAlready,
  lockOpenings,
  openingItemRows,
  partnersAmong,
  withClearing,
} from '../data/openings';
import type { Opening } from '../domain/opening';
import {
  openingItemEntries,
  openingItems,
  totalOf,
  type GivenItem,
  type OpeningItem,
} from '../domain/opening-items';

export interface OpeningItemsOrder {
  /** Any day of an open period: that of the opening balance. */
  date: CalendarDate;
  items: GivenItem[];
}

export interface OpenedItems extends Opening {
  items: OpeningItem[];
  /** In base currency; positive: the company is owed. */
  total: Money;
}

/**
 * Brings in what was open in the old books, document by document under its old number: no series, no VAT, no event. The
 * items stand on the control accounts, against the account of the rule `ledger.openingBalances`.
 * @throws DomainError `opening_exists`, `supplier_document_taken`, `not_found`, `account_unusable`, `period_locked`
 */
@Injectable()
export class PostOpeningItems {
  async execute(tx: Tx, { date, items: given }: OpeningItemsOrder): Promise<OpenedItems> {
    await lockOpenings(tx);
    const base = tx.company.baseCurrency;
    const [currencies, partners, rules] = await Promise.all([
      currenciesByCode(
        tx,
        given.map(({ currency }) => currency),
      ),
      partnersAmong(
        tx,
        given.map(({ partnerId }) => partnerId),
      ),
      postingAccounts(tx, ['sales.receivable', 'purchases.payables', 'ledger.openingBalances']),
    ]);
    const accounts = { receivable: rules['sales.receivable'], payable: rules['purchases.payables'] };
    const items = openingItems(given, { date, base, currencies, partners, accounts }, newId);
    await this.refuseOpened(tx, items);
    const opening = { id: newId(), date, transactionId: newId(), reversalTransactionId: null };
    const partnerIds = new Set(items.map(({ partnerId }) => partnerId));
    const transaction = {
      id: opening.transactionId,
      date,
      description: 'Opening items',
      documentType: 'opening_items',
      documentId: opening.id,
      partnerId: partnerIds.size === 1 ? [...partnerIds][0]! : null,
      entries: openingItemEntries(items, rules['ledger.openingBalances'].accountId, base),
    };
    await openPeriods(tx, [date]);
    const total = totalOf(items, base);
    await tx.insert(
      ...journalRows(tx, [transaction]),
      openItemRows(tx, items),
      openingItemRows(tx, opening, items),
      auditRows(tx, {
        action: 'opening_items.posted',
        entity: 'opening_items',
        entityId: opening.id,
        diff: {
          date,
          journalTransactionId: opening.transactionId,
          items: items.length,
          total: total.toString(),
        },
      }),
    );
    return { ...(await withClearing(tx, opening)), items, total };
  }

  private async refuseOpened(tx: Tx, items: OpeningItem[]): Promise<void> {
    const opened = await firstOpenedAlready(tx, items);
    if (!opened) return;
    const { documentNumber, side } = items[opened.index]!;
    const { existingId } = opened;
    const member = `items.${opened.index}.documentNumber`;
    if (opened.isRegistered) {
      refuse(
        'supplier_document_taken',
        `Document ${documentNumber} of this supplier is in the books already; leave it out, delete its draft or void its registration.`,
        { existingId, fieldErrors: { [member]: ['is in the books already'] } },
      );
    }
    refuse(
      'opening_exists',
      `Document ${documentNumber} of this partner (${side}) is opened already; leave it out, or reverse its opening items first.`,
      { existingId, fieldErrors: { [member]: ['is opened already'] } },
    );
  }
}
