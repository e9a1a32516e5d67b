import { clientNetwork } from '@porchlight/limits';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Limits the open connections of one client network. */
export interface ConnectionLimit {
  readonly maxPerNetwork: number;
  /** Trusted proxies carry the requests of many clients; they have no limit. */
  readonly trusted: (address: string | undefined) => boolean;
  /** Called for each connection that is rejected. */
  readonly onRefused: () => void;
}

/** Closes connections over the limit before TLS and HTTP use resources. Several servers share the counts. */
export const limitConnections = ({
  maxPerNetwork,
  trusted,
  onRefused,
}: ConnectionLimit): ((server: Server) => void) => {
  const open = new Map<string, number>();
  const accept = (socket: Socket): void => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || trusted(remoteAddress)) return;
    const network = clientNetwork(remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= maxPerNetwork) {
      onRefused();
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const remaining = (open.get(network) ?? 1) - 1;
      if (remaining > 0) open.set(network, remaining);
      else open.delete(network);
    });
  };
  return (server) => void server.on('connection', accept);
};
