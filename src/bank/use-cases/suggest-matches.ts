import { Injectable } from '@nestjs/common';
import { Money } from '../../shared/money';
import type { Tx } from '../../platform/database';
import { findBankTransaction } from '../data/bank-transactions';
import { matchCandidates, type CandidateRow } from '../data/match-candidates';
import { OPEN_ITEM_TYPES, type BankTransaction, type PaidDocumentType } from '../domain/bank-transaction';
import { scoreMatch, type MatchScore } from '../domain/match-score';

interface Suggestion extends MatchScore {
  documentType: PaidDocumentType;
  documentId: string;
  number: string;
  partnerName: string;
  currency: string;
  /** Without sign. */
  grossTotal: string;
  remaining: string;
}

const DEFAULT_LIMIT = 10;

/** The open documents that a bank transaction most likely pays, the likeliest first. */
@Injectable()
export class SuggestMatches {
  async execute(tx: Tx, transactionId: string, limit = DEFAULT_LIMIT): Promise<Suggestion[]> {
    const transaction = await findBankTransaction(tx, transactionId);
    const candidates = await matchCandidates(tx, transaction);
    return candidates
      .map(candidate => suggestionOf(transaction, candidate))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
  }
}

function suggestionOf(transaction: BankTransaction, candidate: CandidateRow): Suggestion {
  const { currency, date } = transaction;
  const openAmount = Money.of(candidate.openAmount, currency);
  const amount = Money.of(candidate.amount, currency);
  const withoutSign = (money: Money): string => (money.isNegative() ? money.negated() : money).toString();
  return {
    documentType: OPEN_ITEM_TYPES.sale_invoice.includes(candidate.documentType)
      ? 'sale_invoice'
      : 'purchase_invoice',
    documentId: candidate.documentId,
    number: candidate.documentNumber,
    partnerName: candidate.partnerName,
    currency: currency.code,
    grossTotal: withoutSign(amount),
    remaining: withoutSign(openAmount),
    ...scoreMatch(
      { ...transaction, amount: Money.of(transaction.amount, currency), bookedOn: date },
      { ...candidate, openAmount },
    ),
  };
}
