import { StripeServer, type Treatment } from './stripe-server';

/** The provider in a process of its own, to be killed; treats orders by chance. What it has done is in its file. */
async function serve(): Promise<void> {
  const stripe = await StripeServer.start(process.env.STATE_FILE, Number(process.env.PORT));
  const faults = (process.env.TREATMENTS ?? '').split(',').filter(Boolean) as Treatment[];
  const share = Number(process.env.FAULT_SHARE ?? '0');
  stripe.draw = () => (Math.random() < share ? faults[Math.floor(Math.random() * faults.length)]! : 'well');
  process.stdout.write(`${stripe.url}\n`);
}

serve().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
