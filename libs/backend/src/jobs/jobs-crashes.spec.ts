import { createIds, createManualClock, createMetrics } from '@porchlight/runtime';
import {
  column,
  defineDocument,
  inAllAccounts,
  type DocumentCollection,
  type DocumentOf,
  type Store,
} from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { captureLogger, dieAt } from '@porchlight/testkit';
import { again, defineJob, done } from './define-job';
import { describeJobCrashes } from '../../test/describe-job-crashes';
import { createOpenJobs, type OpenJobs } from './open-jobs';

const NEVER = new AbortController().signal;
const ACCOUNTS = [1, 2];
const PARTS = [1, 2];
const STEPS = 3;
const effectSchema = defineDocument({ _id: column.text });
type Effect = DocumentOf<typeof effectSchema>;

/** Adds one effect for each step; a repeated step finds its effect. */
const writeEffects = defineJob({
  name: 'effectJobs',
  key: { part: column.number },
  data: { next: column.number },
  every: '1s',
  stepTimeout: '5s',
  step:
    (effects: DocumentCollection<Effect>) =>
    async ({ job }) => {
      const { next } = job.data;
      await effects.insertMany([{ _id: `${job.accountId}:${job.key.part}:${next}` }]);
      return next + 1 < STEPS ? again({ data: { next: next + 1 } }) : done();
    },
});

/** Never ends. */
const writeDaily = defineJob({
  name: 'dailyJobs',
  key: {},
  data: {},
  every: '5s',
  stepTimeout: '5s',
  step:
    (effects: Pick<DocumentCollection<Effect>, 'insertMany'>) =>
    async ({ job }) => {
      await effects.insertMany([{ _id: `${job.accountId}:daily` }]);
      return again({ after: '1440min' });
    },
});

const clock = createManualClock();
const immortal = <T extends object>(target: T): T => target;

/** A process with the jobs; `seen` collects the effects that it adds. */
const openProcess = (store: Pick<Store, 'collection'>, openJobs: OpenJobs, seen: string[]) => {
  const jobs = openJobs(writeEffects);
  const effects = store.collection('effects', effectSchema);
  const counting = {
    ...effects,
    insertMany: async (documents: readonly Effect[]) => {
      const refused = await effects.insertMany(documents);
      for (const { _id } of documents) if (!refused.includes(_id)) seen.push(_id);
      return refused;
    },
  };
  return { jobs, worker: jobs.createWorker(counting) };
};

const startProcess = (store: Store, mortal: <T extends object>(target: T) => T, seen: string[]) => {
  const { logger } = captureLogger({ service: 'people', level: 'fatal' });
  const collection: Store['collection'] = (name, schema) => mortal(store.collection(name, schema));
  const openJobs = createOpenJobs({
    store: { collection },
    clock,
    ids: createIds({ clock }),
    logger,
    metrics: createMetrics({ service: 'people', processMetrics: false }),
  });
  return openProcess({ collection }, openJobs, seen);
};

/** Rounds of a process until nothing is due or it has died. */
const live = async (worker: { look(signal: AbortSignal): Promise<boolean> }, wasKilled: () => boolean) => {
  for (let round = 0; round < 100 && !wasKilled(); round++) if (!(await worker.look(NEVER).catch(() => false))) return;
};

/** Effects that both processes of an interruption added. */
const added: string[] = [];

describeJobCrashes('steps with effects', {
  service: 'people',
  start: ({ store, openJobs }) => ({ ...openProcess(store, openJobs, added), store }),
  prepare: async ({ jobs }) => {
    added.length = 0;
    for (const accountId of ACCOUNTS) for (const part of PARTS) await jobs.add(accountId, { part }, { next: 0 });
  },
  check: async ({ store, jobs }) => {
    const expected = ACCOUNTS.flatMap((accountId) =>
      PARTS.flatMap((part) => Array.from({ length: STEPS }, (_, next) => `${accountId}:${part}:${next}`)),
    );
    const stored = await store.collection('effects', effectSchema).find(inAllAccounts({}), { limit: 100 });
    expect(stored.map(({ _id }) => _id).toSorted()).toEqual(expected);
    expect(new Set(added).size).toBe(added.length);
    for (const accountId of ACCOUNTS)
      for (const part of PARTS) expect(await jobs.find(accountId, { part })).toBeUndefined();
  },
  // The accounts, the job, its lease, its effect, its result, for twelve steps.
  atLeast: 41,
});

describeJobCrashes('a job that recurs', {
  service: 'people',
  start: ({ store, openJobs }) => {
    const effects = store.collection('effects', effectSchema);
    const jobs = openJobs(writeDaily);
    return { effects, jobs, worker: jobs.createWorker(effects) };
  },
  prepare: ({ jobs }) => jobs.add(1, {}, {}),
  check: async ({ effects, jobs }) => {
    expect(await effects.find(inAllAccounts({}), { limit: 9 })).toMatchObject([{ _id: '1:daily' }]);
    expect(await jobs.find(1, {})).toMatchObject({ state: 'waiting' });
  },
  recurs: true,
  atLeast: 5,
});

it('given an addition that dies at an operation, when it is repeated, then the job runs to its end', async () => {
  for (const late of [false, true])
    for (const nth of [1, 2]) {
      const store = await openLoneStore({ service: 'people', clock });
      const seen: string[] = [];
      const first = startProcess(store, dieAt(nth, late).mortal, seen);
      await first.jobs.add(1, { part: 1 }, { next: 0 }).catch(() => undefined);
      const second = startProcess(store, immortal, seen);
      await second.jobs.add(1, { part: 1 }, { next: 0 });
      await live(second.worker, () => false);
      expect(seen).toEqual(['1:1:0', '1:1:1', '1:1:2']);
      await store.stop(AbortSignal.timeout(1_000));
    }
});

it('given a job whose process ends in each attempt, when its tries are used up, then it is dead and others run', async () => {
  const store = await openLoneStore({ service: 'people', clock });
  const seen: string[] = [];
  const survivor = startProcess(store, immortal, seen);
  await survivor.jobs.add(1, { part: 1 }, { next: 0 });
  // Each process leases the job and ends: find the accounts, find the job, claim it.
  for (let attempt = 1; attempt <= 10; attempt++) {
    const { mortal, wasKilled } = dieAt(3, true);
    await live(startProcess(store, mortal, seen).worker, wasKilled);
    clock.advance(60_000);
  }
  await survivor.jobs.add(1, { part: 2 }, { next: 0 });
  await live(survivor.worker, () => false);
  expect(await survivor.jobs.find(1, { part: 1 })).toMatchObject({ state: 'dead' });
  expect(seen).toEqual(['1:2:0', '1:2:1', '1:2:2']);
});
