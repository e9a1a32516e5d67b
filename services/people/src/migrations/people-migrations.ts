import { isDeepStrictEqual } from 'node:util';
import { repairCopies } from '@porchlight/backend';
import { DEFAULT_COUNTRY } from '@porchlight/contact';
import { events, notes, people, ponds, smartLists, stages, tasks } from '@porchlight/contracts';
import { systemClock } from '@porchlight/runtime';
import { inAllAccounts, type Migration, migrateDocuments, refoldText, renameCounts } from '@porchlight/store';
import { tagKey } from '@porchlight/text';
import { cleanHtml, type NoteDocument } from '../notes';
import { copyDefinitions } from '../copies';
import { logReport, recomputeIdentities, reportIdentities } from '../people';
import { type PersonDocument, sameSecond, withCommunication } from '../person';

/** Imports of all accounts that run at a time: at most five of an account. */
const MAX_RUNNING = 10_000;

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
  change: (documents, collection) =>
    collection.bulkUpdate(
      documents.flatMap((person) => {
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
  change: (documents, collection) =>
    collection.bulkUpdate(
      documents.flatMap((person) => {
        const { lastCommunication } = withCommunication(person);
        if (lastCommunication === undefined || sameSecond(person.lastCommunication, lastCommunication)) return [];
        // A concurrent write has set it.
        const { accountId, id, version } = person;
        return [{ filter: { accountId, id, version }, update: { $set: { lastCommunication } } }];
      }),
    ),
});

/** Imports that were running before they were jobs get their job. */
const startImportJobs: Migration = {
  name: '2026-11-import-jobs',
  batch: async ({ collection }) => {
    const running = await collection<{ _id: string; accountId: number; id: number; created: Date }>(
      'peopleImports',
    ).find(inAllAccounts({ status: 'Running' }), {
      limit: MAX_RUNNING,
      projection: { accountId: 1, id: 1, created: 1 },
    });
    const jobs = running.map(({ _id, accountId, id, created }) => ({
      ...{ _id, accountId, key: { importId: id }, data: {}, added: created, dueAt: created },
      ...{ tries: 0, state: 'waiting', revision: 1, holder: '', heldUntil: new Date(0) },
    }));
    const refused = await collection('peopleImportJobs').insertMany(jobs);
    return { changed: jobs.length - refused.length };
  },
};

/**
 * Reads emails and phones of people again (D13.1), and computes the keys of names and tags (D13.7). Joins no people: it
 * logs those who would be together or apart from now on, and accounts whose numbers are mostly of another country. No
 * account has chosen a country before this version.
 */
const recomputeIdentitiesOfAll: Migration = migrateDocuments<PersonDocument>({
  name: '2026-12-identities',
  collection: people.resource,
  change: async (documents, collection, { logger }) => {
    const live = documents.filter(({ deletedAt }) => deletedAt === undefined);
    const changed = live.flatMap((before) => {
      const after = recomputeIdentities(before, DEFAULT_COUNTRY);
      return after ? [{ before, after }] : [];
    });
    for (const accountId of new Set(live.map((person) => person.accountId))) {
      const isOwn = (person: PersonDocument): boolean => person.accountId === accountId;
      const report = await reportIdentities(
        live.filter(isOwn),
        changed.filter(({ before }) => isOwn(before)),
        DEFAULT_COUNTRY,
        (keys, limit) => collection.find({ accountId, identities: { $in: [...keys] } }, { limit }),
      );
      logReport(logger, accountId, DEFAULT_COUNTRY, report);
    }
    return collection.bulkUpdate(
      changed.map(({ before, after }) => {
        // A concurrent write of this version has computed them.
        const { accountId, id, version } = before;
        return { filter: { accountId, id, version }, update: diffFields(before, after) };
      }),
    );
  },
});

/** The update that turns one document into the other. */
const diffFields = (before: PersonDocument, after: PersonDocument): Record<string, Record<string, unknown>> => {
  const fields = new Map<string, unknown>(Object.entries(before));
  const later = new Map<string, unknown>(Object.entries(after));
  const set = [...later].filter(([name, value]) => !isDeepStrictEqual(fields.get(name), value));
  const unset = [...fields.keys()].filter((name) => !later.has(name));
  return {
    ...(set.length > 0 && { $set: Object.fromEntries(set) }),
    ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((name) => [name, 1])) }),
  };
};

/** Images of other servers in the HTML of notes report their readers (N10). */
const linkRemoteImagesOfNotes: Migration = migrateDocuments<NoteDocument>({
  name: '2026-12-notes-without-remote-images',
  collection: notes.resource,
  size: 100,
  change: (documents, collection) =>
    collection.bulkUpdate(
      documents.flatMap(({ accountId, id, version, isHtml, body }) => {
        if (!isHtml || !body || !/<img/i.test(body)) return [];
        // A concurrent write has cleaned it.
        return [{ filter: { accountId, id, version }, update: { $set: { body: cleanHtml(body) } } }];
      }),
    ),
});

/** Texts that lists sort and filter by. */
const NAMED = { text: 'name', key: 'nameKey' } as const;

/**
 * Migrations of this service's documents, in the order in which they run. An entry is removed only after it ran on
 * every database.
 */
export const migrations: readonly Migration[] = [
  leaveOutNoValues,
  fillLastCommunication,
  // Copies were merged: they may have values that the original no longer has.
  ...repairCopies('2026-11-replace-copies', copyDefinitions, systemClock),
  // Users have an address, to which invitations are mailed.
  ...repairCopies('2026-12-user-addresses', copyDefinitions, systemClock),
  recomputeIdentitiesOfAll,
  renameCounts('2026-12-tag-counts', people.resource, { from: 'tag:', to: (tag) => `tagKey:${tagKey(tag)}` }),
  refoldText('2026-12-folded-tasks', tasks.resource, [{ ...NAMED, grams: 'nameGrams' }]),
  refoldText('2026-12-folded-events', events.resource, [
    { text: 'property.street', key: 'propertyAddressKey', grams: 'propertyAddressGrams' },
  ]),
  refoldText('2026-12-folded-stages', stages.resource, [NAMED]),
  refoldText('2026-12-folded-smart-lists', smartLists.resource, [NAMED]),
  refoldText('2026-12-folded-ponds', ponds.resource, [NAMED]),
  startImportJobs,
  linkRemoteImagesOfNotes,
];
