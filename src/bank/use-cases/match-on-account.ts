import { Injectable } from '@nestjs/common';
import { postingAccounts, type OpenItemSide } from '../../ledger';
import { partnerSnapshot } from '../../partners';
import type { Tx } from '../../platform/database';
import type { BankTransaction } from '../domain/bank-transaction';
import { lockUnmatched } from '../data/bank-transactions';
import { MatchTransaction } from './match-transaction';

export interface OnAccountOrder {
  transactionId: string;
  partnerId: string;
  /** Default: receivable for money in, payable for money out. */
  side?: OpenItemSide;
  feeAmount?: string;
}

/**
 * Books a bank transaction on account of a partner: money of a customer that names no invoice, or money to a supplier before
 * his. It becomes an open item, and is settled against later documents by `ledger/open-items/allocate`.
 *
 * It stands on the account of receivables or payables. It is no advance invoice: that is a document of its own.
 * @throws DomainError as `payDocuments`
 */
@Injectable()
export class MatchOnAccount {
  constructor(private readonly matchTransaction: MatchTransaction) {}

  async execute(tx: Tx, order: OnAccountOrder): Promise<BankTransaction> {
    const { transactionId, partnerId, feeAmount } = order;
    const { amount } = await lockUnmatched(tx, transactionId);
    await partnerSnapshot(tx, partnerId, 'partnerId');
    const side = order.side ?? (amount.startsWith('-') ? 'payable' : 'receivable');
    const key = side === 'receivable' ? 'sales.receivable' : 'purchases.payables';
    const { accountId } = (await postingAccounts(tx, [key]))[key];
    return this.matchTransaction.execute(tx, transactionId, {
      allocations: [],
      memberOf: () => 'transactionId',
      onAccount: { side, partnerId, accountId },
      ...(feeAmount !== undefined && { feeAmount }),
    });
  }
}
