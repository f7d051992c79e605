import { Injectable } from '@nestjs/common';
import { refuseUnknown } from '../../../shared/domain-error';
import type { Tx } from '../../../platform/database';
import { entriesOf, findTransaction } from '../data/journal-transactions';
import type { PostedEntry, PostedTransaction } from '../domain/posted-transaction';

/** Reads a transaction with its entries. */
@Injectable()
export class GetTransaction {
  async execute(tx: Tx, id: string): Promise<{ transaction: PostedTransaction; entries: PostedEntry[] }> {
    const transaction = await findTransaction(tx, id);
    if (!transaction) refuseUnknown('id', `Journal transaction ${id}`);
    return { transaction, entries: await entriesOf(tx, id) };
  }
}
