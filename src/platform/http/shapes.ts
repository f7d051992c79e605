import { Field } from './fields';

/** `{}` */
export class EmptyRequest {}

/** `{id}` */
export class IdRequest {
  @Field.id() id!: string;
}

/** `{id}` */
export class IdResponse {
  @Field.id() id!: string;
}
