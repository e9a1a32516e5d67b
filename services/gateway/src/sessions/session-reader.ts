import type { SessionPrincipal } from '@porchlight/contracts';
import type { Clock } from '@porchlight/runtime';
import type { Disabled } from '../disabled';
import { createStaleIfErrorCache } from '../stale-if-error-cache';

const FRESH_MS = 800;
const STALE_MS = 30_000;
const MAX_REMEMBERED = 20_000;

type ReadSession = (token: string) => Promise<SessionPrincipal | Disabled | undefined>;

/** Reads the user of a session, with a cache of less than a second. */
export const createSessionReader = (load: ReadSession, clock: Clock): ReadSession =>
  createStaleIfErrorCache({
    clock,
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    max: MAX_REMEMBERED,
    isCacheable: (principal) => principal !== undefined,
    load,
  });
