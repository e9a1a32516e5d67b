import { clientNetwork } from '@porchlight/limits';
import type { Clock, Logger, Metrics } from '@porchlight/runtime';
import type { Request } from 'express';

/**
 * Returns the client address of a request: the peer, or the address that a trusted proxy reports. Reports forwarded
 * headers of other peers to `onUntrusted`.
 */
export const createClientAddressReader =
  (trusted: (address: string | undefined) => boolean, onUntrusted: (peer: string) => void) =>
  (req: Request): string => {
    const peer = req.socket.remoteAddress ?? '';
    const forwarded = req.headers['x-forwarded-for'];
    if (typeof forwarded !== 'string') return peer;
    if (!trusted(peer)) {
      onUntrusted(peer);
      return peer;
    }
    // The proxy appends the address of its client; the client may have written the rest.
    return forwarded.split(',').at(-1)!.trim().slice(0, 64) || peer;
  };

const WARN_EVERY_MS = 60_000;

/**
 * Warns of forwarded headers from peers that are not in TRUSTED_PROXIES, at most once a minute: behind a proxy that is
 * not trusted, all clients share one address and its limits.
 */
export const createForwardedHeaderAlarm = ({
  logger,
  metrics,
  clock,
}: {
  logger: Logger;
  metrics: Metrics;
  clock: Clock;
}) => {
  const counter = metrics.counter(
    'untrusted_forwarded_headers_total',
    'Requests with X-Forwarded-For from a peer that is not in TRUSTED_PROXIES.',
  );
  let warned = -WARN_EVERY_MS;
  return (peer: string): void => {
    counter.inc();
    if (clock.now() - warned < WARN_EVERY_MS) return;
    warned = clock.now();
    logger.warn(
      { event: 'forwarded-header.untrusted', network: clientNetwork(peer) },
      'requests carry X-Forwarded-For, but their peer is not in TRUSTED_PROXIES: limits by address apply to the peer',
    );
  };
};
