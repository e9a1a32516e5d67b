import type { RebuildDealCopiesRequest, RebuildDealCopiesResponse } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { INT32_MAX } from '@porchlight/resource';
import type { Clock } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import type { Copies, Copy, PersonCopy, RecordSources, UserCopy } from '../ports';
import { copyOfPerson, copyOfUser } from '../rules/copy-of-record';

export interface RebuildPorts {
  readonly people: Copies<PersonCopy>;
  readonly users: Copies<UserCopy>;
  readonly sources: RecordSources;
  readonly clock: Pick<Clock, 'now'>;
}

/** A call ends after about this long, ms, and says where to go on. */
const TURN_MS = 10_000;
/** Copies looked at for records that are gone, at a time. */
const SWEEP = 100;

type Source<R> = (accountId: number, after: number, signal: AbortSignal) => Promise<readonly R[]>;
type ById<R> = (accountId: number, ids: readonly number[], signal: AbortSignal) => Promise<readonly R[]>;

interface Kind<R extends { id: number }, C extends Copy> {
  readonly page: Source<R>;
  readonly byIds: ById<R>;
  readonly copies: Copies<C>;
  readonly copyOf: (accountId: number, record: R) => C;
}

/**
 * Fetches the copies of an account anew while the service goes on serving: pages of the originals in the order of their
 * ids, each kept unless something newer is here already; copies of what is gone are dropped, after a second look.
 */
export const rebuildCopies =
  ({ people, users, sources, clock }: RebuildPorts) =>
  async ({ accountId, afterPersonId }: RebuildDealCopiesRequest, call: Pick<StoreCall, 'signal'>): Promise<RebuildDealCopiesResponse> => {
    if (accountId < 1) throw refuse('INVALID_BODY', { problems: "Field 'accountId' must be an account." });
    const { signal } = call;
    const endsAt = clock.now() + TURN_MS;
    const counted = { people: 0, users: 0, dropped: 0, nextPersonId: 0 };

    const walk = async <R extends { id: number }, C extends Copy>(
      kind: Kind<R, C>,
      name: 'people' | 'users',
      start: number,
    ): Promise<number> => {
      let after = start;
      for (;;) {
        const records = await kind.page(accountId, after, signal);
        await kind.copies.keep(records.map((record) => kind.copyOf(accountId, record)), { again: true });
        counted[name] += records.length;
        const last = records.at(-1)?.id;
        counted.dropped += await dropGone(kind, accountId, { above: after, below: last === undefined ? INT32_MAX : last + 1 }, records, signal);
        if (last === undefined) return 0;
        after = last;
        if (clock.now() >= endsAt) return after;
      }
    };

    if (afterPersonId === 0) await walk({ page: sources.users, byIds: sources.usersById, copies: users, copyOf: copyOfUser }, 'users', 0);
    counted.nextPersonId = await walk(
      { page: sources.people, byIds: sources.peopleById, copies: people, copyOf: copyOfPerson },
      'people',
      afterPersonId,
    );
    return counted;
  };

/** Drops the copies between two ids of which there is no original; those that came while we looked are there at a second look. */
const dropGone = async <R extends { id: number }, C extends Copy>(
  { byIds, copies }: Kind<R, C>,
  accountId: number,
  { above, below }: { above: number; below: number },
  records: readonly R[],
  signal: AbortSignal,
): Promise<number> => {
  const there = new Set(records.map(({ id }) => id));
  let dropped = 0;
  for (let from = above; ; ) {
    signal.throwIfAborted();
    const ids = await copies.idsBetween(accountId, from, below, SWEEP);
    const doubtful = ids.filter((id) => !there.has(id));
    if (doubtful.length > 0) {
      const found = new Set((await byIds(accountId, doubtful, signal)).map(({ id }) => id));
      const gone = doubtful.filter((id) => !found.has(id));
      await copies.drop(accountId, gone);
      dropped += gone.length;
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < SWEEP) return dropped;
    from = last;
  }
};
