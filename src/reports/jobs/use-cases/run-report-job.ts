import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainError } from '../../../shared/domain-error';
import { newId } from '../../../shared/ids';
import { invariant } from '../../../shared/invariant';
import { CompanyWork } from '../../../account';
import { auditRows } from '../../../audit';
import { storeFile } from '../../../files';
import { eventRows, takeEventSequence } from '../../../outbox';
import type { Tx } from '../../../platform/database';
import { membersOf } from '../../../platform/http';
import { Worker, WorkQueue, type WorkItem } from '../../../work';
import { beginReportJob, endReportJob, outputRows } from '../data/report-jobs';
import { reportBlocks, titleOf } from '../domain/report-blocks';
import {
  MEDIA_TYPES,
  outputName,
  type ReportFormat,
  type ReportJob,
  type ReportOutput,
} from '../domain/report-job';
import { printReport } from '../steps/print-report';
import { ReportCatalog } from '../steps/report-catalog';
import { wholeReport } from '../steps/whole-report';
import { writeXlsx } from '../steps/write-xlsx';

export const REPORT_WORK = 'report';
const LEASE_SECONDS = 300;
/** A report that brings its process down must not do so for ever. */
const MOST_ATTEMPTS = 5;

/** What a job came to: its files, or why there are none. */
type Result = { files: { format: ReportFormat; content: Buffer }[] } | { error: string };

/**
 * Makes an ordered report. Three steps, each over before the next:
 *
 *   queued -> running      fenced by the lease
 *   the report             in one reading transaction, so that it is of one moment; its files without any
 *   running -> completed | failed      files, result and event in one transaction, fenced by the lease: of two processes that
 *                                      made the same report, one leaves files
 *
 * What the report refuses ends the job; any other failure is tried again.
 */
@Injectable()
export class RunReportJob implements OnModuleInit {
  constructor(
    private readonly catalog: ReportCatalog,
    private readonly companyWork: CompanyWork,
    private readonly queue: WorkQueue,
    private readonly worker: Worker,
  ) {}

  onModuleInit(): void {
    this.worker.register({
      kind: REPORT_WORK,
      leaseSeconds: LEASE_SECONDS,
      atOnce: 1,
      run: item => this.run(item),
    });
  }

  /** One turn. @throws LeaseLost */
  async run(item: WorkItem): Promise<void> {
    const job = await this.companyWork.run(item.companyId, async tx => {
      await this.queue.renew(tx, item, LEASE_SECONDS);
      return beginReportJob(tx, item.subjectId);
    });
    invariant(job, 'a job whose work waits is not finished');
    const result =
      item.attempts > MOST_ATTEMPTS
        ? { error: `The report was begun ${MOST_ATTEMPTS} times and never finished.` }
        : await this.made(item.companyId, job);
    await this.companyWork.run(item.companyId, async tx => {
      await this.queue.done(tx, item);
      await record(tx, job, result);
    });
  }

  private async made(companyId: string, job: ReportJob): Promise<Result> {
    const type = this.catalog.find(job.reportType);
    if (!type) return { error: `There is no report ${job.reportType} any more.` };
    try {
      const { answer, companyName } = await this.companyWork.read(companyId, async tx => ({
        answer: await wholeReport(this.catalog, type, job.params, tx),
        companyName: tx.company.name,
      }));
      const title = titleOf(job.reportType.replaceAll('-', ' '));
      // JSON is the answer itself.
      const needsBlocks = job.formats.some(format => format !== 'json');
      const blocks = needsBlocks ? await reportBlocks(answer, type.response, membersOf) : [];
      const head = { title, companyName, createdAt: new Date(job.createdAt) };
      const write: Record<ReportFormat, () => Promise<Buffer>> = {
        json: () => Promise.resolve(Buffer.from(JSON.stringify(answer), 'utf8')),
        xlsx: () => writeXlsx(`${title}, ${companyName}`, blocks),
        pdf: () => printReport(head, blocks),
      };
      const files: { format: ReportFormat; content: Buffer }[] = [];
      for (const format of job.formats) files.push({ format, content: await write[format]() });
      return { files };
    } catch (error) {
      if (error instanceof DomainError && error.definition.status < 500) return { error: error.message };
      throw error;
    }
  }
}

async function record(tx: Tx, job: ReportJob, result: Result): Promise<void> {
  const outputs = 'files' in result ? await keep(tx, job, result.files) : null;
  const error = 'error' in result ? result.error : null;
  const status = outputs === null ? 'failed' : 'completed';
  const sequence = await takeEventSequence(tx);
  const { id, reportType, params, formats } = job;
  const payload = { id, reportType, params, formats, status, error, outputs };
  await tx.insert(
    eventRows(tx, [{ sequence, type: `report.${status}`, entityId: id, payload }]),
    auditRows(tx, {
      action: `report_job.${status}`,
      entity: 'report_job',
      entityId: id,
      diff: { error, outputs },
    }),
  );
  await endReportJob(tx, id, { status, error, sequence });
}

async function keep(
  tx: Tx,
  job: ReportJob,
  files: { format: ReportFormat; content: Buffer }[],
): Promise<ReportOutput[]> {
  const outputs: ReportOutput[] = [];
  for (const { format, content } of files) {
    const [fileId, fileName, mimeType] = [newId(), outputName(job, format), MEDIA_TYPES[format]];
    const file = { fileId, entity: 'report_job', entityId: job.id, fileName, mimeType };
    const { sizeBytes } = await storeFile(tx, file, [content]);
    outputs.push({ format, fileId, fileName, sizeBytes });
  }
  await tx.insert(outputRows(tx, job.id, outputs));
  return outputs;
}
