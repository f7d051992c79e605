import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { takeLimitsOffAnswers } from './openapi-limits';

/** The OpenAPI 3.1 document, generated from the routes and their request and response classes. */
export function apiDocument(app: INestApplication): OpenAPIObject {
  const description =
    'Multi-tenant accounting ledger. One operation, one effect: every call that changes something carries an `Idempotency-Key`. ' +
    'Wire-compatible with the core endpoints of the Nordlet accounting API; `x-addition` marks what is ours.';
  const options = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Gapless')
    .setDescription(description)
    .setVersion('1')
    .addSecurity('apiKey', { type: 'http', scheme: 'bearer' })
    .build();
  const document = SwaggerModule.createDocument(app, options);
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path as Record<string, Operation>)) describeOperation(operation);
  }
  takeLimitsOffAnswers(document);
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Error: ERROR_SCHEMA },
  };
  return withTypeArrays(document) as OpenAPIObject;
}

interface Operation {
  parameters?: object[];
  responses: Record<string, object>;
  'x-kind'?: string;
}

const STATUSES: Record<string, string> = {
  400: 'The request is malformed.',
  401: 'The API key is missing or not valid.',
  403: 'The API key may not do this.',
  404: 'Something named in the request does not exist in this company.',
  409: 'A duplicate, a wrong state, or the same Idempotency-Key still in progress.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'Refused by a business rule, or the Idempotency-Key was used with another payload.',
  429: 'Too many requests.',
  500: 'A fault of the server.',
  503: 'Retry with the same Idempotency-Key.',
};

const INBOUND_STATUSES: Record<string, string> = {
  400: 'The signature is not right, or what it signs cannot be read.',
  404: 'There is no such endpoint.',
  413: 'The body is too large.',
  429: 'Too many messages.',
  500: 'A fault of the server: send it again.',
  503: 'Busy, or not possible at present: send it again.',
};

function describeOperation(operation: Operation): void {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const statuses = operation['x-kind'] === 'inbound' ? INBOUND_STATUSES : STATUSES;
  for (const [status, description] of Object.entries(statuses))
    operation.responses[status] ??= { description, content };
  if (operation['x-kind'] !== 'write' && operation['x-kind'] !== 'phased') return;
  operation.parameters = [
    ...(operation.parameters ?? []),
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'One key per operation, repeated on every retry. Required unless the company opted out.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ];
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error', 'message'],
  properties: {
    message: { type: 'string' },
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId', 'reason'],
      properties: {
        code: { type: 'string' },
        reason: { type: 'string', description: 'Stable finer code, see docs/errors.md.' },
        message: { type: 'string' },
        requestId: { type: 'string' },
        fieldErrors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
        existingId: { type: 'string' },
        gateway: {
          type: 'object',
          description: 'What a payment provider calls its refusal.',
          properties: { code: { type: ['string', 'null'] }, declineCode: { type: ['string', 'null'] } },
        },
        mismatch: { type: 'array', items: { type: 'string' } },
      },
    },
  },
};

/** OpenAPI 3.1 says `type: ["string", "null"]` where 3.0, which the generator writes, said `nullable: true`. */
function withTypeArrays(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withTypeArrays);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...members } = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, withTypeArrays(value)]),
  );
  if (nullable !== true) return members;
  if (typeof members.type === 'string') {
    const nulled = { ...members, type: [members.type, 'null'] };
    return Array.isArray(members.enum) ? { ...nulled, enum: [...(members.enum as unknown[]), null] } : nulled;
  }
  return { anyOf: [members, { type: 'null' }] };
}
