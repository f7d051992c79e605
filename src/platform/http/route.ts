import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  Post,
  SetMetadata,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import {
  ApiBody,
  ApiExtension,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { invariant } from '../../shared/invariant';
import type { Tx } from '../database';
import { OutsideAnswers } from './outside-answers';

type Constructor = new () => object;

/** What a route declares of itself; guards, interceptors, OpenAPI and the route-walk tests all read it here. */
export interface RouteDeclaration {
  /** Below /v1, e.g. `sales/invoices/create`. */
  path: string;
  /**
   * `read`: a read-only transaction. `write`: one transaction with the Idempotency-Key. `phased`: begins like a write, and
   * carries on with calls to the outside in committed phases, or asks the outside before it. `inbound`: a signed message
   * from the outside, which brings an id of its own instead of a key.
   */
  kind: 'read' | 'write' | 'phased' | 'inbound';
  /** Of a read: it answers a file that is made while it is sent (`StreamedFile`). */
  streams?: boolean;
  /** Of a read: the member that, when it is `true`, makes it a write, which still reads all of one moment. */
  writesWith?: string;
  /** Of a phased route: the provider that carries on (`PhasedOperation`); none when it only asks beforehand. */
  operation?: Type;
  /** Money moves elsewhere: a key is needed whatever the company's policy. */
  movesMoney?: boolean;
  /** Who may call it; `sender`: whoever signs with the endpoint's secret. */
  access: 'company' | 'operator' | 'company_or_operator' | 'sender';
  /** The scope a key needs, `{area}:{read|write}`. */
  scope: string;
  /** The answer holds a secret: it is never stored, and a replay is refused. */
  answersSecret: boolean;
  /** Status of the answer unless the handler says otherwise. */
  status: number;
  maxBodyBytes: number;
  /** The shapes of its body and its answer, where it has one. */
  request?: Constructor;
  response?: Constructor;
}

interface RouteOptions {
  summary: string;
  request: Constructor;
  response: Constructor;
  access?: Exclude<RouteDeclaration['access'], 'sender'>;
  /** 201 for what creates. */
  status?: 200 | 201;
  answersSecret?: boolean;
  maxBodyBytes?: number;
  /** Ours, not the contract's. */
  addition?: boolean;
}

interface ReadOptions extends RouteOptions {
  writesWith?: string;
}

interface DownloadOptions extends Omit<RouteOptions, 'response' | 'status' | 'answersSecret'> {
  /** e.g. `application/xml` */
  contentType: string;
}

interface PhasedOptions extends RouteOptions {
  /** Left out: the handler asks (`OutsideQuestion`) before its one transaction. */
  operation?: Type;
  movesMoney?: boolean;
}

interface InboundOptions {
  summary: string;
  /** What the last part of the path is. */
  parameter: string;
  response: Constructor;
  maxBodyBytes: number;
}

export const ROUTE = 'gapless:route';
const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;

/** Limits of the routes by URL path, up to the parameter if it ends in one. */
const bodyLimits = new Map<string, number>();

/** The most bytes that are taken at a URL path; for the reader of bodies, which runs before routing. */
export function bodyLimitOf(path: string): number {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return bodyLimits.get(path) ?? bodyLimits.get(folder) ?? DEFAULT_MAX_BODY_BYTES;
}

/** A route that only reads, unless a request asks by the member of `writesWith` to keep what it makes. */
export function Read(path: string, options: ReadOptions): MethodDecorator {
  return route(path, 'read', options);
}

/**
 * A route that reads and answers a file, sent piece by piece while it is read: its handler returns a `StreamedFile`. What
 * fails before the first piece is answered as an error; what fails later breaks the connection.
 */
export function Download(path: string, options: DownloadOptions): MethodDecorator {
  return route(path, 'read', { ...options, streams: true });
}

/** A route that changes something, exactly once per Idempotency-Key. */
export function Write(path: string, options: RouteOptions): MethodDecorator {
  return route(path, 'write', options);
}

/** A route that calls the outside on its way, exactly once per Idempotency-Key all the same. */
export function Phased(path: string, options: PhasedOptions): MethodDecorator {
  return route(path, 'phased', options);
}

/**
 * A route for signed messages from the outside; ours, all of them. Its path ends in a parameter. No API key and no
 * Idempotency-Key: the handler verifies the raw bytes before it reads them, and opens its own transaction.
 */
export function Inbound(path: string, options: InboundOptions): MethodDecorator {
  const [area = path] = path.split('/');
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const declaration: RouteDeclaration = {
    path,
    kind: 'inbound',
    access: 'sender',
    scope: `${area}:write`,
    answersSecret: false,
    status: 200,
    maxBodyBytes: options.maxBodyBytes,
  };
  bodyLimits.set(`/v1/${folder}`, options.maxBodyBytes);
  return applyDecorators(
    Post(`v1/${path}`),
    HttpCode(declaration.status),
    SetMetadata(ROUTE, declaration),
    ApiTags(area),
    ApiOperation({ operationId: operationId(folder.slice(0, -1)), summary: options.summary }),
    ApiExtension('x-kind', 'inbound'),
    ApiExtension('x-scope', declaration.scope),
    ApiExtension('x-access', declaration.access),
    ApiExtension('x-addition', true),
    ApiParam({
      name: path.slice(folder.length + 1),
      description: options.parameter,
      schema: { type: 'string' },
    }),
    ApiBody({
      description: 'As the sender signed it.',
      schema: { type: 'object', additionalProperties: true },
    }),
    ApiResponse({ status: declaration.status, type: options.response, description: 'Done.' }),
  );
}

/** What servers elsewhere have answered to this request so far. */
export const Answers = createParamDecorator((_: unknown, context: ExecutionContext): OutsideAnswers => {
  const request = context.switchToHttp().getRequest<Request>();
  return (request.context.outside ??= new OutsideAnswers());
});

/** The scope that a key needs for what a route does. */
export function scopeOf(path: string, kind: RouteDeclaration['kind']): string {
  return `${path.split('/')[0]}:${kind === 'read' ? 'read' : 'write'}`;
}

/** The transaction of this request. */
export const InTx = createParamDecorator((_: unknown, context: ExecutionContext): Tx => {
  const { tx } = context.switchToHttp().getRequest<Request>().context;
  invariant(tx, 'the route declares its kind');
  return tx;
});

function route(
  path: string,
  kind: RouteDeclaration['kind'],
  options: Omit<RouteOptions, 'response'> & {
    response?: Constructor;
    operation?: Type;
    movesMoney?: boolean;
    streams?: boolean;
    writesWith?: string;
    contentType?: string;
  },
): MethodDecorator {
  const area = path.split('/')[0] ?? path;
  const declaration: RouteDeclaration = {
    path,
    kind,
    access: options.access ?? 'company',
    scope: scopeOf(path, kind),
    answersSecret: options.answersSecret ?? false,
    status: options.status ?? 200,
    maxBodyBytes: options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    streams: options.streams,
    writesWith: options.writesWith,
    operation: options.operation,
    request: options.request,
    response: options.response,
    movesMoney: options.movesMoney,
  };
  bodyLimits.set(`/v1/${path}`, declaration.maxBodyBytes);
  return applyDecorators(
    Post(`v1/${path}`),
    HttpCode(declaration.status),
    SetMetadata(ROUTE, declaration),
    ApiTags(area),
    ApiSecurity('apiKey'),
    ApiOperation({ operationId: operationId(path), summary: options.summary, ...remarkOn(path, options) }),
    ApiExtension('x-kind', kind),
    ApiExtension('x-scope', declaration.scope),
    ApiExtension('x-access', declaration.access),
    ...(options.addition ? [ApiExtension('x-addition', true)] : []),
    ...(options.movesMoney ? [ApiExtension('x-moves-money', true)] : []),
    ...(options.writesWith
      ? [
          ApiExtension('x-writes-with', options.writesWith),
          ApiExtension('x-scope-of-write', scopeOf(path, 'write')),
        ]
      : []),
    ApiBody({ type: options.request }),
    ApiResponse({ status: declaration.status, description: 'Done.', ...answerOf(options) }),
  );
}

function remarkOn(path: string, { writesWith }: { writesWith?: string }): { description?: string } {
  if (writesWith === undefined) return {};
  return {
    description: `With \`${writesWith}: true\` it is a write: it takes an Idempotency-Key and needs the scope \`${scopeOf(path, 'write')}\`.`,
  };
}

function answerOf({ response, contentType }: { response?: Constructor; contentType?: string }): object {
  if (contentType === undefined) return { type: response };
  return { content: { [contentType]: { schema: { type: 'string', format: 'binary' } } } };
}

/** sales/invoices/create -> sales_invoices_create */
function operationId(path: string): string {
  return path.replaceAll(/[/-]/g, '_');
}
