export { AfterReading } from './after-reading';
export { ErrorFilter } from './error.filter';
export { Field, membersOf, type MemberKind } from './fields';
export { canonicalJson } from './canonical-json';
export { apiDocument } from './openapi';
export { ReadTransactionInterceptor } from './read-transaction.interceptor';
export { OutsideAnswers, OutsideQuestion } from './outside-answers';
export { JsonNumber, parseJsonBody } from './json-body';
export { keepRawBody, kindOf, openRequestContext, rawBodyOf, readBody } from './receive-request';
export { refuseBrokenRequests } from './refuse-broken-requests';
export { renderError } from './render-error';
export { EncodedReply, GaplessExpressAdapter, Reply } from './reply';
export type { RequestContext } from './request-context';
export { EmptyRequest, IdRequest, IdResponse } from './shapes';
export {
  Answers,
  Download,
  Inbound,
  InTx,
  Phased,
  Read,
  ROUTE,
  scopeOf,
  Write,
  type RouteDeclaration,
} from './route';
export { GarbageOfFile } from './garbage-of-file';
export { StreamedFile } from './streamed-file';
export { txContextOf } from './tx-context';
export { validationPipe } from './validation.pipe';
