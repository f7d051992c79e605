import { Gate } from '../../../src/idempotency/domain/gate';

const busy = (): never => {
  throw new Error('busy');
};

describe('the in-process gate', () => {
  it('turns a second one away while the first is inside, and lets it in afterwards', async () => {
    const gate = new Gate();
    let finish = (_: string): void => undefined;
    const first = gate.pass('key', () => new Promise<string>(resolve => (finish = resolve)), busy);
    await expect(gate.pass('key', () => Promise.resolve('second'), busy)).rejects.toThrow('busy');
    expect(gate.size).toBe(1);
    finish('first');
    await expect(first).resolves.toBe('first');
    expect(gate.size).toBe(0);
    await expect(gate.pass('key', () => Promise.resolve('third'), busy)).resolves.toBe('third');
  });

  it('does not mix up keys', async () => {
    const gate = new Gate();
    const inside = gate.pass('key', () => gate.pass('other', () => Promise.resolve('both'), busy), busy);
    await expect(inside).resolves.toBe('both');
    expect(gate.size).toBe(0);
  });

  it.each<[string, () => Promise<string>]>([
    ['rejects', () => Promise.reject(new Error('no connection'))],
    [
      'throws',
      () => {
        throw new Error('at once');
      },
    ],
  ])('lets go of the key when the work %s', async (_, work) => {
    const gate = new Gate();
    await expect(gate.pass('key', work, busy)).rejects.toThrow();
    expect(gate.size).toBe(0);
    await expect(gate.pass('key', () => Promise.resolve('again'), busy)).resolves.toBe('again');
  });

  it('keeps the holder in when the turned away one fails', async () => {
    const gate = new Gate();
    let finish = (_: string): void => undefined;
    const first = gate.pass('key', () => new Promise<string>(resolve => (finish = resolve)), busy);
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(gate.pass('key', () => Promise.resolve('never'), busy)).rejects.toThrow('busy');
    }
    finish('first');
    await first;
    expect(gate.size).toBe(0);
  });
});
