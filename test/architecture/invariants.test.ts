import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { workerDatabase } from '../support/database';
import { policies, refusalNames } from './support/catalogs';
import { filesBelow } from './support/source-files';

const ROOT = join(__dirname, '../..');

interface Invariant {
  id: string;
  code: string[];
  constraints: string[];
  tests: string[];
}

/** docs/invariants.md is only worth reading while it is true. */
describe('docs/invariants.md', () => {
  const invariants = readTable(readFileSync(join(ROOT, 'docs/invariants.md'), 'utf8'));

  it('lists each invariant with code, constraints and tests', () => {
    expect(invariants.map(({ id }) => id)).toEqual(
      Array.from({ length: 14 }, (_, index) => index + 1).map(
        number => `INV-${String(number).padStart(2, '0')}`,
      ),
    );
    for (const { id, code, constraints, tests } of invariants) {
      expect([id, code.length > 0, constraints.length > 0 || id === 'INV-11', tests.length > 0]).toEqual([
        id,
        true,
        true,
        true,
      ]);
    }
  });

  it('names files that are there and carry the tag', () => {
    const wrong = invariants.flatMap(({ id, code, tests }) =>
      [...code, ...tests].filter(path => !isTagged(path, id)).map(path => `${id}: ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  it('names every test that says it attacks an invariant', () => {
    const listed = new Set(invariants.flatMap(({ id, tests }) => tests.map(path => `${id}: ${path}`)));
    const tagged = filesBelow(join(ROOT, 'test/invariants')).flatMap(file => {
      const path = file.slice(ROOT.length + 1);
      return [...readFileSync(file, 'utf8').matchAll(/@invariant (INV-\d\d)/g)].map(
        ([, id]) => `${id}: ${path}`,
      );
    });
    expect(tagged.filter(entry => !listed.has(entry))).toEqual([]);
  });

  it('names constraints and policies that are there', async () => {
    const owner = new Client({ connectionString: (await workerDatabase()).ownerUrl });
    await owner.connect();
    const known = new Set([...(await refusalNames(owner)), ...(await policies(owner))]);
    await owner.end();
    const wrong = invariants.flatMap(({ id, constraints }) =>
      constraints.filter(name => !known.has(name)).map(name => `${id}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});

function isTagged(path: string, id: string): boolean {
  const file = join(ROOT, path);
  return existsSync(file) && readFileSync(file, 'utf8').includes(`@invariant ${id}`);
}

function readTable(page: string): Invariant[] {
  return page
    .split('\n')
    .filter(line => line.startsWith('| INV-'))
    .map(line => {
      const [, id = '', , code = '', constraints = '', tests = ''] = line.split('|').map(cell => cell.trim());
      return {
        id,
        code: quoted(code),
        constraints: quoted(constraints).filter(name => name.includes('_')),
        tests: quoted(tests),
      };
    });
}

function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);
}
