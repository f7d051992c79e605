import { Injectable } from '@nestjs/common';
import { refuse, refuseUnknown } from '../../shared/domain-error';
import { invariant } from '../../shared/invariant';
import { auditRows } from '../../audit';
import { eventRows, takeEventSequence } from '../../outbox';
import type { Tx } from '../../platform/database';
import { CloseVatPeriods } from '../../vat';
import { changesSince, type SubmissionChange, type SubmissionChanges } from '../data/submission-changes';
import { findSubmission, lockSubmission, moveSubmission } from '../data/submissions';
import {
  describeSubmission,
  isCorrectable,
  mayBecome,
  NEXT_STATUSES,
  type NextStatus,
  type Submission,
} from '../domain/submission';

/** How many changes are told one by one. */
const MOST_CHANGES_TOLD = 100;

export interface SubmissionMark {
  id: string;
  status: NextStatus;
  externalRef?: string;
  message?: string;
}

/**
 * Says how far a submission came: generated -> submitted -> accepted | rejected. What is submitted closes the VAT period of
 * its month, whoever closed it before, and says what of the month the file does not have; a rejection is told to the outside (`filing.rejected`).
 * @throws DomainError `submission_state` for any other step, and for a correction of what the authority rejected
 */
@Injectable()
export class MarkSubmission {
  constructor(private readonly closeVatPeriods: CloseVatPeriods) {}

  async execute(tx: Tx, mark: SubmissionMark): Promise<Submission & { warnings: string[] }> {
    const { id, status, externalRef, message } = mark;
    const submission = await lockSubmission(tx, id);
    if (!submission) refuseUnknown('id', `Submission ${id}`);
    refuseOtherStep(submission, status);
    const changes = status === 'submitted' ? await this.submit(tx, submission) : null;

    const entity = 'declaration_submission';
    const audit = auditRows(tx, {
      action: `${entity}.${status}`,
      entity,
      entityId: id,
      diff: {
        from: submission.status,
        externalRef: externalRef ?? null,
        message: message ?? null,
        ...(changes && { changes: changes.total }),
      },
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
    return { ...moved, warnings: changes === null ? [] : changeWarnings(changes) };
  }

  /** Closes the month, so that no row is in flight, and only then looks at what changed since the file was made. */
  private async submit(tx: Tx, submission: Submission): Promise<SubmissionChanges> {
    if (submission.replacesId !== null) await refuseRejected(tx, submission.replacesId);
    const { periodYear: year, periodMonth: month } = submission;
    await this.closeVatPeriods.closeOpen(tx, [{ year, month }]);
    return changesSince(tx, submission, MOST_CHANGES_TOLD);
  }
}

function refuseOtherStep(submission: Submission, status: NextStatus): void {
  if (mayBecome(submission, status)) return;
  const next = NEXT_STATUSES.filter(candidate => mayBecome(submission, candidate));
  refuse(
    'submission_state',
    `${describeSubmission(submission)}; ${next.length === 0 ? 'that is final' : `it can become ${next.join(' or ')}`}.`,
    { existingId: submission.id },
  );
}

/** What a correction replaces is locked, always the newer file before the older. */
async function refuseRejected(tx: Tx, replacedId: string): Promise<void> {
  const replaced = await lockSubmission(tx, replacedId);
  invariant(replaced, 'what a correction replaces stays');
  if (isCorrectable(replaced)) return;
  refuse(
    'submission_state',
    `What this one corrects: ${describeSubmission(replaced)}; discard the correction and make an original.`,
    { existingId: replaced.id },
  );
}

const WHAT_CHANGED: Record<SubmissionChange['change'], string> = {
  added: 'counts in the month and is not in the file; correct it (kind corrective)',
  voided: 'is in the file and was voided since; correct it (kind corrective)',
  credited: 'credits a document of the file in another month; the file stays right',
};

function changeWarnings({ total, rows }: SubmissionChanges): string[] {
  const told = rows.map(
    ({ change, documentNumber, documentDate }) =>
      `Document ${documentNumber} of ${documentDate} ${WHAT_CHANGED[change]}.`,
  );
  if (total === rows.length) return told;
  return [...told, `${total - rows.length} more; see declarations/submissions/changes.`];
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
