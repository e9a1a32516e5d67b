import { parseAllowList } from './allow-list';
import { checkUrl, NOT_REACHABLE } from './check-url';
import type { Lookup } from './resolve-host';

const NAMES: Record<string, string[]> = {
  'hooks.example.com': ['93.184.216.34', '2606:4700::1111'],
  'inside.example.com': ['10.0.0.5'],
  'both.example.com': ['93.184.216.34', '127.0.0.1'],
  localhost: ['127.0.0.1', '::1'],
  // A split-horizon DNS that resolves internal names publicly.
  'metadata.google.internal': ['93.184.216.34'],
  'db.corp': ['93.184.216.34'],
  'printer.local': ['93.184.216.34'],
  'router.home.arpa': ['93.184.216.34'],
  'nas.lan': ['93.184.216.34'],
  'x.localhost': ['93.184.216.34'],
  intranet: ['93.184.216.34'],
  'empty.example.com': [],
};

const lookup: Lookup = async (host) => {
  const addresses = NAMES[host];
  if (!addresses) throw new Error('ENOTFOUND');
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

const check = (url: string, allow: string[] = []): Promise<string | undefined> =>
  checkUrl(url, { lookup, allowList: parseAllowList(allow), timeoutMs: 50 });

describe('The check of webhook URLs', () => {
  test.each([
    'https://hooks.example.com/a?b=c',
    'https://HOOKS.example.com:443/',
    'https://hooks.example.com./x',
    'https://8.8.8.8/x',
  ])('When %s is public https, Then it may be registered', async (url) => expect(await check(url)).toBeUndefined());

  test.each([
    ['http://hooks.example.com/', 'it must begin with https://'],
    ['ftp://hooks.example.com/', 'it must begin with https://'],
    ['javascript:alert(1)', 'it must begin with https://'],
    ['/relative', 'it is not an absolute URL'],
    ['https://', 'it is not an absolute URL'],
    ['https://user@hooks.example.com/', 'it must not hold a user name or password'],
    ['https://:secret@hooks.example.com/', 'it must not hold a user name or password'],
    ['https://hooks.example.com:8443/', 'its port must be 443'],
    [`https://hooks.example.com/${'x'.repeat(2_048)}`, 'it is longer than 2048 characters'],
    ['https://nowhere.example.com/', NOT_REACHABLE],
    ['https://empty.example.com/', NOT_REACHABLE],
    ['https://inside.example.com/', NOT_REACHABLE],
    ['https://both.example.com/', NOT_REACHABLE],
    ['https://localhost/', NOT_REACHABLE],
    ['https://169.254.169.254/latest/meta-data/', NOT_REACHABLE],
    ['https://2130706433/', NOT_REACHABLE],
    ['https://0x7f000001/', NOT_REACHABLE],
    ['https://0177.0.0.1/', NOT_REACHABLE],
    ['https://127.1/', NOT_REACHABLE],
    ['https://[::1]/', NOT_REACHABLE],
    ['https://[::ffff:169.254.169.254]/', NOT_REACHABLE],
    ['https://①②⑦.0.0.1/', NOT_REACHABLE],
    ['https://１２７.０.０.１/', NOT_REACHABLE],
    ['https://127。0。0。1/', NOT_REACHABLE],
    ['https://0300.0250.0.1/', NOT_REACHABLE],
    ['https://0xA9.0xFE.0xA9.0xFE/', NOT_REACHABLE],
    ['https://169.254.43518/', NOT_REACHABLE],
    ['https://169.16689662/', NOT_REACHABLE],
    ['https://017700000001/', NOT_REACHABLE],
    ['https://%31%32%37.0.0.1/', NOT_REACHABLE],
    ['https://127.0.0.1./', NOT_REACHABLE],
    ['https://169.254.169.254./', NOT_REACHABLE],
    ['https://[0:0:0:0:0:0:0:1]/', NOT_REACHABLE],
    ['https://[::127.0.0.1]/', NOT_REACHABLE],
    ['https://[::5efe:127.0.0.1]/', NOT_REACHABLE],
    ['https://[64:ff9b::169.254.169.254]/', NOT_REACHABLE],
    ['https://[fec0::1]/', NOT_REACHABLE],
    ['https://[fe80::1%25eth0]/', 'it is not an absolute URL'],
    ['https://256.256.256.256/', 'it is not an absolute URL'],
    ['https://user:pass@169.254.169.254/', 'it must not hold a user name or password'],
    ['https://hooks.example.com@127.0.0.1/', 'it must not hold a user name or password'],
    ['https://hooks.example.com:80/', 'its port must be 443'],
    ['https://hooks.example.com:22/', 'its port must be 443'],
    ['https://hooks.example.com:6379/', 'its port must be 443'],
    ['https://hooks.example.com:0/', 'its port must be 443'],
    ['https://hooks.example.com:65535/', 'its port must be 443'],
    ['https://hooks.example.com:65536/', 'it is not an absolute URL'],
    ['https://metadata.google.internal/', NOT_REACHABLE],
    ['https://db.corp/', NOT_REACHABLE],
    ['https://printer.local/', NOT_REACHABLE],
    ['https://PRINTER.LOCAL./', NOT_REACHABLE],
    ['https://router.home.arpa/', NOT_REACHABLE],
    ['https://nas.lan/', NOT_REACHABLE],
    ['https://x.localhost/', NOT_REACHABLE],
    ['https://intranet/', NOT_REACHABLE],
  ])('When the url is %s, Then it is refused because %s', async (url, why) => expect(await check(url)).toBe(why));

  test('When the allow list names a host, Then that host is permitted at the listed ports, with any address', async () => {
    expect(await check('https://localhost:9443/x', ['localhost:9443'])).toBeUndefined();
    expect(await check('https://localhost:9444/x', ['localhost:9443'])).toBeDefined();
    expect(await check('https://localhost:1/x', ['localhost'])).toBeUndefined();
    expect(await check('https://127.0.0.1:1/x', ['localhost'])).toBeDefined();
    expect(await check('https://localhost:1/x', ['127.0.0.0/8'])).toBeDefined();
    expect(await check('https://localhost:1/x', ['127.0.0.0/8', '::1'])).toBeUndefined();
  });

  test('When DNS does not respond, Then the URL is refused in time', async () => {
    const never: Lookup = () => new Promise(() => undefined);
    expect(
      await checkUrl('https://hooks.example.com/', { lookup: never, allowList: parseAllowList([]), timeoutMs: 20 }),
    ).toBe(NOT_REACHABLE);
  });
});
