import {
  DealsMaintenanceServiceDefinition,
  Change,
  Person,
  personErased,
  personMerged,
  User,
  type RebuildDealCopiesRequest,
} from '@porchlight/contracts';
import type { Service } from '../service';
import { createCopies, personCopySchema, userCopySchema, type Copies, type Copy } from './copies';
import type { BatchHandler, BusMessage } from '@porchlight/bus';
import { copyOfPerson, copyOfUser } from './copied-record';
import { rebuildCopies, REBUILD_TURN_MS, type CopiedKind } from '@porchlight/backend';
import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';

export { copyOfPerson, copyOfUser, createTombstone } from './copied-record';
export type { Copies, PersonCopy, UserCopy } from './copies';

/** Fetches the copies of an account's users and people anew, for about ten seconds a call. */
const rebuildDealCopies = ({ people, users }: DealCopies, { sources, clock }: Service) => {
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

/** Updates deals after people were deleted, merged or erased. */
type FollowPeople = (changes: readonly Change[], signal: AbortSignal) => Promise<void>;

const PERSON_CHANGES: ReadonlySet<string> = new Set(['people.people.created', 'people.people.updated']);
const USER_CHANGES: ReadonlySet<string> = new Set(['auth.users.created', 'auth.users.updated']);
const FOLLOWED: ReadonlySet<string> = new Set(['people.people.deleted', personMerged.type, personErased.type]);

const decode = (batch: readonly BusMessage[], types: ReadonlySet<string>): Change[] =>
  batch.filter(({ type }) => types.has(type)).map(({ value }) => Change.decode(value));

/** Consumes changes of people and users: first the copies, then the effects of deleted and merged people on deals. */
const updateCopies =
  (copies: DealCopies, followPeople: FollowPeople): BatchHandler =>
  async (batch, { signal }) => {
    const withRecord = ({ record }: Change): boolean => record.length > 0;
    const people = decode(batch, PERSON_CHANGES).filter(withRecord);
    await copies.people.keep(people.map(({ accountId, record }) => copyOfPerson(accountId, Person.decode(record))));
    const users = decode(batch, USER_CHANGES).filter(withRecord);
    await copies.users.keep(users.map(({ accountId, record }) => copyOfUser(accountId, User.decode(record))));
    await followPeople(decode(batch, FOLLOWED), signal);
  };

/** Opens the copies of people and users. */
export const openCopies = ({ store }: Pick<Service, 'store'>) => ({
  people: createCopies(store.collection('people', personCopySchema)),
  users: createCopies(store.collection('users', userCopySchema)),
});

/** The copies of people and users. */
export type DealCopies = ReturnType<typeof openCopies>;

/** Updates the copies from changes; serves their rebuild. */
export const registerCopies = (service: Service, copies: DealCopies, followPeople: FollowPeople): void => {
  service.addHandler('deals.copies', updateCopies(copies, followPeople));
  const handlers = { rebuildDealCopies: rebuildDealCopies(copies, service) };
  service.rpc.add(DealsMaintenanceServiceDefinition, handlers, { roles: ['Operator'] });
};
