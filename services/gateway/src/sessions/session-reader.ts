import type { SessionPrincipal } from '@porchlight/contracts';
import type { Clock } from '@porchlight/runtime';
import type { Disabled } from '../disabled';
import { createRemembered } from '../remembered';

const FRESH_MS = 800;
const STALE_MS = 30_000;
const MAX_REMEMBERED = 20_000;

type ReadSession = (token: string) => Promise<SessionPrincipal | Disabled | undefined>;

/** Who a session belongs to, remembered for less than a second. */
export const createSessionReader = (ask: ReadSession, clock: Clock): ReadSession =>
  createRemembered({
    clock,
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    max: MAX_REMEMBERED,
    keep: (principal) => principal !== undefined,
    ask,
  });
