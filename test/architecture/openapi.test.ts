import { apiDocument } from '../../src/platform/http';
import { TestApp } from '../support/test-app';
import type { OpenApiDocument, Schema } from './support/openapi-routes';

describe('the OpenAPI document', () => {
  let app: TestApp;
  let document: OpenApiDocument;
  beforeAll(async () => {
    app = await TestApp.start();
    document = apiDocument(app.nest) as unknown as OpenApiDocument;
  });
  afterAll(() => app.stop());

  const operations = (): [string, OpenApiDocument['paths'][string]['post']][] =>
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
    const requested = schemasOf(operations().map(([, post]) => post!.requestBody));
    const answered = schemasOf(operations().map(([, post]) => post!.responses));
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
});
