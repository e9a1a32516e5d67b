import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createCertificateReload } from '@porchlight/runtime';
import { captureLogger } from '@porchlight/testkit';
import { makeCertificates } from '@porchlight/tools/src/launcher/certificates';
import { dataFolderAt, openDataFolder } from '@porchlight/tools/src/launcher/data-folder';
import { scratchFolder } from '@porchlight/tools/test/scratch-folder';
import { renewCertificate } from './renew-certificate';

const folder = dataFolderAt(join(scratchFolder(), 'data'));

it('resolves when the server uses the renewed certificate of the same authority', async () => {
  openDataFolder(folder);
  await makeCertificates(folder);
  const { tls } = folder;
  const read = () => ({ cert: readFileSync(tls.certFile, 'utf8'), key: readFileSync(tls.keyFile, 'utf8') });
  const [current, ca] = [read(), readFileSync(tls.caFile, 'utf8')];
  const server = createServer(current).listen(0);
  const reload = createCertificateReload({
    files: { cert: tls.certFile, key: tls.keyFile },
    current,
    apply: (pair) => server.setSecureContext({ cert: pair.cert, key: pair.key }),
    logger: captureLogger().logger,
    intervalMs: 50,
  });
  try {
    await renewCertificate(
      folder,
      `https://localhost:${(server.address() as AddressInfo).port}`,
      new AbortController().signal,
    );
    expect(read().cert).not.toBe(current.cert);
    expect(readFileSync(tls.caFile, 'utf8')).toBe(ca);
  } finally {
    reload.stop();
    await new Promise((resolve) => server.close(resolve));
  }
});
