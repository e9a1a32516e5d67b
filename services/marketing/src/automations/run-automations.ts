import { createFactMessage } from '@porchlight/backend';
import { planStepDue, type DueStep } from '@porchlight/contracts';
import { isRefusal, unlessGone } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import { systemCall, type PendingChange } from '@porchlight/store';
import { createStepEngine, formatAttemptId, publishInParts, type PlanMail } from '../action-plans';
import { advanceRun, decideBranch, getPosition, type Progress } from './advance-run';
import type { AutomationParts } from './automation-parts';
import { formatRunStepId, pauseRun, withLogEntry, type AutomationRunDocument } from './automation-run';
import type { Instruction } from './automation-steps';
import type { ConditionResult } from './automation-conditions';

const CONCURRENCY = 32;
/** Delay before a branch is decided again whose conditions could not be evaluated, ms. */
const UNDECIDED_MS = 5_000;

/** A leased run with what it does in this look. */
interface Moving {
  readonly run: AutomationRunDocument;
  readonly program: readonly Instruction[];
  readonly progress: Progress;
}

/**
 * Runs the due steps of automations (D12.5) in the engine of action plans. A step is published before the run advances:
 * after a crash it is published again with the same id, and the people service runs it once.
 */
export const createAutomationRunner = (parts: AutomationParts) =>
  createStepEngine({
    ...parts,
    moveOn: (leased, token, signal) => moveOn(parts, leased, token, signal),
    failures: parts.metrics.counter(
      'automation_runs_failed_total',
      'Times that a run of an automation could not be moved on, by a fault of its own.',
    ),
    events: { record: 'automation_run.failed', poll: 'automation_runs.failed' },
    noun: 'a run of an automation',
    idField: 'automationRunId',
  });

const moveOn = async (
  parts: AutomationParts,
  leased: readonly AutomationRunDocument[],
  token: string,
  signal: AbortSignal,
): Promise<void> => {
  const active = await loadActive(parts, leased);
  await mapBounded(
    leased.filter((run) => !active.has(run)),
    CONCURRENCY,
    (run) => pauseInactive(parts, run, signal),
  );
  const now = parts.clock.date();
  const programs = await loadPrograms(parts, [...active]);
  const moving = [...active].map((run): Moving => {
    const program = programs.get(run.stepsKey)!;
    return { run, program, progress: advanceRun(getPosition(run), program, now) };
  });
  await publishSteps(parts, moving, now);
  const decided = await decideBranches(parts, moving, now, signal);
  await parts.progress.settle(decided, token, now);
};

/** The runs whose automation is active. */
const loadActive = async ({ directory }: AutomationParts, leased: readonly AutomationRunDocument[]) => {
  const byAccount = [...Map.groupBy(leased, ({ accountId }) => accountId)];
  const active = await mapBounded(byAccount, CONCURRENCY, async ([accountId, runs]) => {
    const documents = await directory.byIds(
      accountId,
      runs.map(({ automationId }) => automationId),
    );
    return runs.filter(({ automationId }) => documents.get(automationId)?.status === 'Active');
  });
  return new Set(active.flat());
};

const pauseInactive = async ({ runs, clock }: AutomationParts, run: AutomationRunDocument, signal: AbortSignal) => {
  const now = clock.date();
  const text = 'Paused, because the automation is not active.';
  await unlessGone(
    runs.modify(systemCall(run.accountId, signal), run.id, (before) =>
      withLogEntry(pauseRun(before, now), { at: now, text }),
    ),
  );
};

/** The programs of the runs by their keys. Many runs share one. */
const loadPrograms = async ({ versions }: AutomationParts, runs: readonly AutomationRunDocument[]) => {
  const keys = [...new Set(runs.map(({ stepsKey }) => stepsKey))];
  const programs = await mapBounded(keys, CONCURRENCY, async (key) => {
    const program = await versions.load(key);
    if (!program) throw new Error(`The steps ${key} of a run are gone.`);
    return [key, program] as const;
  });
  return new Map<string, readonly Instruction[]>(programs);
};

