import { isDeepStrictEqual } from 'node:util';
import { rebuildCopies, REBUILD_TURN_MS, type CopiedKind, type RecordSources } from '@porchlight/backend';
import type {
  Person,
  RebuildMarketingCopiesRequest,
  RebuildMarketingCopiesResponse,
  User,
} from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import { createInquiry, createPersonCopy, createUserCopy } from './read-copies';
import type { Inquiries } from './inquiry-streets';
import type { People } from './person-copies';
import type { Users } from './user-copies';

export interface RebuildPorts {
  readonly people: Pick<People, 'byIds' | 'keep' | 'idsBetween' | 'markDeleted'>;
  readonly users: Pick<Users, 'keep' | 'idsBetween' | 'drop'>;
  readonly inquiries: Pick<Inquiries, 'keep'>;
  readonly sources: RecordSources;
  readonly clock: Pick<Clock, 'now' | 'date'>;
  /** The people among these who have records with viewers. */
  readonly withHistory: (
    accountId: number,
    personIds: readonly number[],
    signal: AbortSignal,
  ) => Promise<readonly number[]>;
  /** Updates the records of a person after a change of the person. */
  readonly follow: (accountId: number, personId: number, signal: AbortSignal) => Promise<void>;
}

/** Fetches the copies of an account's users, people and property inquiries anew, for about ten seconds a call. */
export const rebuildMarketingCopies = (ports: RebuildPorts) => {
  const users = kindOfUsers(ports);
  const people = kindOfPeople(ports);
  return async (
    { accountId, afterPersonId, afterEventId }: RebuildMarketingCopiesRequest,
    { signal }: Pick<StoreCall, 'signal'>,
  ): Promise<RebuildMarketingCopiesResponse> => {
    if (accountId < 1) throw refuse('INVALID_BODY', { problems: "Field 'accountId' must be an account." });
    const endsAt = ports.clock.now() + REBUILD_TURN_MS;
    const turn = { accountId, signal, isOver: () => ports.clock.now() >= endsAt };
    const done = { people: 0, users: 0, inquiries: 0, dropped: 0, nextPersonId: 0, nextEventId: 0 };
    if (afterPersonId === 0 && afterEventId === 0) {
      // An account's users are few: they are always done in one turn.
      const { kept, dropped } = await rebuildCopies(users, { ...turn, start: 0, isOver: () => false });
      done.users = kept;
      done.dropped = dropped;
    }
    if (afterEventId === 0) {
      const { kept, dropped, next } = await rebuildCopies(people, { ...turn, start: afterPersonId });
      done.people = kept;
      done.dropped += dropped;
      done.nextPersonId = next;
      if (next > 0) return done;
    }
    for (let after = afterEventId; ;) {
      signal.throwIfAborted();
      const events = await ports.sources.inquiries(accountId, after, signal);
      const last = events.at(-1)?.id;
      if (last === undefined) return done;
      await ports.inquiries.keep(events.flatMap((event) => createInquiry(accountId, event) ?? []));
      done.inquiries += events.length;
      after = last;
      if (turn.isOver()) return { ...done, nextEventId: after };
    }
  };
};

const kindOfUsers = ({ users, sources }: RebuildPorts): CopiedKind<User> => ({
  page: sources.users,
  byIds: sources.usersById,
  keep: (accountId, records) =>
    users.keep(
      records.map((user) => createUserCopy(accountId, user)),
      { again: true },
    ),
  idsBetween: (accountId, above, below, limit) => users.idsBetween(accountId, above, below, limit),
  drop: (accountId, ids) => users.drop(accountId, ids),
});

const kindOfPeople = ({ people, sources, clock, withHistory, follow }: RebuildPorts): CopiedKind<Person> => ({
  page: sources.people,
  byIds: sources.peopleById,
  async keep(accountId, records, signal) {
    const copies = records.map((person) => createPersonCopy(accountId, person));
    const known = new Map(
      (
        await people.byIds(
          accountId,
          copies.map(({ personId }) => personId),
        )
      ).map((copy) => [copy.personId, copy]),
    );
    await people.keep(copies, { again: true });
    // Updates the viewers of records whose person was missed or reassigned in the meantime.
    const stale = copies.filter(({ personId, viewers }) => !isDeepStrictEqual(known.get(personId)?.viewers, viewers));
    for (const personId of await withHistory(
      accountId,
      stale.map(({ personId }) => personId),
      signal,
    ))
      await follow(accountId, personId, signal);
  },
  idsBetween: (accountId, above, below, limit) => people.idsBetween(accountId, above, below, limit),
  // Same effect as consuming the deletion now.
  async drop(accountId, ids, signal) {
    for (const personId of ids) {
      signal.throwIfAborted();
      await people.markDeleted(accountId, personId, clock.date());
      await follow(accountId, personId, signal);
    }
  },
});
