import type { Document } from '@porchlight/store';
import { delayOf, type StoredStep } from './plan-steps';

/** How a plan does for a person. */
export type AppliedStatus = 'Running' | 'Paused' | 'Completed';

/** A plan at work for a person, with the steps that the plan had when it was applied. */
export interface AppliedPlanDocument extends Document {
  personId: number;
  actionPlanId: number;
  status: AppliedStatus;
  /** Who applied it; 0 = lead flow. */
  userId: number;
  /** Outline of the steps. In documents without stepsKey (before the migration) the whole steps. */
  steps: StoredStep[];
  /** Key of the whole steps in planVersions. */
  stepsKey?: string;
  /** Index of the step to be done next; those before it are done. */
  next: number;
  /** How long it has been paused in all, ms, without a pause that lasts. */
  pausedMs: number;
  pausedAt?: Date;
  /** When it last began to run anew. */
  resumedAt?: Date;
  viewers: number[];
  /**
   * When somebody has to look at it: its next step is due, or the lease of whoever does it ends. Only while it runs.
   */
  wakeAt?: Date;
  /** Whoever does its steps at the moment. */
  leaseBy?: string;
  /** Steps that were told and could not be carried out. */
  refused?: RefusedStep[];
  /** The newest step that could not be told, by a fault of the plan's own. */
  failed?: FailedStep;
}

/** How often a step could not be told. */
export interface FailedStep {
  /** Its index. */
  readonly step: number;
  readonly tries: number;
}

/** What people says of a step that it could not carry out. */
export interface RefusedStep {
  /** Its index. */
  readonly step: number;
  readonly at: Date;
  /** Why, in a sentence. */
  readonly reason: string;
}

type Clocked = Pick<AppliedPlanDocument, 'created' | 'steps' | 'pausedMs'>;

/** When a step is due, ms since the epoch: counted from applying, pauses left out. */
export const dueOf = ({ created, steps, pausedMs }: Clocked, index: number): number =>
  created.getTime() + delayOf(steps, index) + pausedMs;

/** When the step `index` wakes somebody; undefined when there is none. */
export const wakeOf = (plan: Clocked, index: number): Date | undefined =>
  index < plan.steps.length ? new Date(dueOf(plan, index)) : undefined;

/** The id of a step's work: the same for ever, however often it is told. */
export const stepIdOf = ({ accountId, id }: Pick<Document, 'accountId' | 'id'>, index: number): string =>
  `${accountId}:${id}:${index}`;

/** The applied plan and step that such an id names; undefined for one that is none of the account's. */
export const stepOfId = (
  accountId: number,
  stepId: string,
): { readonly id: number; readonly step: number } | undefined => {
  const [account, id, step, ...more] = stepId.split(':').map(Number);
  return account === accountId && more.length === 0 && Number.isInteger(id) && Number.isInteger(step)
    ? { id: id!, step: step! }
    : undefined;
};

/** With a step that could not be carried out; however often that is heard, it is noted once. */
export const withRefused = (before: AppliedPlanDocument, refused: RefusedStep): AppliedPlanDocument => {
  const { refused: known = [], steps } = before;
  if (!steps[refused.step] || known.some(({ step }) => step === refused.step)) return before;
  return { ...before, refused: [...known, refused] };
};

/**
 * Holds the clock. What somebody has in hand at that moment is told, so they may still say how far they came; nothing
 * more wakes.
 */
export const paused = (before: AppliedPlanDocument, now: Date): AppliedPlanDocument => {
  if (before.status !== 'Running') return before;
  const { wakeAt: _wakeAt, ...rest } = before;
  return { ...rest, status: 'Paused', pausedAt: now };
};

/** Goes on; what remains of the delays is what it was when it was paused. */
export const resumed = (before: AppliedPlanDocument, now: Date): AppliedPlanDocument => {
  if (before.status !== 'Paused') return before;
  const { pausedAt = now, leaseBy: _leaseBy, ...rest } = before;
  const after: AppliedPlanDocument = {
    ...rest,
    status: 'Running',
    resumedAt: now,
    pausedMs: before.pausedMs + Math.max(0, now.getTime() - pausedAt.getTime()),
  };
  // Its last step was being done when it was paused: what remains is to complete it.
  const wakeAt = wakeOf(after, after.next) ?? (after.steps.length > 0 ? now : undefined);
  return wakeAt ? { ...after, wakeAt } : after;
};
