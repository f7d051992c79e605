import { readFileSync } from 'node:fs';
import { apiDocument } from '../../src/platform/http';
import { describeWithPublished, publishedPath } from '../support/published';
import { TestApp } from '../support/test-app';
import { disagreements, type Contract } from './support/contract';
import { documentedRoutes, type DocumentedRoute, type OpenApiDocument } from './support/openapi-routes';

const CONTRACT = 'contract/contract.json';

/** Where we depart from the contract on purpose, and why. */
const ON_PURPOSE: Record<string, string> = {};

describeWithPublished(CONTRACT, 'the contract', () => {
  let app: TestApp;
  let routes: DocumentedRoute[];
  let contract: Contract;
  beforeAll(async () => {
    contract = JSON.parse(readFileSync(publishedPath(CONTRACT), 'utf8')) as Contract;
    app = await TestApp.start();
    routes = documentedRoutes(apiDocument(app.nest) as unknown as OpenApiDocument);
  });
  afterAll(() => app.stop());

  it('can be spoken by its clients on every route that we have of it', () => {
    const found = routes.flatMap(route =>
      disagreements(route, contract).map(what => `${route.path}: ${what}`),
    );
    expect(found.filter(what => ON_PURPOSE[what] === undefined)).toEqual([]);
    expect(Object.keys(ON_PURPOSE).filter(what => !found.includes(what))).toEqual([]);
  });

  it('would be heard if it said something else', () => {
    const [response, request] = [
      contract.endpoints['/v1/sales/invoices/get']!.response,
      contract.endpoints['/v1/partners/create']!.request,
    ];
    const lines = response.lines!.items!.fields!;
    const told = {
      endpoints: {
        '/v1/sales/invoices/get': {
          scope: 'core',
          request: {},
          response: {
            ...response,
            nowhere: { type: 'string', required: true },
            number: { ...response.number!, nullable: false },
            status: { ...response.status!, enum: ['draft'] },
            lines: {
              ...response.lines!,
              items: { type: 'object', fields: { ...lines, quantity: { type: 'integer', required: true } } },
            },
          },
        },
        '/v1/partners/create': {
          scope: 'core',
          request: {
            ...request,
            nowhere: { type: 'string' },
            name: { ...request.name!, required: false },
            type: { ...request.type!, enum: ['company', 'herd'] },
          },
          response: {},
        },
      },
    } satisfies Contract;
    expect(routes.flatMap(route => disagreements(route, told))).toEqual([
      'request.type: refuses herd',
      'request.nowhere is missing',
      'request.name is required of the client',
      'request.id is required of the client',
      'response.status: may be issued',
      'response.number may be null',
      'response.lines[].quantity is string instead of integer',
      'response.nowhere is missing',
    ]);
  });

  it('does not know what we marked as our own, and knows the rest', () => {
    const { paths } = apiDocument(app.nest) as unknown as {
      paths: Record<string, { post: { 'x-addition'?: boolean } }>;
    };
    const marked = Object.entries(paths)
      .filter(([path]) => path.startsWith('/v1/'))
      .map(([path, { post }]) => [path, post['x-addition'] === true]);
    expect(marked).toEqual(marked.map(([path]) => [path, contract.endpoints[path as string] === undefined]));
  });

  it('is answered whole', () => {
    const core = Object.entries(contract.endpoints).flatMap(([path, { scope }]) =>
      scope === 'core' ? [path] : [],
    );
    expect(core).toHaveLength(140);
    expect(core.filter(path => !routes.some(route => `/v1/${route.path}` === path))).toEqual([]);
  });
});
