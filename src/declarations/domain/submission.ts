import type { IsafDataType } from './isaf/isaf-document';

export const SUBMISSION_STATUSES = ['generated', 'submitted', 'accepted', 'rejected'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** Which state a submission must be in to go to the next one. `accepted` and `rejected` are final. */
const BEFORE: Record<Exclude<SubmissionStatus, 'generated'>, SubmissionStatus> = {
  submitted: 'generated',
  accepted: 'submitted',
  rejected: 'submitted',
};

export type NextStatus = keyof typeof BEFORE;
export const NEXT_STATUSES = Object.keys(BEFORE) as NextStatus[];

export const SUBMISSION_KINDS = ['original', 'corrective'] as const;

/** A file that was made to be filed, and how far it came. */
export interface Submission {
  id: string;
  obligation: 'lt-isaf';
  periodYear: number;
  periodMonth: number;
  variant: IsafDataType;
  part: number;
  kind: (typeof SUBMISSION_KINDS)[number];
  replacesId: string | null;
  /** 0: an original; else how many corrections there are from it up to this one. */
  amendment: number;
  /** It was ordered by a caller; nothing makes files by itself. */
  origin: 'manual';
  /** To hand it to the authority: the server hands in nothing. */
  attempts: 0;
  status: SubmissionStatus;
  fileName: string;
  fileId: string;
  sha256: string;
  partNumber: string;
  externalRef: string | null;
  message: string | null;
  /** Set when it was given up before it was filed. Instant, ISO 8601. */
  discardedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export function mayBecome({ status, discardedAt }: Submission, next: NextStatus): boolean {
  return discardedAt === null && status === BEFORE[next];
}

/** Only what is with the authority is corrected: before, it is discarded and made anew. */
export function isCorrectable({ status }: Submission): boolean {
  return status === 'submitted' || status === 'accepted';
}

/** 'i.SAF F of 2026-10 is submitted' */
export function describeSubmission(submission: Submission): string {
  const { variant, periodYear, periodMonth, part, status, discardedAt } = submission;
  const month = `${periodYear}-${String(periodMonth).padStart(2, '0')}`;
  const ofPart = part > 1 ? `, part ${part},` : '';
  return `i.SAF ${variant} of ${month}${ofPart} is ${discardedAt === null ? status : 'discarded'}`;
}
