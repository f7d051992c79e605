import { Injectable } from '@nestjs/common';
import { refuse, refuseField } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { auditRows } from '../../audit';
import { accountsByCode } from '../../ledger';
import type { Tx } from '../../platform/database';
import { SecretBox } from '../../platform/secrets';
import {
  currentAccounts,
  isSandbox,
  lockCurrentAccount,
  paymentAccount,
  replaceAccount,
  updateAccount,
} from '../data/payment-accounts';
import { unfinishedOf } from '../data/payments';
import type { Provider } from '../domain/payment';
import { readSecretKey, secretBelongsTo, type PaymentAccount } from '../domain/payment-account';

export interface ProviderOrder {
  provider: Provider;
  secretKey: string;
  sameAccount?: boolean;
  /** Undefined: as it was; null: the default. */
  clearingAccountCode?: string | null;
}

/**
 * Sets the secret key with which a company's charges go to a provider. Another account at the provider gets a row of its
 * own: what was begun with the one before ends with that, as its key means nothing elsewhere.
 *
 * Test money in real books would pay real invoices, and a sandbox would take real money: each has its own kind of keys.
 * @throws DomainError `invalid_request`, `provider_key_refused`, `account_unusable`
 */
@Injectable()
export class SetProvider {
  constructor(private readonly secrets: SecretBox) {}

  async execute(tx: Tx, order: ProviderOrder): Promise<PaymentAccount> {
    const { provider, secretKey } = order;
    const key = readSecretKey(secretKey);
    if (!key) refuseField('secretKey', 'must be a secret or restricted key (sk_..., rk_...)');
    await refuseWrongMode(tx, key.isLive);
    const before = await lockCurrentAccount(tx, provider);
    const isSame = before !== undefined && this.isSameAccount(tx, before, order);
    if (before && !isSame) await refuseUnsaid(tx, before, order);
    if (isSame && before.isLive !== key.isLive)
      refuseField('sameAccount', 'is not possible: the key before was of the other mode');
    const id = isSame ? before.id : newId();
    const account = {
      id,
      provider,
      isLive: key.isLive,
      sealedSecret: this.secrets.seal(secretKey, secretBelongsTo(tx.companyId, id)),
      secretKeyEnding: key.ending,
      clearingAccountId: await clearingAccount(tx, order.clearingAccountCode, before),
    };
    await (isSame ? updateAccount(tx, account) : replaceAccount(tx, account));
    const after = await paymentAccount(tx, id);
    await tx.insert(
      auditRows(tx, {
        action: isSame ? 'payment_provider.updated' : 'payment_provider.set',
        entity: 'payment_account',
        entityId: id,
        diff: { before: before === undefined ? null : shown(before), after: shown(after) },
      }),
    );
    return after;
  }

  private isSameAccount(tx: Tx, before: PaymentAccount, { sameAccount, secretKey }: ProviderOrder): boolean {
    if (sameAccount === true) return true;
    return this.secrets.open(before.sealedSecret, secretBelongsTo(tx.companyId, before.id)) === secretKey;
  }
}

/** The accounts that new charges go to. */
@Injectable()
export class ListProviders {
  execute(tx: Tx): Promise<PaymentAccount[]> {
    return currentAccounts(tx);
  }
}

/** What may be seen of an account, also which one it is: that tells another key from another account. */
function shown({ id, provider, isLive, secretKeyEnding, clearingAccountCode }: PaymentAccount): object {
  return { id, provider, isLive, secretKeyEnding, clearingAccountCode };
}

/** What is unfinished ends with the key before, for ever: whoever only replaces a revoked key has to be told. */
async function refuseUnsaid(tx: Tx, before: PaymentAccount, { sameAccount }: ProviderOrder): Promise<void> {
  if (sameAccount !== undefined) return;
  const unfinished = await unfinishedOf(tx, before.id);
  if (unfinished === 0) return;
  refuseField(
    'sameAccount',
    `must say it, as ${unfinished} payments are unfinished with the key that ends in ${before.secretKeyEnding}: true when this key is of the same account, and they go on with it; false when it is of another, and they need the key before until they are finished`,
  );
}

async function refuseWrongMode(tx: Tx, isLive: boolean): Promise<void> {
  const sandbox = await isSandbox(tx);
  if (sandbox && isLive)
    refuse(
      'provider_key_refused',
      'A sandbox company takes no live key: it would take real money. Give a test key.',
    );
  if (!sandbox && !isLive) {
    refuse(
      'provider_key_refused',
      'Only a sandbox company takes a test key: invoices would be paid with money that does not exist. Give a live key, or try things out in a sandbox company.',
    );
  }
}

async function clearingAccount(
  tx: Tx,
  code: string | null | undefined,
  before: PaymentAccount | undefined,
): Promise<string | null> {
  if (code === undefined) return before?.clearingAccountId ?? null;
  if (code === null) return null;
  const account = (await accountsByCode(tx, [code])).get(code);
  const isMoney = account?.type === 'asset' || account?.type === 'liability';
  if (account?.isPostable && account.control === null && isMoney) return account.accountId;
  return refuse(
    'account_unusable',
    `Account ${code} is no account of money that takes postings; name another one in clearingAccountCode.`,
    { fieldErrors: { clearingAccountCode: ['is no account of money that takes postings'] } },
  );
}
