import { randomUUID } from 'node:crypto';
import { IdempotencyInterceptor } from '../../src/idempotency';
import { workerDatabase } from '../support/database';
import { outcome } from '../support/sales';
import { TcpProxy, type Passage, type Verdict } from '../support/tcp-proxy';
import { TestApp, type Answer, type TestCompany } from '../support/test-app';

const CREATE = 'ledger/journal/transactions/create';
const ENTRY = {
  date: '2026-03-10',
  entries: [
    { accountCode: '271', debit: '100.00' },
    { accountCode: '3011', credit: '100.00' },
  ],
};

const isCommit = ({ request }: Passage): boolean => request.includes('idempotency_store');

describe('a connection to the database that fails (@invariant INV-04)', () => {
  let proxy: TcpProxy;
  let app: TestApp;
  let company: TestCompany;
  beforeAll(async () => {
    proxy = await TcpProxy.start((await workerDatabase()).applicationUrl);
    // Plain statements: their texts are on the wire each time.
    app = await TestApp.start({ databaseUrl: proxy.url, preparesStatements: false });
  });
  afterAll(async () => {
    proxy.judge = () => 'forward';
    await app.stop();
    await proxy.stop();
  });
  beforeEach(async () => {
    company = await app.company();
  });
  afterEach(() => expect(app.nest.get(IdempotencyInterceptor).gate.size).toBe(0));

  const post = (key = 'k'): Promise<Answer> => company.post(CREATE, ENTRY, { key });
  const effects = (): Promise<number> => company.count('journal_transactions');
  const keys = (): Promise<number> => company.count('idempotency_keys', `route = '${CREATE}'`);

  /** Judges the first passage that `condition` picks; all others pass. */
  function atFirst(
    condition: (passage: Passage) => boolean,
    verdict: () => Verdict | Promise<Verdict>,
  ): { happened: boolean } {
    const state = { happened: false };
    proxy.judge = passage => {
      if (state.happened || !condition(passage)) return 'forward';
      state.happened = true;
      return verdict();
    };
    return state;
  }

  async function expectDoneOnce(answer: Answer, isReplay: boolean): Promise<void> {
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([
      201,
      isReplay ? 'true' : null,
    ]);
    const again = await post();
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([answer.text, 'true']);
    const rows = (await company.sql('SELECT transaction_id AS id FROM journal_transactions')) as {
      id: string;
    }[];
    expect(rows).toEqual([{ id: answer.body.id }]);
    expect([await keys(), await company.count('idempotency_keys', 'response_status IS NULL')]).toEqual([
      1, 0,
    ]);
  }

  const sending =
    (text: string) =>
    (passage: Passage): boolean =>
      passage.direction === 'request' && passage.text.includes(text);
  const replyTo =
    (text: string) =>
    (passage: Passage): boolean =>
      passage.direction === 'reply' && passage.request.includes(text);

  it.each<[string, (passage: Passage) => boolean, Verdict, boolean]>([
    ['the claim is sent', sending('idempotency_claim'), 'cut', false],
    ['half of the claim is sent', sending('idempotency_claim'), 'half', false],
    ['the claim is answered', replyTo('idempotency_claim'), 'cut', false],
    ['the entries are sent', sending('INSERT INTO journal_transactions'), 'cut', false],
    ['the entries are answered', replyTo('INSERT INTO journal_transactions'), 'cut', false],
    ['COMMIT is sent', sending('idempotency_store'), 'cut', false],
    ['half of COMMIT is sent', sending('idempotency_store'), 'half', false],
    ['COMMIT is acknowledged', replyTo('idempotency_store'), 'cut', true],
  ])('cut when %s: 503, and the retry settles it', async (_, condition, verdict, isReplay) => {
    const fault = atFirst(condition, () => verdict);
    const failed = await post();
    expect(fault.happened).toBe(true);
    expect([outcome(failed), failed.headers.get('retry-after')]).toEqual([
      '503 temporarily_unavailable',
      '1',
    ]);
    expect(failed.headers.get('idempotent-replayed')).toBeNull();
    expect([await effects(), await keys()]).toEqual(isReplay ? [1, 1] : [0, 0]);
    // The server may hold the dead session a moment longer: then it is 409 first.
    await expectDoneOnce(await untilSettled(() => post(), 100), isReplay);
  });

  it('answers only after the COMMIT was acknowledged', async () => {
    let isAcknowledged = false;
    atFirst(
      passage => passage.direction === 'reply' && isCommit(passage),
      async () => {
        await new Promise(resolve => setTimeout(resolve, 500));
        isAcknowledged = true;
        return 'forward' as const;
      },
    );
    const answer = await post();
    expect(isAcknowledged).toBe(true);
    await expectDoneOnce(answer, false);
  });

  it('answers a retry sent while the COMMIT is on its way 409, never a second time', async () => {
    let held = (_: Verdict): void => undefined;
    const arrived = new Promise<void>(resolve => {
      atFirst(
        passage => passage.direction === 'request' && isCommit(passage),
        () => {
          resolve();
          return new Promise<Verdict>(release => (held = release));
        },
      );
    });
    const first = post();
    await arrived;
    expect(outcome(await post())).toBe('409 idempotency_in_progress');
    held('forward');
    await expectDoneOnce(await first, false);
  });

  it('serves on after all connections were lost at once', async () => {
    await post('warm-up');
    proxy.cutAll();
    const settled = await untilSettled(() => post(), 20);
    expect(settled.status).toBe(201);
    expect(await effects()).toBe(2);
  });

  it('does each of 40 operations once while packets are lost at random', async () => {
    const random = seeded(20261130);
    let cuts = 0;
    proxy.judge = () => {
      const verdict = (['cut', 'half'] as const)[Math.floor(random() * 2 * 20)] ?? 'forward';
      cuts += verdict === 'forward' ? 0 : 1;
      return verdict;
    };
    const names = Array.from({ length: 40 }, () => randomUUID());
    const answers = await Promise.all(
      names.map(async name => {
        const send = (): Promise<Answer> =>
          company.post(CREATE, { ...ENTRY, description: name }, { key: name });
        const twins = await Promise.all([untilSettled(send, 200), untilSettled(send, 200)]);
        expect(twins.map(twin => [twin.status, twin.text])).toEqual([
          [201, twins[0].text],
          [201, twins[0].text],
        ]);
        return { name, id: (twins[0].body as { id: string }).id };
      }),
    );
    proxy.judge = () => 'forward';
    expect(cuts).toBeGreaterThan(5);
    const rows = await company.sql(
      'SELECT description AS name, transaction_id AS id FROM journal_transactions ORDER BY 1',
    );
    expect(rows).toEqual(answers.sort((a, b) => (a.name < b.name ? -1 : 1)));
    expect([await keys(), await company.count('idempotency_keys', 'response_status IS NULL')]).toEqual([
      40, 0,
    ]);
  });
});

/** Retries as a client should, until the answer is one that a retry would not change. */
async function untilSettled(send: () => Promise<Answer>, most: number): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send();
    const isOpen = answer.status >= 500 || (answer.status === 409 && answer.headers.has('retry-after'));
    if (!isOpen || attempt === most) return answer;
  }
}

/** A linear congruential generator (Numerical Recipes): the same faults in every run. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
