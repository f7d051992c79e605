import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../platform/http';
import { NUMBERED_DOCUMENT_TYPES } from '../domain/series';

export class SeriesResponse {
  @Field.id() id!: string;
  @Field.oneOf(NUMBERED_DOCUMENT_TYPES) documentType!: string;
  @Field.text() prefix!: string;
  @Field.text({ nullable: true }) name!: string | null;
  @Field.text({ nullable: true }) label!: string | null;
  @Field.text({ nullable: true }) operationTypeId!: string | null;
  @Field.integer() numberLength!: number;
  @Field.integer({
    description: 'The number the next document gets; of a yearly series, the next one of this year.',
  })
  nextNumber!: number;
  @Field.integer({ nullable: true }) allocatedFrom!: number | null;
  @Field.integer({ nullable: true }) allocatedTo!: number | null;
  @Field.text({ nullable: true }) warehouseId!: string | null;
  @Field.boolean() printSeries!: boolean;
  @Field.boolean() isDefault!: boolean;
  @Field.boolean() isActive!: boolean;
  @Field.boolean({ addition: true }) yearlyRestart!: boolean;
  @Field.instant() createdAt!: string;
  @Field.instant() updatedAt!: string;
}

const NUMBERS = { schema: { type: 'array', items: { type: 'integer' } } as const };

class NumbersProof {
  @Field.integer({ nullable: true }) first!: number | null;
  @Field.integer({ nullable: true }) last!: number | null;
  @Field.integer() count!: number;
  @Field.any({ ...NUMBERS, description: 'At most 1000; empty when the series is whole.' }) missing!: number[];
  @Field.any({ ...NUMBERS }) duplicates!: number[];
}

class SeriesYearProofResponse extends NumbersProof {
  @Field.integer() year!: number;
}

export class SeriesProofResponse extends NumbersProof {
  @Field.text({
    description: 'SHA-256, hexadecimal, over the full numbers in order, separated by line feeds.',
  })
  sha256!: string;
  @ApiProperty({
    type: SeriesYearProofResponse,
    isArray: true,
    nullable: true,
    description: 'Of a yearly series.',
  })
  years!: SeriesYearProofResponse[] | null;
}
