import { Turns } from '../../../src/platform/turns';

describe('turns', () => {
  /** Work that ends when it is told to. */
  const held = (): { work: () => Promise<number>; end: () => void } => {
    let end = (): void => undefined;
    const until = new Promise<number>(resolve => (end = () => resolve(1)));
    return { work: () => until, end: () => end() };
  };

  it('are given to so many at once, then in order, and the rest is refused', async () => {
    const turns = new Turns('Too much is asked', 2, 1);
    const order: string[] = [];
    const [one, two] = [held(), held()];
    const running = [turns.run(one.work), turns.run(two.work)];
    const third = turns.run(() => Promise.resolve(order.push('third')));
    await expect(turns.run(() => Promise.resolve())).rejects.toMatchObject({
      reason: 'temporarily_unavailable',
      extras: { retryAfterSeconds: 5 },
    });
    expect(order).toEqual([]);
    one.end();
    await third;
    expect(order).toEqual(['third']);
    two.end();
    await Promise.all(running);
    await turns.run(() => Promise.resolve(order.push('fourth')));
    expect(order).toEqual(['third', 'fourth']);
  });

  it('are waited for by so many of one, and by others beside them', async () => {
    const turns = new Turns('Too much is asked', 1, 3, 2);
    const first = held();
    const order: string[] = [];
    const run = (of: string): Promise<unknown> => turns.run(() => Promise.resolve(order.push(of)), of);
    const running = [turns.run(first.work, 'a'), run('a'), run('a')];
    await expect(run('a')).rejects.toMatchObject({ reason: 'temporarily_unavailable' });
    running.push(run('b'));
    await expect(run('c')).rejects.toMatchObject({ reason: 'temporarily_unavailable' });
    first.end();
    await Promise.all(running);
    expect(order).toEqual(['a', 'a', 'b']);
    await run('a');
  });

  it('come back when the work fails', async () => {
    const turns = new Turns('Too much is asked', 1);
    const failing = (): Promise<never> => Promise.reject(new Error('no'));
    await expect(turns.run(failing)).rejects.toThrow('no');
    await expect(turns.run(failing)).rejects.toThrow('no');
  });
});
