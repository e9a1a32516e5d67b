import { randomUUID } from 'node:crypto';
import { createMemoryBus } from '@porchlight/bus';
import { notes, people, tasks } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { MongoClient, type Collection } from 'mongodb';
import { startPeopleService } from './people-service';
import { useSuite } from './suite';
import { publishFact } from './publish-facts';

const suite = useSuite();

const step = (personId: number, what: object): object => ({
  stepId: randomUUID(),
  personId,
  actionPlanId: 1,
  appliedPlanId: 1,
  userId: 2,
  ...what,
});
/** Publishes steps, one after another. */
const carryOut = async (accountId: number, steps: readonly object[]): Promise<void> => {
  for (const data of steps) await publishFact(suite.bus, accountId, 'planSteps.due', data);
};

const collection = async <T>(work: (steps: Collection<{ _id: string; done: boolean }>) => Promise<T>): Promise<T> => {
  const client = await MongoClient.connect(suite.uri, { retryWrites: false });
  try {
    return await work(client.db(suite.database).collection('planSteps'));
  } finally {
    await client.close();
  }
};
const idsDone = async (accountId: number): Promise<string[]> => {
  const done = await collection((steps) => steps.find({ done: true }).toArray());
  return done.map(({ _id }) => _id).filter((id) => id.startsWith(`${accountId}:`));
};
/** The state after processes were killed before they stored their progress. */
const forgetDone = (ids: readonly string[]): Promise<unknown> =>
  collection((steps) => Promise.all(ids.map((_id) => steps.updateOne({ _id }, { $set: { done: false } }))));

