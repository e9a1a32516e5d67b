import type { BatchHandler, BusMessage } from '@porchlight/bus';
import { Change, Person, personErased, personMerged, User } from '@porchlight/contracts';
import type { Copies, PersonCopy, UserCopy } from './copies';
import { copyOfPerson, copyOfUser } from './copied-record';

export interface UpdateCopiesPorts {
  readonly people: Copies<PersonCopy>;
  readonly users: Copies<UserCopy>;
  /** Updates deals after people were deleted, merged or erased. */
  readonly followPeople: (changes: readonly Change[], signal: AbortSignal) => Promise<void>;
}

const PERSON_CHANGES: ReadonlySet<string> = new Set(['people.people.created', 'people.people.updated']);
const USER_CHANGES: ReadonlySet<string> = new Set(['auth.users.created', 'auth.users.updated']);
const FOLLOWED: ReadonlySet<string> = new Set(['people.people.deleted', personMerged.type, personErased.type]);

const decode = (batch: readonly BusMessage[], types: ReadonlySet<string>): Change[] =>
  batch.filter(({ type }) => types.has(type)).map(({ value }) => Change.decode(value));

/** Consumes changes of people and users: first the copies, then the effects of deleted and merged people on deals. */
export const updateCopies =
  (ports: UpdateCopiesPorts): BatchHandler =>
  async (batch, { signal }) => {
    const withRecord = ({ record }: Change): boolean => record.length > 0;
    const people = decode(batch, PERSON_CHANGES).filter(withRecord);
    await ports.people.keep(people.map(({ accountId, record }) => copyOfPerson(accountId, Person.decode(record))));
    const users = decode(batch, USER_CHANGES).filter(withRecord);
    await ports.users.keep(users.map(({ accountId, record }) => copyOfUser(accountId, User.decode(record))));
    await ports.followPeople(decode(batch, FOLLOWED), signal);
  };
