import { openCopy, type Originals } from '@porchlight/backend';
import { actionPlans, appliedPlans, Change, templates } from '@porchlight/contracts';
import { createRecordingMailer } from '@porchlight/mail';
import { createIds, createManualClock, createMetrics } from '@porchlight/runtime';
import { composeKey, systemCall, type PendingChange, type Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { dieAt, randomAccountId } from '@porchlight/testkit';
import { createEventStore } from '../src/email-events/email-event-store';
import { personCopy } from '../src/copies/marketing-copies';
import type { PlanParts } from '../src/action-plans/plan-parts';
import { createPlanDirectory } from '../src/plan-directory';
import { createPlanMails, type PlanMail, planMailSchema } from '../src/action-plans/plan-mails';
import { createPlanVersions } from '../src/action-plans/plan-versions';
import { createPlanSchedule } from '../src/action-plans/plan-schedule';
import { createContactMailer } from '../src/suppressions/contact-mailer';
import { actionPlanColumns, createActionPlanStrategy } from '../src/action-plans/action-plans-strategy';
import { APPLIED_PLAN_INDEXES, createAppliedPlanStrategy } from '../src/action-plans/applied-plans-strategy';
import { createTemplateStrategy, templateColumns } from '../src/templates/templates-strategy';
import { appliedPlanColumns, computeWakeAt, formatStepId } from '../src/action-plans/applied-plan';
import { createStepRunner } from '../src/action-plans/run-plan-steps';
import { STEP_LEASE_MS } from '../src/action-plans/step-engine';
import { createPlanMailSender, MAIL_LEASE_MS } from '../src/action-plans/send-plan-mails';

const NEVER = new AbortController().signal;
const DAY = 86_400_000;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
const clock = createManualClock(Date.UTC(2026, 4, 1));

const openWorld = async () => {
  const ids = createIds({ clock });
  const store: Store = await openLoneStore({ service: 'marketing', clock });
  const collection = (name: string) => store.collection<any>(name);
  const directory = createPlanDirectory(collection('actionPlans'));
  const templateStore = store.resource({
    descriptor: templates,
    columns: templateColumns,
    strategy: createTemplateStrategy(directory.using),
  });
  const plans = store.resource({
    descriptor: actionPlans,
    columns: actionPlanColumns,
    strategy: createActionPlanStrategy(templateStore),
  });
  const applied = store.resource({
    descriptor: appliedPlans,
    columns: appliedPlanColumns,
    strategy: createAppliedPlanStrategy({
      directory,
      mails: createPlanMails(store.collection('planMails', planMailSchema)),
      clock,
    }),
    indexes: APPLIED_PLAN_INDEXES,
  });
  await store.start();
  return { store, ids, templateStore, plans, applied };
};
type World = Awaited<ReturnType<typeof openWorld>>;

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.store.stop(AbortSignal.timeout(5_000)));

const NO_ORIGINALS = {} as Originals;

const startProcess = (
  { store, ids, templateStore, applied }: World,
  mortal: <T extends object>(target: T) => T,
  published: PendingChange[],
  mailer: ReturnType<typeof createRecordingMailer>,
  recorded: PlanMail[] = [],
) => {
  const collection = (name: string) => mortal(store.collection<any>(name));
  const bus = mortal({ publish: async (changes: readonly PendingChange[]) => void published.push(...changes) });
  const mails = createPlanMails(collection('planMails'));
  const shared = { clock, ids, logger: quiet, planIntervalMs: 1, mails, publish: bus.publish, applied };
  const ledger = createEventStore(collection('emEventLog'), collection('emSums'), collection('emEventIds'));
  return {
    runner: createStepRunner({
      ...shared,
      applied: mortal(applied),
      schedule: createPlanSchedule(collection('actionPlansPeople')),
      directory: createPlanDirectory(collection('actionPlans')),
      versions: createPlanVersions(collection('planVersions')),
      mailsWait: () => undefined,
      metrics: createMetrics({ service: 'marketing', processMetrics: false }),
    } as unknown as Parameters<typeof createStepRunner>[0]),
    sender: createPlanMailSender({
      ...shared,
      ledger,
      emailRecords: mortal({ record: async (mail: PlanMail) => void recorded.push(mail) }),
      contactMailer: createContactMailer({
        mailer: mortal({ send: mailer.send }),
        suppressed: { find: async () => undefined },
        profiles: { load: async () => ({ name: 'Harbor Lane Homes', mailFooter: '' }) },
        links: { create: () => 'https://porchlight.example/unsubscribe/x', sample: '' },
        senders: { choose: async () => ({ kind: 'installation' }) },
        defaultFrom: 'porchlight@localhost',
        quota: mortal({ take: async () => ({ allowed: 1, limit: 200, resumesAt: new Date(0) }) }),
      }),
      templates: templateStore,
      people: openCopy(personCopy, {
        store: { collection } as Pick<Store, 'collection'>,
        clock,
        originals: NO_ORIGINALS,
      }),
      users: { byId: async () => undefined },
      inquiries: { byId: async () => undefined },
    } as unknown as PlanParts),
  };
};

