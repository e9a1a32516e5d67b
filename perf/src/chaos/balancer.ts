import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { localGet } from '@porchlight/tools/src/launcher/local-request';

/** A place behind the balancer. */
export interface Target {
  readonly port: number;
  /** Asked whether it takes new connections: 200, or it gets none. */
  readonly readyUrl: string;
}

const LOOK_MS = 100;
const LOOK_TIMEOUT_MS = 1_000;

/**
 * Passes TCP through, encrypted as it is: each new connection to the ready target that has the fewest, another one if
 * it refuses.
 */
export async function startBalancer(
  targets: readonly Target[],
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const open = new Map<Target, Set<Socket>>(targets.map((target) => [target, new Set()]));
  const ready = new Set<Target>();
  const look = async (): Promise<void> => {
    for (const target of targets) {
      if ((await localGet(target.readyUrl, { timeoutMs: LOOK_TIMEOUT_MS })).status === 200) ready.add(target);
      else ready.delete(target);
    }
  };
  await look();
  // One look after the other: an old one that waited must not overrule a newer one.
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => (looking = false));
  }, LOOK_MS);

  const pass = (from: Socket, left: readonly Target[]): void => {
    const [target, ...others] = left.toSorted((one, other) => open.get(one)!.size - open.get(other)!.size);
    if (target === undefined) return void from.destroy();
    const to = connect(target.port, '127.0.0.1');
    const refused = (): void => pass(from, others);
    to.once('error', refused);
    to.once('connect', () => {
      to.off('error', refused);
      to.on('error', () => from.destroy());
      if (from.destroyed) return void to.destroy();
      open.get(target)!.add(from);
      from.once('close', () => open.get(target)!.delete(from) && to.destroy());
      to.once('close', () => from.end());
      from.pipe(to).pipe(from);
    });
  };
  const server = createServer((from) => {
    from.on('error', () => from.destroy());
    pass(from, [...ready]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      clearInterval(timer);
      server.close();
      for (const sockets of open.values()) for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
