import type { BatchHandler } from '@porchlight/bus';
import { unlessGone } from '@porchlight/errors';
import { createPollLoop, mapBounded, type PollLoop } from '@porchlight/runtime';
import { systemCall, type StoreCall } from '@porchlight/store';
import { emailIdentities } from '../person';
import type { Parts } from '../service';
import type { ChangedAddress, PeopleStore, Suppressions } from '../suppressions';

/** Where people have suppressed addresses. */
interface SuppressedPeople extends Suppressions, Pick<Parts, 'clock' | 'logger'> {
  readonly people: PeopleStore;
}

/** People with one address. */
const MAX_PEOPLE = 1_000;
const CONCURRENCY = 8;
/** Longer than a write takes that has read the copies before they changed, ms. */
const RECHECK_MS = 5_000;
const INTERVAL_MS = 500;
/** Addresses in memory that wait for their second look. */
const MAX_WAITING = 10_000;

/**
 * Follows suppressions of marketing: first the copies, then the emails of people with the address (D13.4). A write that
 * read the copies before has its emails marked by a second look a moment later.
 */
export const followSuppressions = (
  suppressed: SuppressedPeople,
): { readonly follow: BatchHandler; readonly recheck: PollLoop } => {
  const { suppressionCopies, clock, logger } = suppressed;
  const waiting: (ChangedAddress & { readonly due: number })[] = [];
  const markAll = async (changed: readonly ChangedAddress[], signal: AbortSignal): Promise<void> => {
    for (const one of changed) {
      signal.throwIfAborted();
      await markPeople(suppressed, one, signal);
    }
  };
  return {
    follow: async (batch, { signal }) => {
      const changed = await suppressionCopies.apply(batch);
      await markAll(changed, signal);
      const due = clock.now() + RECHECK_MS;
      waiting.push(...changed.slice(0, MAX_WAITING - waiting.length).map((one) => ({ ...one, due })));
    },
    recheck: createPollLoop({
      look: async (signal) => {
        const now = clock.now();
        while (waiting[0] && waiting[0].due <= now) await markAll([waiting.shift()!], signal);
        return false;
      },
      intervalMs: INTERVAL_MS,
      failed: (error) =>
        logger.warn(
          { event: 'suppressions.recheck_failed', err: error },
          'emails of people could not be checked again',
        ),
    }),
  };
};

/** Marks the emails of the people with an address as its suppression says, or clears them. */
const markPeople = async (
  { people, suppressionCopies, emailStatuses }: SuppressedPeople,
  { accountId, addressHash, address, sender }: ChangedAddress,
  signal: AbortSignal,
): Promise<void> => {
  const { actor } = systemCall(accountId, signal);
  const { system, suppressOwn } = sender;
  const call: StoreCall = { actor: { ...actor, ...(system !== '' && { system }) }, signal, suppressOwn };
  const isSuppressed = (await suppressionCopies.statuses(accountId, [addressHash])).has(addressHash);
  const condition = isSuppressed
    ? address !== undefined && { identities: { $in: emailIdentities(address) } }
    : { suppressedHashes: addressHash };
  if (!condition) return;
  const optedIn = new Set([addressHash]);
  await mapBounded(await people.find(call, condition, MAX_PEOPLE), CONCURRENCY, ({ id }) =>
    unlessGone(
      people.modify(call, id, async (before) => {
        const after = isSuppressed
          ? await emailStatuses.apply(accountId, before)
          : emailStatuses.clear(accountId, before, optedIn);
        return after === before ? undefined : after;
      }),
    ),
  );
};
