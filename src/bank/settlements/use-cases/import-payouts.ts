import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../shared/decimal';
import { refuse } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { auditRows } from '../../../audit';
import type { Tx } from '../../../platform/database';
import { findBankAccount } from '../../data/bank-accounts';
import { refuseInactive } from '../../domain/bank-account';
import { readContent } from '../../domain/statement-content';
import { currenciesByCode } from '../data/currencies';
import { matchByCharge, matchByNumber, reversedAmong } from '../data/invoice-matches';
import { deleteLines, insertLines, type LineFacts, type RemovedLine } from '../data/settlement-lines';
import {
  insertNewSettlements,
  lockByPayout,
  settlementsById,
  updateSettlements,
  type SettlementFacts,
  type StoredPayout,
} from '../data/settlements';
import { readPayoutFile, type PayoutFormat } from '../domain/payout-file';
import { possibleNumbers } from '../domain/references';
import { chargeKeyOf, type Payout, type Provider, type Settlement } from '../domain/settlement';
import { factsOf, settlementEvents } from '../steps/settlement-facts';

export interface PayoutOrder {
  bankAccountId: string;
  provider?: Provider;
  content: string;
}

export interface PayoutImport {
  format: PayoutFormat;
  imported: number;
  updated: number;
  skipped: number;
  skippedUnassigned: number;
  skippedPayoutRows: number;
  skippedNotSettled: number;
  batches: Settlement[];
}

/** A payout of the file, as it is to be stored. */
interface Batch {
  facts: SettlementFacts;
  payout: Payout;
}

/**
 * Imports the payouts of a provider's file, each once (@invariant INV-05): what is there with the same content is skipped, what is not
 * posted yet is brought up to date. Lines find their invoices by number. All or nothing.
 * @throws DomainError `settlement_refused`; `settlement_posted` for a posted payout with other content
 */
@Injectable()
export class ImportPayouts {
  async execute(tx: Tx, { bankAccountId, provider = 'stripe', content }: PayoutOrder): Promise<PayoutImport> {
    const [account, currencies] = await Promise.all([
      findBankAccount(tx, bankAccountId, 'bankAccountId'),
      currenciesByCode(tx),
    ]);
    refuseInactive(account);
    const { payouts, ...file } = readPayoutFile(readContent(content), currencies);
    const batches = payouts.map(payout => ({ payout, facts: factsOf(account, provider, payout) }));
    const fresh = await insertNewSettlements(
      tx,
      batches.map(({ facts }) => facts),
    );
    const { changed, ids } = await changedOf(tx, provider, batches, fresh);
    if (changed.length > 0)
      await updateSettlements(
        tx,
        changed.map(({ facts }) => facts),
      );
    const removed = await deleteLines(
      tx,
      changed.map(({ facts }) => facts.id),
    );
    const imported = batches.filter(({ facts }) => fresh.has(facts.id));
    const written = [...imported, ...changed];
    await storeLines(tx, written, removed);
    const result = {
      ...file,
      imported: imported.length,
      updated: changed.length,
      skipped: batches.length - written.length,
    };
    await tx.insert(
      auditRows(tx, {
        action: 'settlements.imported',
        entity: 'bank_account',
        entityId: account.id,
        diff: { ...result, payoutIds: written.map(({ payout }) => payout.payoutId) },
      }),
      await settlementEvents(
        tx,
        imported.map(({ facts }) => facts),
        changed.map(({ facts }) => facts),
      ),
    );
    return { ...result, batches: await settlementsById(tx, ids) };
  }
}

/** The stored payouts that the file changes, under their stored ids; and the ids of all payouts of the file. */
async function changedOf(
  tx: Tx,
  provider: Provider,
  batches: Batch[],
  fresh: Set<string>,
): Promise<{ changed: Batch[]; ids: string[] }> {
  const there = batches.filter(({ facts }) => !fresh.has(facts.id));
  const stored = await lockByPayout(
    tx,
    provider,
    there.map(({ payout }) => payout.payoutId),
  );
  const byPayout = new Map(there.map(batch => [batch.payout.payoutId, batch]));
  const changed: Batch[] = [];
  for (const payout of stored) {
    const { id, payoutId, contentHash, isPosted } = payout;
    const batch = byPayout.get(payoutId)!;
    if (contentHash === batch.facts.contentHash) continue;
    if (isPosted) {
      refuse(
        'settlement_posted',
        `Payout ${payoutId} is posted with other content; nothing of the file is imported. Reverse its posting first (bank/settlements/reverse).`,
        { existingId: id },
      );
    }
    refuseOfMoved(payout, batch.facts);
    changed.push({ ...batch, facts: { ...batch.facts, id } });
  }
  return { changed, ids: [...fresh, ...stored.map(({ id }) => id)] };
}

/** What an arrival moved to the bank stays moved when the posting is reversed: another account or amount would move it twice. */
function refuseOfMoved(
  { payoutId, bankAccountId, netTotal, movedBy }: StoredPayout,
  to: SettlementFacts,
): void {
  if (movedBy === null) return;
  if (bankAccountId === to.bankAccountId && new Decimal(netTotal).equals(to.netTotal)) return;
  refuse(
    'settlement_refused',
    `Payout ${payoutId} has arrived with bank transaction ${movedBy}, which moved its money to the bank; nothing of the file is imported. To change its account or amount, unmatch that first (bank/transactions/unmatch).`,
    { existingId: movedBy },
  );
}

/** Stores lines and finds their invoices; a line that was there keeps its id and what was chosen by hand, if that stands. */
async function storeLines(tx: Tx, written: Batch[], removed: RemovedLine[]): Promise<void> {
  const before = new Map(removed.map(line => [identityOf(line), line]));
  const byHand = removed.filter(({ matchStatus }) => matchStatus === 'manual');
  const reversed = await reversedAmong(
    tx,
    byHand.flatMap(({ matchedInvoiceId }) => matchedInvoiceId ?? []),
  );
  const lines = written.flatMap(({ facts, payout }) =>
    payout.lines.map((line, index): LineFacts => {
      const { gross, fee, customerAmount, ...rest } = line;
      const { currency } = gross;
      const old = before.get(identityOf({ ...line, settlementId: facts.id, currency: currency.code }));
      const chosen = old?.matchStatus === 'manual' ? old.matchedInvoiceId : null;
      const isManual = chosen !== null && !reversed.has(chosen);
      return {
        ...rest,
        id: old?.id ?? newId(),
        settlementId: facts.id,
        lineNo: index + 1,
        currency,
        gross: gross.toString(),
        fee: fee.toString(),
        net: gross.minus(fee).toString(),
        chargeKey: chargeKeyOf(line),
        customerCurrency: customerAmount?.currency ?? null,
        customerAmount: customerAmount?.toString() ?? null,
        matchedInvoiceId: isManual ? chosen : null,
        matchStatus: isManual ? 'manual' : 'unmatched',
      };
    }),
  );
  await insertLines(tx, lines);
  await matchByNumber(
    tx,
    lines.flatMap(({ id, reference, description }) =>
      possibleNumbers(reference, description).map(number => ({ lineId: id, number })),
    ),
  );
  if (written.length > 0) {
    await matchByCharge(
      tx,
      written.map(({ facts }) => facts.id),
    );
  }
}

function identityOf(
  line: Pick<RemovedLine, 'settlementId' | 'externalId' | 'category' | 'currency'>,
): string {
  return [line.settlementId, line.externalId, line.category, line.currency].join(' ');
}
