import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range of outgoing connections, because a reconnecting client could take the port of a killed server, and
 * below the ports of `npm start`.
 */
const PORTS = [12_000, 20_000] as const;

/** Returns whether a port of this machine is free. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });

/** Returns the first of `count` consecutive free ports. */
export const freePort = async (inARow = 1): Promise<number> => {
  for (;;) {
    const port = randomInt(...PORTS);
    const free = await Promise.all(Array.from({ length: inARow }, (_, n) => isFree(port + n)));
    if (free.every(Boolean)) return port;
  }
};
