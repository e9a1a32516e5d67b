import type { BusMessage } from '@porchlight/bus';
import { Change, Person, User } from '@porchlight/contracts';
import type { BatchHandler, Copies, PersonCopy, UserCopy } from '../ports';
import { copyOfPerson, copyOfUser } from './copied-record';
import { followPeople, type FollowPorts } from '../deals/follow-people';

export interface KeepPorts extends FollowPorts {
  readonly people: Copies<PersonCopy>;
  readonly users: Copies<UserCopy>;
}

const PERSON_NEWS: ReadonlySet<string> = new Set(['people.people.created', 'people.people.updated']);
const USER_NEWS: ReadonlySet<string> = new Set(['auth.users.created', 'auth.users.updated']);
const FOLLOWED: ReadonlySet<string> = new Set([
  'people.people.deleted',
  'people.people.merged',
  'people.people.erased',
]);

const decode = (batch: readonly BusMessage[], types: ReadonlySet<string>): Change[] =>
  batch.filter(({ type }) => types.has(type)).map(({ value }) => Change.decode(value));

/** Consumes changes of people and users: copies first, then what deleted and merged people mean for deals. */
export const keepCopies =
  (ports: KeepPorts): BatchHandler =>
  async (batch, { signal }) => {
    const withRecord = ({ record }: Change): boolean => record.length > 0;
    const people = decode(batch, PERSON_NEWS).filter(withRecord);
    await ports.people.keep(people.map(({ accountId, record }) => copyOfPerson(accountId, Person.decode(record))));
    const users = decode(batch, USER_NEWS).filter(withRecord);
    await ports.users.keep(users.map(({ accountId, record }) => copyOfUser(accountId, User.decode(record))));
    await followPeople(ports, decode(batch, FOLLOWED), signal);
  };
