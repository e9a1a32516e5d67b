import { inEveryCollection } from '../src/databases';

const [HOUR, DAY] = [3_600, 86_400];

/**
 * Expiry in seconds of every TTL index, by date field (docs/operations.md; decisions sections 5, 7, 8, 10). 0: the
 * field itself is the expiry date.
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
  'people.peopleImportChanges.created': 3 * DAY,
  'auth.ownerTransferJobs.diedAt': 30 * DAY,
  'people.appointmentTimes.diedAt': 30 * DAY,
  'people.appointmentReminders.diedAt': 30 * DAY,
  'marketing.invitationMails.diedAt': 30 * DAY,
  'people.mergeJobs.diedAt': 30 * DAY,
  'people.personFollowingJobs.diedAt': 30 * DAY,
  'deals.dealUsersJobs.diedAt': 30 * DAY,
  'deals.dealAttachmentContents.diedAt': 30 * DAY,
  'people.personAttachmentContents.diedAt': 30 * DAY,
  'people.reassignmentJobs.diedAt': 30 * DAY,
  'people.stageMoveJobs.diedAt': 30 * DAY,
  'people.peopleImportJobs.diedAt': 30 * DAY,
  'people.peopleImportUndoJobs.diedAt': 30 * DAY,
  'people.identityRecomputes.diedAt': 30 * DAY,
  'people.refusedLeadReports.diedAt': 30 * DAY,
  'marketing.formerOptOutJobs.diedAt': 30 * DAY,
  'marketing.senderDomainReminders.diedAt': 30 * DAY,
  'marketing.mailCounts.expires': 0,
  'notifier.endedGrants.diedAt': 30 * DAY,
  'notifier.personErasures.diedAt': 30 * DAY,
  'notifier.mailCounts.expires': 0,
  'notifier.mailDigests.diedAt': 30 * DAY,
  'notifier.mailboxes.expires': 0,
  'notifier.streamAccounts.until': 1,
  'notifier.streamChunks.until': 1,
  'notifier.streamConnections.until': 1,
  ...Object.fromEntries(
    ['deals', 'marketing', 'notifier', 'people'].map((service) => [`${service}.copyRepairs.diedAt`, 30 * DAY]),
  ),
  ...Object.fromEntries(
    ['auth', 'deals', 'marketing', 'notifier', 'people'].flatMap((service) => [
      [`${service}.waitingFacts.diedAt`, 30 * DAY],
      [`${service}.accountErasureJobs.diedAt`, 30 * DAY],
    ]),
  ),
  'people.receivedLeads.created': 30 * DAY,
  'people.leadBodies.created': 7 * DAY,
  'people.planSteps.at': 60 * DAY,
  'marketing.planLeads.at': 90 * DAY,
  'marketing.automationStarts.at': 90 * DAY,
  'marketing.automationDays.at': 2 * DAY,
  'marketing.planStepRetries.diedAt': 30 * DAY,
  'marketing.automationStepRetries.diedAt': 30 * DAY,
  'marketing.automationTriggers.diedAt': 30 * DAY,
  'marketing.automationReplyChecks.diedAt': 30 * DAY,
  'marketing.automationPipelineLookups.diedAt': 30 * DAY,
  ...Object.fromEntries(
    ['auth', 'deals', 'marketing', 'notifier', 'people'].map((service) => [`${service}.repeats.at`, 24 * HOUR]),
  ),
};

it('every database has exactly the documented TTL indexes', async () => {
  const indexes = await inEveryCollection(async (name, collection) =>
    (await collection.indexes()).flatMap(({ key, expireAfterSeconds }) =>
      expireAfterSeconds === undefined
        ? []
        : [[`${name}.${Object.keys(key).join()}`, Number(expireAfterSeconds)] as const],
    ),
  );
  expect(Object.fromEntries(indexes.flat())).toEqual(KEPT);
});
