// @peculiar/x509 requires this polyfill; it must be imported first.
import 'reflect-metadata';
import { DAY_MS } from '@porchlight/runtime';
import type { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  cryptoProvider,
} from '@peculiar/x509';

export interface Certificates {
  /** Certificate of the authority, PEM: the certificate that a client must trust. */
  readonly ca: string;
  /** Certificate of the server, PEM. */
  readonly cert: string;
  /** Private key of the server, PEM. */
  readonly key: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Defects of the server's certificate. */
export interface CertificateFaults {
  /** Start and end of validity, ms from now; default yesterday and tomorrow. */
  readonly validFromMs?: number;
  readonly validToMs?: number;
  /** Self-signed. */
  readonly selfSigned?: boolean;
  /** Common name of the authority. Authorities that are trusted at the same time need different names. */
  readonly authorityName?: string;
}

/**
 * Creates an authority and a server certificate for these host names and IP addresses, valid for two days. The
 * certificate may be used as a client certificate too.
 */
export const createCertificates = async (
  hosts: readonly string[] = ['localhost', '127.0.0.1', '::1'],
  {
    validFromMs = -DAY_MS,
    validToMs = DAY_MS,
    selfSigned = false,
    authorityName = 'Porchlight test authority',
  }: CertificateFaults = {},
): Promise<Certificates> => {
  cryptoProvider.set(globalThis.crypto);
  const notBefore = new Date(Date.now() - DAY_MS);
  const notAfter = new Date(Date.now() + DAY_MS);
  const [authorityKeys, serverKeys] = await Promise.all([generateKeys(), generateKeys()]);

  const authority = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${authorityName}`,
    notBefore,
    notAfter,
    keys: authorityKeys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  const server = await X509CertificateGenerator.create({
    subject: `CN=${hosts[0]}`,
    issuer: selfSigned ? `CN=${hosts[0]}` : authority.subject,
    notBefore: new Date(Date.now() + validFromMs),
    notAfter: new Date(Date.now() + validToMs),
    publicKey: serverKeys.publicKey,
    signingKey: (selfSigned ? serverKeys : authorityKeys).privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
      new SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: /^[\d.]+$|:/.test(value) ? 'ip' : 'dns', value })),
      ),
    ],
  });
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', serverKeys.privateKey);
  return {
    ca: authority.toString('pem'),
    cert: server.toString('pem'),
    key: PemConverter.encode(pkcs8, 'PRIVATE KEY'),
  };
};

const generateKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;
