import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ANSWER_HEADERS, describeOperation, REFUSALS, type Operation } from './openapi-answers';
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
    .addServer('/', 'The server that this document comes from.')
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
    responses: REFUSALS,
    headers: ANSWER_HEADERS,
  };
  return withTypeArrays(document) as OpenAPIObject;
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
  if (nullable !== true || members.type === 'null') return members;
  if (typeof members.type === 'string') {
    const nulled = { ...members, type: [members.type, 'null'] };
    return Array.isArray(members.enum) ? { ...nulled, enum: [...(members.enum as unknown[]), null] } : nulled;
  }
  return { anyOf: [members, { type: 'null' }] };
}
