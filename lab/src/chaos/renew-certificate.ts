import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { makeCertificates } from '@porchlight/tools/src/launcher/certificates';
import type { DataFolder } from '@porchlight/tools/src/launcher/data-folder';

/** More than the 30 s between two checks of the gateway. */
const TIMEOUT_MS = 45_000;
const PAUSE_MS = 500;

/**
 * Replaces the certificate of a local stack, signed by the same CA, and waits until the gateway at `baseUrl` uses it.
 */
export async function renewCertificate(
  { tls }: Pick<DataFolder, 'tls'>,
  baseUrl: string,
  signal: AbortSignal,
): Promise<void> {
  await makeCertificates({ tls }, { renew: true });
  const { serialNumber } = new X509Certificate(readFileSync(tls.certFile));
  const { port } = new URL(baseUrl);
  const ca = readFileSync(tls.caFile);
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end && !signal.aborted; await sleep(PAUSE_MS))
    if ((await presentedSerial(Number(port), ca).catch(() => undefined)) === serialNumber) return;
  if (!signal.aborted) throw new Error(`The gateway did not use a renewed certificate within ${TIMEOUT_MS / 1_000} s.`);
}

const presentedSerial = async (port: number, ca: Buffer): Promise<string> => {
  const socket = connect({ host: 'localhost', port, ca, timeout: 1_000 });
  socket.on('timeout', () => socket.destroy(new Error('timeout')));
  try {
    await once(socket, 'secureConnect');
    return socket.getPeerCertificate().serialNumber;
  } finally {
    socket.destroy();
  }
};
