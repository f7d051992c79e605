import 'reflect-metadata';
import { createApp } from '../../src/app.setup';
import { readConfig } from '../../src/platform/config';
import { DeliverySettings } from '../../src/webhooks/outbound/domain/delivery';
import { Worker } from '../../src/work';

/** A worker in a process of its own, to be killed, that waits seconds where the product waits days. */
async function work(): Promise<void> {
  const app = await createApp(readConfig(process.env));
  Object.assign(app.get(DeliverySettings), JSON.parse(process.env.DELIVERY_SETTINGS ?? '{}'));
  app.get(Worker).start();
  process.stdout.write('working\n');
}

work().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
