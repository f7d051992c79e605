import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.setup';
import { Jobs } from './jobs';
import { welcome } from './welcome';
import { readConfig, StartupError, type Config } from './platform/config';
import { Log } from './platform/logging';
import { prepare } from './prepare';

const print = (message: string): void => void process.stdout.write(`${message}\n`);

/** Starts the API and the background jobs in one process, and stops them in order on SIGTERM and Ctrl-C. */
async function main(): Promise<void> {
  const prepared = await prepare(readConfig(process.env), print);
  let stop = (): Promise<void> => prepared.stop();
  try {
    const app = await createApp(prepared.config);
    const jobs = app.get(Jobs);
    stop = async () => {
      await jobs.stop();
      await app.close(); // lets requests in flight finish
      await prepared.stop();
    };
    await listen(app, prepared.config);
    jobs.start();
    onSignal(stop, app.get(Log));
    const { port } = app.getHttpServer().address() as AddressInfo;
    await welcome({ url: `http://${prepared.config.host}:${port}`, config: prepared.config, print });
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(app: Awaited<ReturnType<typeof createApp>>, config: Config): Promise<void> {
  try {
    await app.listen(config.port, config.host);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EADDRINUSE')
      throw new StartupError(`Port ${config.port} on ${config.host} is taken; set PORT to another one.`);
    throw error;
  }
}

function onSignal(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  const handle = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => handle('SIGTERM'));
  process.on('SIGINT', () => handle('SIGINT'));
}

main().catch((error: unknown) => {
  const text =
    error instanceof StartupError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
