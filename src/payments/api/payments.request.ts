import { Field } from '../../platform/http';
import { PROVIDERS, REFUND_REASONS, type Provider, type RefundReason } from '../domain/payment';

export class CreateChargeRequest {
  @Field.id() invoiceId!: string;
  @Field.decimal({
    optional: true,
    description: "In the invoice's currency. Default: all that is open and that no unfinished charge wants.",
  })
  amount?: string;
  @Field.text({ max: 255, example: 'pm_1Nv0FGQ9RKHgCVdK', description: "The provider's payment method." })
  paymentMethod!: string;
  @Field.oneOf(PROVIDERS) provider!: Provider;
  @Field.text({
    optional: true,
    max: 255,
    example: 'cus_Oj2Z8Q9RKHgCVd',
    description: "The provider's customer that the payment method is saved for.",
  })
  customer?: string;
}

export class CreateRefundRequest {
  @Field.id() chargeId!: string;
  @Field.decimal({
    optional: true,
    description: 'In the currency of the charge. Default: all that is not given back yet.',
  })
  amount?: string;
  @Field.oneOf(REFUND_REASONS, { optional: true }) reason?: RefundReason;
}

export class SetProviderRequest {
  @Field.oneOf(PROVIDERS) provider!: Provider;
  @Field.text({
    max: 255,
    example: 'sk_test_...',
    description:
      'Secret or restricted key. Kept encrypted, never shown again. A sandbox company takes test keys, every other company live keys.',
  })
  secretKey!: string;
  @Field.boolean({
    optional: true,
    description:
      'The key is of the same account at the provider as the one before: unfinished payments and refunds of earlier charges go on with it. Default false: they go on with the key before; while payments are unfinished it has to be said.',
  })
  sameAccount?: boolean;
  @Field.text({
    optional: true,
    nullable: true,
    max: 30,
    description:
      "Ledger account on which money waits for its payout. Default: that of the provider's only bank account in the currency of the charge, else 273. Left out: as it was; `null`: the default.",
  })
  clearingAccountCode?: string | null;
}
