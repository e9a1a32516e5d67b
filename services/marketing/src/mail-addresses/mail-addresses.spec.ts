import { createMailAddresses } from './mail-addresses';

const addresses = createMailAddresses(Buffer.alloc(32, 1), 'in.example');
const format = (kind: 'reply' | 'bounce', mailId = '7:9:0') => addresses.format({ kind, mailId })!;

describe('D12.7 signed addresses of mails', () => {
  it('given a mail, when its address is read in capitals, then it names the mail', () => {
    expect(addresses.read(format('reply').toUpperCase())).toEqual({ kind: 'reply', mailId: '7:9:0' });
  });

  it.each([
    ['another mail', format('reply').replace('7.9.0', '7.9.1')],
    ['another kind', format('reply').replace('reply-', 'bounce-')],
    ['another domain', format('reply').replace('in.example', 'other.example')],
    ['a signature that is one character longer', format('reply').replace('@', '0@')],
    ['no signature', 'reply-7.9.0@in.example'],
    [
      'another installation',
      createMailAddresses(Buffer.alloc(32, 2), 'in.example').format({ kind: 'reply', mailId: '7:9:0' })!,
    ],
    ['no mail', 'postmaster@in.example'],
  ])('given an address with %s, then it is none', (_case, address) => {
    expect(addresses.read(address)).toBeUndefined();
  });

  it('given an id that does not fit into an address, then there is none', () => {
    expect(addresses.format({ kind: 'reply', mailId: `7:${'9'.repeat(40)}:0` })).toBeUndefined();
  });
});
