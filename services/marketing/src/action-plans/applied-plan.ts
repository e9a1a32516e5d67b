import { column, type Columns, type Document, type Stored } from '@porchlight/store';
import { computeDelay, stepColumn } from './plan-steps';
import { attemptsColumn, lastAttempt, withAttempt, type StepAttempt } from './step-attempts';
import type { FailedStep } from './step-engine';

export const appliedPlanColumns = {
  personId: column.number,
  actionPlanId: column.number,
  status: column.word('Running', 'Paused', 'Completed'),
  /** The user who applied it; 0 = lead flow. */
  userId: column.number,
  /** Outline of the steps. In documents without stepsKey (before the migration) the whole steps. */
  steps: column.listOf(stepColumn),
  /** Key of the whole steps in planVersions. */
  stepsKey: column.optional(column.text),
  /** Index of the next step; all steps before it are done. */
  next: column.number,
  /** Total time of ended pauses, ms. */
  pausedMs: column.number,
  pausedAt: column.optional(column.date),
  /** When it was last resumed. */
  resumedAt: column.optional(column.date),
  /** When the worker must process it: the next step is due, or the lease of its holder ends. Only while it runs. */
  wakeAt: column.optional(column.date),
  /** The lease token of the process that runs its steps. */
  leaseBy: column.optional(column.text),
  /** Published steps that failed in the people service. */
  refused: column.optional(
    column.listOf<RefusedStep>(column.nested({ step: column.number, at: column.date, reason: column.text })),
  ),
  attempts: attemptsColumn,
  /** Tasks that another user got in the people service. */
  reassigned: column.optional(
    column.listOf<RefusedStep>(column.nested({ step: column.number, at: column.date, reason: column.text })),
  ),
  /** The last step that could not be published because of the plan itself. */
  failed: column.optional<FailedStep>(column.nested({ step: column.number, tries: column.number })),
} satisfies Columns;

/** A plan that is applied to a person, with the steps of the plan at that time. */
export interface AppliedPlanDocument extends Document, Stored<typeof appliedPlanColumns> {
  viewers: number[];
}

/** A step that failed in the people service, or whose task another user got. */
export interface RefusedStep {
  /** Its index. */
  readonly step: number;
  readonly at: Date;
  /** The reason, as a sentence. */
  readonly reason: string;
}

type Clocked = Pick<AppliedPlanDocument, 'created' | 'steps' | 'pausedMs'>;

/** When a step is due, ms since the epoch: counted from the start of the plan, without pauses. */
export const computeDueAt = ({ created, steps, pausedMs }: Clocked, index: number): number =>
  created.getTime() + computeDelay(steps, index) + pausedMs;

/** When the worker must process step `index`; undefined if there is none. */
export const computeWakeAt = (plan: Clocked, index: number): Date | undefined =>
  index < plan.steps.length ? new Date(computeDueAt(plan, index)) : undefined;

/** The stable id of a step: the same for every publication. */
export const formatStepId = ({ accountId, id }: Pick<Document, 'accountId' | 'id'>, index: number): string =>
  `${accountId}:${id}:${index}`;

/** The applied plan, step and attempt of such an id; undefined for an id of another account. */
export const stepOfId = (accountId: number, stepId: string) => {
  const [, account, id, step, attempt = '0'] = /^(\d+):(\d+):(\d+)(?::r(\d+))?$/.exec(stepId) ?? [];
  return account !== undefined && Number(account) === accountId
    ? { id: Number(id), step: Number(step), attempt: Number(attempt) }
    : undefined;
};

/** Records a failed or reassigned step. Idempotent. */
export const withLoggedStep = (
  before: AppliedPlanDocument,
  log: 'refused' | 'reassigned',
  entry: RefusedStep,
): AppliedPlanDocument => {
  const entries = before[log] ?? [];
  if (!before.steps[entry.step] || entries.some(({ step }) => step === entry.step)) return before;
  return { ...before, [log]: [...entries, entry] };
};

/** Records that a failed step runs again. Idempotent: a later attempt stays. */
export const withRetry = (before: AppliedPlanDocument, { step, attempt }: StepAttempt): AppliedPlanDocument => {
  if (lastAttempt(before, step) >= attempt) return before;
  const { refused = [] } = before;
  return {
    ...before,
    attempts: withAttempt(before, { step, attempt }),
    refused: refused.filter((one) => one.step !== step),
  };
};

/** Pauses the plan. A process that is running a step may still store its progress; no further step is due. */
export const paused = (before: AppliedPlanDocument, now: Date): AppliedPlanDocument => {
  if (before.status !== 'Running') return before;
  const { wakeAt: _wakeAt, ...rest } = before;
  return { ...rest, status: 'Paused', pausedAt: now };
};

/** Resumes the plan; the remaining delays are those at the time of the pause. */
export const resumed = (before: AppliedPlanDocument, now: Date): AppliedPlanDocument => {
  if (before.status !== 'Paused') return before;
  const { pausedAt = now, leaseBy: _leaseBy, ...rest } = before;
  const after: AppliedPlanDocument = {
    ...rest,
    status: 'Running',
    resumedAt: now,
    pausedMs: before.pausedMs + Math.max(0, now.getTime() - pausedAt.getTime()),
  };
  // The last step was running when the plan was paused: the plan is completed.
  const wakeAt = computeWakeAt(after, after.next) ?? (after.steps.length > 0 ? now : undefined);
  return wakeAt ? { ...after, wakeAt } : after;
};
