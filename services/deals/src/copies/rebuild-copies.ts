import { rebuildCopies, REBUILD_TURN_MS, type CopiedKind, type RecordSources } from '@porchlight/backend';
import type { RebuildDealCopiesRequest } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import type { Copies, Copy, PersonCopy, UserCopy } from './copies';
import { copyOfPerson, copyOfUser } from './copied-record';

export interface RebuildPorts {
  readonly people: Copies<PersonCopy>;
  readonly users: Copies<UserCopy>;
  readonly sources: RecordSources;
  readonly clock: Pick<Clock, 'now'>;
}

/** Fetches the copies of an account's users and people anew, for about ten seconds a call. */
export const rebuildDealCopies = ({ people, users, sources, clock }: RebuildPorts) => {
  const kinds = {
    users: createCopyKind({ page: sources.users, byIds: sources.usersById }, users, copyOfUser),
    people: createCopyKind({ page: sources.people, byIds: sources.peopleById }, people, copyOfPerson),
  };
  return async ({ accountId, afterPersonId }: RebuildDealCopiesRequest, { signal }: Pick<StoreCall, 'signal'>) => {
    if (accountId < 1) throw refuse('INVALID_BODY', { problems: "Field 'accountId' must be an account." });
    const endsAt = clock.now() + REBUILD_TURN_MS;
    const turn = { accountId, signal, isOver: () => clock.now() >= endsAt };
    // An account's users are few: they are always done in one turn.
    const usersDone =
      afterPersonId > 0
        ? { kept: 0, dropped: 0 }
        : await rebuildCopies(kinds.users, { ...turn, start: 0, isOver: () => false });
    const { kept, dropped, next } = await rebuildCopies(kinds.people, { ...turn, start: afterPersonId });
    return { people: kept, users: usersDone.kept, dropped: dropped + usersDone.dropped, nextPersonId: next };
  };
};

const createCopyKind = <R extends { id: number }, C extends Copy>(
  source: Pick<CopiedKind<R>, 'page' | 'byIds'>,
  copies: Copies<C>,
  createCopy: (accountId: number, record: R) => C,
): CopiedKind<R> => ({
  ...source,
  keep: (accountId, records) =>
    copies.keep(
      records.map((record) => createCopy(accountId, record)),
      { again: true },
    ),
  idsBetween: (accountId, above, below, limit) => copies.idsBetween(accountId, above, below, limit),
  drop: (accountId, ids) => copies.drop(accountId, ids),
});
