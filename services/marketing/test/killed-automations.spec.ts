import { createOpenJobs, openCopy, type Originals } from '@porchlight/backend';
import { automationRuns, automations as automationsDescriptor, Change } from '@porchlight/contracts';
import { createIds, createManualClock, createMetrics } from '@porchlight/runtime';
import { systemCall, type PendingChange, type Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { captureLogger, dieAt, randomAccountId } from '@porchlight/testkit';
import { createStepLeases, createStepVersions, STEP_LEASE_MS } from '../src/action-plans';
import { createPlanMails, planMailSchema } from '../src/action-plans/plan-mails';
import { createAutomationDirectory } from '../src/automations/automation-directory';
import { automationColumns } from '../src/automations/automation-document';
import { automationStarts } from '../src/automations/automation-jobs';
import { automationRunColumns, RUNNING, type AutomationRunDocument } from '../src/automations/automation-run';
import { AUTOMATION_RUN_INDEXES, createAutomationRunStrategy } from '../src/automations/automation-runs-strategy';
import {
  automationDaySchema,
  automationStartSchema,
  createAutomationDays,
  createAutomationStarts,
} from '../src/automations/automation-starts';
import { automationVersionSchema, type AutomationVersion } from '../src/automations/automation-versions';
import { createAutomationStrategy, type AutomationRules } from '../src/automations/automations-strategy';
import { createAutomationRunner } from '../src/automations/run-automations';
import { createRunProgress } from '../src/automations/run-progress';
import type { StartParts } from '../src/automations/start-run';
import { personCopy } from '../src/copies/marketing-copies';

const NEVER = new AbortController().signal;
const { logger } = captureLogger({ service: 'marketing', level: 'fatal' });
const clock = createManualClock(Date.UTC(2026, 4, 1));
const ids = createIds({ clock });
const CONDITIONS = { check: async () => undefined, match: async () => ({ matching: new Set([1]) }) };

let store: Store;
let world: ReturnType<typeof openResources>;
const openResources = () => {
  const directory = createAutomationDirectory(store.collection('automations'));
  const rules = { directory, conditions: CONDITIONS } as unknown as AutomationRules;
  return {
    automations: store.resource({
      descriptor: automationsDescriptor,
      columns: automationColumns,
      strategy: createAutomationStrategy(rules),
    }),
    runs: store.resource({
      descriptor: automationRuns,
      columns: automationRunColumns,
      strategy: createAutomationRunStrategy({ directory, clock } as never),
      indexes: AUTOMATION_RUN_INDEXES,
    }),
  };
};
beforeAll(async () => {
  store = await openLoneStore({ service: 'marketing', clock });
  world = openResources();
  await store.start();
});
afterAll(() => store.stop(AbortSignal.timeout(5_000)));

/** A process with the jobs that start runs and the engine that moves them. */
const startProcess = (mortal: <T extends object>(target: T) => T, published: PendingChange[]) => {
  const collection: Store['collection'] = (name, schema) => mortal(store.collection(name, schema));
  const metrics = createMetrics({ service: 'marketing', processMetrics: false });
  const documents = collection<AutomationRunDocument>('automationsPeople');
  const bus = mortal({ publish: async (changes: readonly PendingChange[]) => void published.push(...changes) });
  const parts = {
    automations: mortal(world.automations),
    runs: mortal(world.runs),
    people: openCopy(personCopy, { store: { collection }, clock, originals: {} as Originals }),
    directory: createAutomationDirectory(collection('automations')),
    versions: createStepVersions<AutomationVersion>(
      collection('automationVersions', automationVersionSchema),
      (automationId) => ({ automationId }),
    ),
    leases: createStepLeases(documents, RUNNING),
    progress: createRunProgress(documents),
    starts: createAutomationStarts(collection('automationStarts', automationStartSchema)),
    days: createAutomationDays(collection('automationDays', automationDaySchema)),
    mails: createPlanMails(collection('planMails', planMailSchema)),
    ...{ clock, ids, logger, metrics, conditions: CONDITIONS, intervalMs: 1, publish: bus.publish },
    mailsWait: () => undefined,
    began: () => undefined,
    followRuns: async () => undefined,
  } as unknown as StartParts;
  const jobs = createOpenJobs({ store: { collection }, clock, ids, logger, metrics })(automationStarts);
  return { jobs, worker: jobs.createWorker(parts), runner: createAutomationRunner(parts) };
};

type Process = ReturnType<typeof startProcess>;

/** Starts what is due and moves it on, until nothing is due. */
const exhaust = async ({ worker, runner }: Process): Promise<void> => {
  for (let round = 0; round < 30; round++) if (!(await worker.look(NEVER)) && (await runner.look(NEVER)) === 0) return;
};

const FIELDS = ['name', 'trigger', 'steps'];
const createAutomation = async (accountId: number): Promise<number> => {
  const step = (type: string, more: object) => ({ type, tags: [], then: [], else: [], ...more });
  const steps = [
    step('addTags', { tags: ['first'] }),
    step('branch', {
      conditions: '{"tags":"x"}',
      then: [step('addTags', { tags: ['met'] })],
      else: [step('addTags', { tags: ['unmet'] })],
    }),
    step('addTags', { tags: ['last'], delay: { value: 1, unit: 'hours' } }),
  ];
  const input = { id: 0, version: 0, name: 'A', trigger: { type: 'tagAdded' }, steps };
  const { record } = await world.automations.create(systemCall(accountId, NEVER), input as never, FIELDS);
  return record.id;
};

/** One trigger; a process ends at the nth operation, another continues. False: no process ended. */
const live = async (nth: number, late: boolean): Promise<boolean> => {
  const accountId = randomAccountId();
  const automationId = await createAutomation(accountId);
  const published: PendingChange[] = [];
  const life = dieAt(nth, late);
  const key = { automationId, personId: 1, trigger: 'change1' };
  const first = startProcess(life.mortal, published);
  const run = async (): Promise<void> => {
    await first.jobs.add(accountId, key, { text: 'Started.' });
    for (let look = 0; look < 3; look++) {
      await exhaust(first);
      clock.advance(3_600_000);
    }
  };
  await run().catch((error: Error) => {
    if (error.message !== 'killed') throw error;
  });
  const second = startProcess((target) => target, published);
  // The message of the trigger is consumed again.
  await second.jobs.add(accountId, key, { text: 'Started.' });
  for (let look = 0; look < 4; look++) {
    clock.advance(Math.max(STEP_LEASE_MS, 3_600_000));
    await exhaust(second);
  }
  const stored = await world.runs.find(systemCall(accountId, NEVER), {}, 10);
  expect(stored.map(({ status, personId }) => ({ status, personId }))).toEqual([{ status: 'Completed', personId: 1 }]);
  const steps = published
    .filter((change) => change.accountId === accountId && change.type === 'marketing.planSteps.due')
    .map(({ value }) => JSON.parse(Change.decode(value).dataJson) as { stepId: string; tags: string[] });
  const byId = new Map(steps.map(({ stepId, tags }) => [stepId, tags[0]]));
  expect([...byId.values()]).toEqual(['first', 'met', 'last']);
  return life.wasKilled();
};

it.each([false, true])(
  'D12.5 given a process killed at any operation (its answer lost: %s), then a trigger has one run and each step one id',
  async (late) => {
    let nth = 1;
    while (await live(nth, late)) nth++;
    expect(nth).toBeGreaterThan(20);
  },
  110_000,
);
