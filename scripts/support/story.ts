import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The server that the stories are told against (npm start). */
export const url = process.env.GAPLESS_URL ?? 'http://127.0.0.1:3000';
const dataDir = process.env.DATA_DIR ?? './data';

export const say = (text = ''): void => void process.stdout.write(`${text}\n`);
export const step = (title: string): void => say(`\n${title}\n${'-'.repeat(title.length)}`);

export interface Answer<Body> {
  status: number;
  text: string;
  replayed: boolean;
  body: Body;
}

/** A call with an Idempotency-Key of its own, unless one is given. `Body`: the members that a story looks at. */
export async function call<Body>(
  token: string,
  path: string,
  body: object,
  key: string = randomUUID(),
): Promise<Answer<Body>> {
  const response = await fetch(`${url}/v1/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'Idempotency-Key': key },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    replayed: response.headers.get('Idempotent-Replayed') === 'true',
    body: JSON.parse(text) as Body,
  };
}

/** The body of a success; anything else ends the story. */
export async function must<Body>(token: string, path: string, body: object): Promise<Body> {
  const answer = await call<Body>(token, path, body);
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

function operatorToken(): string {
  if (process.env.OPERATOR_TOKEN) return process.env.OPERATOR_TOKEN;
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file))
    throw new Error(`No operator token: start the server first (npm start), or set OPERATOR_TOKEN.`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { operatorToken: string }).operatorToken;
}

/** A sandbox company of its own, so that a story can be told again and again; its API key, and a buyer. */
export async function openCompany(): Promise<{ token: string; partnerId: string }> {
  const operator = operatorToken();
  const company = await must<{ id: string }>(operator, 'account/companies/create', {
    name: 'Sandėlis UAB',
    code: '305555553',
    vatCode: 'LT100001234510',
    countryCode: 'LT',
    baseCurrency: 'EUR',
    isSandbox: true,
  });
  const { key: token } = await must<{ key: string }>(operator, 'account/api-keys/create', {
    companyId: company.id,
    name: 'demo',
  });
  await must(token, 'ledger/accounts/apply-template', {});
  const partner = await must<{ id: string }>(token, 'partners/create', {
    name: 'Ąžuolo baldai UAB',
    code: '304444442',
    vatCode: 'LT444444412',
    address: { countryCode: 'LT' },
  });
  return { token, partnerId: partner.id };
}

/** Tells a story; one that fails ends the process with 1 and says why. */
export function tell(story: () => Promise<void>): void {
  story().catch((error: unknown) => {
    const hint =
      error instanceof TypeError ? ` Is the server running on ${url}? Start it with: npm start` : '';
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}${hint}\n`);
    process.exit(1);
  });
}
