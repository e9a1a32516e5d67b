import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '@porchlight/contracts';
import { openAnyRelease } from './open-context';
import { testRelease } from './test';

describe('given a release in any cluster', () => {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-any-release-'));
  const bin = join(folder, 'bin');
  const calls = join(folder, 'calls');
  const path = process.env['PATH'];
  const options = {
    kubeconfig: '/any/config',
    values: ['mine.yaml'],
    url: 'https://api.example',
    ca: 'ca.crt',
    key: 'k',
    tag: '1',
    nextTag: '2',
  };

  beforeAll(() => {
    mkdirSync(bin);
    // Writes its arguments; each service has a deployment and a pod of 100 MiB.
    const lines = (text: string): string => SERVICES.map((name) => `${name} ${text}`).join('\n');
    const script = `#!/bin/sh
echo "$0 $*" >> ${calls}
case "$*" in *" top "*) echo '${lines('5m 100Mi')}';; *" deployments "*) echo '${lines('2/2')}';; esac
`;
    for (const name of ['kubectl', 'helm']) {
      writeFileSync(join(bin, name), script);
      chmodSync(join(bin, name), 0o755);
    }
  });
  beforeEach(() => {
    process.env['PATH'] = bin;
    writeFileSync(calls, '');
  });
  afterEach(() => {
    process.env['PATH'] = path;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('when it is checked, then kubectl of this machine uses the credentials of the caller', async () => {
    const results = await testRelease(openAnyRelease('/root', options), 'memory of the release', () => undefined);
    expect(results).toEqual([
      {
        name: 'memory of the release at rest',
        ok: true,
        detail: `${SERVICES.length * 100} MiB in ${SERVICES.length} pods`,
      },
    ]);
    const lines = readFileSync(calls, 'utf8').trim().split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/\/kubectl --kubeconfig \/any\/config /);
  });

  it('when it is upgraded, then helm uses the values of the caller', async () => {
    await openAnyRelease('/root', options).release.upgrade({ 'images.tag': '2' });
    expect(readFileSync(calls, 'utf8')).toMatch(
      /\/helm --kubeconfig \/any\/config upgrade .* -f mine\.yaml --set-json images\.tag="2"/,
    );
  });

  it('when a check needs the cluster of "up", then it is skipped and has no result', async () => {
    const said: string[] = [];
    const results = await testRelease(openAnyRelease('/root', options), 'clients behind the ingress', (line) =>
      said.push(line),
    );
    expect(results).toEqual([]);
    expect(said).toEqual(['skipped clients behind the ingress have their own addresses: needs the cluster of "up"']);
  });

  it('when kubectl is missing, then the error names it', () => {
    process.env['PATH'] = folder;
    expect(() => openAnyRelease('/root', options)).toThrow('kubectl is missing: install it, then try again.');
  });
});
