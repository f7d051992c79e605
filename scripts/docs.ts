import 'reflect-metadata';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createApp } from '../src/app.setup';
import { readConfig } from '../src/platform/config';
import { migrate } from '../src/platform/database';
import { startEmbeddedServer } from '../src/platform/database/embedded';
import { errorsMarkdown } from './generated/errors-md';
import { openapiJson } from './generated/openapi-json';
import { schemaSql } from './generated/schema-sql';

const DOCS = join(process.cwd(), 'docs');

/** Writes the generated documents; with --check only says which are stale, and fails if any is. */
async function main(): Promise<void> {
  const stale: string[] = [];
  for (const [name, text] of Object.entries(await generate())) {
    const file = join(DOCS, name);
    if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
    stale.push(`docs/${name}`);
    if (!process.argv.includes('--check')) await writeFile(file, text);
  }
  if (!process.argv.includes('--check'))
    return print(stale.length === 0 ? 'nothing changed' : `wrote ${stale.join(', ')}`);
  if (stale.length === 0) return print('the generated documents are current');
  print(`stale: ${stale.join(', ')}; run "npm run docs:generate" and commit the result`);
  process.exitCode = 1;
}

/** Everything from a fresh database that this version's migrations made. */
async function generate(): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gapless-docs-'));
  await chmod(dataDir, 0o755); // the database server may run as another user
  const server = await startEmbeddedServer({ dataDir, log: () => undefined, settings: { fsync: 'off' } });
  try {
    await migrate(server.ownerUrl, 'gapless_app');
    return {
      'errors.md': errorsMarkdown(),
      'openapi.json': await withApp(server.applicationUrl),
      'schema.sql': await withOwner(server.ownerUrl),
    };
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function withApp(databaseUrl: string): Promise<string> {
  // Nothing is sealed here; the application does not start without a key.
  const SECRETS_KEY = 'not used for documents';
  const app = await createApp(readConfig({ DATABASE_URL: databaseUrl, SECRETS_KEY, LOG_LEVEL: 'silent' }));
  const text = openapiJson(app);
  await app.close();
  return text;
}

async function withOwner(ownerUrl: string): Promise<string> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  const text = await schemaSql(owner);
  await owner.end();
  return text;
}

function print(message: string): void {
  process.stdout.write(`${message}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
