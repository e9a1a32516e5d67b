import { ChannelCredentials, ServerCredentials, experimental } from '@grpc/grpc-js';
import {
  certificateFilesFrom,
  createCertificateReload,
  textFile,
  type CertificateFiles,
  type CertificateReload,
  type Logger,
} from '@porchlight/runtime';

/** Certificates of one side, PEM. Both sides present theirs, and accept only those of the same authority. */
export interface RpcTls {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

/** Configuration of TLS between services; a service mesh may provide it instead. */
export const rpcTlsFields = {
  RPC_TLS_CERT_FILE: textFile()
    .optional()
    .describe(
      'Certificate chain for RPC between services, PEM; plain text unless set. Reloaded while running, checked every 30 s.',
    ),
  RPC_TLS_KEY_FILE: textFile().optional().describe('Private key of that certificate, PEM; reloaded with it.'),
  RPC_TLS_CA_FILE: textFile()
    .optional()
    .describe('Authorities of the certificates of all services, PEM; reloaded with the certificate.'),
};

/** The part of a configuration that `rpcTlsFields` describes. */
export interface RpcTlsConfig {
  readonly RPC_TLS_CERT_FILE?: string | undefined;
  readonly RPC_TLS_KEY_FILE?: string | undefined;
  readonly RPC_TLS_CA_FILE?: string | undefined;
}

/**
 * Certificates from the configuration, reloaded from their files; undefined without any. Throws if only some are
 * configured, so that a mistake never leads to plain text.
 */
export const createRpcTls = (config: RpcTlsConfig, logger: Logger): RpcTls | undefined => {
  const { RPC_TLS_CERT_FILE: cert, RPC_TLS_KEY_FILE: key, RPC_TLS_CA_FILE: ca } = config;
  if (cert === undefined && key === undefined && ca === undefined) return undefined;
  if (cert === undefined || key === undefined || ca === undefined)
    throw new Error('RPC_TLS_CERT_FILE, RPC_TLS_KEY_FILE and RPC_TLS_CA_FILE belong together: set all three or none.');
  const files = certificateFilesFrom('RPC_TLS_CERT_FILE', 'RPC_TLS_KEY_FILE', 'RPC_TLS_CA_FILE');
  return files ? new RenewedRpcTls({ cert, key, ca }, { files, logger }) : { cert, key, ca };
};

/** Paths of the certificate files. */
interface RenewedRpcTlsOptions {
  readonly files: CertificateFiles;
  readonly logger: Logger;
  /** Time between two checks of the files, ms (default 30 s). */
  readonly intervalMs?: number;
}

type CaListener = experimental.CaCertificateUpdateListener;
type IdentityListener = experimental.IdentityCertificateUpdateListener;

/**
 * Certificates that change while servers and channels use them. New connections use the renewed certificates; open
 * connections continue with the previous ones. The files are checked only while a server or channel is open.
 */
export class RenewedRpcTls implements RpcTls, experimental.CertificateProvider {
  readonly #caListeners = new Set<CaListener>();
  readonly #identityListeners = new Set<IdentityListener>();
  #reload: CertificateReload | undefined;
  cert: string;
  key: string;
  ca: string;

  constructor(
    current: RpcTls,
    private readonly options: RenewedRpcTlsOptions,
  ) {
    ({ cert: this.cert, key: this.key, ca: this.ca } = current);
  }

  addCaCertificateListener(listener: CaListener): void {
    this.#caListeners.add(listener);
    this.#watch();
    // Later than this call: the server of grpc-js ignores an update that arrives while it adds the listener.
    process.nextTick(() => this.#caListeners.has(listener) && listener(this.#caUpdate()));
  }

  removeCaCertificateListener(listener: CaListener): void {
    this.#caListeners.delete(listener);
    this.#watch();
  }

  addIdentityCertificateListener(listener: IdentityListener): void {
    this.#identityListeners.add(listener);
    this.#watch();
    process.nextTick(() => this.#identityListeners.has(listener) && listener(this.#identityUpdate()));
  }

  removeIdentityCertificateListener(listener: IdentityListener): void {
    this.#identityListeners.delete(listener);
    this.#watch();
  }

  #caUpdate(): experimental.CaCertificateUpdate {
    return { caCertificate: Buffer.from(this.ca) };
  }

  #identityUpdate(): experimental.IdentityCertificateUpdate {
    return { certificate: Buffer.from(this.cert), privateKey: Buffer.from(this.key) };
  }

  /** Starts or stops the checks of the files. */
  #watch(): void {
    if (this.#caListeners.size + this.#identityListeners.size === 0) {
      this.#reload?.stop();
      this.#reload = undefined;
      return;
    }
    this.#reload ??= createCertificateReload({
      ...this.options,
      current: { cert: this.cert, key: this.key, ca: this.ca },
      apply: (next) => this.#apply(next),
    });
  }

  #apply({ cert, key, ca = this.ca }: { cert: string; key: string; ca?: string | undefined }): void {
    this.cert = cert;
    this.key = key;
    this.ca = ca;
    for (const listener of this.#identityListeners) listener(this.#identityUpdate());
    for (const listener of this.#caListeners) listener(this.#caUpdate());
  }
}

/** Credentials of a server that requires client certificates; plain text without TLS. */
export const serverCredentials = (tls: RpcTls | undefined): ServerCredentials => {
  if (!tls) return ServerCredentials.createInsecure();
  if (tls instanceof RenewedRpcTls) return experimental.createCertificateProviderServerCredentials(tls, tls, true);
  const pair = { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.cert) };
  return ServerCredentials.createSsl(Buffer.from(tls.ca), [pair], true);
};

/** Credentials of a client; plain text without TLS. */
export const channelCredentials = (tls: RpcTls | undefined): ChannelCredentials => {
  if (!tls) return ChannelCredentials.createInsecure();
  if (tls instanceof RenewedRpcTls) return experimental.createCertificateProviderChannelCredentials(tls, tls);
  return ChannelCredentials.createSsl(Buffer.from(tls.ca), Buffer.from(tls.key), Buffer.from(tls.cert));
};
