import type { BusMessage } from '@porchlight/bus';
import { Change, userReassigned } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import { mapBounded, sleep, type Worker } from '@porchlight/runtime';
import { systemCall, type StoreCall } from '@porchlight/store';
import { SETTINGS_TTL_MS } from '../settings';
import type { Ports } from './stores';
import type { Reassignment } from './reassignments';
import { deriveTask, type TaskDocument } from '../activity';
import { defined, derive, type PersonDocument } from '../person';

const PAUSE_MS = 1_000;
/** Records of one step; other accounts take their turn between steps. */
const STEP_RECORDS = 100;
const CONCURRENCY = 8;
/** Longest time of one step, ms; less than the worker's lease. */
const STEP_MS = 10_000;
/** After this time no replica still assigns people to the deleted user or pond, ms. */
const SETTLED_MS = 3 * SETTINGS_TTL_MS;
/** If the user or pond still exists after this time, ms, the deletion failed. */
const DELETION_MS = 60_000;

/** Consumes deletions of users with a target: stores that their people and tasks have to be reassigned. */
export const followDeletedUsers =
  ({ reassignments, clock }: Ports) =>
  async (batch: readonly BusMessage[]): Promise<void> => {
    for (const { type, value } of batch) {
      if (type !== userReassigned.type) continue;
      const change = Change.decode(value);
      const { accountId } = change;
      const { userId, assignTo } = userReassigned.parse(change);
      await reassignments.add({ accountId, kind: 'user', from: userId, to: assignTo, since: clock.now() });
    }
  };

/** Who gets the people: the target; the owner and no lender if the target was disabled meanwhile (D13.3). */
interface Receivers {
  readonly user: number | undefined;
  readonly lender: number | undefined;
}

/** The person as assigned to the target; undefined when the person does not belong to the deleted user or pond. */
const assignPerson = (
  before: PersonDocument,
  { kind, from }: Reassignment,
  { user, lender }: Receivers,
): PersonDocument | undefined => {
  if (kind === 'pond') {
    if (before.assignedPondId !== from) return undefined;
    const { assignedPondId: _pond, pondUserIds: _users, ...rest } = before;
    return derive(defined({ ...rest, assignedUserId: before.assignedUserId ?? user }));
  }
  if (before.assignedUserId !== from && before.assignedLenderId !== from) return undefined;
  return derive(
    defined({
      ...before,
      ...(before.assignedUserId === from && { assignedUserId: user }),
      ...(before.assignedLenderId === from && { assignedLenderId: lender }),
    }),
  );
};

/** Reassigns at most 100 people or tasks. Returns their number; 0: nothing is left. */
const reassignStep = async (ports: Ports, job: Reassignment, call: StoreCall): Promise<number> => {
  const { people, tasks, settingsCache } = ports;
  const { kind, from } = job;
  const settings = await settingsCache.load(job.accountId);
  const to = settings.mayReceive(job.to, 'record') ? job.to : undefined;
  const owner = settings.owner?.id;
  const fields = kind === 'pond' ? ['assignedPondId'] : ['assignedUserId', 'assignedLenderId'];
  for (const field of fields) {
    const page = await people.find(call, { [field]: from }, STEP_RECORDS);
    const assign = (before: PersonDocument) => assignPerson(before, job, { user: to ?? owner, lender: to });
    await mapBounded(page, CONCURRENCY, ({ id }) => unlessGone(people.modify(call, id, assign)));
    if (page.length > 0) return page.length;
  }
  if (kind === 'pond') return 0;
  const receiver = to ?? owner ?? job.to;
  const page = await tasks.find(call, { assignedUserId: from, isCompleted: false }, STEP_RECORDS);
  const assign = (before: TaskDocument): TaskDocument | undefined =>
    before.assignedUserId === from && !before.isCompleted
      ? deriveTask({ ...before, assignedUserId: receiver }, settings)
      : undefined;
  await mapBounded(page, CONCURRENCY, ({ id }) => unlessGone(tasks.modify(call, id, assign)));
  return page.length;
};

/** Whether the user is disabled or the pond deleted: the job is stored before the deletion. */
const isDeleted = async ({ ponds, settingsCache }: Ports, job: Reassignment, call: StoreCall) => {
  if (job.kind === 'pond') return (await ponds.load(call, job.from)) === undefined;
  return (await settingsCache.load(job.accountId)).member(job.from)?.status === 'Disabled';
};

/**
 * One round of the worker: one step of each job. A failed job does not delay others. Returns the number of changed
 * records.
 */
export const reassignOnce = async (ports: Ports, signal: AbortSignal): Promise<number> => {
  const { reassignments, clock, logger } = ports;
  let changed = 0;
  for (const job of await reassignments.next()) {
    signal.throwIfAborted();
    const { accountId, kind, from, since } = job;
    const call = systemCall(accountId, AbortSignal.any([signal, AbortSignal.timeout(STEP_MS)]));
    const age = clock.now() - since;
    try {
      const deleted = await isDeleted(ports, job, call);
      const count = deleted ? await reassignStep(ports, job, call) : 0;
      changed += count;
      if (count === 0 && age > (deleted ? SETTLED_MS : DELETION_MS)) await reassignments.done(job);
      else await reassignments.save(job, clock.now());
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ event: 'reassignment.step_failed', accountId, kind, from, err: error });
      await reassignments.save(job, clock.now());
    }
  }
  return changed;
};

/** Reassigns people and tasks in steps. One replica at a time has the lease. */
export const createReassigner = (ports: Ports, hold: () => Promise<boolean>): Worker => ({
  async run(signal) {
    while (await sleep(PAUSE_MS, signal)) {
      if ((await ports.reassignments.next()).length === 0) continue;
      while ((await hold()) && (await reassignOnce(ports, signal)) > 0) signal.throwIfAborted();
    }
  },
});
