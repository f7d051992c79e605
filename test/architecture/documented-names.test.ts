import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_TYPES } from '../../src/outbox';
import { EVENT_NAMES, TEST_EVENT } from '../../src/webhooks/outbound/domain/event-names';
import { Worker } from '../../src/work';
import { TestApp } from '../support/test-app';

/** The names in backticks in the first cells of the table whose heading this matches. */
function firstCells(document: string, heading: string): string[] {
  const text = readFileSync(join(__dirname, '../../docs', document), 'utf8');
  const [, table = ''] = text.split(new RegExp(`^\\| ${heading} .*$`, 'm'));
  const rows = table
    .trim()
    .split(/\n(?!\|)/, 1)[0]!
    .split('\n');
  return rows.flatMap(row => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
}

describe('names that the documents list', () => {
  it('events of docs/webhooks.md are those the product makes, which the contract knows', () => {
    expect(firstCells('webhooks.md', 'event +\\| when').sort()).toEqual([...EVENT_TYPES, TEST_EVENT].sort());
    expect(EVENT_TYPES.filter(type => !(EVENT_NAMES as readonly string[]).includes(type))).toEqual([]);
  });

  it('kinds of work of docs/architecture.md are those that somebody does', async () => {
    const register = jest.spyOn(Worker.prototype, 'register');
    const app = await TestApp.start();
    await app.stop();
    const kinds = register.mock.calls.map(([{ kind }]) => kind);
    expect(firstCells('architecture.md', 'kind +\\| one item per').sort()).toEqual(kinds.sort());
  });
});
