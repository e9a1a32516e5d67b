import { expectRefusal, eventually } from '@porchlight/testkit';
import type { Account } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();
const NAMES = [
  'Lead',
  'Attempted Contact',
  'Hot Prospect',
  'Nurture',
  'Active Client',
  'Pending',
  'Closed',
  'Past Client',
  'Trash',
];
const inOrder = async ({ owner }: Account) => {
  const { stages } = await owner.listStages('sort=orderWeight&limit=100');
  return stages.map((stage) => [stage['name'], stage['orderWeight']]);
};
const numbered = (names: string[]) => names.map((name, index) => [name, (index + 1) * 1000]);

describe('stages', () => {
  it('exist in a new account', async () => {
    const account = await suite.newAccount();
    expect(await inOrder(account)).toEqual(numbered(NAMES));
    const { total, stages } = await account.owner.listStages();
    expect([total, stages[0]!['name'], stages.at(-1)!['name']]).toEqual([9, 'Trash', 'Lead']);
    expect(stages.filter((s) => s['isProtected']).map((s) => s['name'])).toEqual(['Trash', 'Closed', 'Lead']);
  });

  it('are ordered by the requested weight, and all weights are recalculated', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const stage = await owner.createStage({ name: 'Showing', orderWeight: 3000 });
    expect(stage).toMatchObject({ orderWeight: 3000, isProtected: false, peopleCount: 0 });
    const names = [...NAMES.slice(0, 2), 'Showing', ...NAMES.slice(2)];
    expect(await inOrder(account)).toEqual(numbered(names));
    expect((await owner.createStage({ name: 'Last' }))['orderWeight']).toBe(11_000);
    await owner.updateStage(stage['id'], { orderWeight: 1 });
    expect(await inOrder(account)).toEqual(numbered(['Showing', ...NAMES, 'Last']));
    await owner.updateStage(stage['id'], { orderWeight: 11_000, name: 'Shown' });
    expect(await inOrder(account)).toEqual(numbered([...NAMES, 'Last', 'Shown']));
  });

  it('have unique names; protected ones cannot be renamed', async () => {
    const { owner, agent, broker } = await suite.newAccount();
    await expectRefusal(owner.createStage({ name: ' nurture ' }), 'NAME_TAKEN');
    await expectRefusal(owner.updateStage(2, { name: 'Lead' }), 'NAME_TAKEN');
    await expectRefusal(owner.updateStage(1, { name: 'Start' }), 'STAGE_PROTECTED');
    await expectRefusal(owner.deleteStage(7), 'STAGE_PROTECTED');
    await expectRefusal(agent.createStage({ name: 'Mine' }), 'FORBIDDEN');
    await expectRefusal(agent.deleteStage(2), 'FORBIDDEN');
    expect((await broker.updateStage(2, { name: 'Tried' }))['name']).toBe('Tried');
    expect((await owner.createStage({ name: 'Attempted Contact' }))['id']).toBeGreaterThan(9);
  });

  it('created concurrently with the same name exist once', async () => {
    const { owner } = await suite.newAccount();
    const made = await Promise.allSettled([1, 2, 3, 4].map(() => owner.createStage({ name: 'Twin' })));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('count their people', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({ stage: 'Nurture' });
    await owner.createPerson({ stage: 'Nurture' });
    expect((await owner.getStage(4))['peopleCount']).toBe(2);
    await owner.updatePerson(person['id'], { stage: 'Trash' });
    expect([(await owner.getStage(4))['peopleCount'], (await owner.getStage(9))['peopleCount']]).toEqual([1, 1]);
    await owner.deletePerson(person['id']);
    expect((await owner.getStage(9))['peopleCount']).toBe(0);
  });

  it('that are deleted move their people to the given or the default stage', async () => {
    const { owner, accountId } = await suite.newAccount();
    const ids: number[] = [];
    for (let at = 0; at < 12; at++) ids.push((await owner.createPerson({ stage: 'Nurture' })).person['id']);
    await owner.createPerson({ stage: 'Pending' });
    await expectRefusal(owner.deleteStage(4, 'assignStageId=77'), 'UNKNOWN_REFERENCE');
    await expectRefusal(owner.deleteStage(4, 'assignStageId=4'), 'UNKNOWN_REFERENCE');
    await owner.deleteStage(4, 'assignStageId=5');
    expect([...new Set((await Promise.all(ids.map((id) => owner.getPerson(id)))).map((p) => p['stage']))]).toEqual([
      'Active Client',
    ]);
    expect([(await owner.getStage(5))['peopleCount'], (await owner.listPeople('stage=Active Client')).total]).toEqual([
      12, 12,
    ]);
    await expectRefusal(owner.getStage(4), 'NOT_FOUND');
    await expectRefusal(owner.createPerson({ stage: 'Nurture' }), 'UNKNOWN_REFERENCE');
    await owner.deleteStage(6);
    expect((await owner.listPeople('stage=Lead')).total).toBe(1);
    await eventually(() =>
      expect(suite.collected.webhooks(accountId).filter((n) => n === 'stageDeleted')).toHaveLength(2),
    );
    // All thirteen people have another stage now, which is one of the fields that fire peopleUpdated.
    await eventually(() =>
      expect(suite.collected.webhooks(accountId).filter((n) => n === 'peopleUpdated')).toHaveLength(13),
    );
  });
});
