import { Field } from '../../platform/http';
import { SCOPES } from '../domain/scopes';

const LONGEST_LIFE_DAYS = 3650;

export class CreateApiKeyRequest {
  @Field.text({ description: 'Names the integration.' }) name!: string;
  @Field.texts({ optional: true, min: 1, max: 50, values: SCOPES, description: 'Default: everything (`*`).' })
  scopes?: string[];
  @Field.integer({ optional: true, min: 1, max: LONGEST_LIFE_DAYS, description: 'Default: does not expire.' })
  expiresInDays?: number;
  @Field.id({
    optional: true,
    addition: true,
    description: 'Which company; the operator must say, a key may only name its own.',
  })
  companyId?: string;
  @Field.id({
    optional: true,
    addition: true,
    description:
      'The member of the company that the key acts as, with those of its scopes that his role has. Default: an integration.',
  })
  memberId?: string;
}

export class RotateApiKeyRequest {
  @Field.id() id!: string;
  @Field.integer({
    optional: true,
    min: 0,
    max: 720,
    description: 'How long the old key works beside the new one. Default: 24.',
  })
  overlapHours?: number;
  @Field.integer({
    optional: true,
    min: 1,
    max: LONGEST_LIFE_DAYS,
    description: 'Default: as long a life as the old key had.',
  })
  expiresInDays?: number;
}
