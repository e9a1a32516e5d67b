import { X509Certificate, createPrivateKey, randomBytes, webcrypto } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { DataFolder } from './data-folder';
import { writePrivateFile } from './private-file';

const DAY_MS = 86_400_000;
const CA_DAYS = 3_650;
/** Apple's clients reject server certificates that are valid for longer. */
const LEAF_DAYS = 820;
const RENEW_DAYS = 30;
const SIGNING = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/**
 * Creates the local CA and the certificate for localhost, 127.0.0.1 and ::1 if they are missing or expire soon.
 * `renew`: replaces the certificate in any case; the CA stays.
 */
export async function makeCertificates({ tls }: Pick<DataFolder, 'tls'>, { renew = false } = {}): Promise<void> {
  if (!renew && isGood(tls.certFile) && isGood(tls.caFile) && existsSync(tls.keyFile)) return;
  const x509 = await loadX509();
  const keepCa = isGood(tls.caFile) && existsSync(tls.caKeyFile);
  const ca = keepCa ? await readCa(x509, tls) : await makeCa(x509, tls);
  const keys = await webcrypto.subtle.generateKey(SIGNING, true, ['sign', 'verify']);
  const leaf = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: 'CN=localhost, O=Porchlight local',
    issuer: ca.certificate.subject,
    ...lifetime(LEAF_DAYS),
    signingAlgorithm: SIGNING,
    publicKey: keys.publicKey,
    signingKey: ca.signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.1']),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(ca.certificate.publicKey),
    ],
  });
  writePrivateFile(tls.keyFile, await privatePem(keys.privateKey));
  writePrivateFile(tls.certFile, `${leaf.toString('pem')}\n`);
}

type X509 = typeof import('@peculiar/x509');
type Tls = DataFolder['tls'];

/** Loaded only when a certificate is created, because it costs 100 ms. */
async function loadX509(): Promise<X509> {
  // It requires this polyfill and does not include it.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto as typeof globalThis.crypto);
  return x509;
}

async function makeCa(x509: X509, tls: Tls) {
  const keys = await webcrypto.subtle.generateKey(SIGNING, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=Porchlight local CA ${randomBytes(3).toString('hex')}, O=Porchlight local`,
    ...lifetime(CA_DAYS),
    signingAlgorithm: SIGNING,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  writePrivateFile(tls.caKeyFile, await privatePem(keys.privateKey));
  writePrivateFile(tls.caFile, `${certificate.toString('pem')}\n`);
  return { certificate, signingKey: keys.privateKey };
}

async function readCa(x509: X509, tls: Tls) {
  const certificate = new x509.X509Certificate(readFileSync(tls.caFile, 'utf8'));
  const der = createPrivateKey(readFileSync(tls.caKeyFile)).export({ type: 'pkcs8', format: 'der' });
  return { certificate, signingKey: await webcrypto.subtle.importKey('pkcs8', der, SIGNING, false, ['sign']) };
}

async function privatePem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({
    type: 'pkcs8',
    format: 'pem',
  }) as string;
}

/** Positive and random (RFC 5280). */
function serialNumber(): string {
  return `00${randomBytes(16).toString('hex')}`;
}

/** Backdated by an hour, for clocks that differ. */
function lifetime(days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + days * DAY_MS) };
}

function isGood(file: string): boolean {
  if (!existsSync(file)) return false;
  return Date.parse(new X509Certificate(readFileSync(file)).validTo) > Date.now() + RENEW_DAYS * DAY_MS;
}
