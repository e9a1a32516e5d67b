import { repairCopies } from '@porchlight/backend';
import { people } from '@porchlight/contracts';
import { systemClock } from '@porchlight/runtime';
import { type Migration, migrateDocuments } from '@porchlight/store';
import { copyDefinitions } from '../copies';
import { type PersonDocument, sameSecond, withCommunication } from '../person';

const partial = Object.values(people.sorts).flatMap((sort) => (sort.partial ? [sort.column] : []));
const isNoValue = (value: unknown): boolean =>
  value === null || Number.isNaN(value instanceof Date ? value.getTime() : value);

/**
 * People without a value of an activity sort once stored `null` for it. Such a field is in the partial index, and lists
 * by it show the person twice (docs/adr/0010). All writers omit such fields since.
 */
const leaveOutNoValues: Migration = migrateDocuments<PersonDocument>({
  name: '2026-11-activity-without-nulls',
  collection: people.resource,
  change: (found, collection) =>
    collection.bulkUpdate(
      found.flatMap((person) => {
        const fields = partial.filter((field) => field in person && isNoValue(person[field as keyof PersonDocument]));
        if (fields.length === 0) return [];
        // A concurrent write has removed them.
        const { accountId, id, version } = person;
        return [
          {
            filter: { accountId, id, version },
            update: { $unset: Object.fromEntries(fields.map((field) => [field, 1])) },
          },
        ];
      }),
    ),
});

/** People from before the sort `lastCommunication` existed get its value. */
const fillLastCommunication: Migration = migrateDocuments<PersonDocument>({
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

/**
 * Migrations of this service's documents, in the order in which they run. An entry is removed only after it ran on
 * every database.
 */
export const migrations: readonly Migration[] = [
  leaveOutNoValues,
  fillLastCommunication,
  // Copies were merged: they may have values that the original no longer has.
  ...repairCopies('2026-11-replace-copies', copyDefinitions, systemClock),
];
