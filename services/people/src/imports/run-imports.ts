import type { Role } from '@porchlight/access';
import { allActions, MAX_BATCH, type SavedPerson } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { createPollLoop, sleep } from '@porchlight/runtime';
import type { Ports } from './stores';
import { type OpenImport, type PeopleImportJob, formatChunkId, parseImportedItem } from './people-imports';
import { savePeople } from './save-people';

const IMPORTERS = allActions.find(({ rpc }) => rpc === 'importPeopleCsv')?.roles ?? [];
const INTERVAL_MS = 1_000;
/** Longest time of one chunk, ms; less than the worker's lease, so that no other replica starts the same chunk. */
const CHUNK_MS = 20_000;
const MAX_PROBLEMS = 100;
/** Delay before a failed import is retried, ms; doubles with each failure up to the maximum. */
const AGAIN_MS = 1_000;
const LONGEST_MS = 300_000;

/** Failed imports with the number of failures and the time of the next attempt. */
type Aside = Map<string, { readonly tries: number; readonly until: number }>;

/**
 * Imports rows in chunks; a repeated chunk finds the people that it created. Accounts take turns and a failed import
 * waits separately, so that an import delays others by one chunk at most.
 */
export const createPeopleImporter = (ports: Ports, hold: () => Promise<boolean>) => {
  const { imports, clock, logger } = ports;
  const aside: Aside = new Map();

  const attempt = async (job: OpenImport, signal: AbortSignal): Promise<void> => {
    try {
      await importChunk(ports, job, signal);
      aside.delete(job._id);
    } catch (error) {
      if (signal.aborted) throw error;
      const tries = (aside.get(job._id)?.tries ?? 0) + 1;
      aside.set(job._id, { tries, until: clock.now() + Math.min(AGAIN_MS * 2 ** (tries - 1), LONGEST_MS) });
      logger.warn(
        { event: 'import.failed', import: job._id, tries, err: error },
        'people of a table could not be taken in; trying again later',
      );
    }
  };

  /** One round: a chunk of each account. Returns false if there is no work or another replica has the lease. */
  const look = async (signal: AbortSignal): Promise<boolean> => {
    const open = await imports.open();
    const ids = new Set(open.map(({ _id }) => _id));
    for (const _id of aside.keys()) if (!ids.has(_id)) aside.delete(_id);
    const turns = oldestOfEach(open.filter(({ _id }) => (aside.get(_id)?.until ?? 0) <= clock.now()));
    for (const job of turns) {
      signal.throwIfAborted();
      // Renew the lease for each chunk.
      if (!(await hold())) return false;
      const started = performance.now();
      await attempt(job, signal);
      // Half of the time belongs to requests: an import uses most of this process and its database.
      await sleep(performance.now() - started, signal);
    }
    return turns.length > 0;
  };

  const loop = createPollLoop({
    look,
    intervalMs: INTERVAL_MS,
    failed: (error, failures) =>
      logger.warn({ event: 'imports.failed', failures, err: error }, 'imports could not be looked for; trying again'),
  });
  return { ...loop, look };
};

/** One per account: imports of one account run in order. */
const oldestOfEach = (open: readonly OpenImport[]): OpenImport[] => {
  const first = new Map<number, OpenImport>();
  for (const one of open) {
    const known = first.get(one.accountId);
    if (!known || one.created < known.created) first.set(one.accountId, one);
  }
  return [...first.values()];
};

const importChunk = async (ports: Ports, { accountId, id }: OpenImport, signal: AbortSignal) => {
  const { imports } = ports;
  const job = await imports.find(accountId, id);
  if (job?.status !== 'Running') return;
  const chunkId = formatChunkId(job, Math.floor(job.done / MAX_BATCH));
  const chunk = await imports.chunk(chunkId);
  if (!chunk) return imports.settle({ ...job, status: 'Failed' });
  const actor = await currentActor(ports, job);
  if (!actor) {
    const problems = [...job.problems, { row: job.done + 1, message: 'Its user may no longer import people.' }];
    return imports.settle({ ...job, status: 'Failed', problems });
  }
  const limited = AbortSignal.any([signal, AbortSignal.timeout(CHUNK_MS)]);
  const { results } = await savePeople(ports)(
    { people: chunk.bodies.map(parseImportedItem) },
    { actor, signal: limited },
  );
  const after = { ...job, done: job.done + chunk.bodies.length, ...added(job, results, chunk.from) };
  await imports.settle(after.done < after.rows ? after : { ...after, status: 'Completed' }, chunkId);
};

/** The starter of an import with the role that they have now; undefined when they may no longer import. */
const currentActor = async ({ settingsCache }: Ports, { accountId, actor }: PeopleImportJob) => {
  const member = (await settingsCache.load(accountId)).member(actor.userId);
  // The copy of a new user may be outdated: the chunk is retried later.
  if (!member) throw refuse('UNAVAILABLE');
  const allowed: readonly string[] = IMPORTERS;
  return member.status === 'Active' && allowed.includes(member.role)
    ? { ...actor, role: member.role as Role }
    : undefined;
};

const added = (job: PeopleImportJob, results: readonly SavedPerson[], from: number) => ({
  made: job.made + results.filter(({ status }) => status === 201).length,
  updated: job.updated + results.filter(({ status }) => status === 200).length,
  failed: job.failed + results.filter(({ status }) => status > 299).length,
  problems: [
    ...job.problems,
    ...results.flatMap(({ status, errorMessage }, nth) =>
      status > 299 ? [{ row: from + nth, message: errorMessage }] : [],
    ),
  ].slice(0, MAX_PROBLEMS),
});
