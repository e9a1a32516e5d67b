import type { Channel } from '@porchlight/rpc';

/**
 * Ready means that auth is reachable: without it, no request can be served. While another service is unavailable, only
 * its routes return 503; it must not take every gateway out of service.
 */
export const checkReadiness = async (channels: Readonly<Record<string, Pick<Channel, 'ready'>>>) => {
  const states = await Promise.all(
    Object.entries(channels).map(async ([name, channel]) => [name, await channel.ready()] as const),
  );
  const checks = Object.fromEntries(states);
  return { ok: checks['auth'] === true, checks };
};
