import { refuse, unlessGone } from '@porchlight/errors';
import { sleep, type Worker } from '@porchlight/runtime';
import { systemCall, type StoreCall } from '@porchlight/store';
import type { Parts } from '../service';
import { SETTINGS_TTL_MS, type Settings, type StageMoveJob } from '../settings';

/** Moves all people of a stage to the stage that `resolveTarget` returns for each batch. */
export type MovePeople = (call: StoreCall, stageId: number, resolveTarget: () => Promise<number>) => Promise<void>;

/** What the deletion of a stage works with. */
export interface StageDeletion
  extends Pick<Settings, 'settingsCache' | 'stages' | 'moves'>, Pick<Parts, 'clock' | 'logger'> {
  readonly movePeople: MovePeople;
}

/** Longest time that a caller waits for the moves, ms; the worker does the rest. */
const WAIT_MS = 5_000;
/** After this time no replica assigns people to the deleted stage, ms. */
const SETTLED_MS = 3 * SETTINGS_TTL_MS;
const WORKER_PAUSE_MS = 2_000;

/**
 * Deletes a stage; its people move to `assignStageId`, else to the default stage (decisions section 6). Each step is
 * idempotent: 1. store the move; 2. delete the stage; 3. move people in batches; 4. once no replica can still assign
 * people to the stage, remove the move. From step 2 on readers see the people in the target stage.
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
      const move = await deletion.moves.add(accountId, stage.id, targetId, deletion.clock.now());
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
const movePeople = ({ settingsCache, movePeople: move }: StageDeletion, job: StageMoveJob, call: StoreCall) =>
  move(call, job.stageId, async () => (await settingsCache.load(job.accountId)).stageShown(job.targetId).id);

/** Completes moves that were interrupted, also by the end of a process. One replica at a time has the lease. */
export const createStageMover = (deletion: StageDeletion, hold: () => Promise<boolean>): Worker => ({
  async run(signal) {
    while (await sleep(WORKER_PAUSE_MS, signal)) {
      if (await hold()) await finishMoves(deletion, signal);
    }
  },
});

/** One round of the worker. A move that fails does not delay others. */
export const finishMoves = async (deletion: StageDeletion, signal: AbortSignal): Promise<void> => {
  for (const job of await deletion.moves.before(deletion.clock.now() - SETTLED_MS)) {
    signal.throwIfAborted();
    const { accountId, stageId } = job;
    const call = systemCall(accountId, signal);
    try {
      await unlessGone(deletion.stages.remove(call, stageId));
      await movePeople(deletion, job, call);
      await deletion.moves.done(job);
      deletion.settingsCache.forget(accountId);
    } catch (error) {
      deletion.logger.warn({ event: 'stage.moving_unfinished', accountId, stageId, err: error });
    }
  }
};
