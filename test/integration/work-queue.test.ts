import { UnitOfWork } from '../../src/platform/database';
import { newId } from '../../src/shared/ids';
import { LeaseLost, scheduleWork, Worker, WorkerPort, WorkQueue, type WorkItem } from '../../src/work';
import { TestApp } from '../support/test-app';

describe('the work queue', () => {
  let app: TestApp;
  let queue: WorkQueue;
  let unitOfWork: UnitOfWork;
  let kind: string;
  const companyId = newId();
  beforeAll(async () => {
    app = await TestApp.start();
    queue = app.nest.get(WorkQueue);
    unitOfWork = app.nest.get(UnitOfWork);
  });
  afterAll(() => app.stop());
  beforeEach(() => (kind = `trial-${newId()}`));

  async function schedule(count: number, inSeconds = 0, of = companyId): Promise<string[]> {
    const ids = Array.from({ length: count }, newId);
    await unitOfWork.run(of, 'write', async tx => {
      for (const id of ids) await scheduleWork(tx, kind, id, inSeconds);
    });
    return ids;
  }
  const endLeases = (): Promise<unknown> =>
    app.asOwner(`UPDATE work_items SET leased_until = clock_timestamp() WHERE kind = $1`, [kind]);
  const done = (item: WorkItem): Promise<void> =>
    unitOfWork.run(item.companyId, 'write', tx => queue.done(tx, item));

  it('gives each item to one of many takers', async () => {
    const ids = await schedule(40);
    const taken = await Promise.all(Array.from({ length: 20 }, () => queue.due(kind, 5, 60)));
    expect(
      taken
        .flat()
        .map(({ subjectId }) => subjectId)
        .sort(),
    ).toEqual([...ids].sort());
    expect(await queue.due(kind, 5, 60)).toEqual([]);
  });

  describe('where one company has more to do than all others', () => {
    const [small, another] = [newId(), newId()];
    beforeEach(async () => {
      await schedule(100);
      await schedule(3, 0, small);
      await schedule(1, 0, another);
    });
    const counts = (items: WorkItem[]): number[] =>
      [companyId, small, another].map(id => items.filter(item => item.companyId === id).length);
    const take = (atMost: number): Promise<WorkItem[]> => queue.due(kind, atMost, 60, 4);

    it('lets them take turns, and gives nobody more than his share', async () => {
      const first = await take(5);
      expect(counts(first)).toEqual([2, 2, 1]);
      expect(counts(await take(32))).toEqual([2, 1, 0]);
      expect(await take(32)).toEqual([]);
      const big = first.filter(item => item.companyId === companyId);
      await done(big[0]!);
      expect(counts(await take(32))).toEqual([1, 0, 0]);
      await endLeases();
      expect(counts(await take(32))).toEqual([4, 3, 1]);
    });

    it('gives the oldest of it first, and each to one', async () => {
      const [oldest] = await app.asOwner<{ id: string }>(
        `UPDATE work_items SET due_at = due_at - interval '1 hour' WHERE (kind, subject_id) = (
           SELECT kind, subject_id FROM work_items WHERE kind = $1 AND company_id = $2 LIMIT 1) RETURNING subject_id AS id`,
        [kind, companyId],
      );
      expect((await take(1)).map(({ subjectId }) => subjectId)).toEqual([oldest!.id]);
      const taken = (await Promise.all(Array.from({ length: 8 }, () => take(3)))).flat();
      expect(new Set(taken.map(({ subjectId }) => subjectId)).size).toBe(taken.length);
    });
  });

  it('gives nothing before it is due, but to whoever asks for just that', async () => {
    const [subjectId] = (await schedule(1, 3600)) as [string];
    expect(await queue.due(kind, 5, 60)).toEqual([]);
    const key = { companyId, kind, subjectId };
    expect(await queue.take(key, 60)).toMatchObject({ attempts: 1 });
    expect(await queue.take(key, 60)).toBeUndefined();
    expect(await queue.heldFor(key)).toBeGreaterThan(50);
  });

  it('loses nothing with a transaction that is rolled back, and schedules nothing', async () => {
    const id = newId();
    await unitOfWork
      .run(companyId, 'write', async tx => {
        await scheduleWork(tx, kind, id);
        throw new Error('forced');
      })
      .catch(() => undefined);
    expect(await queue.due(kind, 5, 60)).toEqual([]);
  });

  it('gives work of a process that died to the next one, and the first writes nothing any more', async () => {
    await schedule(1);
    const [first] = (await queue.due(kind, 1, 60)) as [WorkItem];
    await endLeases();
    const [second] = (await queue.due(kind, 1, 60)) as [WorkItem];
    expect([second.token - first.token, second.attempts]).toEqual([1, 2]);
    await expect(done(first)).rejects.toThrow(LeaseLost);
    await expect(queue.extend(first, 60)).rejects.toThrow(LeaseLost);
    await queue.failed(first);
    expect(await queue.due(kind, 1, 60)).toEqual([]);
    await done(second);
    await endLeases();
    expect(await queue.due(kind, 1, 60)).toEqual([]);
  });

  describe('with a worker', () => {
    it('does what is due, also what becomes due by it, each thing once', async () => {
      const worker = app.nest.get(Worker);
      const ran: string[] = [];
      const first = await schedule(10);
      worker.register({
        kind,
        leaseSeconds: 60,
        atOnce: 3,
        run: async item => {
          ran.push(item.subjectId);
          await unitOfWork.run(item.companyId, 'write', async tx => {
            await queue.done(tx, item);
            if (first.includes(item.subjectId)) await scheduleWork(tx, kind, newId());
          });
        },
      });
      await worker.drain();
      expect([ran.length, new Set(ran).size]).toEqual([20, 20]);
    });

    it('tries failed work again, later and later', async () => {
      const worker = app.nest.get(Worker);
      worker.register({ kind, leaseSeconds: 60, atOnce: 1, run: () => Promise.reject(new Error('forced')) });
      const [subjectId] = (await schedule(1)) as [string];
      const waits: number[] = [];
      for (let attempt = 0; attempt < 5; attempt++) {
        await worker.drain();
        const [row] = await app.asOwner<{ seconds: number; attempts: number }>(
          `UPDATE work_items w SET due_at = clock_timestamp() FROM work_items old
            WHERE w.subject_id = $1 AND old.subject_id = w.subject_id
            RETURNING extract(epoch FROM old.due_at - clock_timestamp())::float8 AS seconds, old.attempts`,
          [subjectId],
        );
        expect(row!.attempts).toBe(attempt + 1);
        waits.push(row!.seconds);
      }
      expect(waits[4]).toBeGreaterThan(7);
      expect(waits[4]).toBeLessThanOrEqual(16);
    });
  });

  it('tells how it is on the port of a process that only works, where there is one', async () => {
    expect(await app.nest.get(WorkerPort).listen()).toBeUndefined();
    const other = await TestApp.start({ workerMetricsPort: 0 });
    const url = await other.nest.get(WorkerPort).listen();
    const ask = async (path: string, method = 'GET'): Promise<[number, string]> => {
      const answer = await fetch(`${url}${path}`, { method });
      return [answer.status, await answer.text()];
    };
    expect(await ask('/health/live')).toEqual([200, '{"status":"ok"}']);
    expect(await ask('/health/ready')).toEqual([503, '{"status":"does not look for work"}']);
    other.nest.get(Worker).start();
    expect(await ask('/health/ready')).toEqual([200, '{"status":"ok"}']);
    expect((await ask('/metrics'))[1]).toContain('# TYPE gapless_work_waiting gauge');
    for (const [path, method] of [
      ['/docs', 'GET'],
      ['/metrics', 'POST'],
      ['/v1/audit/list', 'POST'],
    ] as const)
      expect((await ask(path, method))[0]).toBe(404);
    await other.nest.get(Worker).stop();
    await other.stop();
    await expect(ask('/health/live')).rejects.toThrow();
  });

  it('tells its depth and age among the metrics', async () => {
    await schedule(3);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toContain(`gapless_work_waiting{kind="${kind}"} 3`);
    expect(metrics).toMatch(new RegExp(`gapless_work_oldest_seconds\\{kind="${kind}"\\} 0`));
  });
});
