import { Injectable } from '@nestjs/common';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import { invariant } from '../../shared/invariant';
import { auditRows } from '../../audit';
import { eventRows, takeEventSequence } from '../../outbox';
import type { Tx } from '../../platform/database';
import { CloseVatPeriods } from '../../vat';
import { findSubmission, lockSubmission, moveSubmission } from '../data/submissions';
import {
  describeSubmission,
  mayBecome,
  NEXT_STATUSES,
  type NextStatus,
  type Submission,
} from '../domain/submission';

export interface SubmissionMark {
  id: string;
  status: NextStatus;
  externalRef?: string;
  message?: string;
}

/**
 * Says how far a submission came: generated -> submitted -> accepted | rejected. What is submitted closes the VAT period of
 * its month, whoever closed it before; a rejection is told to the outside (`filing.rejected`).
 * @throws DomainError `submission_state` for any other step
 */
@Injectable()
export class MarkSubmission {
  constructor(private readonly closeVatPeriods: CloseVatPeriods) {}

  async execute(tx: Tx, mark: SubmissionMark): Promise<Submission> {
    const { id, status, externalRef, message } = mark;
    const submission = await lockSubmission(tx, id);
    if (!submission) refuseUnknown('id', `Submission ${id}`);
    if (!mayBecome(submission, status)) {
      const next = NEXT_STATUSES.filter(candidate => mayBecome(submission, candidate));
      refuse(
        'submission_state',
        `${describeSubmission(submission)}; ${next.length === 0 ? 'that is final' : `it can become ${next.join(' or ')}`}.`,
        { existingId: id },
      );
    }
    const { periodYear: year, periodMonth: month } = submission;
    if (status === 'submitted') await this.closeVatPeriods.closeOpen(tx, [{ year, month }]);

    const entity = 'declaration_submission';
    const audit = auditRows(tx, {
      action: `${entity}.${status}`,
      entity,
      entityId: id,
      diff: { from: submission.status, externalRef: externalRef ?? null, message: message ?? null },
    });
    const eventSequence = status === 'rejected' ? await takeEventSequence(tx) : null;
    const marked = {
      ...submission,
      status,
      externalRef: externalRef ?? submission.externalRef,
      message: message ?? submission.message,
    };
    await tx.insert(
      audit,
      eventRows(
        tx,
        eventSequence === null
          ? []
          : [{ sequence: eventSequence, type: 'filing.rejected', entityId: id, payload: told(marked) }],
      ),
    );
    await moveSubmission(tx, id, { status, externalRef, message, eventSequence });
    const moved = await findSubmission(tx, id);
    invariant(moved, 'a submission stays');
    return moved;
  }
}

/** What the event says. */
function told(submission: Submission): object {
  const { id, obligation, periodYear, periodMonth, variant, part, kind, status } = submission;
  const { fileId, externalRef, message } = submission;
  return {
    id,
    obligation,
    periodYear,
    periodMonth,
    variant,
    part,
    kind,
    status,
    fileId,
    externalRef,
    message,
  };
}
