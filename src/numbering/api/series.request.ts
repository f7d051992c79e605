import { Field } from '../../platform/http';
import { NUMBERED_DOCUMENT_TYPES, type NumberedDocumentType } from '../domain/series';

const HIGHEST_NUMBER = 999_999_999_999;
const PREFIX = 'Text before the number; {YYYY}, {YY} and {MM} stand for parts of the issue date.';
const TEXT_OR_EMPTY = { optional: true, nullable: true };
const NUMBER_OR_EMPTY = { ...TEXT_OR_EMPTY, min: 1, max: HIGHEST_NUMBER };
const UNSUPPORTED = { ...TEXT_OR_EMPTY, description: 'Not supported: only null is taken.' };
const RESTART =
  'Numbers start again each calendar year of issue; the prefix must then hold {YYYY} or {YY}. Default false.';

/** Members that create and update have in common; all may be left out. */
class SeriesMembers {
  @Field.text(TEXT_OR_EMPTY) name?: string | null;
  @Field.text(TEXT_OR_EMPTY) label?: string | null;
  @Field.text(UNSUPPORTED) operationTypeId?: string | null;
  @Field.integer({ optional: true, min: 1, max: 12, description: 'Least number of digits. Default 4.' })
  numberLength?: number;
  @Field.integer({
    optional: true,
    min: 1,
    max: HIGHEST_NUMBER,
    description: 'Default: the start of the range, else 1.',
  })
  nextNumber?: number;
  @Field.integer(NUMBER_OR_EMPTY) allocatedFrom?: number | null;
  @Field.integer(NUMBER_OR_EMPTY) allocatedTo?: number | null;
  @Field.text(UNSUPPORTED) warehouseId?: string | null;
  @Field.boolean({ optional: true }) printSeries?: boolean;
  @Field.boolean({ optional: true }) isDefault?: boolean;
  @Field.boolean({ optional: true }) isActive?: boolean;
  @Field.boolean({ optional: true, addition: true, description: RESTART }) yearlyRestart?: boolean;
}

export class CreateSeriesRequest extends SeriesMembers {
  @Field.oneOf(NUMBERED_DOCUMENT_TYPES, { optional: true, description: 'Default sale_invoice.' })
  documentType?: NumberedDocumentType;
  @Field.text({ max: 30, description: PREFIX }) prefix!: string;
}

export class UpdateSeriesRequest extends SeriesMembers {
  @Field.id() id!: string;
  @Field.oneOf(NUMBERED_DOCUMENT_TYPES, { optional: true, description: 'Cannot change: only what it is.' })
  documentType?: NumberedDocumentType;
  @Field.text({ optional: true, max: 30, description: PREFIX }) prefix?: string;
}
