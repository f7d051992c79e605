import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { filesBelow, readSources } from './support/source-files';

const ROOT = join(__dirname, '../..');
const FOLDERS = ['src', 'migrations', 'test', 'scripts', 'bench', 'docs'];
const GENERATED = ['docs/openapi.json', 'docs/schema.sql'];
/** Unfinished work belongs into an issue. Put together here, so that this file may be searched too. */
const BANNED = ['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK'].map(word => new RegExp(`\\b${word}\\b`));
/** Where the programs begin. */
const ENTRIES = /^(src\/(main|api|worker)\.ts|migrations\/\d+-|scripts\/[^/]+\.ts|bench\/main\.ts)/;

/** Lengths of files and functions are ESLint's business. */
describe('the tree is tidy:', () => {
  const files = FOLDERS.filter(folder => existsSync(join(ROOT, folder)))
    .flatMap(folder => filesBelow(join(ROOT, folder)))
    .map(path => relative(ROOT, path));

  it('no unfinished work', () => {
    const texts = files.filter(
      path => ['.ts', '.mjs', '.md', '.json'].includes(extname(path)) && !GENERATED.includes(path),
    );
    expect(
      texts.filter(path => BANNED.some(word => word.test(readFileSync(join(ROOT, path), 'utf8')))),
    ).toEqual([]);
  });

  it('no test is skipped or alone', () => {
    const tests = files.filter(path => path.endsWith('.test.ts'));
    const lonely = /\b(it|test|describe)\.(only|todo)\(|\b(it|test)\.skip\(|\bx(it|describe)\(/;
    expect(tests.filter(path => lonely.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
  });

  it('names in kebab-case', () => {
    const named = files.filter(
      path => !/^(docs\/decisions\/|migrations\/\d)/.test(path) && basename(path) !== 'README.md',
    );
    expect(named.filter(path => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+$/.test(basename(path)))).toEqual([]);
  });

  it('a README.md in every module', () => {
    const modules = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter(entry =>
      entry.isDirectory(),
    );
    expect(
      modules.map(({ name }) => name).filter(name => !existsSync(join(ROOT, 'src', name, 'README.md'))),
    ).toEqual([]);
  });

  it('no file that nothing reaches', () => {
    const sources = readSources(
      ROOT,
      FOLDERS.filter(folder => existsSync(join(ROOT, folder)) && folder !== 'docs'),
    );
    const imports = new Map(
      sources.map(source => [source.path, source.imports.flatMap(({ file }) => file ?? [])]),
    );
    const reached = new Set<string>();
    const walk = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      imports.get(path)?.forEach(walk);
    };
    sources.filter(({ path }) => ENTRIES.test(path)).forEach(({ path }) => walk(path));
    expect(
      sources.map(({ path }) => path).filter(path => !path.startsWith('test/') && !reached.has(path)),
    ).toEqual([]);
  });
});
