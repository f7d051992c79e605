import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from './app.setup';
import { welcome } from './welcome';
import { readConfig, StartupError, type Config } from './platform/config';
import { Log } from './platform/logging';
import { prepare } from './prepare';
import { Worker, WorkerPort } from './work';

/** What one process does. */
export interface Duties {
  servesApi: boolean;
  works: boolean;
}

const print = (message: string): void => void process.stdout.write(`${message}\n`);

/** Starts a process with its duties, and stops it in order on SIGTERM and Ctrl-C; a failed start ends it with a message. */
export function start(duties: Duties): void {
  run(duties).catch((error: unknown) => {
    process.stderr.write(`${textOf(error)}\n`);
    process.exit(1);
  });
}

async function run(duties: Duties): Promise<void> {
  const config = readConfig(process.env);
  if (config.usesEmbeddedServer && !(duties.servesApi && duties.works)) {
    throw new StartupError(
      'Set DATABASE_URL: processes with separate duties share one PostgreSQL. Without one, "npm start" runs everything.',
    );
  }
  const prepared = await prepare(config, print, () => process.exit(1));
  let stop = (): Promise<void> => prepared.stop();
  try {
    const app = await createApp(prepared.config);
    const worker = app.get(Worker);
    stop = async () => {
      await worker.stop();
      await app.close(); // lets requests in flight finish
      await prepared.stop();
    };
    if (duties.servesApi) await listen(app, prepared.config);
    if (duties.works) worker.start();
    onSignal(stop, app.get(Log));
    if (duties.servesApi) await greet(app, prepared.config);
    else print(`Gapless does the background work.${await portOf(app, prepared.config)}`);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function greet(app: NestExpressApplication, config: Config): Promise<void> {
  const { port } = app.getHttpServer().address() as AddressInfo;
  await welcome({ url: `http://${config.host}:${port}`, config, print });
}

async function listen(app: NestExpressApplication, { host, port }: Config): Promise<void> {
  await app.listen(port, host).catch((error: unknown) => refuseTaken(error, host, port, 'PORT'));
}

async function portOf(app: NestExpressApplication, { host, workerMetricsPort }: Config): Promise<string> {
  const url = await app
    .get(WorkerPort)
    .listen()
    .catch((error: unknown) => refuseTaken(error, host, workerMetricsPort, 'WORKER_METRICS_PORT'));
  return url === undefined ? '' : ` Health and metrics: ${url}`;
}

function refuseTaken(error: unknown, host: string, port: number | undefined, variable: string): never {
  if ((error as { code?: string }).code === 'EADDRINUSE')
    throw new StartupError(`Port ${port} on ${host} is taken; set ${variable} to another one.`);
  throw error;
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

function textOf(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
