import { startEmbeddedServer } from '../../src/platform/database/embedded';

/** A process that starts the embedded server on the folder of its argument, says so, and holds it until killed. */
async function hold(dataDir: string): Promise<void> {
  const server = await startEmbeddedServer({ dataDir, log: () => undefined, settings: { fsync: 'off' } });
  process.stdout.write(`${JSON.stringify({ serverPid: server.pid(), ownerUrl: server.ownerUrl })}\n`);
  setInterval(() => undefined, 1000);
}

hold(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
