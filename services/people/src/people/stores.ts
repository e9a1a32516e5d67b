import { Person } from '@porchlight/contracts';
import { composeKey, type ResourceStore, type StoreCall } from '@porchlight/store';
import { withEmailStatuses, type EmailStatuses } from '../consent';
import type { Service } from '../service';
import type { Settings } from '../settings';
import { findKnownPeople } from './find-known-person';
import { createErasures, erasureSchema } from './erasures';
import { createMerges, mergedPersonSchema } from './merges';
import { withOfferedTo, withOffers, type Offers } from './offered-people';
import { createPeopleStrategy, PEOPLE_INDEXES, storedPeople, type MergingCall } from './people-strategy';
import { type Contacts, personColumns, type NamedChildStore, type PersonDocument } from '../person';
import { createPersonJobs, personJobSchema } from './person-jobs';

/** Opens the store of people, their merges and the jobs that follow a change of a person. */
export const openPeople = (
  { store, clock }: Pick<Service, 'store' | 'clock'>,
  { settingsCache, smartLists, retryReferences }: Settings,
  offers: Pick<Offers, 'open'>,
  emailStatuses: EmailStatuses,
) => {
  const stored: ResourceStore<Person, PersonDocument> = store.resource({
    descriptor: withOfferedTo(storedPeople),
    columns: personColumns,
    strategy: withOffers(
      createPeopleStrategy({
        settingsCache,
        clock,
        emailStatuses,
        findKnown: (call, contacts) => findKnownPeople(people, call, contacts),
        findByIds: (call, ids) => {
          const keys = ids.map((id) => composeKey(call.actor.accountId, id));
          return people.find(call, { _id: { $in: keys } }, keys.length);
        },
        smartList: (call, id) => smartLists.load(call, id),
      }),
      offers,
      settingsCache,
    ),
    retryReferences,
    // Only a merge sees the merged person.
    isVisible: (call, document) => document.mergedInto === undefined || (call as MergingCall).merges === true,
    afterWrite(call, before, after) {
      if ((before?.trashed ?? false) !== (after?.trashed ?? false)) settingsCache.forget(call.actor.accountId);
    },
    indexes: PEOPLE_INDEXES,
    grams: { firstName: 'nameGrams', lastName: 'nameGrams' },
    // Custom values are shown on request only; a change must not grow with the fields that its caller asked for.
    encodeRecord: (record: Person) => Person.encode({ ...record, customFields: {} }).finish(),
  });
  const people = withEmailStatuses(stored, emailStatuses);
  return {
    people,
    /** Rules by which people are prepared outside their store: rows of imports. */
    rowRules: {
      settingsCache,
      clock,
      findKnown: (call: StoreCall, contacts: Contacts) => findKnownPeople(people, call, contacts),
    },
    merges: createMerges(store.collection('mergedPeople', mergedPersonSchema)),
    erasures: createErasures(store.collection('erasures', erasureSchema)),
    personJobs: createPersonJobs(store.collection('personJobs', personJobSchema)),
  };
};

/** The stores of people. */
export type People = ReturnType<typeof openPeople>;

/** Writes the note about a merge; notes belong to another feature. */
export interface MergeNotes {
  takeId(call: StoreCall): Promise<number>;
  /** Writes the note once, however often it is called. */
  write(
    call: StoreCall,
    note: {
      readonly person: PersonDocument;
      readonly body: string;
      readonly noteId: number;
      readonly userId: number;
    },
  ): Promise<void>;
}

/** Stores of other features that the operations of people need. */
interface Related {
  readonly children: readonly NamedChildStore[];
  readonly offers: Offers;
  readonly mergeNotes: MergeNotes;
  /** Erases what received leads say about a person. */
  readonly eraseReceivedLeads: (call: StoreCall, person: PersonDocument) => Promise<void>;
}

/** What the operations of this feature work with. */
export type Ports = Service & Settings & People & Related;
