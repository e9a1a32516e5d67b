import { listBrokenContracts } from '@porchlight/backend/test/service';
import { eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

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
