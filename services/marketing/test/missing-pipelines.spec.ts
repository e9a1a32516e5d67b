import { automations as descriptor, type Automation } from '@porchlight/contracts';
import { createManualClock } from '@porchlight/runtime';
import { composeKey, systemCall } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { randomAccountId } from '@porchlight/testkit';
import { automationColumns, type AutomationDocument, type StoredTrigger } from '../src/automations/automation-document';
import { findMissingPipelines, pipelineLookups } from '../src/automations/find-missing-pipelines';

const clock = createManualClock(Date.UTC(2026, 4, 1));
const NEVER = new AbortController().signal;
/** Pipeline 2 has the stage 4. */
const originals = {
  page: async (_resource: unknown, { filters }: { filters: readonly { values: readonly string[] }[] }) =>
    (filters[0]?.values[0] === '4' ? [{ id: 2, version: 1, name: 'Buyers' }] : []) as never,
};

/** A database with automations as the version before left them, migrated. */
const openEarlier = async (triggers: readonly StoredTrigger[]) => {
  const accountId = randomAccountId();
  const store = await openLoneStore({
    service: 'marketing',
    clock,
    migrations: [findMissingPipelines('missing-pipelines', clock)],
  });
  const automations = store.resource<Automation, AutomationDocument>({ descriptor, columns: automationColumns });
  const documents = store.collection<any>('automations');
  await documents.insertMany(
    triggers.map((trigger, at) => ({
      ...{ _id: composeKey(accountId, at + 1), accountId, id: at + 1, version: 1, created: clock.date() },
      ...{ updated: clock.date(), name: 'A', nameKey: 'a', status: 'Active', trigger, triggerType: trigger.type },
      ...{ steps: [], templateIds: [], viewers: [], outbox: [] },
    })),
  );
  await store.prepare();
  const listLookups = async (): Promise<number[]> =>
    (await store.collection<any>('automationPipelineLookups').find({ accountId }, { limit: 9 }))
      .map(({ key }) => key.automationId as number)
      .sort();
  const runLookup = (automationId: number) =>
    pipelineLookups.step({ automations, originals })({
      job: { accountId, key: { automationId }, data: {}, added: clock.date(), tries: 1 },
      call: systemCall(accountId, NEVER),
    });
  const readTrigger = async (id: number): Promise<StoredTrigger> =>
    (await documents.findOne({ _id: composeKey(accountId, id) })).trigger;
  return { store, documents, accountId, listLookups, runLookup, readTrigger };
};

describe('D13.3 automations that an earlier version stored without the pipeline of their stage of deals', () => {
  const DEAL_STAGE = { type: 'dealStageChanged', dealStageId: 4 };

  it('given such automations, when the database is migrated, then each is looked up, and no other', async () => {
    const { store, listLookups } = await openEarlier([
      DEAL_STAGE,
      { type: 'dealStageChanged' },
      { ...DEAL_STAGE, dealPipelineId: 2 },
      { type: 'manual' },
      { type: 'dealStageChanged', dealStageId: 9 },
    ]);
    expect(await listLookups()).toEqual([1, 5]);
    await store.stop(AbortSignal.timeout(1_000));
  });

  it('given such an automation, when it is looked up, again after a crash, then it names the pipeline', async () => {
    const { store, runLookup, readTrigger } = await openEarlier([DEAL_STAGE]);
    await runLookup(1);
    await runLookup(1);
    expect(await readTrigger(1)).toEqual({ ...DEAL_STAGE, dealPipelineId: 2 });
    await store.stop(AbortSignal.timeout(1_000));
  });

  it.each([
    ['a stage that no pipeline has', { type: 'dealStageChanged', dealStageId: 9 }],
    ['a trigger without a stage', { type: 'manual' }],
  ])('given %s, when it is looked up, then the automation stays as it is', async (_what, trigger) => {
    const { store, runLookup, readTrigger } = await openEarlier([trigger]);
    expect(await runLookup(1)).toEqual({ outcome: 'done' });
    expect(await readTrigger(1)).toEqual(trigger);
    await store.stop(AbortSignal.timeout(1_000));
  });

  it('given an automation that is gone, when it is looked up, then the job ends', async () => {
    const { store, runLookup } = await openEarlier([]);
    expect(await runLookup(1)).toEqual({ outcome: 'done' });
    await store.stop(AbortSignal.timeout(1_000));
  });
});
