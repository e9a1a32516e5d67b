import { listBrokenContracts } from '@porchlight/backend/test/service';
import { eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

test('given the contracts of other services, then published facts contain all that they read', async () => {
  const { accountId, owner, actor, publishPerson } = await suite.newAccount();
  await publishPerson(7, { firstName: 'Ann', lastName: 'Able', name: 'Ann Able', viewerIds: [1] });
  await owner.createPipeline({ name: 'Buyers', stages: [{ name: 'Offer' }] });
  await owner.createDeal({ name: 'First', stageId: 1, peopleIds: [7] });
  await eventually(async () =>
    expect(
      await listBrokenContracts({
        service: 'deals',
        changes: suite.collected.changes.filter((change) => change.accountId === accountId),
        createClient: suite.service.createClient,
        actor: actor(1),
      }),
    ).toEqual([]),
  );
});
