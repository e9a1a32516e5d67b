import { openJobStore } from '@porchlight/backend';
import { listBrokenContracts, useServiceSuite } from '@porchlight/backend/test/service';
import { systemClock } from '@porchlight/runtime';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { eventually } from '@porchlight/testkit';
import { senderDomainReminder } from '../src/sender-domains/remind-owners';
import { formatSenderId, senderDomainSchema } from '../src/sender-domains/sender-domain-document';
import { listen, openAccount, startMarketingService } from './marketing-service';

const suite = useServiceSuite('marketing', {
  start: (options: Parameters<typeof startMarketingService>[0]) =>
    startMarketingService({ ...options, requireSenderDomain: true }),
  collect: listen,
  openAccount,
});

/** Makes the account one that sent mails before a sender domain was required. */
const markFormerSender = async (accountId: number): Promise<void> => {
  const store = await openLoneStore({
    service: 'test',
    uri: suite.uri,
    database: suite.database,
    clock: systemClock,
  });
  await store
    .collection('senderDomains', senderDomainSchema)
    .insertMany([{ _id: formatSenderId(accountId), accountId, sentBefore: true }]);
  const reminders = openJobStore({ store, clock: systemClock }, senderDomainReminder);
  await reminders.add(accountId, { about: 'upgrade' }, { notices: 0 }, systemClock.date());
  await store.stop(AbortSignal.timeout(5_000));
};

test('given the contracts of other services, then published facts contain all that they read', async () => {
  const account = await suite.newAccount();
  const { accountId, owner } = account;
  await account.people(
    { id: 1, emails: ['ann@example.org'], viewers: [1] },
    { id: 2, emails: ['bo@example.org'], viewers: [4], fields: { assignedUserId: 4 } },
  );
  const { id: planId } = await owner.createPlan({
    name: 'Welcome',
    steps: [{ type: 'addNote', note: { subject: 'Call', body: 'Call back' } }],
  });
  await owner.applyPlan(1, planId);
  const { id: campaignId } = await owner.createCampaign({ origin: 'Mailer', originId: '1', name: 'Spring' });
  const common = { recipient: 'ann@example.org', campaignId, occurred: new Date().toISOString() };
  await owner.record([
    { ...common, type: 'delivered' },
    { ...common, type: 'unsubscribe' },
  ]);
  await markFormerSender(accountId);
  // A caller who does not see the person opts it out.
  await account.agent.record([{ ...common, recipient: 'bo@example.org', type: 'unsubscribe' }]);
  await eventually(async () =>
    expect(
      await listBrokenContracts({
        service: 'marketing',
        changes: suite.collected.changes.filter((change) => change.accountId === accountId),
        createClient: suite.service.createClient,
        actor: account.actor(1),
      }),
    ).toEqual([]),
  );
});
