import { Clock } from '../../../src/platform/clock';
import { Config, type ConfigValues } from '../../../src/platform/config';
import { DeliverySettings, type Attempt } from '../../../src/webhooks/outbound/domain/delivery';
import { NameLookUp } from '../../../src/webhooks/outbound/sending/name-look-up';
import { WebhookSender } from '../../../src/webhooks/outbound/sending/webhook-sender';
import { NameServer } from '../../support/name-server';
import { Receiver } from '../../support/receiver';

const LOOPBACK = ['127.0.0.0/8'];

describe('the names of receivers', () => {
  let server: NameServer;
  let receiver: Receiver;
  let senders: WebhookSender[];
  beforeAll(async () => {
    server = await NameServer.start({
      'shop.example.test': ['127.0.0.1'],
      'private.example.test': ['10.1.2.3'],
      'mixed.example.test': ['127.0.0.1', '10.1.2.3'],
      'empty.example.test': [],
      ...Object.fromEntries(
        Array.from({ length: 50 }, (_, n) => [`hangs-${n}.example.test`, 'hang' as const]),
      ),
    });
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    server.stop();
    await receiver.stop();
  });
  beforeEach(() => {
    senders = [];
    receiver.received.length = 0;
  });
  afterEach(() => senders.forEach(sender => sender.onModuleDestroy()));

  function send(name: string, networks = LOOPBACK, timeoutMs = 5000): Promise<Attempt> {
    const values = { outboundAllowedNetworks: networks, outboundDnsServers: [server.address] };
    const settings = Object.assign(new DeliverySettings(), { timeoutMs });
    const sender = new WebhookSender(new Config(values as unknown as ConfigValues), settings, new Clock());
    senders.push(sender);
    const url = `http://${name}:${receiver.port}/hooks`;
    return sender.send({ url, secret: `whsec_${'A'.repeat(44)}`, id: 'x', body: '{}' });
  }

  it('are asked of the configured servers, and what they say is connected to', async () => {
    expect(await send('shop.example.test')).toMatchObject({ status: 200 });
    expect(receiver.received).toHaveLength(1);
    expect(server.asked).toContain('shop.example.test');
  });

  it('that nobody answers for hold up no other', async () => {
    const order: string[] = [];
    const hanging = Array.from({ length: 50 }, async (_, n) => {
      const attempt = await send(`hangs-${n}.example.test`, LOOPBACK, 600);
      order.push('hanging');
      return attempt;
    });
    expect(await send('shop.example.test')).toMatchObject({ status: 200 });
    order.push('shop');
    for (const attempt of await Promise.all(hanging))
      expect(attempt).toEqual({ status: null, error: 'no answer: not complete within 600 ms' });
    expect(order[0]).toBe('shop');
    expect(server.asked.filter(name => name.startsWith('hangs')).length).toBeGreaterThanOrEqual(50);
  });

  it.each(['private.example.test', 'mixed.example.test'])('are judged by every address: %s', async name => {
    expect((await send(name)).error).toMatch(/not public/);
    expect(receiver.received).toEqual([]);
  });

  it.each(['shop.example.test', 'localhost'])('are judged where no network is allowed: %s', async name => {
    expect((await send(name, [])).error).toMatch(/not public/);
    expect(receiver.received).toEqual([]);
  });

  it('that are unknown or have no address are said to be', async () => {
    expect((await send('unknown.example.test')).error).toBe(
      'no answer: unknown.example.test cannot be looked up (ENOTFOUND)',
    );
    expect((await send('empty.example.test')).error).toBe(
      'no answer: empty.example.test cannot be looked up (ENODATA)',
    );
  });

  it('without a dot are the system’s where a network is allowed, and never asked of it elsewhere', async () => {
    expect(await send('localhost')).toMatchObject({ status: 200 });
    const strict = new NameLookUp([server.address], false);
    await expect(strict.addressesOf('neighbour')).rejects.toThrow('cannot be looked up (ENOTFOUND)');
    expect(server.asked).toContain('neighbour');
    expect(server.asked).not.toContain('localhost');
  });
});
