import { DAY_MS, HOUR_MS } from '@porchlight/limits';
import { X509Certificate, createPrivateKey, randomBytes, webcrypto } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writePrivateFile } from './private-file';

const CA_DAYS = 3_650;
/** Apple's clients reject server certificates that are valid for longer. */
const LEAF_DAYS = 820;
const RENEW_DAYS = 30;
const SIGNING = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Extended key usages (RFC 5280, 4.2.1.12). */
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

/** Files of a certificate authority, PEM. */
export interface AuthorityFiles {
  readonly caFile: string;
  readonly caKeyFile: string;
}

/** Subject and use of a certificate. */
export interface CertificateRequest {
  /** Distinguished name, as `CN=localhost, O=Porchlight local`. */
  readonly subject: string;
  readonly dnsNames?: readonly string[];
  readonly addresses?: readonly string[];
  /** Also for clients; default: servers only. */
  readonly isClient?: boolean;
}

/** A certificate with its private key, both PEM. */
export interface IssuedCertificate {
  readonly certificate: string;
  readonly privateKey: string;
}

/** A certificate authority that issues certificates for 820 days. */
export interface CertificateAuthority {
  readonly certificate: string;
  issue(request: CertificateRequest): Promise<IssuedCertificate>;
}

/** Loads the authority of these files; creates a new one if they are missing or expire within 30 days. */
export async function loadAuthority(files: AuthorityFiles, name = 'Porchlight local'): Promise<CertificateAuthority> {
  const x509 = await loadX509();
  const exists = isValidFor30Days(files.caFile) && existsSync(files.caKeyFile);
  const authority = exists ? await readAuthority(x509, files) : await createAuthority(x509, files, name);
  return {
    certificate: `${authority.certificate.toString('pem')}\n`,
    issue: (request) => issueCertificate(x509, authority, request),
  };
}

/** True if the file has a certificate that is valid for 30 more days. */
export function isValidFor30Days(file: string): boolean {
  if (!existsSync(file)) return false;
  return Date.parse(new X509Certificate(readFileSync(file)).validTo) > Date.now() + RENEW_DAYS * DAY_MS;
}

type X509 = typeof import('@peculiar/x509');

/** Loaded only when a certificate is created, because it costs 100 ms. */
async function loadX509(): Promise<X509> {
  // It requires this polyfill and does not include it.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto as typeof globalThis.crypto);
  return x509;
}

async function createAuthority(x509: X509, files: AuthorityFiles, name: string) {
  const keys = await webcrypto.subtle.generateKey(SIGNING, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=${name} CA ${randomBytes(3).toString('hex')}, O=${name}`,
    ...lifetime(CA_DAYS),
    signingAlgorithm: SIGNING,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  writePrivateFile(files.caKeyFile, await privatePem(keys.privateKey));
  writePrivateFile(files.caFile, `${certificate.toString('pem')}\n`);
  return { certificate, signingKey: keys.privateKey };
}

type LoadedAuthority = Awaited<ReturnType<typeof createAuthority>>;

async function readAuthority(x509: X509, files: AuthorityFiles): Promise<LoadedAuthority> {
  const certificate = new x509.X509Certificate(readFileSync(files.caFile, 'utf8'));
  const der = createPrivateKey(readFileSync(files.caKeyFile)).export({ type: 'pkcs8', format: 'der' });
  return { certificate, signingKey: await webcrypto.subtle.importKey('pkcs8', der, SIGNING, false, ['sign']) };
}

async function issueCertificate(
  x509: X509,
  authority: LoadedAuthority,
  { subject, dnsNames = [], addresses = [], isClient = false }: CertificateRequest,
): Promise<IssuedCertificate> {
  const keys = await webcrypto.subtle.generateKey(SIGNING, true, ['sign', 'verify']);
  const names = [
    ...dnsNames.map((value) => ({ type: 'dns' as const, value })),
    ...addresses.map((value) => ({ type: 'ip' as const, value })),
  ];
  const leaf = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject,
    issuer: authority.certificate.subject,
    ...lifetime(LEAF_DAYS),
    signingAlgorithm: SIGNING,
    publicKey: keys.publicKey,
    signingKey: authority.signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension(isClient ? [SERVER_AUTH, CLIENT_AUTH] : [SERVER_AUTH]),
      ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names)] : []),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authority.certificate.publicKey),
    ],
  });
  return { certificate: `${leaf.toString('pem')}\n`, privateKey: await privatePem(keys.privateKey) };
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
  return { notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + days * DAY_MS) };
}
