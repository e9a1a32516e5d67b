import { randomUUID } from 'node:crypto';
import { allActions, leadFlows } from '@porchlight/contracts';
import { expectRefusal, eventually, loseAnswers } from '@porchlight/testkit';
import { publishGroup } from './group-change';
import { useSuite } from './suite';

const suite = useSuite();
const findAction = (name: string) => allActions.find(({ rpc }) => rpc === name)!;
const keyed = () => ({ key: `key:1:${randomUUID()}`, fingerprint: 'POST' });

/** Sends the request, repeats it as after a lost response, and once more after the response. */
const threeTimes = async <T>(work: () => Promise<T>): Promise<[T, T, T]> => {
  const first = await work();
  await loseAnswers(suite.uri, suite.database);
  return [first, await work(), await work()];
};
const lead = (n: number) => ({
  type: 'Registration',
  source: 'x',
  person: { firstName: `F${n}`, emails: [`${n}@x.io`] },
});

/** Actions besides the creates; repeated.soak.spec.ts covers the creates with a crash at every operation. */
describe('a request repeated with its key after a crash between write and response', () => {
  it('merges once and returns the survivor each time', async () => {
    const { owner, accountId } = await suite.newAccount();
    const [survivor, loser] = [
      (await owner.send(lead(1))).person['id'] as number,
      (await owner.send(lead(2))).person['id'] as number,
    ];
    const idempotencyKey = keyed();
    const answers = await threeTimes(() =>
      owner.act(findAction('mergePeople'), { id: survivor, body: { otherId: loser }, idempotencyKey }),
    );
    for (const { body } of answers)
      expect(body).toMatchObject({ id: survivor, emails: [{ value: '1@x.io' }, { value: '2@x.io' }] });
    expect((await owner.listEvents(`personId=${survivor}`)).total).toBe(2);
    await eventually(() =>
      expect(
        suite.collected.changes.filter((one) => one.accountId === accountId && one.verb === 'merged'),
      ).toHaveLength(1),
    );
  });

  it('claims once and returns the same response', async () => {
    const account = await suite.newAccount();
    const { owner, agent, agent2 } = account;
    await publishGroup(suite.bus, account.accountId, { id: 7, userIds: [4, 3], distribution: 'first-to-claim' });
    await eventually(() => owner.on(leadFlows).create({ assignGroupId: 7 }));
    const personId = (await owner.send(lead(3))).person['id'] as number;
    const idempotencyKey = keyed();
    const answers = await threeTimes(() =>
      agent.act(findAction('claimPerson'), { body: { personId }, idempotencyKey }),
    );
    for (const { status, body } of answers) expect([status, body.id, body.assignedUserId]).toEqual([200, personId, 3]);
    await expectRefusal(
      agent2.act(findAction('claimPerson'), { body: { personId }, idempotencyKey: keyed() }),
      expect.stringMatching(/CONFLICT|NOT_FOUND/),
    );
  });

  it('creates each person of a batch once', async () => {
    const { owner } = await suite.newAccount();
    const idempotencyKey = keyed();
    const people = Array.from({ length: 5 }, (_, n) => ({ firstName: `B${n}` }));
    const answers = await threeTimes(() => owner.act(findAction('savePeople'), { body: { people }, idempotencyKey }));
    const ids = answers.map(({ body }) => body.results.map(({ id }: { id: number }) => id));
    expect(ids).toEqual([ids[0], ids[0], ids[0]]);
    expect((await owner.listPeople()).total).toBe(5);
  });

  it('runs a CSV import once', async () => {
    const { owner } = await suite.newAccount();
    const idempotencyKey = keyed();
    const csv = 'first name,last name\nAda,Byron\nBob,Bell\n';
    const answers = await threeTimes(() => owner.act(findAction('importPeopleCsv'), { body: { csv }, idempotencyKey }));
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(answers.map(() => [202, answers[0].body.id]));
    const job = () => owner.act(findAction('getPeopleImport'), { id: answers[0].body.id as number });
    await eventually(async () => expect((await job()).body).toMatchObject({ status: 'Completed' }));
    expect((await owner.listPeople()).total).toBe(2);
  });
});