/** Stores mails and publishes all other steps. */
const publishSteps = async (parts: AutomationParts, moving: readonly Moving[], now: Date): Promise<void> => {
  const mails: PlanMail[] = [];
  const published = publishInParts(parts.publish);
  for (const { run, program, progress } of moving)
    for (const index of progress.steps) {
      const instruction = program[index]!;
      if (instruction.templateId !== undefined) {
        mails.push(buildMail(run, index, instruction.templateId, now));
        continue;
      }
      await published.add(buildRunStepChange(parts, run, index, instruction));
    }
  await published.flush();
  if (mails.length === 0) return;
  await parts.mails.add(mails);
  parts.mailsWait();
};

const actingUser = ({ createdById }: AutomationRunDocument): number => Math.max(0, createdById);

const buildMail = (run: AutomationRunDocument, index: number, templateId: number, now: Date): PlanMail => ({
  _id: formatRunStepId(run, index),
  accountId: run.accountId,
  personId: run.personId,
  appliedPlanId: 0,
  runId: run.id,
  templateId,
  userId: actingUser(run),
  state: 'Waiting',
  tries: 0,
  wakeAt: now,
});

/** The fact that a step is due; the people service runs it. */
export const buildRunStepChange = (
  parts: Pick<AutomationParts, 'clock' | 'ids'>,
  run: AutomationRunDocument,
  index: number,
  { type, task, tags, stage, note }: Instruction,
  attempt = 0,
): PendingChange => {
  const { accountId, personId } = run;
  const userId = actingUser(run);
  const work = {
    ...(task && { task }),
    ...(tags && { tags }),
    ...(stage !== undefined && { stage }),
    ...(note && { note }),
  };
  const data = {
    ...work,
    type: type as DueStep['type'],
    stepId: formatAttemptId(formatRunStepId(run, index), attempt),
    personId,
    userId,
  };
  return createFactMessage(parts, planStepDue, { accountId, userId, data });
};

/** Decides the branches that runs reached: one question for all people with the same conditions. */
const decideBranches = async (
  parts: AutomationParts,
  moving: readonly Moving[],
  now: Date,
  signal: AbortSignal,
): Promise<Moving[]> => {
  const atBranch = moving.filter(({ progress }) => progress.branch);
  const groups = Map.groupBy(
    atBranch,
    ({ run, progress }) => `${run.accountId}:${progress.branch?.conditions ?? '{}'}`,
  );
  const results = new Map<Moving, ConditionResult | undefined>();
  await mapBounded([...groups.values()], CONCURRENCY, async (group) => {
    const { run, progress } = group[0]!;
    const personIds = [...new Set(group.map((one) => one.run.personId))];
    const conditions = progress.branch?.conditions ?? '{}';
    const result = await matchOrWait(parts, run.accountId, conditions, personIds, signal);
    for (const one of group) results.set(one, result);
  });
  return moving.map((one) => {
    if (!one.progress.branch) return one;
    const result = results.get(one);
    if (!result) {
      const { branch: _branch, ...progress } = one.progress;
      return { ...one, progress: { ...progress, wakeAt: new Date(now.getTime() + UNDECIDED_MS) } };
    }
    const isMet = result.matching.has(one.run.personId);
    return { ...one, progress: decideBranch(one.progress, { isMet, problem: result.problem }, now) };
  });
};

/** Undefined while the people service does not answer: the branch waits. */
const matchOrWait = async (
  { conditions, logger }: AutomationParts,
  accountId: number,
  text: string,
  personIds: readonly number[],
  signal: AbortSignal,
): Promise<ConditionResult | undefined> => {
  try {
    return await conditions.match(accountId, text, personIds, signal);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    logger.warn(
      { event: 'automation_branch.undecided', accountId, reason: error.reason },
      'the conditions of a branch could not be evaluated; trying again',
    );
    return undefined;
  }
};
