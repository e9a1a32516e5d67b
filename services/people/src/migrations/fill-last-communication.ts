import { people } from '@porchlight/contracts';
import { migrateDocuments, type Migration } from '@porchlight/store';
import { type PersonDocument, sameSecond, withCommunication } from '../person';

/** People from before the sort `lastCommunication` existed get its value. */
export const fillLastCommunication: Migration = migrateDocuments<PersonDocument>({
  name: '2026-11-last-communication',
  collection: people.resource,
  change: (found, collection) =>
    collection.bulkUpdate(
      found.flatMap((person) => {
        const { lastCommunication } = withCommunication(person);
        if (lastCommunication === undefined || sameSecond(person.lastCommunication, lastCommunication)) return [];
        // A concurrent write has set it.
        const { accountId, id, version } = person;
        return [{ filter: { accountId, id, version }, update: { $set: { lastCommunication } } }];
      }),
    ),
});
