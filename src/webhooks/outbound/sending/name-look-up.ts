import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export interface Address {
  address: string;
  family: number;
}

const QUERY_TIMEOUT_MS = 2000;
const TRIES = 2;
const HOSTS_FILE =
  process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts';

/**
 * Finds what names of receivers stand for without waiting for anybody: the system's own look-up takes one of the few threads
 * of the process for as long as a name server keeps silent, and whoever chooses the name chooses the server.
 */
export class NameLookUp {
  private readonly resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });

  /**
   * @param servers who is asked; none = whom the system asks
   * @param knowsLocalNames whether receivers may be in networks of our own, so that names without a dot mean something
   */
  constructor(
    servers: string[],
    private readonly knowsLocalNames: boolean,
  ) {
    if (servers.length > 0) this.resolver.setServers(servers);
  }

  /** All addresses of a name, at least one: of the hosts file, else of the DNS. @throws Error */
  async addressesOf(name: string): Promise<Address[]> {
    const known = await hostsFileAddresses(name);
    if (known.length > 0) return known;
    // Those are for the operator to give (search domains, a container's neighbours): no stranger's server is asked.
    if (this.knowsLocalNames && !name.replace(/\.$/, '').includes('.')) return lookup(name, { all: true });
    return this.fromDns(name);
  }

  /** Waits for no answer any more. */
  stop(): void {
    this.resolver.cancel();
  }

  private async fromDns(name: string): Promise<Address[]> {
    const [four, six] = await Promise.allSettled([
      this.resolver.resolve4(name),
      this.resolver.resolve6(name),
    ]);
    const addresses = [...found(four, 4), ...found(six, 6)];
    if (addresses.length > 0) return addresses;
    const { code } = (four.status === 'rejected' ? four.reason : {}) as NodeJS.ErrnoException;
    throw new Error(`${name} cannot be looked up (${code ?? 'it has no address'})`);
  }
}

function found(answer: PromiseSettledResult<string[]>, family: number): Address[] {
  return answer.status === 'rejected' ? [] : answer.value.map(address => ({ address, family }));
}

/** As the system reads it: an address and its names on a line. What cannot be read is empty. */
async function hostsFileAddresses(name: string): Promise<Address[]> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  const wanted = name.toLowerCase();
  return text.split('\n').flatMap(line => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.includes(wanted) ? [{ address, family }] : [];
  });
}
