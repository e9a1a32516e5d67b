import type { FactClaim } from '@porchlight/contracts';
import type { Clock, Logger } from '@porchlight/runtime';

/**
 * Asks a service whether claims about its records are true; the answers have the order of the claims. Rejects if the
 * service does not answer.
 */
export type ConfirmFacts = (
  owner: string,
  claims: readonly FactClaim[],
  signal: AbortSignal,
) => Promise<readonly boolean[]>;

/** How claims are confirmed. */
export interface ConfirmOptions {
  /** The service that consumes. */
  readonly service: string;
  /** Answers about its own records. */
  readonly confirmOwn: (claims: readonly FactClaim[], signal: AbortSignal) => Promise<readonly boolean[]>;
  readonly confirmFacts: ConfirmFacts;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

/** Pause before a service that did not answer is asked again, ms: its facts wait meanwhile. */
const PAUSE_MS = 5_000;

/** Creates the function that asks the owner of facts whether claims are true. */
export const createConfirmClaims = ({ service, confirmOwn, confirmFacts, clock, logger }: ConfirmOptions) => {
  const askAgainAt = new Map<string, number>();

  /**
   * Whether an owner confirms claims, in their order; undefined if it does not answer. It is then not asked again for
   * 5 s. Rejects if this service is the owner and its database fails.
   */
  return async (
    owner: string,
    claims: readonly FactClaim[],
    signal: AbortSignal,
  ): Promise<readonly boolean[] | undefined> => {
    if (owner === service) return confirmOwn(claims, signal);
    if (clock.now() < (askAgainAt.get(owner) ?? 0)) return undefined;
    try {
      const answers = await confirmFacts(owner, claims, signal);
      askAgainAt.delete(owner);
      return answers;
    } catch (error) {
      signal.throwIfAborted();
      askAgainAt.set(owner, clock.now() + PAUSE_MS);
      logger.warn({ event: 'facts.unanswered', owner, count: claims.length, err: error });
      return undefined;
    }
  };
};
