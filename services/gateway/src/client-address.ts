import { clientNetwork } from '@porchlight/limits';
import type { Clock, Logger, Metrics } from '@porchlight/runtime';
import type { Request } from 'express';

/** Settings of the reader. */
interface ClientAddressOptions {
  /** Whether a peer is a trusted proxy. */
  readonly trusted: (address: string | undefined) => boolean;
  /** Proxies that append to the header, the peer included. */
  readonly hops: number;
  /** Gets the peer of a request whose header is not trusted. */
  readonly onUntrusted: (peer: string) => void;
}

/**
 * Returns the client address of a request: the peer, or the address that the first of the trusted proxies reports. Each
 * proxy appends the address of its client; what stands before was written by the client and is not read. Shorter
 * headers come from clients that skipped the first proxies: then the first address counts.
 */
export const createClientAddressReader =
  ({ trusted, hops, onUntrusted }: ClientAddressOptions) =>
  (req: Request): string => {
    const peer = req.socket.remoteAddress ?? '';
    const forwarded = req.headers['x-forwarded-for'];
    if (typeof forwarded !== 'string') return peer;
    if (!trusted(peer)) {
      onUntrusted(peer);
      return peer;
    }
    const addresses = forwarded.split(',');
    return addresses[Math.max(0, addresses.length - hops)]!.trim().slice(0, 64) || peer;
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
