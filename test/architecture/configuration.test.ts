import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/platform/config';

const DOCUMENT = readFileSync(join(__dirname, '../../docs/configuration.md'), 'utf8');

/** The names of the variables that a start asks for, as it asks for them. */
function variablesRead(): string[] {
  const names = new Set<string>();
  const environment = new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get: (_, name) => {
        names.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(environment);
  return [...names].sort();
}

/** The first cells of the table under a heading, without their backticks. */
function variablesDocumented(heading: string): string[] {
  const section = DOCUMENT.split(/^## /m).find(text => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name ?? '').sort();
}

describe('docs/configuration.md', () => {
  it('names every variable the server reads, and no other', () => {
    const read = variablesRead();
    expect(read).toContain('PORT');
    expect(variablesDocumented('The server')).toEqual(read);
  });
});
