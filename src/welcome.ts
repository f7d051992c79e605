import { StartupError, type Config } from './platform/config';

interface Arrival {
  url: string;
  config: Config;
  print: (message: string) => void;
}

const DEMO_COMPANY = {
  name: 'Demo UAB',
  code: '305555553',
  vatCode: 'LT100001234510',
  countryCode: 'LT',
  baseCurrency: 'EUR',
  isSandbox: true,
};
const DEMO_PARTNER = {
  type: 'company',
  name: 'Pirmasis pirkėjas UAB',
  code: '304444442',
  vatCode: 'LT444444412',
  address: { countryCode: 'LT' },
};

/**
 * Says where everything is. On the embedded server the first start also makes a demo company and prints its API key.
 * It goes through the API with fixed Idempotency-Keys, so a start that died half way is completed by the next one and
 * a later start makes nothing: the key, shown once, cannot be shown again.
 */
export async function welcome({ url, config, print }: Arrival): Promise<void> {
  print(`\nGapless serves on ${url}\nDocumentation:  ${url}/docs`);
  if (!config.usesEmbeddedServer) return;
  const call = caller(url);
  const operatorToken = config.operatorToken ?? '';
  const company = await call<{ id?: string; error?: { existingId: string } }>(
    'account/companies/create',
    DEMO_COMPANY,
    operatorToken,
    'demo-company',
  );
  const key = await call<{ key: string }>(
    'account/api-keys/create',
    // A start long after the first is only told which company it was.
    { companyId: company.body.id ?? company.body.error?.existingId, name: 'demo' },
    operatorToken,
    'demo-api-key',
  );
  if (key.status === ALREADY_ANSWERED) {
    print("The demo company's API key was printed at the first start; the operator makes new ones.\n");
    return;
  }
  const { key: apiKey } = key.body;
  await call('ledger/accounts/apply-template', {}, apiKey, 'demo-chart');
  const partner = await call<{ id: string }>('partners/create', DEMO_PARTNER, apiKey, 'demo-partner');
  print(firstSteps(url, operatorToken, apiKey, partner.body.id));
}

/** The key was used, and its answer is a secret or has been purged. */
const ALREADY_ANSWERED = 409;

interface Answer<Body> {
  status: number;
  body: Body;
}

function caller(url: string) {
  return async <Body>(
    path: string,
    body: object,
    token: string,
    idempotencyKey: string,
  ): Promise<Answer<Body>> => {
    const response = await fetch(`${url}/v1/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${token}`,
        'Idempotency-Key': idempotencyKey,
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Body & { message?: string };
    if (!response.ok && response.status !== ALREADY_ANSWERED) {
      throw new StartupError(
        `The demo company could not be made: ${path} answered ${response.status}, ${answer.message}`,
      );
    }
    return { status: response.status, body: answer };
  };
}

function firstSteps(url: string, operatorToken: string, apiKey: string, partnerId: string): string {
  return `
Operator token (makes companies; shown once): ${operatorToken}
API key of the demo company (shown once):     ${apiKey}

Issue an invoice. Run it twice: the second answer is the first one again, and there is one invoice.

curl -i ${url}/v1/sales/invoices/create \\
  -H 'Authorization: Bearer ${apiKey}' \\
  -H 'Idempotency-Key: my-first-invoice' \\
  -H 'Content-Type: application/json' \\
  -d '{"partnerId":"${partnerId}","issue":true,"lines":[{"description":"Consulting","quantity":2,"unitPriceExclVat":"50.00","vatRatePercent":"21","vatClassifierCode":"PVM1"}]}'

The whole story, step by step: npm run demo
`;
}
