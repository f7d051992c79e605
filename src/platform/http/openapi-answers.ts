/** An operation of the OpenAPI document, as far as it is described here. */
export interface Operation {
  description?: string;
  parameters?: object[];
  responses: Record<string, Answer>;
  'x-kind'?: string;
  'x-access'?: string;
  'x-moves-money'?: boolean;
  'x-writes-with'?: string;
}

interface Answer {
  description?: string;
  content?: Record<string, object>;
  headers?: Record<string, object>;
  $ref?: string;
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

const integer = { type: 'integer' };

/** The headers of answers, for `components.headers`. */
export const ANSWER_HEADERS = {
  'X-Request-Id': {
    description: 'Of this request; it stands in the logs and in `error.requestId`.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Idempotent-Replayed': {
    description: 'With a stored answer only: the operation was done before.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the same request is sent again, where that helps.',
    schema: integer,
  },
  'RateLimit-Limit': { description: 'Calls a minute of the API key.', schema: integer },
  'RateLimit-Remaining': { description: 'What is left of this minute.', schema: integer },
  'RateLimit-Reset': { description: 'Seconds until the next minute.', schema: integer },
};

type HeaderName = keyof typeof ANSWER_HEADERS;

const RATE_LIMITS: HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
const STATUSES_TO_REPEAT = ['202', '409', '429', '503'];

/** The refusals that routes have in common, for `components.responses`. */
export const REFUSALS = {
  ...Object.fromEntries(Object.keys(STATUSES).map(status => [`Refusal${status}`, refusal(status, false)])),
  ...Object.fromEntries(
    Object.keys(INBOUND_STATUSES).map(status => [`Inbound${status}`, refusal(status, true)]),
  ),
};

/** Says of an operation what every one of its kind answers and takes. */
export function describeOperation(operation: Operation): void {
  const isInbound = operation['x-kind'] === 'inbound';
  const writes = operation['x-kind'] === 'write' || operation['x-kind'] === 'phased';
  const takesKey = writes || operation['x-writes-with'] !== undefined;
  for (const [status, answer] of Object.entries(operation.responses)) {
    if (+status >= 400) Object.assign(answer, { ...refusal(status, isInbound), ...answer });
    else answer.headers = headersOf(status, { isInbound, takesKey });
  }
  for (const status of Object.keys(isInbound ? INBOUND_STATUSES : STATUSES))
    operation.responses[status] ??= {
      $ref: `#/components/responses/${isInbound ? 'Inbound' : 'Refusal'}${status}`,
    };
  if (takesKey) operation.parameters = [...(operation.parameters ?? []), keyOf(operation)];
}

function refusal(status: string, isInbound: boolean): Required<Omit<Answer, '$ref'>> {
  return {
    description: (isInbound ? INBOUND_STATUSES : STATUSES)[status] ?? '',
    headers: headersOf(status, { isInbound, takesKey: !isInbound && ['402', '409', '422'].includes(status) }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

function headersOf(
  status: string,
  { isInbound, takesKey }: { isInbound: boolean; takesKey: boolean },
): Record<string, object> {
  // 202 and what may change are never stored, so never replayed. 401 is told to nobody that is known.
  const names: HeaderName[] = [
    'X-Request-Id',
    ...(isInbound || status === '401' ? [] : RATE_LIMITS),
    ...(takesKey && status !== '202' ? (['Idempotent-Replayed'] as const) : []),
    ...(STATUSES_TO_REPEAT.includes(status) ? (['Retry-After'] as const) : []),
  ];
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The header of the key: who needs it when. */
function keyOf(operation: Operation): object {
  const writesWith = operation['x-writes-with'];
  const required = operation['x-moves-money'] === true || operation['x-access'] === 'operator';
  const when =
    writesWith === undefined
      ? required
        ? 'Required, whatever the policy of the company.'
        : 'Required, unless the company has `idempotencyKeyPolicy: "optional"`; of the operator always.'
      : `Required with \`${writesWith}: true\`, unless the company has \`idempotencyKeyPolicy: "optional"\`; else ignored.`;
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required,
    description: `One key per operation, repeated on every retry. ${when}`,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  };
}
