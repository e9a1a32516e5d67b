import { createPollLoop, type Logger, type PollLoop } from '@porchlight/runtime';
import type { Oauth } from './oauth-parts';

/** Interval of the search for grants that were not used for 90 days, ms; their tokens are refused before. */
const EXPIRY_INTERVAL_MS = 60_000;

/** Ends grants that were not used for 90 days. */
export const createGrantExpiry = ({ grants }: Pick<Oauth, 'grants'>, logger: Pick<Logger, 'warn'>): PollLoop =>
  createPollLoop({
    look: async () => {
      await grants.revokeUnused();
      return false;
    },
    intervalMs: EXPIRY_INTERVAL_MS,
    failed: (error) =>
      logger.warn({ event: 'grants.expiry_failed', err: error }, 'unused grants could not be ended; trying again'),
  });
