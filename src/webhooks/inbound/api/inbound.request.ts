import { Field } from '../../../platform/http';
import { INBOUND_PROVIDERS, type InboundProvider } from '../domain/inbound-event';

const LONGEST_OVERLAP_HOURS = 168;
const BANK_ACCOUNT = {
  optional: true,
  description:
    'Where payouts of this sender arrive. Not needed while the company has one bank account in their currency.',
};
const SECRET = {
  optional: true,
  description: 'The signing secret as the sender shows it, `whsec_...`.',
};

export class CreateEndpointRequest {
  @Field.oneOf(INBOUND_PROVIDERS, { description: 'How the sender signs.' }) provider!: InboundProvider;
  @Field.text({
    ...SECRET,
    description: `${SECRET.description} Without it one is made, for the sender to use.`,
  })
  secret?: string;
  @Field.text({ optional: true }) description?: string;
  @Field.id(BANK_ACCOUNT) bankAccountId?: string;
}

export class UpdateEndpointRequest {
  @Field.id() id!: string;
  @Field.text(SECRET) secret?: string;
  @Field.integer({
    optional: true,
    min: 0,
    max: LONGEST_OVERLAP_HOURS,
    description: 'With a new secret: how long the old one works beside it. Default: 24.',
  })
  overlapHours?: number;
  @Field.id({ ...BANK_ACCOUNT, nullable: true }) bankAccountId?: string | null;
}
