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

/** Ports of earlier calls: a program may begin to listen on one after the next ones are chosen. */
const claims = new Set<number>();

/** Returns the first of some consecutive free ports, which this process has not returned before. */
export const freePort = async (inARow = 1): Promise<number> => {
  for (;;) {
    const first = randomInt(...PORTS);
    const ports = Array.from({ length: inARow }, (_, n) => first + n);
    if (ports.some((port) => claims.has(port))) continue;
    for (const port of ports) claims.add(port);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return first;
    for (const port of ports) claims.delete(port);
  }
};
