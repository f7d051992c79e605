import ipaddr from 'ipaddr.js';

const NOT_PUBLIC =
  'the receiver has an address that is not public, and the network is not in OUTBOUND_ALLOWED_NETWORKS';
const NOT_ENCRYPTED = 'http:// is only for receivers in a network of OUTBOUND_ALLOWED_NETWORKS; use https://';

/**
 * Which receivers may be called: with https any public address, beyond that what the networks (CIDR) allow. Else a subscription
 * would reach whatever this server reaches: its own host, its neighbours, the metadata service of a cloud.
 */
export class AddressPolicy {
  private readonly allowed: [ipaddr.IPv4 | ipaddr.IPv6, number][];

  constructor(networks: string[]) {
    this.allowed = networks.map(network => ipaddr.parseCIDR(network));
  }

  /** What is wrong with the URL of a receiver, as far as can be said without asking the DNS. */
  complaintAboutUrl(text: string): string | undefined {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || !['http:', 'https:'].includes(url.protocol))
      return 'must be an https:// address';
    if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
    const literal = literalAddress(url);
    if (literal !== undefined) return this.complaintAbout(literal, url.protocol);
    // A name is looked up at each attempt, and what it stands for is judged then.
    return url.protocol === 'http:' && this.allowed.length === 0 ? NOT_ENCRYPTED : undefined;
  }

  /** What is wrong with connecting to an address; undefined when nothing is. */
  complaintAbout(address: string, protocol: string): string | undefined {
    // An IPv4 address in IPv6 clothes is judged as what it is.
    const parsed = ipaddr.process(address);
    const isAllowed = this.allowed.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
    );
    if (isAllowed) return undefined;
    if (parsed.range() !== 'unicast') return NOT_PUBLIC;
    return protocol === 'https:' ? undefined : NOT_ENCRYPTED;
  }
}

/** The IP address that stands in a URL instead of a name; URLs write every form of it (octal, one number, brackets) in one way. */
export function literalAddress({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(address) ? address : undefined;
}
