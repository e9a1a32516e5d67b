import { createIds, createManualClock, createMetrics, sleep } from '@porchlight/runtime';
import { column, defineDocument, type Condition, type DocumentOf, type Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { captureLogger } from '@porchlight/testkit';
import { again, defineJob, done, type Again, type Done, type JobStep } from './define-job';
import { formerJobs, type FormerJobs } from './former-jobs';
import { openJobStore } from './job-store';
import { createOpenJobs } from './open-jobs';

const NEVER = new AbortController().signal;
const key = { part: column.number };
const data = { left: column.number };
type Step = JobStep<typeof key, typeof data>;
type Handle = (step: Step) => Promise<Again<{ left: number }> | Done>;

const countDown = defineJob({
  name: 'countDowns',
  key,
  data,
  every: '50ms',
  stepTimeout: '50ms',
  maxTries: 3,
  step: (handle: Handle) => handle,
});

/** A service with one kind of job; each `start` is a process of it. */
const open = async () => {
  const clock = createManualClock();
  const store: Store = await openLoneStore({ service: 'people', clock });
  const { logger, lines } = captureLogger({ service: 'people', level: 'info' });
  const metrics = createMetrics({ service: 'people', processMetrics: false });
  const start = (handle: Handle, definition = countDown) => {
    const jobs = createOpenJobs({ store, clock, ids: createIds({ clock }), logger, metrics })(definition);
    return { jobs, worker: jobs.createWorker(handle) };
  };
  return { clock, store, lines, metrics, start };
};

/** Runs rounds until none is left. Returns the number of rounds. */
const exhaust = async (worker: { look(signal: AbortSignal): Promise<boolean> }): Promise<number> => {
  for (let rounds = 1; ; rounds++) {
    if (!(await worker.look(NEVER))) return rounds;
    if (rounds > 100) throw new Error('The rounds do not end.');
  }
};

const finish: Handle = async () => done();

describe('defineJob', () => {
  it('given a step that returns again, when the job runs, then it continues with the stored data until it is done', async () => {
    const { start } = await open();
    const seen: number[] = [];
    const { jobs, worker } = start(async ({ job }) => {
      seen.push(job.data.left);
      return job.data.left > 1 ? again({ data: { left: job.data.left - 1 } }) : done();
    });
    await jobs.add(1, { part: 1 }, { left: 3 });
    await exhaust(worker);
    expect(seen).toEqual([3, 2, 1]);
    expect(await jobs.find(1, { part: 1 })).toBeUndefined();
  });

  it('given a pause, when the step returns again, then the job waits for it and others run', async () => {
    const { start, clock } = await open();
    const seen: number[] = [];
    const { jobs, worker } = start(async ({ job }) => {
      seen.push(job.key.part);
      return job.key.part === 1 && seen.length < 3 ? again({ after: '2s' }) : done();
    });
    await jobs.add(1, { part: 1 }, { left: 1 });
    clock.advance(1);
    await jobs.add(1, { part: 2 }, { left: 1 });
    await exhaust(worker);
    expect(seen).toEqual([1, 2]);
    clock.advance(2_000);
    await exhaust(worker);
    expect(seen).toEqual([1, 2, 1]);
  });

  it('given an account with many jobs, when another adds one, then its job runs in the next round', async () => {
    const { start, clock } = await open();
    const seen: number[] = [];
    const { jobs, worker } = start(async ({ job }) => {
      seen.push(job.accountId);
      return done();
    });
    for (let part = 0; part < 20; part++) await jobs.add(1, { part }, { left: 1 });
    clock.advance(1);
    await jobs.add(2, { part: 0 }, { left: 1 });
    await worker.look(NEVER);
    expect(seen.toSorted()).toEqual([1, 2]);
  });

  it('given jobs of one account, when they run, then the first one is done before the next begins', async () => {
    const { start, clock } = await open();
    const seen: number[] = [];
    const { jobs, worker } = start(async ({ job }) => {
      seen.push(job.key.part);
      return job.data.left > 1 ? again({ data: { left: job.data.left - 1 } }) : done();
    });
    for (const part of [3, 1, 2]) {
      await jobs.add(1, { part }, { left: 2 });
      clock.advance(1);
    }
    await exhaust(worker);
    expect(seen).toEqual([3, 3, 1, 1, 2, 2]);
  });

  it('given a job that another process runs, when a round begins, then no job of that account starts', async () => {
    const { start } = await open();
    const seen: number[] = [];
    const release = Promise.withResolvers<void>();
    const slow = start(async () => {
      await release.promise;
      return done();
    });
    const other = start(async ({ job }) => {
      seen.push(job.key.part);
      return done();
    });
    await slow.jobs.add(1, { part: 1 }, { left: 1 });
    const running = slow.worker.look(NEVER);
    await slow.jobs.add(1, { part: 2 }, { left: 1 });
    expect(await other.worker.look(NEVER)).toBe(false);
    release.resolve();
    await running;
    await exhaust(other.worker);
    expect(seen).toEqual([2]);
  });

  it('given a running job, when it is added again, then it runs again with the new data', async () => {
    const { start } = await open();
    const seen: number[] = [];
    const { jobs, worker } = start(async ({ job }) => {
      if (seen.push(job.data.left) === 1) await jobs.add(1, { part: 1 }, { left: 7 });
      return done();
    });
    await jobs.add(1, { part: 1 }, { left: 1 });
    await exhaust(worker);
    expect(seen).toEqual([1, 7]);
  });

  it('given a job that another process finishes while it is added again, then it runs again', async () => {
    const { start, store } = await open();
    const seen: number[] = [];
    const { jobs, worker } = start(async ({ job }) => {
      seen.push(job.data.left);
      return done();
    });
    await jobs.add(1, { part: 1 }, { left: 1 });
    // The addition finds the job; the job ends before the addition restarts it.
    const racing: Pick<Store, 'collection'> = {
      collection: (name, schema) => {
        const documents = store.collection(name, schema);
        const insertMany: typeof documents.insertMany = async (added) => {
          const refused = await documents.insertMany(added);
          if (refused.length > 0) await exhaust(worker);
          return refused;
        };
        const updateOne: typeof documents.updateOne = (filter, update) => documents.updateOne(filter, update);
        return Object.assign(Object.create(documents), { insertMany, updateOne });
      },
    };
    await openJobStore({ store: racing, clock: createManualClock() }, countDown).add(1, { part: 1 }, { left: 2 });
    await exhaust(worker);
    expect(seen).toEqual([1, 2]);
  });

  it('given a job that keeps data of an earlier addition, when it is added again, then it runs with both', async () => {
    const { store, clock } = await open();
    const definition = defineJob({
      ...countDown,
      onRestart: (stored: { left: number }, added: { left: number }) => ({ left: stored.left + added.left }),
    });
    const jobs = openJobStore({ store, clock }, definition);
    await jobs.add(1, { part: 1 }, { left: 1 });
    await jobs.add(1, { part: 1 }, { left: 2 });
    expect(await jobs.find(1, { part: 1 })).toMatchObject({ data: { left: 3 }, revision: 2 });
  });

  describe('given a job that is added each second, to be due 5 s later', () => {
    /** The times at which its steps ran, s; it is added ten times. */
    const runEachSecond = async (definition: typeof countDown, handle: Handle = finish): Promise<number[]> => {
      const { start, clock } = await open();
      const began = clock.now();
      const ran: number[] = [];
      const { jobs, worker } = start(async (step) => {
        ran.push((clock.now() - began) / 1_000);
        return handle(step);
      }, definition);
      for (let second = 0; second < 20; second++) {
        if (second < 10) await jobs.add(1, { part: 1 }, { left: 1 }, new Date(clock.now() + 5_000));
        await exhaust(worker);
        clock.advance(1_000);
      }
      expect(await jobs.size()).toBe(0);
      return ran;
    };

    it('when it keeps its due time, then it runs each 5 s and after the last addition', async () => {
      expect(await runEachSecond({ ...countDown, keepsDueTime: true })).toEqual([5, 10, 14]);
    });

    it('when it does not keep its due time, then it runs after the last addition only', async () => {
      expect(await runEachSecond(countDown)).toEqual([14]);
    });

    it('when it pauses for longer, then it runs after the last addition all the same', async () => {
      let pauses = 2;
      const pause: Handle = async () => (pauses-- > 0 ? again({ after: '1min' }) : done());
      const ran = await runEachSecond({ ...countDown, keepsDueTime: true }, pause);
      expect(ran).toEqual([5, 10, 14]);
    });
  });

  it('given a step that always fails, when its tries are used up, then the job is dead and others have run', async () => {
    const { start, clock, metrics } = await open();
    const seen: string[] = [];
    const { jobs, worker } = start(async ({ job }) => {
      const id = `${job.accountId}:${job.key.part}`;
      seen.push(id);
      if (id === '1:1') throw new Error('poisoned');
      return done();
    });
    for (const accountId of [1, 2]) for (const part of [1, 2]) await jobs.add(accountId, { part }, { left: 1 });
    await exhaust(worker);
    expect(seen.toSorted()).toEqual(['1:1', '1:2', '2:1', '2:2']);
    for (let tries = 0; tries < 5; tries++) {
      clock.advance(300_000);
      await exhaust(worker);
    }
    expect(seen.filter((id) => id === '1:1')).toHaveLength(3);
    expect(await jobs.find(1, { part: 1 })).toMatchObject({ state: 'dead', problem: 'poisoned' });
    expect(await metrics.registry.metrics()).toContain('porchlight_jobs_dead{kind="countDowns",service="people"} 1');
  });

  it('given a dead job, when it is added again, then it runs', async () => {
    const { start, clock } = await open();
    let broken = true;
    const { jobs, worker } = start(async () => {
      if (broken) throw new Error('poisoned');
      return done();
    });
    await jobs.add(1, { part: 1 }, { left: 1 });
    for (let tries = 0; tries < 6; tries++) {
      await exhaust(worker);
      clock.advance(300_000);
    }
    broken = false;
    await jobs.add(1, { part: 1 }, { left: 1 });
    await exhaust(worker);
    expect(await jobs.find(1, { part: 1 })).toBeUndefined();
  });

  it('given an error of the surroundings, when it lasts, then the job is not dead', async () => {
    const { start, clock } = await open();
    let away = true;
    const { jobs, worker } = start(async () => {
      if (away) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      return done();
    });
    await jobs.add(1, { part: 1 }, { left: 1 });
    for (let tries = 0; tries < 20; tries++) {
      await exhaust(worker);
      clock.advance(300_000);
    }
    away = false;
    await exhaust(worker);
    expect(await jobs.find(1, { part: 1 })).toBeUndefined();
  });

  it('given a step without end, when its time is over, then it is aborted and repeated later', async () => {
    const { start, clock } = await open();
    let attempts = 0;
    const { jobs, worker } = start(async ({ call }) => {
      if (++attempts > 1) return done();
      await sleep(60_000, call.signal);
      call.signal.throwIfAborted();
      return done();
    });
    await jobs.add(1, { part: 1 }, { left: 1 });
    await exhaust(worker);
    expect(await jobs.find(1, { part: 1 })).toMatchObject({ tries: 1, state: 'waiting', holder: '' });
    clock.advance(1_000);
    await exhaust(worker);
    expect(attempts).toBe(2);
  });

  it('given a job of a killed process, when its lease expires, then another process runs it', async () => {
    const { start, clock } = await open();
    const seen: number[] = [];
    const late = Promise.withResolvers<Done>();
    const killed = start(() => late.promise);
    const other = start(async ({ job }) => {
      seen.push(job.tries);
      return done();
    });
    await killed.jobs.add(1, { part: 1 }, { left: 1 });
    const running = killed.worker.look(NEVER);
    await sleep(10);
    expect(await other.worker.look(NEVER)).toBe(false);
    clock.advance(60_000);
    await exhaust(other.worker);
    expect(seen).toEqual([2]);
    late.resolve(done());
    await running;
  });

  it('given a worker, when a job is added in its process, then it starts at once; at a stop the job is released', async () => {
    const { start } = await open();
    const started = Promise.withResolvers<void>();
    const { jobs, worker } = start(async ({ call }) => {
      started.resolve();
      await sleep(60_000, call.signal);
      call.signal.throwIfAborted();
      return done();
    });
    const stop = new AbortController();
    const running = worker.run(stop.signal);
    await jobs.add(1, { part: 1 }, { left: 1 });
    await started.promise;
    stop.abort();
    await running;
    expect(await jobs.find(1, { part: 1 })).toMatchObject({ tries: 0, holder: '' });
  });

  it('given steps, when they end, then each writes one line with its result', async () => {
    const { start, lines } = await open();
    const { jobs, worker } = start(finish);
    await jobs.add(7, { part: 1 }, { left: 1 });
    await exhaust(worker);
    expect(lines).toMatchObject([
      { event: 'job.step', kind: 'countDowns', jobId: '7:1', accountId: 7, result: 'done', tries: 1 },
    ]);
  });
});

describe('work that the version before stored in another form', () => {
  const formerSchema = defineDocument({ _id: column.text, accountId: column.number, size: column.number });
  const openFormer = (former: FormerJobs<{ part: number }, { left: number }>, seen: number[]) =>
    defineJob({
      ...countDown,
      former,
      step: () => async (step: Step) => {
        seen.push(step.job.data.left);
        return done();
      },
    });
  const start = async (staying?: Condition) => {
    const clock = createManualClock();
    const store = await openLoneStore({ service: 'people', clock });
    const seen: number[] = [];
    const former = formerJobs({
      collection: 'formerCounts',
      schema: formerSchema,
      ...(staying && { staying }),
      toJob: ({ accountId, size }: DocumentOf<typeof formerSchema>) => ({
        accountId,
        key: { part: 1 },
        data: { left: size },
      }),
    });
    const { logger } = captureLogger({ service: 'people', level: 'info' });
    const metrics = createMetrics({ service: 'people', processMetrics: false });
    const open = createOpenJobs({ store, clock, ids: createIds({ clock }), logger, metrics });
    const jobs = open(openFormer(former, seen));
    return { clock, seen, worker: jobs.createWorker(finish), records: store.collection('formerCounts', formerSchema) };
  };
  const record = { _id: '1:a', accountId: 1, size: 5 };

  it('given a record at the start, when a round begins, then it is a job and the record is removed', async () => {
    const { worker, records, seen } = await start();
    await records.insertMany([record]);
    await exhaust(worker);
    expect(seen).toEqual([5]);
    expect(await records.find({ accountId: 1 }, { limit: 10 })).toEqual([]);
  });

  it('given a process of that version, when it stores a record later, then it is a job within a minute', async () => {
    const { worker, records, seen, clock } = await start();
    await exhaust(worker);
    await records.insertMany([record]);
    await exhaust(worker);
    expect(seen).toEqual([]);
    clock.advance(60_000);
    await exhaust(worker);
    expect(seen).toEqual([5]);
  });

  it('given records that stay, when rounds run, then those of unfinished work are jobs and no record is removed', async () => {
    const { worker, records, seen } = await start({ size: { $gt: 0 } });
    await records.insertMany([record, { _id: '2:a', accountId: 2, size: 0 }]);
    await exhaust(worker);
    expect(seen).toEqual([5]);
    expect(await records.find({ accountId: { $in: [1, 2] } }, { limit: 10 })).toHaveLength(2);
  });
});
