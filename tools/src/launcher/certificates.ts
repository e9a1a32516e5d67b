import { existsSync } from 'node:fs';
import { isValidFor30Days, loadAuthority } from './certificate-authority';
import type { DataFolder } from './data-folder';
import { writePrivateFile } from './private-file';

/**
 * Creates the local CA and the certificate for localhost, 127.0.0.1 and ::1 if they are missing or expire soon.
 * `renew`: replaces the certificate in any case; the CA stays.
 */
export async function makeCertificates({ tls }: Pick<DataFolder, 'tls'>, { renew = false } = {}): Promise<void> {
  const isComplete = isValidFor30Days(tls.certFile) && isValidFor30Days(tls.caFile) && existsSync(tls.keyFile);
  if (isComplete && !renew) return;
  const authority = await loadAuthority(tls);
  const { certificate, privateKey } = await authority.issue({
    subject: 'CN=localhost, O=Porchlight local',
    dnsNames: ['localhost'],
    addresses: ['127.0.0.1', '::1'],
  });
  writePrivateFile(tls.keyFile, privateKey);
  writePrivateFile(tls.certFile, certificate);
}
