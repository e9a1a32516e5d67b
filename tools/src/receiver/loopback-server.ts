import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** An HTTPS server that only this machine can reach. */
export interface LoopbackServer {
  readonly port: number;
  /** `https://localhost:<port>` */
  readonly url: string;
  /** Closes the server and all its connections. */
  stop(): Promise<void>;
}

/** Listens on a port (default: a free one). `backlog`: number of connections that may wait to be accepted. */
export const serveOnLoopback = async (
  { certFile, keyFile }: { readonly certFile: string; readonly keyFile: string },
  listener: RequestListener,
  { port: requestedPort = 0, backlog }: { readonly port?: number; readonly backlog?: number | undefined } = {},
): Promise<LoopbackServer> => {
  const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile), keepAlive: true }, listener);
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen({ port: requestedPort, host: '127.0.0.1', backlog }, resolve),
  );
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `https://localhost:${port}`,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
};
