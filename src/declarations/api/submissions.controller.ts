import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { Field, IdRequest, InTx, Read, Write } from '../../platform/http';
import { ListRequest, listResponse, type ListPage } from '../../platform/lists';
import { ISAF_DATA_TYPES, type IsafDataType } from '../domain/isaf/isaf-document';
import {
  NEXT_STATUSES,
  SUBMISSION_KINDS,
  SUBMISSION_STATUSES,
  type NextStatus,
  type Submission,
} from '../domain/submission';
import { CreateSubmission } from '../use-cases/create-submission';
import { DiscardSubmission } from '../use-cases/discard-submission';
import { ListSubmissions } from '../use-cases/list-submissions';
import { MarkSubmission } from '../use-cases/mark-submission';
import { ReportSubmissionChanges } from '../use-cases/report-submission-changes';

class CreateSubmissionRequest {
  @Field.oneOf(['lt-isaf']) obligation!: 'lt-isaf';
  @Field.integer({ min: 1900, max: 2199, example: 2026 }) year!: number;
  @Field.integer({ min: 1, max: 12, example: 7 }) month!: number;
  @Field.oneOf(ISAF_DATA_TYPES, {
    optional: true,
    description: 'Both registers (default), issued documents or received ones.',
  })
  dataType?: IsafDataType;
  @Field.integer({
    optional: true,
    min: 1,
    max: 10_000,
    addition: true,
    description: 'Which part of a month that one file cannot hold; default 1.',
  })
  part?: number;
  @Field.oneOf(SUBMISSION_KINDS, { optional: true, addition: true, description: 'Default original.' })
  kind?: Submission['kind'];
  @Field.id({
    optional: true,
    addition: true,
    description:
      'Of a correction: the submitted or accepted file that it replaces, whose part number it repeats.',
  })
  replacesId?: string;
}

class MarkSubmissionRequest {
  @Field.id() id!: string;
  @Field.oneOf(NEXT_STATUSES) status!: NextStatus;
  @Field.text({ optional: true, max: 250, description: "The authority's own reference." })
  externalRef?: string;
  @Field.text({ optional: true, max: 2000, description: 'What the authority said.' }) message?: string;
}

class SubmissionResponse {
  @Field.id() id!: string;
  @Field.text({ example: 'lt-isaf' }) obligation!: string;
  @Field.integer() periodYear!: number;
  @Field.integer({ nullable: true }) periodMonth!: number | null;
  @Field.text({ nullable: true, description: 'Data type: F, S or P.' }) variant!: string | null;
  @Field.oneOf(SUBMISSION_STATUSES) status!: string;
  @Field.text() fileName!: string;
  @Field.id({ nullable: true, description: 'Read it by files/get or files/download.' })
  fileId!: string | null;
  @Field.text({ nullable: true }) externalRef!: string | null;
  @Field.text({ nullable: true }) message!: string | null;
  @Field.instant() createdAt!: string;
  @Field.instant() updatedAt!: string;
  @Field.oneOf(SUBMISSION_KINDS, { addition: true }) kind!: string;
  @Field.id({ nullable: true, addition: true }) replacesId!: string | null;
  @Field.integer({
    addition: true,
    description: '0 for an original, else how many corrections there are from it up to this one.',
  })
  amendment!: number;
  @Field.text({ addition: true, description: 'Always `manual`: it was ordered by a caller.' })
  origin!: string;
  @Field.integer({ addition: true, description: 'Always 0: the server files nothing itself.' })
  attempts!: number;
  @Field.integer({ addition: true }) part!: number;
  @Field.text({ addition: true, description: 'Of the header of the file.' }) partNumber!: string;
  @Field.text({ addition: true, description: 'SHA-256 of the file, hexadecimal.' }) sha256!: string;
  @Field.instant({ nullable: true, addition: true, description: 'When it was given up, never filed.' })
  discardedAt!: string | null;
}

class CreatedSubmissionResponse extends SubmissionResponse {
  @Field.texts({ description: 'What to look at before filing.' }) warnings!: string[];
}

class MarkedSubmissionResponse extends SubmissionResponse {
  @Field.texts({
    addition: true,
    description: 'Of what is submitted: documents that changed since the file was made, the first 100.',
  })
  warnings!: string[];
}

class SubmissionChangeRow {
  @Field.oneOf(['added', 'voided', 'credited'], {
    description:
      'added: counts in the month and is not in the file. voided: is in the file and was voided since. credited: a credit note of another month of a document in the file.',
  })
  change!: string;
  @Field.oneOf(['sales', 'purchases']) side!: string;
  @Field.id() documentId!: string;
  @Field.oneOf(['invoice', 'credit_note']) documentType!: string;
  @Field.text() documentNumber!: string;
  @Field.date() documentDate!: string;
  @Field.text({ nullable: true }) correctedNumber!: string | null;
  @Field.text() partnerName!: string;
  @Field.decimal({ description: 'In base currency; credits and voids negative.' }) net!: string;
  @Field.decimal({ description: 'Charged and self-assessed.' }) vat!: string;
}

class SubmissionChangesResponse {
  @Field.integer({ description: 'All of them; `rows` has the first 1,000.' }) total!: number;
  @Field.list(() => SubmissionChangeRow) rows!: SubmissionChangeRow[];
}

@Controller()
export class SubmissionsController {
  constructor(
    private readonly createSubmission: CreateSubmission,
    private readonly markSubmission: MarkSubmission,
    private readonly discardSubmission: DiscardSubmission,
    private readonly listSubmissions: ListSubmissions,
    private readonly reportChanges: ReportSubmissionChanges,
  ) {}

  @Write('declarations/submissions/create', {
    summary: 'Make a file to be filed, and keep it',
    request: CreateSubmissionRequest,
    response: CreatedSubmissionResponse,
    status: 201,
  })
  create(@Body() request: CreateSubmissionRequest, @InTx() tx: Tx): Promise<CreatedSubmissionResponse> {
    const { year, month, dataType, part, kind = 'original', replacesId } = request;
    return this.createSubmission.execute(tx, { period: { year, month }, dataType, part, kind, replacesId });
  }

  @Write('declarations/submissions/mark', {
    summary: 'Say how far a submission came; what is submitted closes its VAT period',
    request: MarkSubmissionRequest,
    response: MarkedSubmissionResponse,
  })
  mark(@Body() request: MarkSubmissionRequest, @InTx() tx: Tx): Promise<MarkedSubmissionResponse> {
    return this.markSubmission.execute(tx, request);
  }

  @Write('declarations/submissions/discard', {
    summary: 'Give up a file that was never filed',
    request: IdRequest,
    response: SubmissionResponse,
    addition: true,
  })
  discard(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<SubmissionResponse> {
    return this.discardSubmission.execute(tx, id);
  }

  @Read('declarations/submissions/list', {
    summary: 'What was made to be filed, and how far it came',
    request: ListRequest,
    response: listResponse(SubmissionResponse),
  })
  list(@Body() request: ListRequest, @InTx() tx: Tx): Promise<ListPage<SubmissionResponse>> {
    return this.listSubmissions.execute(tx, request);
  }

  @Read('declarations/submissions/changes', {
    summary: 'Documents that came, went or were corrected since a submission was made',
    request: IdRequest,
    response: SubmissionChangesResponse,
    addition: true,
  })
  changes(@Body() { id }: IdRequest, @InTx() tx: Tx): Promise<SubmissionChangesResponse> {
    return this.reportChanges.execute(tx, id);
  }
}
