import { AddressPolicy } from '../../../src/webhooks/outbound/domain/address-policy';

/** Pure: nothing here is connected to. */
describe('which receivers may be called', () => {
  const strict = new AddressPolicy([]);
  const open = new AddressPolicy(['10.1.0.0/16', '127.0.0.0/8', 'fd12::/16']);

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback in IPv6', '::1'],
    ['a private network', '10.0.0.1'],
    ['a private network', '172.16.0.1'],
    ['a private network', '192.168.1.1'],
    ['a private network in IPv6 clothes', '::ffff:10.0.0.1'],
    ['the metadata service of a cloud', '169.254.169.254'],
    ['the metadata service in IPv6 clothes', '::ffff:a9fe:a9fe'],
    ['the network of a carrier', '100.64.0.1'],
    ['this host', '0.0.0.0'],
    ['this host in IPv6', '::'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['what is reserved', '240.0.0.1'],
    ['a unique local address', 'fd00::1'],
    ['a link-local address', 'fe80::1'],
    ['a site-local address', 'fec0::1'],
    ['IPv4 through NAT64', '64:ff9b::a00:1'],
    ['IPv4 through 6to4', '2002:a00:1::1'],
    ['an IPv4-compatible address', '::10.0.0.1'],
    ['multicast in IPv6', 'ff02::1'],
  ])('refuses %s: %s', (_, address) => {
    expect(strict.complaintAbout(address, 'https:')).toMatch(/not public/);
  });

  it.each(['8.8.8.8', '2001:4860:4860::8888', '::ffff:8.8.8.8'])(
    'calls the public %s, and only encrypted',
    address => {
      expect(strict.complaintAbout(address, 'https:')).toBeUndefined();
      expect(strict.complaintAbout(address, 'http:')).toMatch(/use https/);
    },
  );

  it('calls what the installation allows, in either protocol', () => {
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '127.9.9.9', 'fd12::1']) {
      expect(open.complaintAbout(address, 'http:')).toBeUndefined();
      expect(open.complaintAbout(address, 'https:')).toBeUndefined();
    }
    expect(open.complaintAbout('10.2.0.1', 'https:')).toMatch(/not public/);
  });

  it.each([
    'https://10.0.0.1/',
    'https://0x0a.1/',
    'https://167772161/',
    'https://012.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
  ])('sees the address in %s', url => {
    expect(strict.complaintAboutUrl(url)).toMatch(/not public/);
  });

  it.each([
    ['nonsense', /https/],
    ['ftp://example.com/', /https/],
    ['file:///etc/passwd', /https/],
    ['https://user:word@example.com/', /user name/],
    ['http://example.com/', /use https/],
    ['http://8.8.8.8/', /use https/],
  ])('refuses %s', (url, complaint) => {
    expect(strict.complaintAboutUrl(url)).toMatch(complaint);
  });

  it('takes a name, and judges it when it is called', () => {
    expect(strict.complaintAboutUrl('https://example.com/hooks?token=1')).toBeUndefined();
    expect(open.complaintAboutUrl('http://receiver.internal:8080/')).toBeUndefined();
    expect(open.complaintAboutUrl('http://127.0.0.1:8080/')).toBeUndefined();
    expect(open.complaintAboutUrl('http://8.8.8.8/')).toMatch(/use https/);
  });
});
