import { ACCOUNT_RATE_LIMITS, DEFAULT_RATE_LIMITS, RATE_LIMIT_WINDOW_MS } from '@porchlight/limits';

/** Step of the sliding window. */
export const SLOT_MS = 250;

/** Limits of an account that differ from the defaults. */
export interface AccountLimits {
  /** No limits, for sandboxes and benchmarks. */
  lifted?: boolean;
  perWindow?: Record<string, number>;
  /** Mails per day by kind. */
  mailsPerDay?: Record<string, number>;
}

/** Requests that an account may make in a window, in one context. */
interface ContextLimit {
  readonly context: string;
  /** 0 is unlimited. */
  readonly limit: number;
  /** Half of the limit, for callers without a registered system; the whole limit in contexts of the account. */
  readonly limitWithoutSystem: number;
}

/** The limits of an account in every context. */
export const listLimits = (ownLimits: AccountLimits | undefined): ContextLimit[] =>
  Object.entries<number>(DEFAULT_RATE_LIMITS).map(([context, usual]) => {
    const limit = ownLimits?.lifted === true ? 0 : (ownLimits?.perWindow?.[context] ?? usual);
    const half = limit === 0 ? 0 : Math.max(1, Math.floor(limit / 2));
    return { context, limit, limitWithoutSystem: ACCOUNT_RATE_LIMITS.has(context) ? limit : half };
  });

/** Requests that were granted within one step of the window. */
export interface Slot {
  /** Start of the step, ms since the epoch. */
  readonly at: number;
  readonly n: number;
}

/** A slot counts until its last request is older than the window. */
const slotEnd = ({ at }: Slot): number => at + SLOT_MS + RATE_LIMIT_WINDOW_MS;

/** Number of requests within the window. */
export const usedAt = (slots: readonly Slot[], now: number): number =>
  slots.reduce((sum, slot) => (slotEnd(slot) > now ? sum + slot.n : sum), 0);

/** Requests that a gateway may accept, and the slots after it. */
interface Granted {
  readonly granted: number;
  readonly remaining: number;
  /** Time until requests are available, ms; 0 unless nothing was granted. */
  readonly waitMs: number;
  readonly slots: readonly Slot[];
}

/** Grants up to `wanted` requests of the window. */
export const grant = (before: readonly Slot[], now: number, requested: number, limit: number): Granted => {
  const current = before.filter((slot) => slotEnd(slot) > now);
  const room = Math.max(0, limit - usedAt(current, now));
  const granted = Math.min(requested, room);
  if (granted === 0) {
    const first = current.reduce((least, slot) => Math.min(least, slotEnd(slot)), now + RATE_LIMIT_WINDOW_MS);
    return { granted, remaining: 0, waitMs: Math.max(1, first - now), slots: current };
  }
  const at = Math.floor(now / SLOT_MS) * SLOT_MS;
  const present = current.find((slot) => slot.at === at)?.n ?? 0;
  const slots = [...current.filter((slot) => slot.at !== at), { at, n: present + granted }];
  return { granted, remaining: room - granted, waitMs: 0, slots };
};
