import { createFileLinks, type FileLink } from './file-links';

const KEY = Buffer.alloc(32, 1);
const LINK: FileLink = { kind: 'read', accountId: 7, id: 3, upload: '6f1c2b58-2f0e-4b57-9a55-0d3a4c1f0f11' };

const open = (resource = 'personAttachments', key = KEY) => {
  const time = { now: 1_000_000 };
  const links = createFileLinks(key, { baseUrl: 'https://api.example', resource, clock: { now: () => time.now } });
  return { links, time };
};
const tokenOf = (url: string): string => url.split('/').pop()!;

describe('D12.2 signed links of files', () => {
  it('given a link, when it is read within 10 minutes, then it says what it is for', () => {
    const { links, time } = open();
    const url = links.create(LINK);
    time.now += 600_000;
    expect(url).toMatch(/^https:\/\/api\.example\/files\/personAttachments\/[\w-]+$/);
    expect(links.read(tokenOf(url))).toEqual(LINK);
  });

  it('given a link, when more than 10 minutes have passed, then it is refused', () => {
    const { links, time } = open();
    const url = links.create(LINK);
    time.now += 600_001;
    expect(links.read(tokenOf(url))).toBeUndefined();
  });

  it('given a link of another resource, then it is refused', () => {
    const token = tokenOf(open('dealAttachments').links.create(LINK));
    expect(open().links.read(token)).toBeUndefined();
  });

  it('given a link of another installation, then it is refused', () => {
    const token = tokenOf(open('personAttachments', Buffer.alloc(32, 2)).links.create(LINK));
    expect(open().links.read(token)).toBeUndefined();
  });

  it('given a link with any byte changed, then it is refused', () => {
    const { links } = open();
    const bytes = Buffer.from(tokenOf(links.create(LINK)), 'base64url');
    const changed = [...bytes.keys()].map((at) => {
      const copy = Buffer.from(bytes);
      copy[at] = copy[at]! ^ 1;
      return links.read(copy.toString('base64url'));
    });
    expect(changed.filter((link) => link !== undefined)).toEqual([]);
  });

  it.each(['', 'x', 'A'.repeat(200), 'A'.repeat(100_000)])(
    'given a text that is no token, then it is refused',
    (text) => {
      expect(open().links.read(text)).toBeUndefined();
    },
  );
});
