import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { boundaryViolations, RANKS, type Violation } from './support/boundaries';

const ROOT = join(__dirname, '../..');

const PLANTED: [rule: string, file: string, content: string][] = [
  ['only lower ranks are imported', 'src/ledger/upwards.ts', `import { SalesModule } from '../sales';`],
  ['only lower ranks are imported', 'src/ledger/sideways.ts', `export type { Thing } from '../partners';`],
  [
    'only lower ranks are imported',
    'src/ledger/inline.ts',
    `export type Thing = import('../reports').Thing;`,
  ],
  [
    'only lower ranks are imported',
    'src/audit/migrating.ts',
    `import { migrations } from '../../migrations';`,
  ],
  ['only lower ranks are imported', 'src/audit/to-the-top.ts', `import { AppModule } from '../app.module';`],
  [
    'another module is imported through its index.ts',
    'src/sales/past-the-index.ts',
    `import { x } from '../ledger/accounts/data/accounts';`,
  ],
  [
    'another module is imported through its index.ts',
    'src/platform/lists/past-the-index.ts',
    `import type { Tx } from '../database/tx';`,
  ],
  ['every module has a rank', 'src/newcomer/index.ts', ''],
  ['domain/ knows no framework', 'src/sales/domain/nest.ts', `import { Injectable } from '@nestjs/common';`],
  [
    'domain/ knows no framework',
    'src/sales/domain/clock.ts',
    `import { Clock } from '../../platform/clock';`,
  ],
  [
    'domain/ knows nothing around it',
    'src/sales/domain/outwards.ts',
    `import type { X } from '../use-cases/get-invoice';`,
  ],
  [
    'api/ never imports data/',
    'src/sales/api/shortcut.ts',
    `import type { X } from '../data/business-keys';`,
  ],
  [
    'steps/ never imports use-cases/',
    'src/sales/steps/upwards.ts',
    `import type { X } from '../use-cases/get-invoice';`,
  ],
  [
    'SQL lives in data/ and migrations/',
    'src/sales/use-cases/query.ts',
    'export const sql = `\n  SELECT 1 FROM ${table}`;',
  ],
  [
    'SQL lives in data/ and migrations/',
    'src/sales/delete.ts',
    `export const sql = 'DELETE FROM sale_invoices';`,
  ],
  [
    'only platform/database talks to TypeORM',
    'src/sales/data/typeorm.ts',
    `import { DataSource } from 'typeorm';`,
  ],
  [
    'only platform/database talks to TypeORM',
    'src/sales/use-cases/client.ts',
    `import { Client } from 'pg';`,
  ],
  ['a cycle is a design fault', 'src/sales/forward.ts', `forwardRef(() => SalesModule);`],
  [
    'migrations import nothing from src/',
    'migrations/leaning.ts',
    `import { Money } from '../src/shared/money';`,
  ],
  ['no cycles', 'src/sales/chicken.ts', `import { x } from './egg';`],
  [
    'only lower ranks are imported',
    'src/sales/egg.ts',
    `export * from './chicken'; export * from '../reports';`,
  ],
];

describe('the boundaries between modules and layers', () => {
  it('are kept', () => {
    expect(boundaryViolations(ROOT)).toEqual([]);
  });

  it('ranks only modules that are there', () => {
    expect(Object.keys(RANKS).filter(name => !existsSync(join(ROOT, 'src', name)))).toEqual([]);
  });

  /** A fence that never stops anybody is paint: each rule is broken in a copy, and must say so. */
  describe('stop a planted violation', () => {
    let copy: string;
    let found: Violation[];
    beforeAll(() => {
      copy = mkdtempSync(join(tmpdir(), 'gapless-boundaries-'));
      for (const folder of ['src', 'migrations'])
        cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
      for (const [, file, content] of PLANTED) {
        mkdirSync(dirname(join(copy, file)), { recursive: true });
        writeFileSync(join(copy, file), content);
      }
      found = boundaryViolations(copy);
    });
    afterAll(() => rmSync(copy, { recursive: true }));

    it.each(PLANTED)('%s: %s', (rule, file) => {
      expect(found.filter(violation => violation.file === file).map(violation => violation.rule)).toContain(
        rule,
      );
    });
  });
});
