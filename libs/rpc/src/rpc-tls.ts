import { ChannelCredentials, ServerCredentials } from '@grpc/grpc-js';
import { textFile } from '@porchlight/runtime';

/** Certificates of one side, PEM. Both sides show theirs, and take none but those of the same authority. */
export interface RpcTls {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

/** Configuration of TLS between services; a mesh may do it instead. Read at start: a renewed certificate needs a new process. */
export const rpcTlsFields = {
  RPC_TLS_CERT_FILE: textFile().optional().describe('Certificate chain for RPC between services, PEM; plain text unless set.'),
  RPC_TLS_KEY_FILE: textFile().optional().describe('Private key of that certificate, PEM.'),
  RPC_TLS_CA_FILE: textFile().optional().describe('Authority of the certificates of all services, PEM.'),
};

/** The part of a configuration that `rpcTlsFields` make. */
export interface RpcTlsConfig {
  readonly RPC_TLS_CERT_FILE?: string | undefined;
  readonly RPC_TLS_KEY_FILE?: string | undefined;
  readonly RPC_TLS_CA_FILE?: string | undefined;
}

/** Certificates as configured; undefined without any. Throws when some are missing: nobody wants plain text by mistake. */
export const rpcTlsOf = (config: RpcTlsConfig): RpcTls | undefined => {
  const { RPC_TLS_CERT_FILE: cert, RPC_TLS_KEY_FILE: key, RPC_TLS_CA_FILE: ca } = config;
  if (cert === undefined && key === undefined && ca === undefined) return undefined;
  if (cert === undefined || key === undefined || ca === undefined)
    throw new Error('RPC_TLS_CERT_FILE, RPC_TLS_KEY_FILE and RPC_TLS_CA_FILE belong together: set all three or none.');
  return { cert, key, ca };
};

/** How a server shows who it is, and demands the same of callers; plain text without TLS. */
export const serverCredentials = (tls: RpcTls | undefined): ServerCredentials =>
  tls
    ? ServerCredentials.createSsl(Buffer.from(tls.ca), [{ private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.cert) }], true)
    : ServerCredentials.createInsecure();

/** How a caller shows who it is; plain text without TLS. */
export const channelCredentials = (tls: RpcTls | undefined): ChannelCredentials =>
  tls
    ? ChannelCredentials.createSsl(Buffer.from(tls.ca), Buffer.from(tls.key), Buffer.from(tls.cert))
    : ChannelCredentials.createInsecure();
