import { allActions, MAX_BATCH } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { startPeopleService, type Json, type PeopleService } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();
const SAVE = allActions.find(({ rpc }) => rpc === 'savePeople')!;

const save = async (user: ReturnType<PeopleService['as']>, people: Json[]): Promise<Json[]> =>
  (await user.act(SAVE, { body: { people } })).body.results;

describe('a batch of people', () => {
  it('creates or updates each item with its own result and one batch id', async () => {
    const { owner, accountId } = await suite.newAccount();
    const known = (await owner.createPerson({ firstName: 'Known', emails: ['known@x.io'], price: 5, tags: ['a'] }))
      .person;
    const results = await save(owner, [
      { firstName: 'New', emails: ['new@x.io'] },
      { lastName: 'Person', emails: ['KNOWN@x.io'] },
      { nonsense: 1, price: 'much' },
      { emails: ['no address'] },
      { stage: 'Nowhere' },
      { firstName: 'Again', emails: ['new@x.io', 'second@x.io'] },
      { firstName: 'Nobody' },
    ]);
    expect(results.map(({ status, errorCode }) => [status, errorCode])).toEqual([
      [201, undefined],
      [200, undefined],
      [400, 'INVALID_BODY'],
      [400, 'INVALID_BODY'],
      [400, 'UNKNOWN_REFERENCE'],
      [200, undefined],
      [201, undefined],
    ]);
    expect(results[2]).toMatchObject({ id: null, errorMessage: expect.stringMatching(/'price'.*'nonsense'/) });
    expect(results[1]!['id']).toBe(known['id']);
    expect(results[5]!['id']).toBe(results[0]!['id']);
    expect(await owner.getPerson(known['id'])).toMatchObject({ name: 'Known Person', price: 5, tags: ['a'] });
    const made = await owner.getPerson(results[0]!['id']);
    expect([made['firstName'], made['emails'].length]).toEqual(['Again', 2]);
    expect((await owner.listPeople()).total).toBe(3);

    const fired = () =>
      suite.collected.changes.filter((change) => change.accountId === accountId && change.batchId !== '');
    await eventually(() => expect(fired()).toHaveLength(4));
    expect(new Set(fired().map(({ batchId }) => batchId)).size).toBe(1);
    expect(
      fired()
        .flatMap(({ webhookEvents }) => webhookEvents)
        .sort(),
    ).toEqual(['peopleCreated', 'peopleCreated', 'peopleUpdated', 'peopleUpdated']);
  });

  it('stores the times at which another service created them', async () => {
    const { owner } = await suite.newAccount();
    const [first, second] = await save(owner, [
      { firstName: 'Old', createdAt: '2018-04-05T06:07:08Z' },
      { firstName: 'Late', createdAt: '2999-01-01' },
    ]);
    expect(first).toMatchObject({ status: 201 });
    expect(await owner.getPerson(first!['id'])).toMatchObject({ created: '2018-04-05T06:07:08Z' });
    expect(second).toMatchObject({ status: 400, errorMessage: expect.stringContaining('createdAt') });
  });

  it('respects the permissions of the caller', async () => {
    const { owner, agent, lender } = await suite.newAccount();
    await owner.createPerson({ emails: ['theirs@x.io'], assignedUserId: 4 });
    const results = await save(agent, [{ emails: ['theirs@x.io'], price: 1 }, { emails: ['mine@x.io'] }]);
    expect(results.map(({ status, errorCode }) => [status, errorCode])).toEqual([
      [409, 'CONFLICT'],
      [201, undefined],
    ]);
    expect(await agent.getPerson(results[1]!['id'])).toMatchObject({ assignedUserId: 3 });
    expect((await save(lender, [{ emails: ['his@x.io'] }]))[0]).toMatchObject({ status: 201 });
    const other = await suite.newAccount();
    expect((await save(other.owner, [{ emails: ['theirs@x.io'] }]))[0]).toMatchObject({ status: 201 });
  });

  it('has at most 100 items', async () => {
    const { owner } = await suite.newAccount();
    await expectRefusal(
      save(
        owner,
        Array.from({ length: MAX_BATCH + 1 }, () => ({})),
      ),
      'INVALID_BODY',
    );
    const results = await save(
      owner,
      Array.from({ length: MAX_BATCH }, (_, at) => ({ emails: [`p${at}@x.io`] })),
    );
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await owner.listPeople()).total).toBe(MAX_BATCH);
  });

  it('creates each person once in 50 concurrent requests to two replicas', async () => {
    const { actor, owner, accountId } = await suite.newAccount();
    const replica = await startPeopleService(suite);
    try {
      const users = [suite.service.as(actor(1)), replica.as(actor(1))];
      const items = Array.from({ length: 4 }, (_, at) => ({ emails: [`p${at}@x.io`], phones: [`555000111${at}`] }));
      const batches = Array.from({ length: 50 }, (_, at) => save(users[at % 2]!, [...items].reverse()));
      const results = (await Promise.all(batches)).flat();
      expect(results.filter(({ status }) => status === 201)).toHaveLength(4);
      expect(results.filter(({ status }) => status === 200)).toHaveLength(196);
      expect((await owner.listPeople()).total).toBe(4);
      await eventually(() =>
        expect(suite.collected.webhooks(accountId).filter((name) => name === 'peopleCreated')).toHaveLength(5),
      );
    } finally {
      await replica.stop();
    }
  });
});
