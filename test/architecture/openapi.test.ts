import { apiDocument } from '../../src/platform/http';
import { TestApp } from '../support/test-app';
import type { OpenApiDocument, Operation, Schema } from './support/openapi-routes';

describe('the OpenAPI document', () => {
  let app: TestApp;
  let document: OpenApiDocument;
  beforeAll(async () => {
    app = await TestApp.start();
    document = apiDocument(app.nest) as unknown as OpenApiDocument;
  });
  afterAll(() => app.stop());

  const operations = (): [string, Operation][] =>
    Object.entries(document.paths).flatMap(([path, { post }]) =>
      path.startsWith('/v1/') && post !== undefined ? [[path.slice('/v1/'.length), post]] : [],
    );

  /** The names of the schemas that something refers to, directly or not. */
  const schemasOf = (nodes: unknown): Set<string> => {
    const found = new Set<string>();
    const waiting = [JSON.stringify(nodes)];
    for (let text = waiting.pop(); text !== undefined; text = waiting.pop())
      for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
        if (!found.has(name)) {
          found.add(name);
          waiting.push(JSON.stringify(document.components.schemas[name]));
        }
    return found;
  };

  it('limits texts where they are asked for, not where they are answered', () => {
    const requested = schemasOf(operations().map(([, post]) => post.requestBody));
    const answered = schemasOf(operations().map(([, post]) => post.responses));
    const limited = (names: string[]): string[] =>
      names.filter(name =>
        /"(minLength|maxLength|pattern)":/.test(JSON.stringify(document.components.schemas[name])),
      );
    expect(limited([...answered].filter(name => !requested.has(name)))).toEqual([]);
    expect(limited([...requested])).toEqual(
      expect.arrayContaining(['CreatePartnerRequest', 'SaleLineRequest']),
    );
    const { data } = document.components.schemas.SaleInvoicePdfResponse!.properties as Record<string, Schema>;
    expect(data).toEqual({ type: 'string', description: expect.any(String) as string });
  });

  const answersOf = (path: string): Record<string, Operation['responses'][string]> => {
    const { responses } = operations().find(([name]) => name === path)![1];
    return Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [
        status,
        answer.$ref === undefined ? answer : document.components.responses[answer.$ref.split('/').at(-1)!]!,
      ]),
    );
  };
  const successesOf = (path: string): string[] =>
    Object.keys(answersOf(path)).filter(status => +status < 300);

  it('declares every success that a route answers', () => {
    expect(successesOf('partners/find-or-create')).toEqual(['200', '201']);
    expect(successesOf('sales/invoices/send')).toEqual(['200', '202']);
    expect(successesOf('payments/charges/create')).toEqual(['201', '202']);
    expect(successesOf('payments/refunds/create')).toEqual(['201', '202']);
    expect(successesOf('partners/create')).toEqual(['201']);
  });

  it('gives every refusal the body of an error', () => {
    const bare = operations().flatMap(([path]) =>
      Object.entries(answersOf(path))
        .filter(
          ([status, { content }]) =>
            +status >= 400 && !JSON.stringify(content ?? '').includes('schemas/Error"'),
        )
        .map(([status]) => `${path} ${status}`),
    );
    expect(bare).toEqual([]);
    expect(answersOf('payments/charges/create')['402']).toMatchObject({
      description: 'The provider declines; no money moved.',
    });
  });

  it('says who needs an Idempotency-Key when', () => {
    const keyOf = (path: string): NonNullable<Operation['parameters']>[number] | undefined =>
      operations()
        .find(([name]) => name === path)![1]
        .parameters?.find(({ name }) => name === 'Idempotency-Key');
    const always = operations().flatMap(([path]) => (keyOf(path)?.required ? [path] : []));
    expect(always).toEqual(
      expect.arrayContaining([
        'account/companies/create',
        'payments/charges/create',
        'payments/refunds/create',
      ]),
    );
    const elsewhere = operations().filter(
      ([path, post]) => always.includes(path) && post['x-access'] !== 'operator',
    );
    expect(elsewhere.map(([path]) => path)).toEqual(['payments/charges/create', 'payments/refunds/create']);
    expect(keyOf('sales/invoices/create')?.description).toContain('idempotencyKeyPolicy');
    expect(keyOf('declarations/lt/saft/generate')?.description).toContain('`persist: true`');
    expect(keyOf('sales/invoices/get')).toBeUndefined();
    const [, saft] = operations().find(([path]) => path === 'declarations/lt/saft/generate')!;
    expect(saft).toMatchObject({
      'x-kind': 'read',
      'x-writes-with': 'persist',
      'x-scope-of-write': 'declarations:write',
      description: expect.stringContaining('declarations:write') as string,
    });
  });

  it('declares the headers of answers, and where it is served', () => {
    expect(document.servers).toMatchObject([{ url: '/' }]);
    const headersOf = (path: string, status: string): string[] =>
      Object.keys(answersOf(path)[status]!.headers!);
    const known = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
    expect(headersOf('sales/invoices/get', '200')).toEqual(known);
    expect(headersOf('sales/invoices/create', '201')).toEqual([...known, 'Idempotent-Replayed']);
    expect(headersOf('declarations/lt/saft/generate', '200')).toEqual([...known, 'Idempotent-Replayed']);
    expect(headersOf('sales/invoices/send', '202')).toEqual([...known, 'Retry-After']);
    expect(headersOf('sales/invoices/get', '429')).toEqual([...known, 'Retry-After']);
    expect(headersOf('sales/invoices/get', '503')).toEqual([...known, 'Retry-After']);
    expect(headersOf('sales/invoices/create', '409')).toEqual([
      ...known,
      'Idempotent-Replayed',
      'Retry-After',
    ]);
    const declared = operations().flatMap(([path]) =>
      Object.values(answersOf(path)).flatMap(
        ({ headers }) => Object.values(headers ?? {}) as { $ref: string }[],
      ),
    );
    expect(new Set(declared.map(({ $ref }) => $ref))).toEqual(
      new Set(Object.keys(document.components.headers).map(name => `#/components/headers/${name}`)),
    );
  });

  it('has only references that lead somewhere', () => {
    const lost = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].flatMap(([, path = '']) => {
      const found = path
        .split('/')
        .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document);
      return found === undefined ? [path] : [];
    });
    expect(lost).toEqual([]);
  });
});