const immortal = <T extends object>(target: T): T => target;
const exhaust = async (look: (signal: AbortSignal) => Promise<number>): Promise<void> => {
  for (let looks = 0; (await look(NEVER)) > 0; looks++) if (looks > 20) throw new Error('There is no end to it.');
};

/**
 * A plan of five steps applied to two people; one process ends at the nth operation, another continues. False: no
 * process ended.
 */
const live = async (nth: number, late: boolean): Promise<boolean> => {
  const accountId = randomAccountId();
  const call = systemCall(accountId, NEVER);
  const { store, templateStore, plans, applied } = world;
  const template = await templateStore.create(
    call,
    { name: 'T', subject: 'S', body: 'B', actionPlans: [], id: 0, version: 0 } as never,
    ['name', 'subject', 'body'],
  );
  const at = (value: number) => ({ delay: { value, unit: 'days' }, tags: [] as string[] });
  const mail = { type: 'sendEmail', templateId: template.record.id };
  const steps = [
    { type: 'addTags', ...at(0), tags: ['0'] },
    { ...mail, ...at(0) },
    { type: 'changeStage', stage: '2', ...at(0) },
    { type: 'addTags', ...at(1), tags: ['3'] },
    { ...mail, ...at(1) },
  ];
  const { record: plan } = await plans.create(call, { id: 0, version: 0, name: 'P', steps }, ['name', 'steps']);
  const document = (await plans.load(call, plan.id))!;
  const appliedPlans = await Promise.all(
    [1, 2].map(async (personId) => {
      await store.collection<any>('people').insertOne({
        _id: composeKey(accountId, personId),
        accountId,
        personId,
        version: 1,
        name: 'N',
        firstName: '',
        lastName: '',
        emails: [{ value: `p${personId}@x.example`, status: '' }],
        emailKeys: [],
        phones: [],
        addresses: [],
        source: '',
        stage: '',
        viewers: [],
        deleted: false,
      });
      const fields = {
        personId,
        actionPlanId: plan.id,
        status: 'Running' as const,
        userId: 1,
        steps: document.steps,
        next: 0,
        pausedMs: 0,
        viewers: [],
        created: clock.date(),
      };
      return applied.insert(call, { ...fields, wakeAt: computeWakeAt(fields, 0)! });
    }),
  );

  const published: PendingChange[] = [];
  const mailer = createRecordingMailer();
  const recorded: PlanMail[] = [];
  const life = dieAt(nth, late);
  const first = startProcess(world, life.mortal, published, mailer, recorded);
  try {
    for (let day = 0; day < 2; day++) {
      await exhaust(first.runner.look);
      await exhaust(first.sender.look);
      clock.advance(DAY);
    }
  } catch (error) {
    if ((error as Error).message !== 'killed') throw error;
  }
  const second = startProcess(world, immortal, published, mailer, recorded);
  for (let round = 0; round < 3; round++) {
    clock.advance(Math.max(STEP_LEASE_MS, MAIL_LEASE_MS, DAY));
    await exhaust(second.runner.look);
    await exhaust(second.sender.look);
  }

  const fired = published
    .filter((change) => change.accountId === accountId && change.type === 'marketing.planSteps.due')
    .map(({ value }) => JSON.parse(Change.decode(value).dataJson));
  const mailed = await store.collection<any>('planMails').find({ accountId }, { limit: 100 });
  for (const one of appliedPlans) {
    // Each is published in order; a repeated one is followed by all that were published after it.
    const stepIds = fired.filter(({ personId }) => personId === one.personId).map(({ stepId }) => stepId);
    expect([...new Set(stepIds)]).toEqual([0, 2, 3].map((index) => formatStepId(one, index)));
    expect(stepIds.length - new Set(stepIds).size).toBeLessThanOrEqual(2);
    expect(
      mailed.filter(({ personId }) => personId === one.personId).map(({ _id, state, wakeAt }) => [_id, state, wakeAt]),
    ).toEqual([1, 4].map((index) => [formatStepId(one, index), 'Sent', undefined]));
    expect(await applied.load(call, one.id)).toMatchObject({ status: 'Completed', next: 5 });
    // D12.7: each mail is recorded under one key, with the Message-ID that it was sent with.
    const records = recorded.filter(({ personId }) => personId === one.personId);
    expect([...new Set(records.map(({ _id }) => _id))].sort()).toEqual([1, 4].map((index) => formatStepId(one, index)));
    expect(records.map(({ content }) => content?.subject)).toEqual(records.map(() => 'S'));
    const mails = mailer.mails.filter(({ to }) => to.address === `p${one.personId}@x.example`);
    expect(new Set(mails.map(({ messageId }) => messageId))).toEqual(
      new Set(records.map(({ messageId }) => messageId)),
    );
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
    // At most the one whose answer was lost came twice.
    expect(mails.length).toBeLessThanOrEqual(3);
  }
  return life.wasKilled();
};

