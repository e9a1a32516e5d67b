import { expectRefusal } from '@porchlight/testkit';
import { useAutomationSuite } from './automation-suite';

const suite = useAutomationSuite();
const MANUAL = { type: 'manual' };
const tag = (...tags: string[]) => ({ type: 'addTags', tags });
const branch = (steps: object[]) => ({ type: 'branch', conditions: { tags: 'Hot' }, then: steps });

describe('D12.5 automations', () => {
  it('given waits and branches, then the record returns them as sent', async () => {
    const { owner } = await suite.newAccount();
    const steps = [
      { type: 'waitFor', event: 'reply', timeout: { value: 2, unit: 'days' } },
      { type: 'branch', conditions: { tags: 'Hot' }, then: [tag('Replied')], else: [tag('Silent')] },
    ];
    const { id } = await owner.automations.create({ name: 'Follow up', trigger: MANUAL, steps });
    const stored = await owner.automations.get(id as number, 'fields=allFields');
    expect(stored).toMatchObject({
      name: 'Follow up',
      status: 'Active',
      trigger: MANUAL,
      steps: [steps[0], { ...steps[1], then: [{ type: 'addTags', tags: ['Replied'] }] }],
    });
  });

  it('given filters of the list, then it shows active, manual or deleted automations', async () => {
    const { owner, automate } = await suite.newAccount();
    const manual = await automate(MANUAL, []);
    const lead = await automate({ type: 'leadCreated' }, [], { status: 'Disabled' });
    const gone = await automate(MANUAL, []);
    await owner.automations.remove(gone);
    const list = async (query: string) => (await owner.automations.list(query)).ids;
    expect(await list('')).toEqual([lead, manual]);
    expect(await list('enabledOnly=true')).toEqual([manual]);
    expect(await list('manualOnly=true')).toEqual([manual]);
    expect(await list('status=Deleted')).toEqual([gone]);
  });

  it.each([
    ['a wait without timeout', [{ type: 'waitFor', event: 'reply' }], "Missing 'steps[0].timeout' field"],
    ['a branch without steps', [{ type: 'branch', conditions: {} }], "Missing 'steps[0].then' field"],
    ['tags of a mail', [{ type: 'sendEmail', tags: ['x'] }], "Field 'steps[0].tags' does not belong"],
    ['an unknown stage', [{ type: 'changeStage', stage: 'Nowhere' }], "Field 'steps[0].stage' refers to a stage"],
    ['an unknown template', [{ type: 'sendEmail', templateId: 99 }], "Field 'steps[0].templateId' refers to"],
    ['an unknown filter', [{ ...branch([tag('x')]), conditions: { colour: 'red' } }], 'colour'],
    [
      'an unknown user in conditions',
      [{ ...branch([tag('x')]), conditions: { assignedUserId: 99 } }],
      'refers to a user that does not exist: 99',
    ],
    [
      'six nested branches',
      [branch([branch([branch([branch([branch([branch([tag('x')])])])])])])],
      'branches nest at most 5 deep',
    ],
    ['101 steps', [{ ...branch(Array.from({ length: 100 }, () => tag('x'))) }], 'the limit is 100 records'],
  ])('given %s, then it is refused with a reason', async (_what, steps, reason) => {
    const { automate } = await suite.newAccount();
    await expect(automate(MANUAL, steps)).rejects.toThrow(reason);
  });

  it('given a stage of deals that no pipeline has, then it is refused with the field', async () => {
    const { owner, automate } = await suite.newAccount();
    const trigger = { type: 'dealStageChanged', dealStageId: 99 };
    const refused = {
      reason: 'UNKNOWN_REFERENCE',
      message: "Field 'trigger.dealStageId' refers to a stage of deals that does not exist: 99.",
    };
    await expect(automate(trigger, [])).rejects.toMatchObject(refused);
    const id = await automate({ type: 'dealStageChanged', dealStageId: 4 }, []);
    await expect(owner.automations.update(id, { trigger })).rejects.toMatchObject(refused);
    expect(await owner.automations.get(id)).toMatchObject({ trigger: { type: 'dealStageChanged', dealStageId: 4 } });
  });

  it('given a stage of deals that is gone, then an automation that names it can still be changed', async () => {
    const { owner, automate } = await suite.newAccount();
    const trigger = { type: 'dealStageChanged', dealStageId: 5 };
    const id = await automate(trigger, []);
    suite.originals.deletePipelines();
    expect(await owner.automations.update(id, { name: 'B', trigger })).toMatchObject({ name: 'B', trigger });
    suite.originals.restorePipelines();
  });

  it('given a trigger with a key of another type, then it is refused', async () => {
    const { automate } = await suite.newAccount();
    await expect(automate({ type: 'tagAdded', stage: 'Lead' }, [])).rejects.toThrow(
      "Field 'trigger.stage' does not belong to a trigger of type tagAdded.",
    );
  });

  it('given an agent, then only reading is allowed', async () => {
    const { agent, automate } = await suite.newAccount();
    const id = await automate(MANUAL, []);
    expect(await agent.automations.get(id)).toMatchObject({ name: 'A' });
    await expectRefusal(agent.automations.create({ name: 'B', trigger: MANUAL }), 'FORBIDDEN');
  });
});

