import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range of outgoing connections, for a client that reconnects all the time could take the port of one that
 * died; and below the ports that a starting stack chooses from.
 */
const PORTS = [12_000, 20_000] as const;

/** Whether nobody listens on a port of this machine. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });

/** As many ports in a row, 1 unless told, as were free a moment ago; answers the first. */
export const freePort = async (inARow = 1): Promise<number> => {
  for (;;) {
    const port = randomInt(...PORTS);
    const free = await Promise.all(Array.from({ length: inARow }, (_, n) => isFree(port + n)));
    if (free.every(Boolean)) return port;
  }
};
