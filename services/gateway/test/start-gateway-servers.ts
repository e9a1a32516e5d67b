import { createCertificates } from '@porchlight/testkit';
import type { Express } from 'express';
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { startServers } from '../src/servers';

type StartParameters = Parameters<typeof startServers>;

/** Starts the servers of a gateway on a free port, with a certificate of its own. */
export const startTestServers = async (
  app: Express,
  config: Partial<StartParameters[1]> = {},
  connectionLog: StartParameters[2] = { requestId: () => 'r', served: () => undefined },
) => {
  const certificates = await createCertificates();
  const servers = await startServers(
    app,
    {
      GATEWAY_KEEP_ALIVE_MS: 65_000,
      GATEWAY_REQUESTS_PER_CONNECTION: 0,
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: 0,
      GATEWAY_PLAIN_PORT: undefined,
      GATEWAY_TLS_CERT_FILE: certificates.cert,
      GATEWAY_TLS_KEY_FILE: certificates.key,
      ...config,
    },
    connectionLog,
  );
  const { ca } = certificates;
  /** Opens a TLS connection by hand. */
  const connectTls = async (trusted = ca): Promise<TLSSocket> => {
    const socket = connect({ host: 'localhost', port: servers.port, ca: trusted });
    await once(socket, 'secureConnect');
    return socket;
  };
  return { ...servers, certificates, ca, connectTls };
};

export type TestServers = Awaited<ReturnType<typeof startTestServers>>;
