import { allActions, notes, people } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { interruptMerge } from './interrupted-merge';
import type { Account, Json, PeopleService } from './people-service';
import { useSuite } from './suite';
import { publishFact } from './publish-facts';

const suite = useSuite();
const MERGE = allActions.find(({ rpc }) => rpc === 'mergePeople')!;

const merge = async (user: ReturnType<PeopleService['as']>, id: number, otherId: number): Promise<Json> =>
  (await user.act(MERGE, { id, body: { otherId } })).body;

const listNotes = async (account: Account, personId: number): Promise<string[]> =>
  (await account.owner.on(notes).list(`personId=${personId}`)).records.map(({ body }) => body as string);

const facts = (accountId: number, verb: string) =>
  suite.collected.changes.filter(
    (change) => change.accountId === accountId && change.resource === 'people' && change.verb === verb,
  );

/** Two people, the second with two events. */
const twoPeople = async ({ owner }: Account, at = 0) => {
  const survivor = (await owner.createPerson({ firstName: 'Stay', emails: [`a${at}@x.io`], tags: ['A'] })).person['id'];
  const event = {
    type: 'Registration',
    source: 'Zillow',
    person: { lastName: 'Ito', emails: [`b${at}@x.io`], tags: ['B'] },
  };
  const loser = (await owner.send(event)).person['id'] as number;
  await owner.send({ ...event, type: 'Visited Website' });
  return { survivor: survivor as number, loser };
};

