import { inEveryCollection } from '../src/databases';

const [HOUR, DAY] = [3_600, 86_400];

/**
 * Seconds after which the database itself removes a document, by the date that it is counted from (docs/operations.md;
 * decisions sections 5, 7, 8, 10). 0: the document says when.
 */
const KEPT: Readonly<Record<string, number>> = {
  'notifier.webhookEvents.created': 30 * DAY,
  'notifier.deliveries.created': 30 * DAY,
  'notifier.attempts.created': 30 * DAY,
  'notifier.mails.created': 30 * DAY,
  'notifier.auditLog.created': 365 * DAY,
  'auth.sessions.expires': 0,
  'auth.grants.expires': 0,
  'auth.passwordLinks.expires': 0,
  'auth.attempts.expires': 0,
  'auth.requestCounts.expires': 0,
  'auth.dailyCounts.expires': 0,
  'auth.pendingSignUps.expires': 0,
  'people.peopleImports.created': 30 * DAY,
  'people.peopleImportRows.created': 7 * DAY,
  'people.planSteps.at': 60 * DAY,
  'marketing.planLeads.at': 90 * DAY,
  ...Object.fromEntries(
    ['auth', 'deals', 'marketing', 'notifier', 'people'].map((service) => [`${service}.repeats.at`, 24 * HOUR]),
  ),
};

it('what is kept for a time has an index that ends it after that time, in every database, and nothing else has one', async () => {
  const indexes = await inEveryCollection(async (name, collection) =>
    (await collection.indexes()).flatMap(({ key, expireAfterSeconds }) =>
      expireAfterSeconds === undefined
        ? []
        : [[`${name}.${Object.keys(key).join()}`, Number(expireAfterSeconds)] as const],
    ),
  );
  expect(Object.fromEntries(indexes.flat())).toEqual(KEPT);
});
