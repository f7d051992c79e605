import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { boundaryViolations, RANKS } from './support/boundaries';

const ROOT = join(__dirname, '../..');

describe('the boundaries between modules and layers', () => {
  it('are kept', () => {
    expect(boundaryViolations(ROOT)).toEqual([]);
  });

  it('ranks only modules that are there', () => {
    expect(Object.keys(RANKS).filter(name => !existsSync(join(ROOT, 'src', name)))).toEqual([]);
  });

  /** A fence that never stops anybody is paint: each rule is broken once in a copy, and must say so. */
  describe('stop a planted violation', () => {
    let copy: string;
    let before: string;
    beforeAll(() => {
      copy = mkdtempSync(join(tmpdir(), 'gapless-boundaries-'));
      for (const folder of ['src', 'migrations']) cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
      before = JSON.stringify(boundaryViolations(copy));
    });
    afterAll(() => rmSync(copy, { recursive: true }));

    it.each([
      ['only lower ranks are imported', 'src/ledger/planted.ts', `import { SalesModule } from '../sales';`],
      ['only lower ranks are imported', 'src/ledger/planted.ts', `export type { Thing } from '../partners';`],
      ['only lower ranks are imported', 'src/audit/planted.ts', `import { AppModule } from '../app.module';`],
      ["another module is imported through its index.ts", 'src/sales/planted.ts', `import { x } from '../ledger/accounts/data/accounts';`],
      ['every module has a rank', 'src/planted/planted.ts', ``],
      ['domain/ knows no framework', 'src/sales/domain/planted.ts', `import { Injectable } from '@nestjs/common';`],
      ['domain/ knows no framework', 'src/sales/domain/planted.ts', `import { Clock } from '../../platform/clock';`],
      ['domain/ knows nothing around it', 'src/sales/domain/planted.ts', `import type { X } from '../use-cases/get-invoice';`],
      ['api/ never imports data/', 'src/sales/api/planted.ts', `import type { X } from '../data/business-keys';`],
      ['SQL lives in data/ and migrations/', 'src/sales/use-cases/planted.ts', 'export const sql = `\n  SELECT 1 FROM ${table}`;'],
      ['SQL lives in data/ and migrations/', 'src/sales/planted.ts', `export const sql = 'DELETE FROM sale_invoices';`],
      ['only platform/database talks to the driver', 'src/sales/data/planted.ts', `import { DataSource } from 'typeorm';`],
      ['a cycle is a design fault', 'src/sales/planted.ts', `forwardRef(() => SalesModule);`],
      ['migrations import nothing from src/', 'migrations/planted.ts', `import { Money } from '../src/shared/money';`],
      ['no cycles', 'src/sales/planted.ts', `import { x } from './api/planted-too';`, 'src/sales/api/planted-too.ts', `import { y } from '../planted';`],
    ])('%s: %s', (rule, ...planted) => {
      const files = planted.filter((_, index) => index % 2 === 0);
      files.forEach((file, index) => {
        mkdirSync(dirname(join(copy, file)), { recursive: true });
        writeFileSync(join(copy, file), planted[index * 2 + 1] ?? '');
      });
      const found = boundaryViolations(copy).filter(violation => !before.includes(JSON.stringify(violation)));
      files.forEach(file => rmSync(join(copy, file)));
      expect(found.map(violation => violation.rule)).toContain(rule);
      expect(files).toContain(found[0]?.file);
    });
  });
});
