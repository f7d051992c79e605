import { Field } from '../../platform/http';
import { PROVIDERS } from '../domain/payment';
import type { PaymentAccount } from '../domain/payment-account';

export class PaymentProviderResponse {
  @Field.oneOf(PROVIDERS) provider!: string;
  @Field.oneOf(['test', 'live']) mode!: string;
  @Field.text({ description: 'The last characters of the secret key; nothing else of it is ever shown.' })
  secretKeyEnding!: string;
  @Field.text({ nullable: true, description: 'Null: the default.' }) clearingAccountCode!: string | null;
  @Field.instant() createdAt!: string;
  @Field.instant() updatedAt!: string;
}

export class PaymentProvidersResponse {
  @Field.list(() => PaymentProviderResponse) rows!: PaymentProviderResponse[];
}

export function providerResponse(account: PaymentAccount): PaymentProviderResponse {
  return {
    provider: account.provider,
    mode: account.isLive ? 'live' : 'test',
    secretKeyEnding: account.secretKeyEnding,
    clearingAccountCode: account.clearingAccountCode,
    createdAt: account.createdAt,
    updatedAt: account.updatedAt,
  };
}
