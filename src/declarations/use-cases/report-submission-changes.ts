import { Injectable } from '@nestjs/common';
import { refuseUnknown } from '../../shared/domain-error';
import type { Tx } from '../../platform/database';
import { changesSince, type SubmissionChanges } from '../data/submission-changes';
import { findSubmission } from '../data/submissions';

const MOST_ROWS = 1000;

/** Which documents of a filed month came, went or were corrected since: what a correction would be about. */
@Injectable()
export class ReportSubmissionChanges {
  async execute(tx: Tx, id: string): Promise<SubmissionChanges> {
    const submission = await findSubmission(tx, id);
    if (!submission) refuseUnknown('id', `Submission ${id}`);
    return changesSince(tx, submission, MOST_ROWS);
  }
}
