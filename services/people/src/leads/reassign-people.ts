import { again, defineJob, done, formerJobs, type JobsOf } from '@porchlight/backend';
import type { BusMessage } from '@porchlight/bus';
import { decodeChange, type Pond, userReassigned } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import { column, defineDocument, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { People } from '../people';
import type { Parts } from '../service';
import { type Settings, SETTINGS_TTL_MS } from '../settings';
import { deriveTask, type TaskDocument, type Tasks } from '../tasks';
import type { PondDocument } from './pond-document';
import { defined, derive, type PersonDocument } from '../person';

/** Records of one step; other accounts take their turn between steps. */
const STEP_RECORDS = 100;
const CONCURRENCY = 8;
/** After this time no replica still assigns people to the deleted user or pond, ms. */
const SETTLED_MS = 3 * SETTINGS_TTL_MS;
/** If the user or pond still exists after this time, ms, the deletion failed. */
const DELETION_MS = 60_000;

/** A deleted user or pond whose people are reassigned. */
interface Reassignment {
  readonly accountId: number;
  readonly kind: 'user' | 'pond';
  /** Id of the deleted user or pond. */
  readonly from: number;
  /** Id of the user who gets the people. */
  readonly to: number;
}

/** What reassignments work with. */
export interface Reassigning extends Pick<People, 'people'>, Pick<Settings, 'settingsCache'>, Pick<Parts, 'clock'> {
  readonly tasks: Tasks;
  readonly ponds: Pick<ResourceStore<Pond, PondDocument>, 'load'>;
}

/** Consumes deletions of users with a target: their people and tasks have to be reassigned. */
export const followDeletedUsers =
  ({ reassignments }: { readonly reassignments: Pick<Reassignments, 'add'> }) =>
  async (batch: readonly BusMessage[]): Promise<void> => {
    for (const { type, value } of batch) {
      if (type !== userReassigned.type) continue;
      const change = decodeChange(value);
      const { userId, assignTo } = userReassigned.parse(change);
      await reassignments.add(change.accountId, { kind: 'user', from: userId }, { to: assignTo });
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
const reassignStep = async (parts: Reassigning, job: Reassignment, call: StoreCall): Promise<number> => {
  const { people, tasks, settingsCache } = parts;
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
const isDeleted = async ({ ponds, settingsCache }: Reassigning, job: Reassignment, call: StoreCall) => {
  if (job.kind === 'pond') return (await ponds.load(call, job.from)) === undefined;
  return (await settingsCache.load(job.accountId)).member(job.from)?.status === 'Disabled';
};

/** The form of the version before. */
const formerReassignmentSchema = defineDocument(
  {
    _id: column.text,
    accountId: column.number,
    kind: column.word('user', 'pond'),
    from: column.number,
    to: column.number,
    since: column.number,
    stepped: column.number,
  },
  [{ keys: { accountId: 1 }, global: true }],
);

/** Reassigns the people and open tasks of a deleted user, or the people of a deleted pond. */
export const reassignmentJob = defineJob({
  name: 'reassignmentJobs',
  key: { kind: column.word('user', 'pond'), from: column.number },
  data: { to: column.number },
  every: '1s',
  stepTimeout: '10s',
  former: formerJobs({
    collection: 'reassignments',
    schema: formerReassignmentSchema,
    toJob: ({ accountId, kind, from, to }) => ({ accountId, key: { kind, from }, data: { to } }),
  }),
  step:
    (parts: Reassigning) =>
    async ({ job, call }) => {
      const { accountId, key, data } = job;
      const reassignment = { accountId, ...key, ...data };
      const deleted = await isDeleted(parts, reassignment, call);
      if (deleted && (await reassignStep(parts, reassignment, call)) > 0) return again();
      const age = parts.clock.now() - job.added.getTime();
      return age > (deleted ? SETTLED_MS : DELETION_MS) ? done() : again({ after: '1s' });
    },
});

/** The jobs of reassignments. */
export type Reassignments = JobsOf<typeof reassignmentJob>;