it.each([false, true])(
  'a process killed at any operation (its answer lost: %s) neither skips a step nor does one under another id',
  async (late) => {
    let nth = 1;
    while (await live(nth, late)) nth++;
    expect(nth).toBeGreaterThan(30);
  },
  60_000,
);

it('given a process that stalls with leased plans, then it moves nothing after another one has leased them', async () => {
  const accountId = randomAccountId();
  const call = systemCall(accountId, NEVER);
  const steps = [
    { delay: { value: 0, unit: 'days' }, type: 'addTags', tags: ['x'] },
    { delay: { value: 9, unit: 'days' }, type: 'addTags', tags: ['y'] },
  ];
  const fields = {
    personId: 1,
    actionPlanId: 1,
    status: 'Running' as const,
    userId: 1,
    steps,
    next: 0,
    pausedMs: 0,
    viewers: [],
    created: clock.date(),
  };
  const { id, _id } = await world.applied.insert(call, { ...fields, wakeAt: clock.date() });
  const schedule = createPlanSchedule(world.store.collection<any>('actionPlansPeople'));
  const dueNow = async () => (await schedule.due(clock.date(), 10)).filter((plan) => plan._id === _id);
  const dueBefore = await dueNow();
  const until = () => new Date(clock.now() + STEP_LEASE_MS);
  expect(await schedule.lease(dueBefore, until(), 'slow')).toHaveLength(1);
  expect(await schedule.lease(dueBefore, until(), 'quick')).toEqual([]);
  expect(await dueNow()).toEqual([]);
  clock.advance(STEP_LEASE_MS);
  expect(await schedule.lease(await dueNow(), until(), 'quick')).toHaveLength(1);
  const next = computeWakeAt(fields, 1)!;
  await schedule.move([{ _id, next: 1, wakeAt: next }], 'quick');
  await schedule.move([{ _id, next: 2, wakeAt: clock.date() }], 'slow');
  expect(await world.applied.load(call, id)).toMatchObject({ next: 1, wakeAt: next });
  expect(await world.applied.load(call, id)).not.toHaveProperty('leaseBy');
  // Paused while a process runs it: its progress is stored and it stays paused; after it is resumed, it is completed.
  clock.advance(9 * DAY);
  expect(await schedule.lease(await dueNow(), until(), 'third')).toHaveLength(1);
  await world.applied.update(
    call,
    id,
    { id, version: 0, status: 'Paused', mails: [], refusedSteps: [], reassignedSteps: [] },
    ['status'],
  );
  await schedule.complete([_id], clock.date(), 'third');
  expect(await world.applied.load(call, id)).toMatchObject({ next: 2, status: 'Paused' });
  clock.advance(DAY);
  expect(await dueNow()).toEqual([]);
  await world.plans.create(call, { id: 0, version: 0, name: 'P', steps: [] }, ['name']);
  await world.applied.update(
    call,
    id,
    { id, version: 0, status: 'Running', mails: [], refusedSteps: [], reassignedSteps: [] },
    ['status'],
  );
  const published: PendingChange[] = [];
  await exhaust(startProcess(world, immortal, published, createRecordingMailer()).runner.look);
  expect(await world.applied.load(call, id)).toMatchObject({ next: 2, status: 'Completed' });
  expect(published).toEqual([]);
});
