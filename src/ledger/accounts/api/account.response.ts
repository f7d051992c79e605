import { Field } from '../../../platform/http';
import { ACCOUNT_CONTROLS, ACCOUNT_TYPES, type Account } from '../domain/account';

export class AccountResponse {
  @Field.id() id!: string;
  @Field.text() code!: string;
  @Field.text() name!: string;
  @Field.any({ nullable: true }) translations!: Account['translations'];
  @Field.oneOf(ACCOUNT_TYPES) type!: string;
  @Field.id({ nullable: true }) parentId!: string | null;
  @Field.text({ description: 'The same as `name`; newer official clients insist on it.' })
  displayName!: string;
  @Field.boolean() isPostable!: boolean;
  @Field.oneOf(ACCOUNT_CONTROLS, {
    nullable: true,
    addition: true,
    description: 'What the account sums up: documents move it, manual entries do not.',
  })
  control!: string | null;
  @Field.instant() createdAt!: string;
}

export class AppliedTemplateResponse {
  @Field.integer({ description: 'How many accounts were made.' }) accounts!: number;
}

export function accountResponse({
  accountId,
  code,
  name,
  translations,
  type,
  parentId,
  isPostable,
  control,
  createdAt,
}: Account): AccountResponse {
  return {
    id: accountId,
    code,
    name,
    displayName: name,
    translations,
    type,
    parentId,
    isPostable,
    control,
    createdAt,
  };
}
