import { TestApp } from '../support/test-app';

describe('the HTTP foundation', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('is alive, ready and measured', async () => {
    expect(await (await fetch(`${app.url}/health/live`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${app.url}/health/ready`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${app.url}/metrics`)).text()).toContain('gapless_database_pool_connections');
  });

  it('serves its documentation without loading anything from elsewhere', async () => {
    const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as {
      openapi: string;
      paths: object;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/v1/audit/list');
    const page = await (await fetch(`${app.url}/docs`)).text();
    expect(page).toContain('swagger-ui');
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  it('answers an unknown route and a missing key in the shape of every error', async () => {
    const unknown = await app.operator.post('no/such/route');
    expect(unknown.status).toBe(404);
    expect(unknown.body).toMatchObject({ error: { code: 'not_found', reason: 'route_not_found' } });
    expect(unknown.body.error.requestId).toBe(unknown.headers.get('x-request-id'));
    expect(unknown.body.message).toBe(unknown.body.error.message);
    const response = await fetch(`${app.url}/v1/audit/list`, { method: 'POST' });
    expect(response.status).toBe(401);
  });
});
