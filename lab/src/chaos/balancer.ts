import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { localGet } from '@porchlight/tools/src/launcher/local-request';

/** A target of the balancer. */
export interface Target {
  readonly port: number;
  /** Readiness URL; a target that does not return 200 gets no new connections. */
  readonly readyUrl: string;
}

const LOOK_MS = 100;
const LOOK_TIMEOUT_MS = 1_000;

/**
 * Forwards TCP without decrypting it. A new connection goes to the ready target with the fewest connections, or to
 * another one if it refuses.
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
  // Sequential checks: a delayed old result must not replace a newer one.
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
