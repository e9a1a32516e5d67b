import { eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

const NAMES = ['peopleTagsCreated', 'peopleStageUpdated', 'contacted', 'peopleCreated', 'peopleUpdated'];

/** The published changes of one person, in order: webhook names and facts, with their data. */
const listNotifiedUsers = (accountId: number, id: number) =>
  suite.collected.changes
    .filter((change) => change.accountId === accountId && change.resource === 'people' && change.ids.includes(id))
    .flatMap(({ webhookEvents, verb, dataJson }) =>
      [...webhookEvents, ...(NAMES.includes(verb) ? [verb] : [])].map((name) => [
        name,
        dataJson === '' ? undefined : JSON.parse(dataJson),
      ]),
    );

describe('additional events of a person', () => {
  it('contain the added tags, once per create or update', async () => {
    const { owner, accountId } = await suite.newAccount();
    const id = (await owner.createPerson({ tags: ['Buyer', 'Hot'] })).person['id'];
    await owner.updatePerson(id, { tags: ['buyer', 'Hot'] });
    await owner.updatePerson(id, { tags: ['Hot'] });
    await owner.updatePerson(id, { tags: ['Hot', 'New', 'Other'] });
    await owner.updatePerson(id, { tags: ['Hot', 'New', 'Other'] });
    await owner.updatePerson(id, { tags: ['Last'] }, 'mergeTags=true');
    await eventually(() =>
      expect(listNotifiedUsers(accountId, id).filter(([name]) => name === 'peopleTagsCreated')).toEqual([
        ['peopleTagsCreated', { tags: ['Buyer', 'Hot'] }],
        ['peopleTagsCreated', { tags: ['New', 'Other'] }],
        ['peopleTagsCreated', { tags: ['Last'] }],
      ]),
    );
    expect((await owner.getPerson(id))['tags']).toEqual(['Hot', 'New', 'Other', 'Last']);
  });

  it('contain the stage, also after a lead or a deleted stage, with one batch id per call', async () => {
    const { owner, accountId } = await suite.newAccount();
    const one = (await owner.createPerson({ stage: 'Nurture', emails: ['a@x.io'] })).person['id'];
    const two = (await owner.createPerson({ stage: 'Nurture' })).person['id'];
    await owner.updatePerson(one, { stage: 'nurture', price: 4 });
    await owner.deleteStage(4, 'assignStageId=5');
    await owner.updatePerson(one, { stage: 'Trash' });
    await owner.send({ type: 'Registration', person: { emails: ['a@x.io'] } });
    const loadStages = (id: number) =>
      listNotifiedUsers(accountId, id).filter(([name]) => name === 'peopleStageUpdated');
    await eventually(() =>
      expect(loadStages(one)).toEqual([
        ['peopleStageUpdated', { stage: 'Active Client' }],
        ['peopleStageUpdated', { stage: 'Trash' }],
        ['peopleStageUpdated', { stage: 'Lead' }],
      ]),
    );
    expect(loadStages(two)).toEqual([['peopleStageUpdated', { stage: 'Active Client' }]]);
    const moved = suite.collected.changes.filter(
      (change) =>
        change.accountId === accountId && change.webhookEvents.includes('peopleStageUpdated') && change.batchId,
    );
    expect(moved.flatMap(({ ids }) => ids).sort()).toEqual([one, two].sort());
    expect(new Set(moved.map(({ batchId }) => batchId)).size).toBe(1);
  });

  it('report contacted when it becomes true', async () => {
    const { owner, accountId } = await suite.newAccount();
    const id = (await owner.createPerson({ firstName: 'Jo' })).person['id'];
    await owner.updatePerson(id, { contacted: true });
    await owner.updatePerson(id, { contacted: 1, price: 5 });
    await owner.updatePerson(id, { contacted: false });
    await owner.updatePerson(id, { contacted: true });
    const facts = () => listNotifiedUsers(accountId, id).filter(([name]) => name === 'contacted');
    await eventually(() =>
      expect(facts()).toEqual([
        ['contacted', { personId: id }],
        ['contacted', { personId: id }],
      ]),
    );
    // A fact for services fires no webhook.
    expect(suite.collected.webhooks(accountId)).not.toContain('contacted');
  });
});
