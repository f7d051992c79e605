import type { Provider } from './payment';

/** An account at a provider. The secret key is sealed; `secretKeyEnding` is what may be shown of it. */
export interface PaymentAccount {
  id: string;
  provider: Provider;
  isLive: boolean;
  sealedSecret: string;
  secretKeyEnding: string;
  clearingAccountId: string | null;
  clearingAccountCode: string | null;
  createdAt: string;
  updatedAt: string;
}

const SECRET_KEY = /^(?:sk|rk)_(test|live)_[A-Za-z0-9_]{8,}$/;
const SHOWN = 4;

/** What a secret key of Stripe says of itself; null for anything else, a publishable key for instance. */
export function readSecretKey(secretKey: string): { isLive: boolean; ending: string } | null {
  const [, mode] = SECRET_KEY.exec(secretKey) ?? [];
  return mode === undefined ? null : { isLive: mode === 'live', ending: secretKey.slice(-SHOWN) };
}

/** What the sealed secret of an account belongs to: in another row it does not open. */
export function secretBelongsTo(companyId: string, accountId: string): string {
  return `payment-account/${companyId}/${accountId}`;
}
