import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { exportedNames } from './support/exported-names';
import { filesBelow } from './support/source-files';

const ROOT = join(__dirname, '../..');

/** What `src` exports and no other file takes, tests included. Types may be exported for whoever wants to name them. */
function unused(root: string, folders: string[]): string[] {
  const paths = folders
    .flatMap(folder => filesBelow(join(root, folder)).map(path => relative(root, path)))
    .filter(path => path.endsWith('.ts'));
  const { exported, taken } = exportedNames(root, paths);
  return exported.filter(
    name => name.startsWith('src/') && !taken.has(name) && !taken.has(`${name.split(' ')[0]} *`),
  );
}

describe('what is exported', () => {
  it('is used by another file', () => {
    const found = unused(ROOT, ['src', 'test', 'migrations', 'scripts', 'bench']);
    expect(found).toEqual([]);
  });

  it('is found where it is not', () => {
    const root = mkdtempSync(join(tmpdir(), 'gapless-exports-'));
    mkdirSync(join(root, 'src'));
    writeFileSync(
      join(root, 'src/one.ts'),
      'export const a = 1;\nexport function b() {}\nexport class C {}\nexport type D = 1;\nconst e = 1;',
    );
    writeFileSync(join(root, 'src/index.ts'), `export { a as renamed } from './one';`);
    writeFileSync(join(root, 'src/two.ts'), `import { C } from './one';`);
    expect(unused(root, ['src']).sort()).toEqual(['src/index.ts renamed', 'src/one.ts b']);
    rmSync(root, { recursive: true });
  });
});
