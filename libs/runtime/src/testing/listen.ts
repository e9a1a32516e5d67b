import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on a free port of this machine. */
export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** Without a slash at the end. */
  readonly url: string;
  /** Cuts open connections. */
  stop(): Promise<void>;
}

/** Starts an HTTP server on a free port of 127.0.0.1. */
export const listen = async (listener: RequestListener): Promise<Listening> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
