import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app.setup';
import { readConfig } from '../../src/platform/config';
import { Worker } from '../../src/work';
import { replaceIdempotency } from './naive-idempotency';

/** The application, or the naive variant of it, in a process of its own on the database of its environment: to be killed. */
async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const app = await createApp(config);
  if (process.env.NAIVE === 'yes') replaceIdempotency(app);
  if (process.env.WORKS === 'yes') app.get(Worker).start();
  await app.listen(config.port, config.host);
  const { port } = app.getHttpServer().address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ port })}\n`);
}

serve().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
