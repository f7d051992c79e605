import { Injectable } from '@nestjs/common';
import { compareCalendarDates } from '../../shared/calendar-date';
import { refuse, refuseField, refuseUnknown } from '../../shared/domain-error';
import { newId } from '../../shared/ids';
import { invariant } from '../../shared/invariant';
import { softwareVersion } from '../../shared/software-version';
import { auditRows } from '../../audit';
import { storeFile } from '../../files';
import type { Tx } from '../../platform/database';
import { isafDocuments } from '../data/isaf-documents';
import {
  findSubmission,
  keepDocuments,
  lastSequence,
  liveCorrection,
  liveSubmission,
  lockMonth,
  lockSubmission,
  submissionRow,
  type SubmittedDocument,
} from '../data/submissions';
import { monthOfIsaf, type IsafHeader, type IsafRequest } from '../domain/isaf/isaf-header';
import type { IsafDataType } from '../domain/isaf/isaf-document';
import { describeSubmission, isCorrectable, type Submission } from '../domain/submission';
import { isafContent, IsafFiles, type IsafFile } from './isaf-files';

const DOCUMENTS_PER_STATEMENT = 500;

export interface SubmissionRequest extends Omit<IsafRequest, 'dataType' | 'part'> {
  /** Default: both registers; of a correction, that of the file it replaces. */
  dataType?: IsafDataType;
  part?: number;
  kind: Submission['kind'];
  replacesId?: string;
}

/**
 * Makes the file to be filed, and keeps it: its bytes with their hash, the documents in it, and what its header says. A register
 * of a month is in one live file (of a part), its own or that of both; what was filed is replaced by a correction, which
 * repeats its part number.
 * @throws DomainError `future_date`, `submission_exists`, `submission_state` for a correction of what is not filed, and those
 *   of `IsafFiles`
 */
@Injectable()
export class CreateSubmission {
  constructor(private readonly files: IsafFiles) {}

  async execute(tx: Tx, request: SubmissionRequest): Promise<Submission & { warnings: string[] }> {
    const { period, kind } = request;
    const { periodStart, periodEnd } = monthOfIsaf(period);
    if (compareCalendarDates(periodStart, tx.today) > 0)
      refuse('future_date', `The month begins on ${periodStart}; today is ${tx.today}.`, {
        fieldErrors: { month: ['has not begun'] },
      });
    const replaced = await this.replaced(tx, request);
    const { dataType, part } = { dataType: 'F' as const, part: 1, ...replaced?.request, ...given(request) };
    if (!replaced) await refuseSecondOriginal(tx, { period, dataType, part });
    const fixed = replaced && correctionHeader(tx, replaced.submission);
    const file = await this.files.prepare(tx, { period, dataType, part }, fixed);
    if (compareCalendarDates(periodEnd, tx.today) >= 0)
      file.warnings.add('The month is not over; documents may follow.');

    const [id, fileId] = [newId(), newId()];
    // Before the documents are read: what happens between the two is in the file, and no change since.
    const knownSequence = await lastSequence(tx);
    const replacesId = replaced?.submission.id ?? null;
    const subject = { period, dataType, part };
    const entity = 'declaration_submission';
    await tx.insert(
      submissionRow(tx, { id, fileId, kind, replacesId, header: file.header, knownSequence, ...subject }),
      auditRows(tx, {
        action: `${entity}.generated`,
        entity,
        entityId: id,
        diff: { obligation: 'lt-isaf', ...subject, kind, replacesId, fileName: file.fileName },
      }),
    );
    const { fileName } = file;
    const ofFile = { fileId, entity, entityId: id, fileName, mimeType: 'application/xml' };
    await this.store(tx, file, id, content => storeFile(tx, ofFile, content));
    const submission = await findSubmission(tx, id);
    invariant(submission, 'what was just stored is there');
    return { ...submission, warnings: file.warnings.list() };
  }

  /** Writes the file and notes its documents while they pass, by the hundreds. */
  private async store(
    tx: Tx,
    file: IsafFile,
    submissionId: string,
    keep: (content: AsyncIterable<string>) => Promise<unknown>,
  ): Promise<void> {
    let batch: SubmittedDocument[] = [];
    const content = isafContent(tx, file, isafDocuments(tx, file.selection), async (entered, isInFile) => {
      const side = entered.register.isReceived ? 'purchases' : 'sales';
      batch.push({ side, documentId: entered.documentId, isInFile });
      if (batch.length < DOCUMENTS_PER_STATEMENT) return;
      await keepDocuments(tx, submissionId, batch);
      batch = [];
    });
    await keep(content);
    await keepDocuments(tx, submissionId, batch);
  }

  /** What the correction replaces: it is locked, so that its state stays what it is. */
  private async replaced(
    tx: Tx,
    { kind, replacesId, period, dataType, part }: SubmissionRequest,
  ): Promise<{ submission: Submission; request: { dataType: IsafDataType; part: number } } | undefined> {
    if (kind === 'original') {
      if (replacesId !== undefined) refuseField('replacesId', 'is of a correction (kind corrective)');
      return undefined;
    }
    if (replacesId === undefined) refuseField('replacesId', 'a correction names what it replaces');
    const submission = await lockSubmission(tx, replacesId);
    if (!submission) refuseUnknown('replacesId', `Submission ${replacesId}`);
    const { periodYear, periodMonth } = submission;
    const isSame =
      periodYear === period.year &&
      periodMonth === period.month &&
      (dataType ?? submission.variant) === submission.variant &&
      (part ?? submission.part) === submission.part;
    if (!isSame) refuseField('replacesId', `is of another file: ${describeSubmission(submission)}`);
    if (!isCorrectable(submission))
      refuse(
        'submission_state',
        `${describeSubmission(submission)}; only what was submitted or accepted is corrected.`,
        { existingId: submission.id },
      );
    const correction = await liveCorrection(tx, submission.id);
    if (correction !== undefined)
      refuse(
        'submission_exists',
        `${describeSubmission(submission)} and has a correction; correct that one.`,
        {
          existingId: correction,
        },
      );
    return { submission, request: { dataType: submission.variant, part: submission.part } };
  }
}

/** A correction says when it was made itself, also of a month that is closed: it has other content than what was filed. */
function correctionHeader(tx: Tx, { partNumber }: Submission): Partial<IsafHeader> {
  return { createdAt: tx.now.toISOString(), softwareVersion, partNumber };
}

/** The members that the request names. */
function given({ dataType, part }: SubmissionRequest): { dataType?: IsafDataType; part?: number } {
  return { ...(dataType !== undefined && { dataType }), ...(part !== undefined && { part }) };
}

async function refuseSecondOriginal(tx: Tx, request: IsafRequest): Promise<void> {
  await lockMonth(tx, request);
  const existingId = await liveSubmission(tx, request);
  if (existingId === undefined) return;
  const existing = await findSubmission(tx, existingId);
  invariant(existing, 'a live submission is there');
  refuse(
    'submission_exists',
    `${describeSubmission(existing)}; discard it (declarations/submissions/discard) while it is not filed, else correct it (kind corrective).`,
    { existingId },
  );
}
