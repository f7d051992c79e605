import type { Currency } from '../../../shared/currency';
import { refuse, refuseField } from '../../../shared/domain-error';
import { givenMoney } from '../../../shared/given-money';
import type { Money } from '../../../shared/money';
import type { Account } from '../../accounts/domain/account';
import type { JournalEntry } from '../../journal/domain/journal-transaction';
import { manualEntries, type ManualEntry } from '../../journal/domain/manual-entries';

/** An entry of the opening balance; money in a foreign currency says how much it is of that, without sign. */
export interface OpeningEntry extends ManualEntry {
  currency?: string;
  currencyAmount?: string;
}

/**
 * The entries of an opening balance. Receivables and payables are left out: they come in as opening items, each with its
 * document, and their total stands on the clearing account meanwhile.
 * @param accounts by code
 * @throws DomainError `control_account`, and those of `manualEntries`
 */
export function openingEntries(
  given: OpeningEntry[],
  accounts: Map<string, Account>,
  currencies: Map<string, Currency>,
  clearingCode: string,
  base: Currency,
): JournalEntry[] {
  given.forEach(({ accountCode }, index) => {
    const control = accounts.get(accountCode)?.control;
    if (control !== 'receivable' && control !== 'payable') return;
    refuse(
      'control_account',
      `Account ${accountCode} is opened by its items (ledger/opening-items/create); enter their total on account ${clearingCode} here.`,
      { fieldErrors: { [`entries.${index}.accountCode`]: ['is opened by its items'] } },
    );
  });
  return manualEntries(given, accounts, base, true).map((entry, index) => ({
    ...entry,
    document: documentAmount(given[index]!, `entries.${index}`, currencies, entry.base) ?? entry.document,
  }));
}

function documentAmount(
  { currency: code, currencyAmount }: OpeningEntry,
  member: string,
  currencies: Map<string, Currency>,
  carried: Money,
): Money | undefined {
  if (code === undefined && currencyAmount === undefined) return undefined;
  if (code === undefined) refuseField(`${member}.currency`, 'is missing, and currencyAmount is there');
  if (currencyAmount === undefined)
    refuseField(`${member}.currencyAmount`, 'is missing, and currency is there');
  const currency =
    currencies.get(code) ?? refuseField(`${member}.currency`, `"${code}" is not a currency of ISO 4217`);
  const amount = givenMoney(currencyAmount, `${member}.currencyAmount`, currency);
  if (amount.isZero()) refuseField(`${member}.currencyAmount`, 'must not be zero');
  if (code === carried.currency.code && !amount.equals(carried))
    refuseField(`${member}.currencyAmount`, 'must equal the debit or credit, which is in this currency too');
  return amount;
}