describe('a merge', () => {
  it('merges two people and moves the records of the other', async () => {
    const account = await suite.newAccount();
    const { owner, agent, broker, accountId } = account;
    const { survivor, loser } = await twoPeople(account);
    await owner.updatePerson(survivor, { assignedUserId: 3 });
    const merged = await merge(broker, survivor, loser);
    expect(merged).toMatchObject({ id: survivor, name: 'Stay Ito', source: 'Zillow', tags: ['A', 'B'] });
    expect(merged['emails'].map((email: Json) => [email['value'], email['isPrimary']])).toEqual([
      ['a0@x.io', 1],
      ['b0@x.io', 0],
    ]);
    expect(await owner.getPerson(survivor)).toEqual(merged);
    expect((await owner.listPeople()).people.map(({ id }) => id)).toEqual([survivor]);
    expect([
      (await owner.listEvents(`personId=${survivor}`)).total,
      (await owner.listEvents(`personId=${loser}`)).total,
    ]).toEqual([2, 0]);
    // The agent may see the person, so the agent sees the records of the merged person.
    expect((await agent.listEvents()).events.map((event) => event['personId'])).toEqual([survivor, survivor]);

    const again = await owner.send({ type: 'Visited Website', person: { emails: ['B0@x.io'] } });
    expect([again.status, again.person['id']]).toEqual([200, survivor]);
    await eventually(() => expect(facts(accountId, 'merged')).toHaveLength(1));
    expect(JSON.parse(facts(accountId, 'merged')[0]!.dataJson)).toEqual({ id: loser, into: survivor });
    await eventually(() => expect(facts(accountId, 'deleted').some(({ ids }) => ids.includes(loser))).toBe(true));
    const fired = suite.collected.changes.filter((change) => change.accountId === accountId);
    const place = (verb: string, id: number) => fired.findIndex((one) => one.verb === verb && one.ids.includes(id));
    expect(place('merged', survivor)).toBeLessThan(place('deleted', loser));
    expect(fired[place('deleted', loser)]!.webhookEvents).toEqual(['peopleDeleted']);
    expect(fired.some(({ ids, webhookEvents }) => ids[0] === survivor && webhookEvents.includes('peopleUpdated'))).toBe(
      true,
    );
  });

  it('returns MERGED with the last survivor to callers who may see it', async () => {
    const account = await suite.newAccount();
    const { owner, agent } = account;
    const { survivor, loser } = await twoPeople(account);
    const last = (await owner.createPerson({ firstName: 'Last' })).person['id'];
    await merge(owner, survivor, loser);
    expect(await merge(owner, survivor, loser)).toMatchObject({ id: survivor });
    await merge(owner, last, survivor);
    const gone = { reason: 'MERGED', params: { mergedInto: last } };
    await expect(owner.getPerson(loser)).rejects.toMatchObject(gone);
    await expect(owner.updatePerson(loser, { price: 1 })).rejects.toMatchObject(gone);
    await expect(owner.deletePerson(survivor)).rejects.toMatchObject(gone);
    await expect(merge(owner, loser, last)).rejects.toMatchObject(gone);
    await expectRefusal(agent.getPerson(loser), 'NOT_FOUND');
    // A lead for a merged person is not lost.
    const lead = await owner.send({ type: 'Visited Website', person: { id: loser } });
    expect([lead.status, lead.person['id']]).toEqual([200, last]);
    await expectRefusal(agent.send({ person: { id: loser } }), 'NOT_FOUND');
    expect((await owner.listEvents(`personId=${last}`)).total).toBe(3);
    const step = { stepId: `step-${account.accountId}`, personId: loser, actionPlanId: 1, appliedPlanId: 1, userId: 0 };
    await publishFact(suite.bus, account.accountId, 'planSteps.due', { ...step, type: 'addTags', tags: ['Planned'] });
    await eventually(async () => expect((await owner.getPerson(last))['tags']).toContain('Planned'));
    await owner.deletePerson(last);
    await expectRefusal(owner.getPerson(loser), 'NOT_FOUND');
    await eventually(async () => expect((await owner.listEvents()).total).toBe(0));
  });

  it('requires two people of the account and a caller who sees the whole account', async () => {
    const account = await suite.newAccount();
    const { owner, agent, lender } = account;
    const { survivor, loser } = await twoPeople(account);
    await expectRefusal(merge(owner, survivor, survivor), 'INVALID_BODY');
    await expectRefusal(merge(owner, survivor, 4711), 'NOT_FOUND');
    await expectRefusal(merge(owner, 4711, survivor), 'NOT_FOUND');
    for (const user of [agent, lender]) await expectRefusal(merge(user, survivor, loser), 'FORBIDDEN');
    const other = await suite.newAccount();
    await expectRefusal(merge(other.owner, survivor, loser), 'NOT_FOUND');
    expect((await owner.listPeople()).total).toBe(2);
  });

  it('in both directions at once merges once', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const { survivor, loser } = await twoPeople(account);
    const both = await Promise.allSettled([merge(owner, survivor, loser), merge(owner, loser, survivor)]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect((await owner.listPeople()).total).toBe(1);
  });

  it('loses no concurrent lead', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const { survivor, loser } = await twoPeople(account);
    const leads = Array.from(
      { length: 30 },
      (_, at) => () => owner.send({ type: 'Visited Website', person: { emails: [at % 2 ? 'a0@x.io' : 'b0@x.io'] } }),
    );
    const before = leads.slice(0, 10).map((send) => send());
    const merging = merge(owner, survivor, loser);
    const sent = await Promise.all([...before, ...leads.slice(10).map((send) => send())]);
    await merging;
    expect(sent.every(({ status }) => status === 200)).toBe(true);
    expect((await owner.listPeople()).people.map(({ id }) => id)).toEqual([survivor]);
    await eventually(async () => expect((await owner.listEvents(`personId=${survivor}`)).total).toBe(32));
    expect((await owner.listEvents()).total).toBe(32);
  });

  it('removes the other from possible duplicates, or replaces it by the survivor', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const { survivor, loser } = await twoPeople(account);
    const third = (await owner.createPerson({ emails: ['b0@x.io'] })).person['id'];
    await merge(owner, survivor, loser);
    await eventually(async () =>
      expect(await owner.on(people).get(third, 'fields=possibleDuplicateIds')).toMatchObject({
        possibleDuplicateIds: [survivor],
      }),
    );
    await merge(owner, survivor, third);
    expect((await owner.on(people).get(survivor, 'fields=possibleDuplicateIds'))['possibleDuplicateIds']).toEqual([]);
  });

  it('A10 lost text: given two people with different values, then the survivor has all of them', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const create = async (json: Json) => (await owner.createPerson(json)).person['id'] as number;
    const survivor = await create({
      firstName: 'Ann',
      lastName: 'Ford',
      background: 'Prefers evenings',
      price: 400_000,
    });
    const loser = await create({
      firstName: 'Bob',
      lastName: 'Stone',
      background: 'Allergic to dogs',
      price: 500_000,
      source: 'zillow.com',
      timeframeId: 2,
      timeframeStatus: 'soon',
      prequalified: true,
      stage: 'Closed',
    });
    expect(await merge(owner, survivor, loser)).toMatchObject({
      name: 'Ann Ford',
      background: 'Prefers evenings\n\nAllergic to dogs',
      price: 400_000,
      source: 'zillow.com',
      timeframeId: 2,
    });
    const fields = 'fields=timeframeStatus,prequalified';
    expect(await owner.on(people).get(survivor, fields)).toMatchObject({ timeframeStatus: 'soon', prequalified: true });
    expect(await listNotes(account, survivor)).toEqual([
      'Merged with Bob Stone. Values of that person:\nName: Bob Stone\nStage: Closed\nPrice: 500000',
    ]);
  });

  it('given two people with equal values, then there is no note', async () => {
    const account = await suite.newAccount();
    const { survivor, loser } = await twoPeople(account);
    await merge(account.owner, survivor, loser);
    expect(await listNotes(account, survivor)).toEqual([]);
  });

  it('that is interrupted after any write is completed', async () => {
    const account = await suite.newAccount();
    const { owner, actor, accountId } = account;
    const pairs: { writes: number; survivor: number; loser: number }[] = [];
    for (const writes of [1, 2, 3, 4, 5, 6]) pairs.push({ writes, ...(await twoPeople(account, writes)) });
    for (const { survivor, loser } of pairs) {
      await owner.updatePerson(survivor, { price: 1 });
      await owner.updatePerson(loser, { price: 2 });
    }
    for (const { writes, survivor, loser } of pairs)
      expect(await interruptMerge(suite, actor(1), { id: survivor, otherId: loser }, writes)).toBe(false);
    // Once the other person is marked, it accepts no updates; leads for it go to the survivor.
    const early = pairs.filter(({ writes }) => writes === 2 || writes === 3);
    for (const { survivor, loser, writes } of early) {
      await expectRefusal(owner.updatePerson(loser, { price: 1 }), 'MERGED');
      const { status, person } = await owner.send({ type: 'Visited Website', person: { emails: [`b${writes}@x.io`] } });
      expect([status, person['id']]).toEqual([200, survivor]);
    }
    await eventually(
      async () => {
        for (const { survivor, loser } of pairs)
          await expect(owner.getPerson(loser)).rejects.toMatchObject({
            reason: 'MERGED',
            params: { mergedInto: survivor },
          });
        expect((await owner.listPeople('limit=100')).total).toBe(6);
      },
      { intervalMs: 200 },
    );
    for (const { survivor, writes } of pairs) {
      const person = await owner.getPerson(survivor);
      expect(await listNotes(account, survivor)).toEqual([expect.stringContaining('Price: 2')]);
      expect([person['name'], person['emails'].length, person['tags']]).toEqual(['Stay Ito', 2, ['A', 'B']]);
      expect((await owner.listEvents(`personId=${survivor}`)).total).toBe(writes === 2 || writes === 3 ? 3 : 2);
      const lead = await owner.send({ type: 'Visited Website', person: { emails: [`b${writes}@x.io`] } });
      expect(lead.person['id']).toBe(survivor);
    }
    await eventually(() => expect(facts(accountId, 'merged')).toHaveLength(6));
    await eventually(() => {
      const gone = facts(accountId, 'deleted').flatMap(({ ids }) => ids);
      expect(gone.sort()).toEqual([1, ...pairs.map(({ loser }) => loser)].sort());
    });
  });
});
