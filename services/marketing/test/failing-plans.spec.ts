import { appliedPlans } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { createIds, createManualClock, createMetrics } from '@porchlight/runtime';
import {
  openStore,
  systemCall,
  type DocumentCollection,
  type PendingChange,
  type Store,
  inAllAccounts,
} from '@porchlight/store';
import { expectRefusal, captureLogger, measuresUsed, randomAccountId, unknownMeasures } from '@porchlight/testkit';
import { randomBytes } from 'node:crypto';
import { createPlanMails, planMailSchema } from '../src/action-plans/plan-mails';
import { createPlanSchedule } from '../src/action-plans/plan-schedule';
import { APPLIED_PLAN_INDEXES, createAppliedPlanStrategy } from '../src/action-plans/applied-plans-strategy';
import { appliedPlanColumns, type AppliedPlanDocument } from '../src/action-plans/applied-plan';
import { createStepRunner } from '../src/action-plans/run-plan-steps';

const NEVER = new AbortController().signal;
const SECOND = 1_000;
const clock = createManualClock(Date.UTC(2026, 4, 1));
const directory = { areActive: async (_accountId: number, ids: readonly number[]) => new Set(ids) };

let store: Store;
let documents: DocumentCollection<AppliedPlanDocument>;
afterEach(() => store.stop(AbortSignal.timeout(5_000)));

/**
 * A worker over applied plans of one step each; the steps of those in `broken` cannot be read.
 */
const startWork = async (count: number, failingIds: readonly number[]) => {
  const { logger, of } = captureLogger();
  const ids = createIds({ clock });
  store = await openStore({
    service: 'marketing',
    uri: 'memory:',
    database: 'failing',
    publish: async () => undefined,
    clock,
    ids,
    logger,
    nextTokenKey: randomBytes(32),
  });
  documents = store.collection<AppliedPlanDocument>('actionPlansPeople');
  const mails = createPlanMails(store.collection('planMails', planMailSchema));
  const strategy = createAppliedPlanStrategy({ directory: directory as never, mails, clock });
  const applied = store.resource({
    descriptor: appliedPlans,
    columns: appliedPlanColumns,
    strategy,
    indexes: APPLIED_PLAN_INDEXES,
  });
  await store.start();
  const call = systemCall(randomAccountId(), NEVER);
  const steps = [{ delay: { value: 0, unit: 'days' }, type: 'addTags', tags: ['x'] }];
  const plans: AppliedPlanDocument[] = [];
  for (let personId = 0; personId < count; personId++)
    plans.push(
      await applied.insert(call, {
        personId,
        actionPlanId: 1,
        status: 'Running',
        userId: 1,
        steps,
        next: 0,
        pausedMs: 0,
        viewers: [],
        created: clock.date(),
        wakeAt: clock.date(),
      }),
    );
  const findSteps = (place: number, of: unknown[]) =>
    documents.updateOne({ _id: plans[place]!._id }, { $set: { steps: of } });
  for (const place of failingIds) await findSteps(place, [null]);
  const published: PendingChange[] = [];
  const world = {
    publish: async (changes: readonly PendingChange[]): Promise<void> => void published.push(...changes),
  };
  const metrics = createMetrics({ service: 'marketing', processMetrics: false });
  const schedule = createPlanSchedule(documents);
  const publish = (changes: readonly PendingChange[]): Promise<void> => world.publish(changes);
  const runner = createStepRunner({
    schedule,
    directory,
    applied,
    versions: { load: async () => undefined },
    mails,
    publish,
    mailsWait: () => undefined,
    clock,
    ids,
    logger,
    metrics,
    planIntervalMs: 1,
  } as unknown as Parameters<typeof createStepRunner>[0]);
  const statuses = async () =>
    (await documents.find(inAllAccounts({}), { limit: 100, sort: { _id: 1 } })).map(({ status }) => status);
  return { runner, world, published, of, statuses, mend: (place: number) => findSteps(place, steps), metrics };
};

it('given an applied plan that always fails, then others run, and its delay grows to at most an hour', async () => {
  const { runner, published, of, statuses, mend, metrics } = await startWork(9, [4]);
  expect(await runner.look(NEVER)).toBe(9);
  expect(published).toHaveLength(8);
  const others = Array.from({ length: 4 }, () => 'Completed');
  expect(await statuses()).toEqual([...others, 'Running', ...others]);
  expect(of('plan_step.failed')).toMatchObject([{ appliedPlanId: 5, step: 0, tries: 1 }]);
  const waits: number[] = [];
  for (let tries = 2; tries <= 12; tries++) {
    let waited = 0;
    for (; (await runner.look(NEVER)) === 0; waited += 5) clock.advance(5 * SECOND);
    waits.push(waited);
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600]);
  expect(of('plan_step.failed')).toHaveLength(12);
  expect(await metrics.registry.metrics()).toMatch(/^porchlight_plan_steps_failed_total\S* 12$/m);
  expect(
    unknownMeasures(
      measuresUsed().filter(({ name }) => name.startsWith('porchlight_plan_steps_')),
      metrics.registry,
    ),
  ).toEqual([]);
  await mend(4);
  clock.advance(3_600 * SECOND);
  expect(await runner.look(NEVER)).toBe(1);
  expect(await statuses()).toEqual([...others, 'Completed', ...others]);
});

it('given an unavailable bus, then all plans wait a few seconds without counting as failed', async () => {
  const { runner, world, of, statuses } = await startWork(3, []);
  const { publish } = world;
  world.publish = async () => Promise.reject(refuse('UNAVAILABLE'));
  for (let looks = 0; looks < 4; looks++) {
    await expectRefusal(runner.look(NEVER), 'UNAVAILABLE');
    clock.advance(5 * SECOND);
  }
  world.publish = publish;
  expect(await runner.look(NEVER)).toBe(3);
  expect(await statuses()).toEqual(['Completed', 'Completed', 'Completed']);
  expect(of('plan_step.failed')).toEqual([]);
});
