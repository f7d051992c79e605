export const REPORT_FORMATS = ['json', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const JOB_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;

/** A file that a job made. */
export interface ReportOutput {
  format: ReportFormat;
  fileId: string;
  fileName: string;
  sizeBytes: number;
}

/** A report that is made in the background. */
export interface ReportJob {
  id: string;
  reportType: string;
  params: Record<string, unknown>;
  formats: ReportFormat[];
  status: (typeof JOB_STATUSES)[number];
  error: string | null;
  /** null until it is completed. */
  outputs: ReportOutput[] | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

export const MEDIA_TYPES: Readonly<Record<ReportFormat, string>> = {
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** `trial-balance-2026-01-01-2026-12-31.xlsx`: the report and the days that were asked for. */
export function outputName(
  { reportType, params }: Pick<ReportJob, 'reportType' | 'params'>,
  format: ReportFormat,
): string {
  const days = ['fromDate', 'toDate', 'asOf'].flatMap(member => {
    const value = params[member];
    return typeof value === 'string' ? [value] : [];
  });
  return `${[reportType, ...days].join('-')}.${format}`;
}
