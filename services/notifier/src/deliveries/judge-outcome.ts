import type { EgressOutcome } from '@porchlight/egress';

export type Verdict = {
  /** `received`: done. `disable`: not received, disable the endpoint. `missed`: retry. */
  readonly decision: 'received' | 'disable' | 'missed';
  readonly retryAfterMs?: number;
};

/** Receivers unsubscribe with these (decisions section 7). */
const UNWANTED = new Set([406, 410]);
const BUSY = new Set([429, 503]);

/** Whether the receiver is overloaded and should get fewer attempts at a time. */
export const isOverloaded = (status: number): boolean => status === 429 || status >= 500;

/** Whether the receiver acknowledged the event. */
export const isReceived = (status: number): boolean => status >= 200 && status < 300;

/** 2xx is received, 3xx is not followed and not received, Retry-After counts on 429 and 503 (decisions section 7). */
export const judgeOutcome = (outcome: EgressOutcome, now: number): Verdict => {
  if (outcome.kind === 'failed') return { decision: 'missed' };
  if (isReceived(outcome.status)) return { decision: 'received' };
  if (UNWANTED.has(outcome.status)) return { decision: 'disable' };
  const retryAfterMs = BUSY.has(outcome.status) ? readRetryAfter(outcome.retryAfter, now) : undefined;
  return retryAfterMs === undefined ? { decision: 'missed' } : { decision: 'missed', retryAfterMs };
};

/** Seconds or an HTTP date, as milliseconds from now; undefined for anything else or the past. */
export const readRetryAfter = (value: string | undefined, now: number): number | undefined => {
  const text = value?.trim();
  if (!text) return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return ms > 0 ? ms : undefined;
};
