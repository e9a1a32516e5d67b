import { formatTopic } from '@porchlight/bus';
import { Person } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { createChangeMessage, createUserMessage } from '@porchlight/backend/test/service';
import { personRecord, startDealsService, type Account, type Json } from './deals-service';
import { useSuite } from './suite';

const suite = useSuite();

const withPipeline = async () => {
  const account = await suite.newAccount();
  await account.owner.createPipeline({ name: 'P', stages: [{ name: 's' }] });
  return account;
};
const listPeople = async ({ owner }: Account, id: number) =>
  (await owner.getDeal(id))['people'].map((person: Json) => [person['id'], person['name']]);
const create = ({ owner }: Account, peopleIds: number[]) => owner.createDeal({ name: 'd', stageId: 1, peopleIds });

describe('people and users of deals', () => {
  it('have their new names within two seconds; old and repeated changes have no effect', async () => {
    const account = await withPipeline();
    const { owner, publishPerson, rename } = account;
    await publishPerson(1, { name: 'Ann', version: 3, picture: { small: 'https://pictures.example.com/a.png' } });
    await owner.createDeal({ name: 'd', stageId: 1, peopleIds: [1], userIds: [3] });
    await publishPerson(1, { name: 'Anna', version: 4 }, 'updated');
    await rename(3, 'Ada Agnew', 2);
    await eventually(async () => {
      const deal = await owner.getDeal(1);
      expect(deal).toMatchObject({ people: [{ id: 1, name: 'Anna', avatar: null }], users: [{ id: 3, name: 'Ada Agnew' }] });
    }); // prettier-ignore
    await publishPerson(1, { name: 'Old', version: 2 }, 'updated');
    await publishPerson(1, { name: 'Same version', version: 4 }, 'created');
    await rename(3, 'Older', 1);
    await publishPerson(2, { name: 'Marker' });
    await create(account, [2]);
    expect(await owner.getDeal(1)).toMatchObject({ people: [{ name: 'Anna' }], users: [{ name: 'Ada Agnew' }] });
    // No deal was written for it.
    expect((await owner.listDeals('fields=id')).total).toBe(2);
  });

  it('that were created a moment ago are waited for', async () => {
    const account = await withPipeline();
    const { owner, agent, publishPerson } = account;
    const created = create(account, [7]);
    // By the time these are answered the call has looked and is waiting.
    for (let turn = 0; turn < 5; turn++) await owner.listPipelines();
    await publishPerson(7, { name: 'Late', viewerIds: [3] });
    expect((await created)['people']).toMatchObject([{ id: 7, name: 'Late' }]);
    // Other writes of a deal go on meanwhile.
    const waiting = owner.updateDeal(1, { peopleIds: [7, 8] });
    const quick = await owner.updateDeal(1, { price: 5 });
    expect(quick['price']).toBe(5);
    await publishPerson(8, { name: 'Later' });
    expect((await waiting)['people']).toHaveLength(2);
    // An agent may keep whom they may not see, and not name such anew.
    await owner.updateDeal(1, { userIds: [3] });
    expect((await agent.updateDeal(1, { peopleIds: [8] }))['people']).toMatchObject([{ id: 8 }]);
    await agent.updateDeal(1, { peopleIds: [7] });
    await expect(agent.updateDeal(1, { peopleIds: [7, 8] })).rejects.toMatchObject({
      reason: 'UNKNOWN_REFERENCE',
      params: { field: 'peopleIds', value: '8' },
    });
  });

  it("are checked against the caller's account and permissions; the error names unknown ones", async () => {
    const account = await withPipeline();
    const other = await withPipeline();
    await other.publishPerson(1, { name: 'Foreign', viewerIds: [3] });
    await account.publishPerson(2, { name: 'Mine', viewerIds: [3] });
    await account.publishPerson(3, { name: 'Theirs', viewerIds: [4] });
    await create(account, [2, 3]);
    await create(other, [1]);
    await Promise.all([
      expect(create(account, [1, 2])).rejects.toMatchObject({
        reason: 'UNKNOWN_REFERENCE',
        message: "Field 'peopleIds' refers to a person that does not exist: 1.",
      }),
      expect(account.agent.createDeal({ name: 'd', stageId: 1, peopleIds: [2, 3] })).rejects.toMatchObject({
        params: { value: '3' },
      }),
      expect(account.owner.createDeal({ name: 'd', stageId: 1, userIds: [9] })).rejects.toMatchObject({
        params: { field: 'userIds', value: '9' },
      }),
    ]);
    // Handed over, and the agent may name them. It was refused a moment ago, so it is refused at once until then.
    await account.publishPerson(3, { name: 'Theirs', viewerIds: [3], version: 2 }, 'updated');
    const named = await eventually(() => account.agent.createDeal({ name: 'd', stageId: 1, peopleIds: [3] }));
    expect(named['people']).toMatchObject([{ id: 3 }]);
  });

  it('given a deletion, then they are removed from deals permanently', async () => {
    const account = await withPipeline();
    const { owner, publishPerson, deletePerson, accountId } = account;
    await publishPerson(1, { name: 'Ann' });
    await publishPerson(2, { name: 'Bob' });
    await create(account, [1, 2]);
    await create(account, [1]);
    await owner.deleteDeal(2);
    const before = suite.collected.webhooks(accountId).length;
    await deletePerson(1);
    await eventually(async () => expect((await owner.listDeals('personId=1&includeDeleted=1')).total).toBe(0));
    expect(await listPeople(account, 1)).toEqual([[2, 'Bob']]);
    expect((await owner.getDeal(2))['people']).toEqual([]);
    // Changes that were in flight do not restore them.
    await publishPerson(1, { name: 'Ghost', version: 900 }, 'updated');
    await deletePerson(1);
    await expectRefusal(create(account, [1]), 'UNKNOWN_REFERENCE');
    expect(suite.collected.webhooks(accountId)).toHaveLength(before);
  });

  it('given a merge, then deals have the survivor, in any order of the changes', async () => {
    const account = await withPipeline();
    const { owner, publishPerson, mergePerson, deletePerson } = account;
    for (const id of [1, 2, 3, 4]) await publishPerson(id, { name: `P${id}` });
    await create(account, [1, 2]);
    await create(account, [1]);
    await create(account, [3]);
    await mergePerson(1, 2);
    await deletePerson(1);
    for (const deal of [1, 2])
      await eventually(async () => expect(await listPeople(account, deal)).toEqual([[2, 'P2']]));
    await deletePerson(3);
    await eventually(async () => expect(await listPeople(account, 3)).toEqual([]));
    await mergePerson(3, 4);
    await mergePerson(3, 4);
    await eventually(async () => expect(await listPeople(account, 3)).toEqual([[4, 'P4']]));
    expect((await owner.listDeals('personId=4')).total).toBe(1);
  });

  it('given a stopped service, then they are updated after its start', async () => {
    const account = await withPipeline();
    const { publishPerson, deletePerson, mergePerson, rename, actor } = account;
    for (const id of [1, 2, 3]) await publishPerson(id, { name: `P${id}` });
    await account.owner.createDeal({ name: 'd', stageId: 1, peopleIds: [1, 2], userIds: [4] });
    await suite.service.stop();
    await deletePerson(1);
    await mergePerson(2, 3);
    await rename(4, 'Axel Anew', 2);
    suite.service = await startDealsService(suite);
    const owner = suite.service.as(actor(1));
    await eventually(async () =>
      expect(await owner.getDeal(1)).toMatchObject({
        people: [{ id: 3, name: 'P3' }],
        users: [{ id: 4, name: 'Axel Anew' }],
      }),
    );
  });

  it('given a batch of mixed changes, then the newest of each record wins', async () => {
    const account = await withPipeline();
    const { accountId, owner } = account;
    const updated = { service: 'people', verb: 'updated' };
    const person = (id: number, version: number) =>
      createChangeMessage(accountId, {
        ...updated,
        resource: 'people',
        ids: [id],
        record: Person.encode(personRecord(id, { name: `v${version}`, version })).finish(),
      });
    const user = createUserMessage(accountId, { id: 8, firstName: 'Una', lastName: 'User' });
    const others = [
      createChangeMessage(accountId, {
        service: 'people',
        resource: 'events',
        verb: 'created',
        ids: [1],
        record: Buffer.from([1, 2, 3]),
      }),
      createChangeMessage(accountId, { ...updated, resource: 'stages', ids: [1] }),
    ];
    await suite.bus.publish(formatTopic('people'), [
      person(1, 2),
      ...others,
      person(1, 5),
      person(2, 1),
      person(1, 4),
      createChangeMessage(accountId, { ...updated, resource: 'people', ids: [2] }),
    ]);
    await suite.bus.publish(formatTopic('auth'), [user]);
    const deal = await owner.createDeal({ name: 'd', stageId: 1, peopleIds: [1, 2], userIds: [8] });
    expect(deal).toMatchObject({ people: [{ name: 'v5' }, { name: 'v1' }], users: [{ name: 'Una User' }] });
  });
});
