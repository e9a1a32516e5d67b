import { inEveryCollection } from '../src/databases';

const [HOUR, DAY] = [3_600, 86_400];

/**
 * Expiry in seconds of every TTL index, by date field (docs/operations.md; decisions sections 5, 7, 8, 10). 0: the
 * field itself is the expiry date.
 */
const EXPIRY: Readonly<Record<string, number>> = {
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
  'people.peopleImportChanges.created': 3 * DAY,
  'marketing.mailCounts.expires': 0,
  'notifier.mailCounts.expires': 0,
  'notifier.mailboxes.expires': 0,
  'notifier.streamAccounts.until': 1,
  'notifier.streamChunks.until': 1,
  'notifier.streamConnections.until': 1,
  'people.receivedLeads.created': 30 * DAY,
  'people.leadBodies.created': 7 * DAY,
  'people.planSteps.at': 60 * DAY,
  'marketing.planLeads.at': 90 * DAY,
  'marketing.automationStarts.at': 90 * DAY,
  'marketing.automationDays.at': 2 * DAY,
  ...Object.fromEntries(
    ['auth', 'deals', 'marketing', 'notifier', 'people'].map((service) => [`${service}.repeats.at`, 24 * HOUR]),
  ),
};

/** Dead jobs of any kind: `defineJob` declares the index. */
const DEAD_JOBS = 30 * DAY;
const isOfJobs = (index: string): boolean => index.endsWith('.diedAt');

it('every database has exactly the documented TTL indexes; add yours to EXPIRY and to docs/operations.md', async () => {
  const found = await inEveryCollection(async (name, collection) =>
    (await collection.indexes()).flatMap(({ key, expireAfterSeconds }) =>
      expireAfterSeconds === undefined
        ? []
        : [[`${name}.${Object.keys(key).join()}`, Number(expireAfterSeconds)] as const],
    ),
  );
  const indexes = found.flat();
  expect(Object.fromEntries(indexes.filter(([index]) => !isOfJobs(index)))).toEqual(EXPIRY);
  const ofJobs = indexes.filter(([index]) => isOfJobs(index));
  expect(ofJobs).toContainEqual(['people.accountErasureJobs.diedAt', DEAD_JOBS]);
  expect(new Set(ofJobs.map(([, seconds]) => seconds))).toEqual(new Set([DEAD_JOBS]));
});
