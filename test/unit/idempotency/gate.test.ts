import { Gate } from '../../../src/idempotency/domain/gate';

const busy = (): never => {
  throw new Error('busy');
};

/** Work that stands still until the test says how it goes on. */
function heldWork(): {
  work: (claimed: () => void) => Promise<string>;
  claim: () => void;
  finish: (result: string) => void;
  fail: (error: Error) => void;
} {
  const held = {
    claim: (): void => undefined,
    finish: (_: string): void => undefined,
    fail: (_: Error): void => undefined,
  };
  const work = (claimed: () => void): Promise<string> => {
    held.claim = claimed;
    return new Promise((resolve, reject) => Object.assign(held, { finish: resolve, fail: reject }));
  };
  return {
    work,
    claim: () => held.claim(),
    finish: result => held.finish(result),
    fail: error => held.fail(error),
  };
}

const second = (): Promise<string> => Promise.resolve('second');

describe('the in-process gate', () => {
  let gate: Gate;
  beforeEach(() => {
    gate = new Gate();
  });
  afterEach(() => expect(gate.size).toBe(0));

  it('turns a second one away while the first is at work, and lets it in afterwards', async () => {
    const first = heldWork();
    const answer = gate.pass('key', first.work, busy);
    first.claim();
    await expect(gate.pass('key', second, busy)).rejects.toThrow('busy');
    await expect(gate.pass('key', second, busy)).rejects.toThrow('busy');
    expect(gate.size).toBe(1);
    first.finish('first');
    await expect(answer).resolves.toBe('first');
    await expect(gate.pass('key', second, busy)).resolves.toBe('second');
  });

  it('lets one that waits go on when the first found the answer there already', async () => {
    const first = heldWork();
    const answers = Promise.all([gate.pass('key', first.work, busy), gate.pass('key', second, busy)]);
    first.finish('first');
    await expect(answers).resolves.toEqual(['first', 'second']);
  });

  it('turns one that waits away as soon as the first has claimed the key', async () => {
    const first = heldWork();
    const answer = gate.pass('key', first.work, busy);
    const waiting = gate.pass('key', second, busy);
    first.claim();
    await expect(waiting).rejects.toThrow('busy');
    first.finish('first');
    await answer;
  });

  it('lets one that waits go on when the first fails before it has the key', async () => {
    const first = heldWork();
    const answer = gate.pass('key', first.work, busy);
    const waiting = gate.pass('key', second, busy);
    first.fail(new Error('no connection'));
    await expect(answer).rejects.toThrow('no connection');
    await expect(waiting).resolves.toBe('second');
  });

  it('lets go of the key when the work fails after it has the key', async () => {
    const first = heldWork();
    const answer = gate.pass('key', first.work, busy);
    first.claim();
    first.fail(new Error('statement timeout'));
    await expect(answer).rejects.toThrow('statement timeout');
    await expect(gate.pass('key', second, busy)).resolves.toBe('second');
  });

  it('lets go of the key when the work throws at once', async () => {
    const thrown = gate.pass(
      'key',
      () => {
        throw new Error('at once');
      },
      busy,
    );
    await expect(thrown).rejects.toThrow('at once');
    await expect(gate.pass('key', second, busy)).resolves.toBe('second');
  });

  it('does not mix up keys', async () => {
    const inside = gate.pass('key', () => gate.pass('other', second, busy), busy);
    await expect(inside).resolves.toBe('second');
  });
});
