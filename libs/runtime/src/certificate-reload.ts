import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Logger } from './logger';

/** A certificate chain and its private key, PEM. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
  /** Authorities of the certificates of the other side, PEM; absent where they are not reloaded. */
  readonly ca?: string | undefined;
}

/** Paths of the files that hold a pair. */
export type CertificateFiles = CertificatePair;

export interface CertificateReloadOptions {
  /** Paths of the files that hold the pair. */
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
  /** When the certificate in use expires, ms since the epoch. */
  expiresAt(): number;
  stop(): void;
}

/**
 * Paths of a certificate, its key and (if named) its authorities from environment variables; undefined unless all are
 * set. The configuration holds the content of these files only.
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

const CHECK_INTERVAL_MS = 30_000;

/** Throws unless TLS accepts both and the key belongs to the certificate. */
const validatePair = ({ cert, key, ca }: CertificatePair): void => {
  createSecureContext({ cert, key, ca });
  // TLS ignores a CA file without a certificate.
  if (ca !== undefined) new X509Certificate(ca);
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new Error('The private key does not belong to the certificate.');
};

/**
 * Compares the files with the pair in use at an interval and applies a change. The content is compared, not the time of
 * the files: Kubernetes replaces symbolic links. An invalid pair, also one of which only one file is written yet, changes
 * nothing and logs a warning at each check.
 */
export const createCertificateReload = (options: CertificateReloadOptions): CertificateReload => {
  const { files, apply, logger, intervalMs = CHECK_INTERVAL_MS } = options;
  let current = options.current;
  let checking = false;
  const check = async (): Promise<void> => {
    try {
      const read = (path: string): Promise<string> => readFile(path, 'utf8');
      const [cert, key, ca] = await Promise.all([read(files.cert), read(files.key), files.ca && read(files.ca)]);
      if (cert === current.cert && key === current.key && (ca ?? current.ca) === current.ca) return;
      const next: CertificatePair = { cert, key, ca };
      validatePair(next);
      apply(next);
      current = next;
      logger.info({ event: 'certificate.reloaded', file: files.cert }, 'a renewed certificate is in use');
    } catch (error) {
      const fields = { event: 'certificate.rejected', certificateFile: files.cert, privateKeyFile: files.key, err: error };
      logger.warn(fields, 'a new certificate is invalid: the previous one stays in use');
    }
  };
  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    void check().finally(() => (checking = false));
  }, intervalMs).unref();
  return {
    expiresAt: () => Date.parse(new X509Certificate(current.cert).validTo),
    stop: () => clearInterval(timer),
  };
};
