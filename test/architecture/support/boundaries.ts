import { readSources, type Import, type SourceFile } from './source-files';

export interface Violation {
  file: string;
  rule: string;
  detail: string;
}

/** A file may import lower ranks only; modules of one rank meet in the database, not in code (docs/architecture.md). */
export const RANKS: Readonly<Record<string, number>> = {
  shared: 0,
  platform: 1,
  audit: 2,
  outbox: 2,
  work: 2,
  files: 3,
  numbering: 3,
  account: 4,
  mail: 4,
  idempotency: 4,
  reference: 5,
  partners: 5,
  catalog: 5,
  ledger: 5,
  vat: 6,
  webhooks: 6,
  payments: 7,
  sales: 7,
  assets: 7,
  bank: 7,
  purchases: 7,
  revaluation: 7,
  declarations: 8,
  reports: 8,
};

type Rule = (file: SourceFile) => Omit<Violation, 'file'>[];

/** Everything that the folder structure promises and this source tree breaks. */
export function boundaryViolations(root: string): Violation[] {
  const files = readSources(root, ['src', 'migrations']);
  const broken = files.flatMap(file =>
    RULES.flatMap(rule => rule(file).map(found => ({ file: file.path, ...found }))),
  );
  return [...broken, ...cycles(files)];
}

/** What is imported through its index: a module, of the platform each folder. */
function enclosureOf(path: string): string | undefined {
  return /^src\/(platform\/[^/]+|[^/]+)\//.exec(path)?.[1];
}

/** `src/ledger/journal/data/x.ts` -> `ledger`; undefined for the files that put the application together, and outside src. */
function moduleOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

function isIn(path: string, folder: string): boolean {
  return path.split('/').slice(0, -1).includes(folder);
}

const imports = (
  file: SourceFile,
  isWrong: (imported: Import & { file: string }) => boolean,
  rule: string,
): Omit<Violation, 'file'>[] =>
  file.imports
    .filter(
      (imported): imported is Import & { file: string } =>
        imported.file !== undefined && isWrong({ ...imported, file: imported.file }),
    )
    .map(({ file: detail }) => ({ rule, detail }));

const knownModule: Rule = ({ path }) => {
  const name = moduleOf(path);
  return name === undefined || RANKS[name] !== undefined
    ? []
    : [{ rule: 'every module has a rank', detail: name }];
};

const ranks: Rule = file => {
  const from = moduleOf(file.path);
  if (from === undefined) return [];
  return imports(
    file,
    imported => {
      if (imported.file.startsWith('migrations/')) return !file.path.startsWith('src/platform/database/');
      const to = moduleOf(imported.file);
      return to !== from && (to === undefined || (RANKS[to] ?? Infinity) >= (RANKS[from] ?? 0));
    },
    'only lower ranks are imported',
  );
};

/** The kernel has no index: each of its files is one thing. Of the platform each folder has one. */
const onlyThroughIndex: Rule = file => {
  const from = enclosureOf(file.path);
  if (from === undefined) return [];
  return imports(
    file,
    imported => {
      const to = enclosureOf(imported.file);
      return to !== undefined && to !== from && to !== 'shared' && !imported.file.endsWith('/index.ts');
    },
    'another module is imported through its index.ts',
  );
};

const FRAMEWORKS = /^(@nestjs\/|typeorm|pg$|express|rxjs|class-validator|class-transformer|reflect-metadata)/;

const pureDomain: Rule = file => {
  if (!isIn(file.path, 'domain')) return [];
  const frameworks = file.imports.filter(
    ({ specifier, typeOnly }) => !typeOnly && FRAMEWORKS.test(specifier),
  );
  return [
    ...frameworks.map(({ specifier }) => ({ rule: 'domain/ knows no framework', detail: specifier })),
    ...imports(
      file,
      imported => ['api', 'data', 'use-cases', 'steps'].some(folder => isIn(imported.file, folder)),
      'domain/ knows nothing around it',
    ),
    ...imports(
      file,
      imported => !imported.typeOnly && moduleOf(imported.file) === 'platform',
      'domain/ knows no framework',
    ),
  ];
};

const apiWithoutData: Rule = file =>
  isIn(file.path, 'api')
    ? imports(file, imported => isIn(imported.file, 'data'), 'api/ never imports data/')
    : [];

const stepsBelowUseCases: Rule = file =>
  isIn(file.path, 'steps')
    ? imports(file, imported => isIn(imported.file, 'use-cases'), 'steps/ never imports use-cases/')
    : [];

const SQL =
  /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|BEGIN|SET LOCAL|COMMIT|ROLLBACK|CREATE|ALTER|DROP|GRANT|REVOKE|TRUNCATE)\b(?!$)/;

function isPlaceOfSql(path: string): boolean {
  return isIn(path, 'data') || path.startsWith('src/platform/database/') || path.startsWith('migrations/');
}

const sqlInItsPlace: Rule = file =>
  isPlaceOfSql(file.path)
    ? []
    : file.texts
        .filter(text => SQL.test(text))
        .map(text => ({ rule: 'SQL lives in data/ and migrations/', detail: text.trim().slice(0, 60) }));

/** TypeORM is the door to the database; a connection of another role (the owner's) may be opened where SQL may stand. */
const driverInItsPlace: Rule = file => {
  const mayConnect = isPlaceOfSql(file.path);
  const mayUseTypeorm = mayConnect && !isIn(file.path, 'data');
  return file.imports
    .filter(
      ({ specifier, typeOnly }) =>
        (specifier === 'typeorm' && !mayUseTypeorm) || (specifier === 'pg' && !typeOnly && !mayConnect),
    )
    .map(({ specifier }) => ({ rule: 'only platform/database talks to TypeORM', detail: specifier }));
};

const noForwardRef: Rule = file =>
  file.calls
    .filter(name => name === 'forwardRef')
    .map(detail => ({ rule: 'a cycle is a design fault', detail }));

/** A migration that has run must mean the same for ever, so it may not lean on code that changes. */
const frozenMigrations: Rule = file =>
  file.path.startsWith('migrations/')
    ? imports(file, imported => imported.file.startsWith('src/'), 'migrations import nothing from src/')
    : [];

/** Each cycle of imports once, named by its files in order; what only types import is erased and makes none. */
function cycles(files: SourceFile[]): Violation[] {
  const edges = new Map(
    files.map(({ path, imports: found }) => [
      path,
      found.filter(({ typeOnly }) => !typeOnly).flatMap(({ file }) => file ?? []),
    ]),
  );
  const done = new Set<string>();
  const found: Violation[] = [];
  const walk = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0)
      found.push({ file: path, rule: 'no cycles', detail: [...trail.slice(start), path].join(' -> ') });
    if (start >= 0 || done.has(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return found;
}

const RULES = [
  knownModule,
  ranks,
  onlyThroughIndex,
  pureDomain,
  apiWithoutData,
  stepsBelowUseCases,
  sqlInItsPlace,
  driverInItsPlace,
  noForwardRef,
  frozenMigrations,
];
