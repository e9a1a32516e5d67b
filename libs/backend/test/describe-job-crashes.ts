import { createIds, createManualClock, createMetrics, type ManualClock } from '@porchlight/runtime';
import type { Store } from '@porchlight/store';
import type { Database } from '@porchlight/store/src/database';
import { createMemoryDatabase } from '@porchlight/store/src/memory/memory-database';
import { openStoreOn } from '@porchlight/store/src/open-store';
import { captureLogger, dieAt } from '@porchlight/testkit';
import { createOpenJobs, type OpenJobs } from '../src';
import type { AnyFeature, Opened } from '../src/service/define-feature';
import { openLoneFeatures } from './service';

/** What a process of a service is built with. Every operation of its database is one at which it may die. */
export interface ProcessOptions {
  readonly store: Store;
  readonly openJobs: OpenJobs;
  /** Opens a feature of the service with all that it needs: `open(people).people`. */
  readonly open: <F extends AnyFeature>(feature: F) => Opened<F>;
  /** Of all processes; moved forward while jobs wait. */
  readonly clock: ManualClock;
  /** Wraps another dependency whose calls are operations. */
  readonly mortal: <T extends object>(target: T) => T;
}

/** A process of a service with one kind of job. */
export interface JobProcess {
  readonly jobs: { size(): Promise<number>; counts(): Promise<{ readonly dead: number }> };
  readonly worker: { look(signal: AbortSignal): Promise<boolean> };
}

/** How the crashes of a kind of job are tested. */
export interface JobCrashes<P extends JobProcess> {
  readonly service: string;
  /** Starts a process. */
  start(options: ProcessOptions): P;
  /** Stores records and adds jobs. */
  prepare(process: P): Promise<void>;
  /** Expects the effects of the jobs, which have ended. */
  check(process: P): Promise<void>;
  /**
   * The job needs at least as many operations; a smaller number means that the suite does not see them. A failure shows
   * how many there are.
   */
  readonly atLeast: number;
  /** The job never ends (`again` with a pause): the suite waits until it has paused twice. */
  readonly recurs?: true;
}

const NEVER = new AbortController().signal;
const quiet = (): void => undefined;
const immortal = <T extends object>(target: T): T => target;
/** Longer than any lease, and than the pauses of jobs. */
const PAUSE_MS = 86_400_000;
const MAX_ROUNDS = 300;

/** Runs rounds until no job is left, a job that recurs has run after a pause, or the process has died. */
const live = async (
  { worker }: JobProcess,
  { clock, recurs, hasEnded }: { clock: ManualClock; recurs?: true | undefined; hasEnded: () => Promise<boolean> },
) => {
  let pauses = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const isBusy = await worker.look(NEVER).catch(() => false);
    if (await hasEnded()) return;
    if (isBusy) continue;
    if (recurs && pauses++ > 0) return;
    clock.advance(PAUSE_MS);
  }
  throw new Error('The jobs do not end. If a job pauses for ever, declare `recurs: true`.');
};

/** One process dies at its nth operation, another takes over after the leases. False: the first one did not die. */
const interrupt = async <P extends JobProcess>(
  { service, start, prepare, check, recurs }: JobCrashes<P>,
  nth: number,
  late: boolean,
): Promise<boolean> => {
  const clock = createManualClock(Date.UTC(2026, 4, 20));
  const database = createMemoryDatabase();
  const log = captureLogger({ service, level: 'warn' });
  const stores: Store[] = [];
  const startProcess = async (mortal: ProcessOptions['mortal']): Promise<P> => {
    const store = openProcessStore(service, clock, {
      ...database,
      collection: (name, schema) => mortal(database.collection(name, schema)),
    });
    stores.push(store);
    const metrics = createMetrics({ service, processMetrics: false });
    const openJobs = createOpenJobs({ store, clock, ids: createIds({ clock }), logger: log.logger, metrics });
    const open = openLoneFeatures({ service, store, clock });
    const started = start({ store, openJobs, open, clock, mortal });
    await store.start();
    return started;
  };
  try {
    const survivor = await startProcess(immortal);
    const isDone = async (): Promise<boolean> => (await survivor.jobs.size()) === 0;
    await prepare(survivor);
    const { mortal, wasKilled } = dieAt(nth, late);
    const doomed = await startProcess(mortal).catch(() => undefined);
    if (doomed) await live(doomed, { clock, recurs, hasEnded: async () => wasKilled() || isDone() });
    const killed = wasKilled();
    clock.advance(PAUSE_MS);
    await live(survivor, { clock, recurs, hasEnded: isDone });
    if (recurs && (await isDone())) throw new Error('A job that recurs has ended.');
    if ((await survivor.jobs.counts()).dead > 0)
      throw new Error(`A job is dead: ${JSON.stringify(log.of('job.step').at(-1))}`);
    await check(survivor);
    return killed;
  } finally {
    // A process that died publishes nothing more.
    for (const store of stores) await store.stop(AbortSignal.abort()).catch(quiet);
    await database.close();
  }
};

/** The store of one process on the database of all; nothing but the job runs in it. */
const openProcessStore = (service: string, clock: ManualClock, database: Database): Store =>
  openStoreOn(
    { ...database, close: async () => undefined },
    {
      ...{ service, uri: 'memory:', database: service, clock, ids: createIds({ clock }) },
      publish: async () => undefined,
      logger: { info: quiet, warn: quiet, error: quiet, debug: quiet },
      nextTokenKey: Buffer.alloc(32, 1),
    },
    { relays: false },
  );

/**
 * Interrupts a kind of job at every operation of its process, before and after it takes effect; another process
 * continues. The jobs must end with the same effects.
 */
export const describeJobCrashes = <P extends JobProcess>(title: string, crashes: JobCrashes<P>): void =>
  describe.each([
    ['before it takes effect', false],
    ['after it took effect and before its answer', true],
  ])(`${title}: given a process that dies at an operation, %s`, (_, late) => {
    it('when another process continues, then the jobs end with their effects', async () => {
      let operations = 0;
      const interruptAt = (nth: number): Promise<boolean> =>
        interrupt(crashes, nth, late).catch((cause: unknown) => {
          throw new Error(`Interrupted at operation ${nth}: ${cause instanceof Error ? cause.message : ''}`, { cause });
        });
      for (let nth = 1; await interruptAt(nth); nth++) operations = nth;
      expect(operations).toBeGreaterThanOrEqual(crashes.atLeast);
    }, 120_000);
  });
