import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Logger } from './logger';

/** A certificate chain and its private key, PEM. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateReloadOptions {
  /** Paths of the files that hold the pair. */
  readonly files: CertificatePair;
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
 * Paths of a certificate and its key from two environment variables; undefined unless both are set. The configuration
 * holds the content of these files only.
 */
export const certificateFilesFrom = (certVariable: string, keyVariable: string): CertificatePair | undefined => {
  const [cert, key] = [process.env[certVariable], process.env[keyVariable]];
  return cert && key ? { cert, key } : undefined;
};

const CHECK_INTERVAL_MS = 30_000;

/** Throws unless TLS accepts both and the key belongs to the certificate. */
const validatePair = ({ cert, key }: CertificatePair): void => {
  createSecureContext({ cert, key });
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
      const [cert, key] = await Promise.all([readFile(files.cert, 'utf8'), readFile(files.key, 'utf8')]);
      if (cert === current.cert && key === current.key) return;
      validatePair({ cert, key });
      apply({ cert, key });
      current = { cert, key };
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
