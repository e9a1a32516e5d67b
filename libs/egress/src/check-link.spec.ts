import { checkLink } from './check-link';

const NOT_PUBLIC = 'its host is not at a public address';

describe('D12.2 links that users open', () => {
  test.each([
    'http://127.0.0.1/a.pdf',
    'https://10.1.2.3:8443/a.pdf',
    'http://2130706433/a.pdf',
    'https://[::1]/a.pdf',
    'http://169.254.169.254/latest/meta-data',
    'https://localhost/a.pdf',
    'https://intranet/a.pdf',
    'https://files.corp./a.pdf',
    'https://[::ffff:10.0.0.1]/a.pdf',
  ])('given the internal host of %s, then it is refused', (link) => {
    expect(checkLink(link)).toBe(NOT_PUBLIC);
  });

  test.each(['https://files.example.com/a.pdf', 'http://files.example.com:8080/a.pdf', 'https://93.184.216.34/a.pdf'])(
    'given the public host of %s, then it is accepted at any port',
    (link) => {
      expect(checkLink(link)).toBeUndefined();
    },
  );
});
