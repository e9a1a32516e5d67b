import { Person } from '@porchlight/contracts';
import { composeKey, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { Offers } from '../offers';
import { type Contacts, personColumns, type PersonDocument } from '../person';
import type { Parts } from '../service';
import type { Settings } from '../settings';
import { withEmailStatuses, type EmailStatuses, type PeopleStore } from '../suppressions';
import { findKnownPeople } from './find-known-person';
import { withOfferedTo, withOffers } from './offered-people';
import { createPeopleStrategy, PEOPLE_INDEXES, storedPeople, type MergingCall } from './people-strategy';

/** What the store of people needs. */
interface PeopleSources extends Pick<Parts, 'store' | 'clock'> {
  readonly settings: Pick<Settings, 'settingsCache' | 'smartLists' | 'retryReferences'>;
  readonly offers: Pick<Offers, 'open'>;
  readonly emailStatuses: EmailStatuses;
}

/** Opens the store of people. */
export const openPeople = ({ store, clock, settings, offers, emailStatuses }: PeopleSources): PeopleStore => {
  const { settingsCache, smartLists, retryReferences } = settings;
  const reads = store.reads<PersonDocument>(storedPeople.resource);
  const stored: ResourceStore<Person, PersonDocument> = store.resource({
    descriptor: withOfferedTo(storedPeople),
    columns: personColumns,
    strategy: withOffers(
      createPeopleStrategy({
        settingsCache,
        clock,
        emailStatuses,
        findKnown: (call: StoreCall, contacts: Contacts) => findKnownPeople(reads, call, contacts),
        findByIds: (call, ids) => {
          const keys = ids.map((id) => composeKey(call.actor.accountId, id));
          return reads.find(call, { _id: { $in: keys } }, keys.length);
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
  return withEmailStatuses(stored, emailStatuses);
};
