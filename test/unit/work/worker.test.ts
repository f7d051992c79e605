import type { Config } from '../../../src/platform/config';
import type { Log } from '../../../src/platform/logging';
import { Worker, type WorkQueue } from '../../../src/work';

/** A worker whose queue answers what the test says, by a clock that stands where it says. */
function workerOn(due: () => Promise<[]>): Worker {
  const silent = { warn: () => undefined, info: () => undefined } as unknown as Log;
  const worker = new Worker({ due } as unknown as WorkQueue, { workerPollMs: 1000 } as Config, silent);
  worker.register({ kind: 'trial', leaseSeconds: 60, atOnce: 1, run: () => Promise.resolve() });
  return worker;
}

describe('a worker', () => {
  beforeEach(() => jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());
  const pass = (seconds: number): Promise<void> => jest.advanceTimersByTimeAsync(seconds * 1000);

  it('looks for work from its start to its end', async () => {
    const worker = workerOn(() => Promise.resolve([]));
    expect(worker.looksForWork()).toBe(false);
    worker.start();
    await pass(60);
    expect(worker.looksForWork()).toBe(true);
    await worker.stop();
    expect(worker.looksForWork()).toBe(false);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('forced'))],
    ['does not come back', () => new Promise<[]>(() => undefined)],
  ])('does not where looking %s for more than ten seconds', async (_, look) => {
    let isFaulty = false;
    const worker = workerOn(() => (isFaulty ? look() : Promise.resolve([])));
    worker.start();
    await pass(5);
    isFaulty = true;
    await pass(11);
    expect(worker.looksForWork()).toBe(true);
    await pass(4);
    expect(worker.looksForWork()).toBe(false);
  });
});
