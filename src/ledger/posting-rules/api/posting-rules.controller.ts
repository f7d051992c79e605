import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../../platform/database';
import { EmptyRequest, Field, InTx, Read, Write } from '../../../platform/http';
import type { PostingRule } from '../domain/posting-rule';
import { POSTING_RULE_KEYS, type PostingRuleKey } from '../domain/posting-rule-key';
import { ListPostingRules } from '../use-cases/list-posting-rules';
import { UpdatePostingRules } from '../use-cases/update-posting-rules';

class PostingRuleResponse {
  @Field.text() key!: string;
  @Field.text() description!: string;
  @Field.text() defaultCode!: string;
  @Field.text() accountCode!: string;
  @Field.boolean() overridden!: boolean;
}

class PostingRulesResponse {
  @Field.list(() => PostingRuleResponse) rows!: PostingRuleResponse[];
}

class PostingRuleChangeRequest {
  @Field.oneOf(POSTING_RULE_KEYS) key!: PostingRuleKey;
  @Field.text({ nullable: true, max: 30, description: '`null`: back to the default.' }) accountCode!:
    string | null;
}

class UpdatePostingRulesRequest {
  @Field.list(() => PostingRuleChangeRequest, { min: 1, max: 100 }) rules!: PostingRuleChangeRequest[];
}

@Controller()
export class PostingRulesController {
  constructor(
    private readonly listPostingRules: ListPostingRules,
    private readonly updatePostingRules: UpdatePostingRules,
  ) {}

  @Read('ledger/posting-rules/list', {
    summary: 'Which account each kind of posting goes to',
    request: EmptyRequest,
    response: PostingRulesResponse,
  })
  async list(@Body() _: EmptyRequest, @InTx() tx: Tx): Promise<PostingRulesResponse> {
    return response(await this.listPostingRules.execute(tx));
  }

  @Write('ledger/posting-rules/update', {
    summary: 'Choose the accounts of kinds of postings',
    request: UpdatePostingRulesRequest,
    response: PostingRulesResponse,
  })
  async update(@Body() request: UpdatePostingRulesRequest, @InTx() tx: Tx): Promise<PostingRulesResponse> {
    return response(await this.updatePostingRules.execute(tx, request.rules));
  }
}

function response(rules: PostingRule[]): PostingRulesResponse {
  return {
    rows: rules.map(({ key, description, defaultCode, accountCode, overridden }) => ({
      key,
      description,
      defaultCode,
      accountCode,
      overridden,
    })),
  };
}