describe('D13.3 pipelines that automations name', () => {
  it('given an automation that names a stage of deals, then it names the pipeline of the stage', async () => {
    const { owner, automate, findReferences } = await suite.newAccount();
    const id = await automate({ type: 'dealStageChanged', dealStageId: 4 }, []);
    await automate({ type: 'dealStageChanged' }, []);
    expect(await findReferences({ kind: 'pipelines', id: 2, name: 'Buyers' })).toEqual([
      { kind: 'automation', id, name: 'A' },
    ]);
    expect(await findReferences({ kind: 'pipelines', id: 3, name: 'Sellers' })).toEqual([]);
    await owner.automations.update(id, { status: 'Disabled' });
    expect(await findReferences({ kind: 'pipelines', id: 2, name: 'Buyers' })).toHaveLength(1);
  });

  it('given a trigger without the stage, or a deleted automation, then it names no pipeline', async () => {
    const { owner, automate, findReferences } = await suite.newAccount();
    const changed = await automate({ type: 'dealStageChanged', dealStageId: 4 }, []);
    const deleted = await automate({ type: 'dealStageChanged', dealStageId: 4 }, []);
    await owner.automations.update(changed, { trigger: { type: 'dealStageChanged' } });
    await owner.automations.remove(deleted);
    expect(await findReferences({ kind: 'pipelines', id: 2, name: 'Buyers' })).toEqual([]);
  });
});

describe('D12.5 automationsPeople', () => {
  it('given a manual trigger, then a run is Initial, runs its steps, and is Completed', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    await account.people({ id: 1, viewers: [1] });
    const automationId = await account.automate(MANUAL, [tag('One'), tag('Two')]);
    const created = await owner.runs.create({ personId: 1, automationId });
    expect(created).toMatchObject({
      ...{ personId: 1, automationId, status: 'Initial', automationName: 'A' },
      ...{ createdById: 1, updatedById: 1, createdBy: 'Olga Owner' },
    });
    const [run] = await account.finished(1);
    expect(run!['log'].map(({ step }: { step: string | null }) => step)).toEqual([null, 'steps[0]', 'steps[1]']);
    expect(suite.steps(accountId).map(({ tags }) => tags)).toEqual([['One'], ['Two']]);
  });

  it('given an invisible person, then it is refused with the sentence that clients expect', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, viewers: [1] });
    const automationId = await account.automate(MANUAL, []);
    await expect(account.agent.runs.create({ personId: 1, automationId })).rejects.toThrow(
      /^Invalid value for 'personId' field, no such person or you don't have permission to access this person$/,
    );
  });

  it('given an automation without a manual trigger, then it is refused', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, viewers: [1] });
    const automationId = await account.automate({ type: 'leadCreated' }, []);
    await expect(account.owner.runs.create({ personId: 1, automationId })).rejects.toThrow('no manual trigger');
  });

  it('given a paused run, then its steps wait until it is resumed', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    await account.people({ id: 1, viewers: [1] });
    const later = { ...tag('Later'), delay: { value: 1, unit: 'hours' } };
    const automationId = await account.automate(MANUAL, [later]);
    const { id } = await owner.runs.create({ personId: 1, automationId });
    await account.finished(1, 'Running');
    expect(await owner.runs.update(id as number, { status: 'Paused' })).toMatchObject({ status: 'Paused' });
    suite.travel(2 * 3_600_000);
    await owner.runs.update(id as number, { status: 'Running' });
    await account.finished(1, 'Running');
    expect(suite.steps(accountId)).toEqual([]);
    suite.travel(3_600_000);
    await account.finished(1);
    expect(suite.steps(accountId).map(({ tags }) => tags)).toEqual([['Later']]);
  });

  it('D13.10: given a run that is created Paused, then its steps wait until it is resumed', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    await account.people({ id: 1, viewers: [1] });
    const automationId = await account.automate(MANUAL, [tag('Now')]);
    const run = await owner.runs.create({ personId: 1, automationId, status: 'Paused' });
    expect(run).toMatchObject({ status: 'Paused' });
    suite.travel(3_600_000);
    await account.finished(1, 'Paused');
    expect(suite.steps(accountId)).toEqual([]);
    await owner.runs.update(run['id'] as number, { status: 'Running' });
    await account.finished(1);
    expect(suite.steps(accountId).map(({ tags }) => tags)).toEqual([['Now']]);
  });

  it('given another status than Running and Paused, then it is refused with the sentence that clients expect', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, viewers: [1] });
    const automationId = await account.automate(MANUAL, []);
    const { id } = await account.owner.runs.create({ personId: 1, automationId });
    await expect(account.owner.runs.update(id as number, { status: 'Completed' })).rejects.toThrow(
      /^Invalid value for 'status' field$/,
    );
  });

  it('given a disabled automation, then a run pauses at its next step and its log says why', async () => {
    const account = await suite.newAccount();
    await account.people({ id: 1, viewers: [1] });
    const later = { ...tag('Later'), delay: { value: 1, unit: 'hours' } };
    const automationId = await account.automate(MANUAL, [later]);
    await account.owner.runs.create({ personId: 1, automationId });
    await account.finished(1, 'Running');
    await account.owner.automations.update(automationId, { status: 'Disabled' });
    suite.travel(3_600_000);
    const [run] = await account.finished(1, 'Paused');
    expect(run!['log'].at(-1)).toMatchObject({ text: 'Paused, because the automation is not active.' });
  });
});
