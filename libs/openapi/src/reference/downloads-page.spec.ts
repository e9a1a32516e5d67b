import { downloadsPage, listDownloadFiles } from './downloads';

const DOWNLOADS = listDownloadFiles('1.2.3').map((one) => ({ ...one, bytes: 5_000, sha256: 'abc' }));

/** The printed commands of the page. */
const listCommands = (origin: string): string[] =>
  [...downloadsPage(DOWNLOADS, origin).text.matchAll(/<code>([^<]*)<\/code><\/pre>/g)].map(([, code = '']) =>
    code.replaceAll('&quot;', '"'),
  );

describe('the page of downloads', () => {
  it('given a public installation, then each package is installed from its address', () => {
    const folder = 'https://api.example.com/docs/downloads';
    expect(listCommands('https://api.example.com')).toEqual([
      `npm install ${folder}/porchlight-sdk-1.2.3.tgz`,
      `pip install ${folder}/porchlight-1.2.3-py3-none-any.whl`,
      `npx --yes ${folder}/porchlight-cli-1.2.3.tgz --help`,
      `npm install --global ${folder}/porchlight-cli-1.2.3.tgz`,
    ]);
  });

  it.each(['https://localhost:8443', 'https://127.0.0.1:9000'])(
    'given a stack at %s, then each package is fetched with its authority and installed from the file',
    (origin) => {
      const fetched = (file: string) =>
        `curl --cacert "\${CA:-.local/tls/ca.crt}" -O ${origin}/docs/downloads/${file}\n`;
      const [sdk, wheel, cli] = DOWNLOADS.map(({ file }) => file) as [string, string, string];
      expect(listCommands(origin)).toEqual([
        `${fetched(sdk)}npm install ./${sdk}`,
        `${fetched(wheel)}pip install ./${wheel}`,
        `${fetched(cli)}npx --yes ./${cli} --help`,
        `${fetched(cli)}npm install --global ./${cli}`,
      ]);
    },
  );
});
