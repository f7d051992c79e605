import { Injectable } from '@nestjs/common';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import { invariant } from '../../shared/invariant';
import { auditRows } from '../../audit';
import type { Tx } from '../../platform/database';
import { discardSubmission, findSubmission, lockSubmission } from '../data/submissions';
import { describeSubmission, type Submission } from '../domain/submission';

/** Gives up a file that was made and never filed; another may be made in its place. It stays to be read. */
@Injectable()
export class DiscardSubmission {
  /** @throws DomainError `submission_state` */
  async execute(tx: Tx, id: string): Promise<Submission> {
    const submission = await lockSubmission(tx, id);
    if (!submission) refuseUnknown('id', `Submission ${id}`);
    if (submission.status !== 'generated' || submission.discardedAt !== null)
      refuse(
        'submission_state',
        `${describeSubmission(submission)}; only what is generated and not filed is discarded.`,
        { existingId: id },
      );
    const entity = 'declaration_submission';
    const diff = { before: submission };
    await tx.insert(auditRows(tx, { action: `${entity}.discarded`, entity, entityId: id, diff }));
    await discardSubmission(tx, id);
    const discarded = await findSubmission(tx, id);
    invariant(discarded, 'a submission stays');
    return discarded;
  }
}
