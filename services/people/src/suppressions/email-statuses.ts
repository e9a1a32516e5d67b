import { isDeepStrictEqual } from 'node:util';
import type { AddressHash } from '@porchlight/backend';
import type { Draft, ResourceStore } from '@porchlight/store';
import type { Person } from '@porchlight/contracts';
import type { PersonCore, PersonDocument } from '../person';
import type { SuppressionCopies } from './suppression-copies';

type Contactable = Pick<PersonCore, 'emails' | 'suppressedHashes'>;

/** The emails of a person with these statuses by hash, and the hashes of those that get no mail. */
const withStatuses = <P extends Contactable>(
  person: P,
  hashes: readonly string[],
  findStatus: (hash: string, status: string) => string,
): P => {
  const { emails, suppressedHashes = [] } = person;
  const marked = emails.map((email, at) => {
    const status = email.status === 'Invalid' ? email.status : findStatus(hashes[at]!, email.status);
    return email.status === status ? email : { ...email, status };
  });
  const suppressed = hashes.filter((_hash, at) => !['', 'Invalid'].includes(marked[at]!.status));
  const same =
    marked.every((email, at) => email === emails[at]) &&
    suppressed.length === suppressedHashes.length &&
    suppressed.every((hash) => suppressedHashes.includes(hash));
  if (same) return person;
  const after = { ...person, emails: marked, suppressedHashes: suppressed };
  if (suppressed.length === 0) delete (after as Contactable).suppressedHashes;
  return after;
};

/** The status of emails, from the suppressions of the account. */
export interface EmailStatuses {
  hashEmails(accountId: number, person: Pick<PersonCore, 'emails'>): string[];
  /** The person with the suppressions of its addresses; the same object if nothing differs. */
  apply<P extends Contactable>(accountId: number, person: P): Promise<P>;
  /** The person after these addresses were opted in again. */
  clear<P extends Contactable>(accountId: number, person: P, optedIn: ReadonlySet<string>): P;
}

/**
 * Applies the suppressions of the account to the emails of people (D13.4): Invalid, else the status of the suppression.
 * An email that is marked stays so until its address is opted in again.
 */
export const createEmailStatuses = (
  hashAddress: AddressHash,
  { statuses }: Pick<SuppressionCopies, 'statuses'>,
): EmailStatuses => {
  const hashEmails = (accountId: number, { emails }: Contactable): string[] =>
    emails.map(({ value }) => hashAddress(accountId, value));
  return {
    hashEmails,
    async apply<P extends Contactable>(accountId: number, person: P): Promise<P> {
      if (person.emails.length === 0 && person.suppressedHashes === undefined) return person;
      const hashes = hashEmails(accountId, person);
      const suppressed = await statuses(accountId, hashes);
      return withStatuses(person, hashes, (hash, status) => suppressed.get(hash) ?? status);
    },
    clear: <P extends Contactable>(accountId: number, person: P, optedIn: ReadonlySet<string>): P =>
      withStatuses(person, hashEmails(accountId, person), (hash, status) => (optedIn.has(hash) ? '' : status)),
  };
};

/** The store of people. */
export type PeopleStore = ResourceStore<Person, PersonDocument>;

/**
 * The store of people, whose inserts and changes of emails have the statuses of the suppressed addresses. Creates and
 * updates of the API have them by the strategy.
 */
export const withEmailStatuses = (people: PeopleStore, { apply }: Pick<EmailStatuses, 'apply'>): PeopleStore => ({
  ...people,
  insert: async (call, draft, options) => people.insert(call, await apply(call.actor.accountId, draft), options),
  insertAll: async (call, drafts) =>
    people.insertAll(
      call,
      await Promise.all(drafts.map((draft: Draft<PersonDocument>) => apply(call.actor.accountId, draft))),
    ),
  modify: (call, id, change, options) =>
    people.modify(
      call,
      id,
      async (before) => {
        const after = await change(before);
        const same = after === undefined || isDeepStrictEqual(after.emails, before.emails);
        return same ? after : apply(call.actor.accountId, after);
      },
      options,
    ),
});
