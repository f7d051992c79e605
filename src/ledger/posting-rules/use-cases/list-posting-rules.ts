import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database';
import { postingRules } from '../data/posting-rules';
import type { PostingRule } from '../domain/posting-rule';
import { POSTING_RULE_KEYS } from '../domain/posting-rule-key';

/** Reads which account each kind of posting goes to. */
@Injectable()
export class ListPostingRules {
  execute(tx: Tx): Promise<PostingRule[]> {
    return postingRules(tx, POSTING_RULE_KEYS);
  }
}
