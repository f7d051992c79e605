import { Field } from '../../../platform/http';
import { ACCOUNT_TYPES, type AccountType } from '../domain/account';

const TRANSLATIONS = {
  optional: true,
  description: 'Names by language code: `{"en": {"name": "Trade debtors"}}`.',
  schema: {
    type: 'object' as const,
    additionalProperties: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  },
};

export class CreateAccountRequest {
  @Field.text({
    max: 30,
    description: 'Unique in the company; letters, digits and `. _ / -`.',
    example: '2410',
  })
  code!: string;
  @Field.text() name!: string;
  @Field.any(TRANSLATIONS) translations?: unknown;
  @Field.oneOf(ACCOUNT_TYPES) type!: AccountType;
  @Field.id({ optional: true }) parentId?: string;
  @Field.boolean({ optional: true, description: 'Whether entries may name it; default true.' })
  isPostable?: boolean;
}

export class UpdateAccountRequest {
  @Field.id() id!: string;
  @Field.text({ optional: true }) name?: string;
  @Field.any(TRANSLATIONS) translations?: unknown;
  @Field.id({ optional: true, nullable: true }) parentId?: string | null;
  @Field.boolean({ optional: true }) isPostable?: boolean;
}
