import { expectSoundBooks } from '../support/books';
import { cloneDatabase } from '../support/database';
import { runFaultLoad, type Findings } from '../support/fault-load';
import { TestApp, type TestCompany } from '../support/test-app';

const MINUTE = 60_000;

describe('under load, with the server killed, packets lost and sessions terminated (INV-04)', () => {
  async function run(
    name: string,
    seconds: number,
    naive: boolean,
  ): Promise<{ findings: Findings; companies: TestCompany[]; app: TestApp }> {
    const { applicationUrl, superuserUrl } = await cloneDatabase(name);
    const app = await TestApp.start({ databaseUrl: applicationUrl });
    return { ...(await runFaultLoad({ app, superuserUrl, seconds, naive })), app };
  }

  it(
    'does every operation once, and gives one answer for each for all time',
    async () => {
      const { findings, companies, app } = await run('fault_load', 60, false);
      const { operations, faults, learnedByReplay, ...violations } = findings;
      expect(violations).toEqual({
        crashes: 0,
        duplicated: [],
        lost: [],
        contradicted: [],
        orphans: [],
        refusedYetDone: [],
        unanswered: [],
      });
      await expectSoundBooks(...companies);
      await app.stop();
      // It was a test: there was work, there were faults, and some successes were heard of only by a replay.
      expect(operations).toBeGreaterThanOrEqual(120);
      expect(Math.min(faults.kills, faults.cuts, faults.terminations)).toBeGreaterThanOrEqual(6);
      expect(learnedByReplay).toBeGreaterThan(0);
    },
    5 * MINUTE,
  );

  it(
    'finds the naive variant guilty: look up, work and commit, then store the key',
    async () => {
      const { findings, app } = await run('fault_load_naive', 20, true);
      await app.stop();
      expect(findings.operations).toBeGreaterThan(20);
      expect(findings.duplicated.length).toBeGreaterThan(0);
      expect(findings.contradicted.length).toBeGreaterThan(0);
    },
    3 * MINUTE,
  );
});