describe('a step of an action plan', () => {
  it('creates one task for the assigned user, else the user who applied the plan, else the owner', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person: adas } = await owner.createPerson({ firstName: 'Jo', assignedUserId: 3 });
    const { person: nobodys } = await owner.createPerson({ firstName: 'Al' });
    const first = step(adas.id, { type: 'createTask', task: { name: 'Call', type: 'Call' } });
    const second = step(nobodys.id, { type: 'createTask', task: { name: 'Write', type: 'No such type' } });
    const third = step(nobodys.id, { type: 'createTask', task: { name: 'Greet', type: 'Text' }, userId: 0 });
    await carryOut(accountId, [first, first, second, third, first, second]);
    await eventually(async () => expect((await owner.on(tasks).list()).total).toBe(3));
    const last = step(adas.id, { type: 'addTags', tags: ['Last'] });
    await carryOut(accountId, [third, last]);
    await eventually(async () => expect((await owner.getPerson(adas.id)).tags).toEqual(['Last']));
    const made = (await owner.on(tasks).list()).records;
    expect(made.map(({ name, type, AssignedTo, createdBy }) => [name, type, AssignedTo, createdBy]).sort()).toEqual([
      ['Call', 'Call', 'Ada Agent', 'Ada Agent'],
      ['Greet', 'Text', 'Olga Owner', 'Olga Owner'],
      ['Write', 'Follow Up', 'Bea Broker', 'Bea Broker'],
    ]);
    await eventually(() =>
      expect(suite.collected.webhooks(accountId).filter((name) => name === 'tasksCreated')).toHaveLength(3),
    );
  });

  it('given a step that adds a tag, then the changes of the person name the step as their cause (D12.5)', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const stepId = `${accountId}:a1:0`;
    await carryOut(accountId, [step(person.id, { stepId, type: 'addTags', tags: ['Hot'] })]);
    await eventually(() => {
      const changes = suite.collected.changes.filter((change) => change.accountId === accountId && change.cause);
      expect(changes.map(({ verb, cause }) => ({ verb, cause }))).toEqual([
        { verb: 'updated', cause: stepId },
        { verb: 'updated', cause: stepId },
      ]);
    });
  });

  it('runs once on two replicas, and after a process was killed before storing its progress', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo', assignedUserId: 1 });
    const note = step(person.id, {
      type: 'addNote',
      note: { subject: 'Hello', body: '<b>Hi</b><script>x()</script>' },
    });
    const bus = createMemoryBus();
    const replica = await startPeopleService({ ...suite, bus });
    try {
      const ready = step(person.id, { type: 'addTags', tags: ['Ready'] });
      await Promise.all([suite.bus, bus].map((one) => publishFact(one, accountId, 'planSteps.due', note)));
      await Promise.all([suite.bus, bus].map((one) => publishFact(one, accountId, 'planSteps.due', ready)));
      await eventually(async () => expect((await owner.getPerson(person.id)).tags).toEqual(['Ready']));
      await eventually(async () => expect(await idsDone(accountId)).toHaveLength(2));
      await forgetDone(await idsDone(accountId));
      await carryOut(accountId, [note, step(person.id, { type: 'addTags', tags: ['Again'] })]);
      await eventually(async () => expect((await owner.getPerson(person.id)).tags).toEqual(['Ready', 'Again']));
    } finally {
      await replica.stop();
      await bus.close();
    }
    expect((await owner.on(notes).list()).records).toMatchObject([
      {
        subject: 'Hello',
        body: '<b>Hi</b>',
        isHtml: true,
        isExternal: false,
        createdBy: 'Olga Owner',
        actionPlanId: 1,
      },
    ]);
  });

  it('adds tags and sets the stage with webhooks; an unknown stage changes nothing', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo', tags: ['Buyer'] });
    const closed = (await owner.listStages()).stages.find(({ name }) => name === 'Closed')!;
    await carryOut(accountId, [
      step(person.id, { type: 'changeStage', stage: 'closed' }),
      step(person.id, { type: 'changeStage', stage: 'Nowhere' }),
      step(person.id, { type: 'addTags', tags: ['buyer', 'Hot'] }),
    ]);
    await eventually(async () => expect((await owner.getPerson(person.id)).tags).toEqual(['Buyer', 'Hot']));
    expect((await owner.getPerson(person.id)).stageId).toBe(String(closed.id));
    await eventually(() =>
      expect(suite.collected.webhooks(accountId)).toEqual(
        expect.arrayContaining(['peopleUpdated', 'peopleStageUpdated', 'peopleTagsCreated']),
      ),
    );
    expect(suite.service.warnings.map(({ event }) => event)).toContain('plan_step.refused');
  });

  it('that is refused is reported to marketing with the reason and not repeated', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const lost = step(person.id, { type: 'changeStage', stage: 'Nowhere' }) as { stepId: string };
    const empty = step(person.id, { type: 'addNote', note: { subject: '', body: '' } }) as { stepId: string };
    await carryOut(accountId, [lost, empty, step(person.id, { type: 'addTags', tags: ['Done'] }), lost]);
    const fired = () =>
      suite.collected.changes.filter((change) => change.accountId === accountId && change.resource === 'planSteps');
    await carryOut(accountId, [step(person.id, { type: 'addTags', tags: ['Last'] })]);
    await eventually(async () => expect((await owner.getPerson(person.id)).tags).toEqual(['Done', 'Last']));
    await eventually(() => expect(fired()).toHaveLength(2));
    expect(fired().map(({ service, verb, webhookEvents }) => [service, verb, webhookEvents])).toEqual(
      Array(2).fill(['people', 'refused', []]),
    );
    expect(fired().map(({ dataJson }) => JSON.parse(dataJson) as object)).toEqual([
      {
        stepId: lost.stepId,
        personId: person.id,
        reason: "Field 'stage' refers to a stage that does not exist: Nowhere.",
      },
      { stepId: empty.stepId, personId: person.id, reason: expect.any(String) },
    ]);
  });

  it('for a deleted person is skipped and delays no other step', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person: gone } = await owner.createPerson({ firstName: 'Gone' });
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    await owner.deletePerson(gone.id);
    await carryOut(accountId, [
      step(gone.id, { type: 'createTask', task: { name: 'x' } }),
      step(gone.id, { type: 'addNote', note: { body: 'x' } }),
      step(gone.id, { type: 'addTags', tags: ['x'] }),
      step(person.id, { type: 'addNote', note: { subject: '', body: '' } }),
      step(person.id, { type: 'createTask', task: { name: 'Call', type: 'Call' } }),
    ]);
    await eventually(async () => expect((await owner.on(tasks).list()).total).toBe(1));
    expect((await owner.on(notes).list()).total).toBe(0);
    expect((await owner.on(people).list()).total).toBe(1);
  });
});
