import { again, defineJob, done, formerJobs, runPart, type JobsOf } from '@porchlight/backend';
import { refuse, unlessGone } from '@porchlight/errors';
import { column, type StoreCall } from '@porchlight/store';
import type { Parts } from '../service';
import { SETTINGS_TTL_MS, type Settings, type StoredMove, stageMoveSchema } from '../settings';

/** Moves all people of a stage to the stage that `resolveTarget` returns for each batch. */
export type MovePeople = (call: StoreCall, stageId: number, resolveTarget: () => Promise<number>) => Promise<void>;

/** What the deletion of a stage works with. */
export interface StageDeletion
  extends Pick<Settings, 'settingsCache' | 'stages' | 'moves'>, Pick<Parts, 'clock' | 'logger'> {
  readonly movePeople: MovePeople;
  /** Complete the moves. */
  readonly moveJobs: {
    add(accountId: number, key: { stageId: number }, data: Record<never, never>, dueAt: Date): Promise<void>;
  };
}

/** Longest time that a caller waits for the moves, ms; a job does the rest. */
const WAIT_MS = 5_000;
/** After this time no replica assigns people to the deleted stage, ms. */
const SETTLED_MS = 3 * SETTINGS_TTL_MS;
/** After this time no process stores a move whose job it added, ms. */
const STORED_MS = 60_000;
/** Part of a move in one step, ms; a stage with many people takes several. */
const PART_MS = 20_000;

/**
 * Deletes a stage; its people move to `assignStageId`, else to the default stage (decisions section 6). Each step is
 * idempotent: 1. add the job, store the move; 2. delete the stage; 3. move people in batches; 4. once no replica can
 * still assign people to the stage, remove the move. From step 2 on readers see the people in the target stage.
 */
export const deleteStage =
  (deletion: StageDeletion) =>
  async (request: { id: number; options: Record<string, string> }, call: StoreCall): Promise<Record<string, never>> => {
    const { accountId } = call.actor;
    await deletion.settingsCache.load(accountId);
    const job = await deletion.stages.exclusive(call, async () => {
      const stage = await deletion.stages.load(call, request.id);
      if (!stage) throw refuse('NOT_FOUND', { what: 'stage' });
      if (stage.isProtected) throw refuse('STAGE_PROTECTED');
      // Checked before the move is stored, because afterwards the deletion is completed.
      const { ifVersion } = request.options;
      if (ifVersion !== undefined && Number(ifVersion) !== stage.version) throw refuse('PRECONDITION_FAILED');
      const targetId = await chooseTarget(deletion, accountId, stage.id, request.options['assignStageId']);
      if (request.options['dryRun'] === 'true') return undefined;
      const now = deletion.clock.now();
      await deletion.moveJobs.add(accountId, { stageId: stage.id }, {}, new Date(now + SETTLED_MS));
      const move = await deletion.moves.add(accountId, stage.id, targetId, now);
      await deletion.stages.remove(call, stage.id);
      return move;
    });
    if (!job) return {};
    deletion.settingsCache.forget(accountId);
    const waiting = AbortSignal.any([call.signal, AbortSignal.timeout(WAIT_MS)]);
    try {
      await movePeople(deletion, job, { actor: call.actor, signal: waiting, suppressOwn: call.suppressOwn });
    } catch (error) {
      if (!waiting.aborted)
        deletion.logger.warn({ event: 'stage.moving_deferred', accountId, stageId: job.stageId, err: error });
    }
    return {};
  };

const chooseTarget = async (
  { settingsCache }: StageDeletion,
  accountId: number,
  stageId: number,
  requestedId: string | undefined,
): Promise<number> => {
  settingsCache.forget(accountId);
  const settings = await settingsCache.load(accountId);
  if (requestedId === undefined)
    return (
      settings.stages.find(({ id }) => id !== stageId && id === settings.defaultStage.id)?.id ??
      firstOther(settings.stages, stageId)
    );
  const target = settings.stage(Number(requestedId));
  if (!target || target.id === stageId)
    throw refuse('UNKNOWN_REFERENCE', {
      field: 'assignStageId',
      what: 'another stage',
      value: requestedId.slice(0, 20),
    });
  return target.id;
};

const firstOther = (stages: readonly { id: number; isProtected: boolean }[], stageId: number): number =>
  (stages.find(({ id, isProtected }) => isProtected && id !== stageId) ?? stages.find(({ id }) => id !== stageId))!.id;

/** Moves the people of the deleted stage. Resolves the target for each batch, because it may be deleted meanwhile. */
const movePeople = ({ settingsCache, movePeople: move }: StageDeletion, job: StoredMove, call: StoreCall) =>
  move(call, job.stageId, async () => (await settingsCache.load(job.accountId)).stageShown(job.targetId).id);

/** Completes the move of a deleted stage, also after the end of a process; added before the move is stored. */
export const stageMoveJob = defineJob({
  name: 'stageMoveJobs',
  key: { stageId: column.number },
  data: {},
  every: '2s',
  stepTimeout: '30s',
  former: formerJobs({
    collection: 'stageMoves',
    schema: stageMoveSchema,
    staying: {},
    toJob: ({ accountId, stageId, since }) => ({
      accountId,
      key: { stageId },
      data: {},
      dueAt: new Date(since + SETTLED_MS),
    }),
  }),
  step:
    (deletion: StageDeletion) =>
    async ({ job, call }) => {
      const { moves, stages, settingsCache, clock } = deletion;
      const { accountId, key, added } = job;
      const move = (await moves.find(accountId)).find(({ stageId }) => stageId === key.stageId);
      if (!move) return clock.now() - added.getTime() > STORED_MS ? done() : again({ after: `${STORED_MS}ms` });
      await unlessGone(stages.remove(call, key.stageId));
      const isMoved = await runPart(call, PART_MS, (signal) => movePeople(deletion, move, { ...call, signal }));
      if (!isMoved) return again();
      await moves.done(move);
      settingsCache.forget(accountId);
      return done();
    },
});

/** The jobs that complete moves. */
export type StageMoveJobs = JobsOf<typeof stageMoveJob>;
