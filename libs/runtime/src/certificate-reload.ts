import { X509Certificate, createPrivateKey } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { createFileReload } from './file-reload';
import type { Logger } from './logger';

/** A certificate chain and its private key, PEM. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
  /** Authorities of the peer's certificates, PEM; absent if they are not reloaded. */
  readonly ca?: string;
}

/** Paths of the files of a pair. */
export type CertificateFiles = CertificatePair;

export interface CertificateReloadOptions {
  /** Paths of the files of the pair. */
  readonly files: CertificateFiles;
  /** The pair in use at the start. */
  readonly current: CertificatePair;
  /** Uses a renewed pair for new connections. */
  readonly apply: (pair: CertificatePair) => void;
  readonly logger: Logger;
  /** Time between two checks of the files, ms (default 30 s). */
  readonly intervalMs?: number;
}

/** Reloads a certificate while the process runs. */
export interface CertificateReload {
  /** Expiry of the certificate in use, ms since the epoch. */
  expiresAt(): number;
  stop(): void;
}

/**
 * Paths of a certificate, its key and (optional) its authorities from environment variables; undefined unless all are
 * set. The configuration contains only the content of these files.
 */
export const certificateFilesFrom = (
  certVariable: string,
  keyVariable: string,
  caVariable?: string,
): CertificateFiles | undefined => {
  const [cert, key] = [process.env[certVariable], process.env[keyVariable]];
  const ca = caVariable && process.env[caVariable];
  if (!cert || !key || (caVariable && !ca)) return undefined;
  return ca ? { cert, key, ca } : { cert, key };
};

/** Throws unless TLS accepts both and the key belongs to the certificate. */
const validatePair = ({ cert, key, ca }: CertificatePair): void => {
  createSecureContext({ cert, key, ca });
  // TLS ignores a CA file without a certificate.
  if (ca !== undefined) new X509Certificate(ca);
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new Error('The private key does not belong to the certificate.');
};

/** Applies a renewed pair whose key belongs to its certificate; see createFileReload. */
export const createCertificateReload = (options: CertificateReloadOptions): CertificateReload => {
  const { files, apply, logger, intervalMs } = options;
  let current = options.current;
  const reload = createFileReload({
    subject: 'certificate',
    files: { ...files },
    current: { ...current },
    apply: (next) => {
      validatePair(next);
      apply(next);
      current = next;
    },
    logger,
    intervalMs,
  });
  return {
    expiresAt: () => Date.parse(new X509Certificate(current.cert).validTo),
    stop: () => reload.stop(),
  };
};
