import type { Document } from '@porchlight/store';
import { delayOf, type StoredStep } from './plan-steps';

export type AppliedStatus = 'Running' | 'Paused' | 'Completed';

/** A plan at work for a person. It keeps the steps that the plan had when it was applied. */
export interface AppliedPlanDocument extends Document {
  personId: number;
  actionPlanId: number;
  status: AppliedStatus;
  /** Who applied it; 0 = lead flow. */
  userId: number;
  steps: StoredStep[];
  /** Index of the step to be done next; those before it are done. */
  next: number;
  /** How long it has been paused in all, ms, without a pause that lasts. */
  pausedMs: number;
  pausedAt?: Date;
  /** When it last began to run anew. */
  resumedAt?: Date;
  viewers: number[];
  /** When somebody has to look at it: its next step is due, or the lease of whoever does it ends. Only while it runs. */
  wakeAt?: Date;
  /** Whoever does its steps at the moment. */
  leaseBy?: string;
}

type Clocked = Pick<AppliedPlanDocument, 'created' | 'steps' | 'pausedMs'>;

/** When a step is due, ms since the epoch: counted from applying, pauses left out. */
export const dueOf = ({ created, steps, pausedMs }: Clocked, index: number): number => created.getTime() + delayOf(steps, index) + pausedMs;

/** When the step `index` wakes somebody; undefined when there is none. */
export const wakeOf = (plan: Clocked, index: number): Date | undefined => (index < plan.steps.length ? new Date(dueOf(plan, index)) : undefined);

/** The id of a step's work: the same for ever, however often it is told. */
export const stepIdOf = ({ accountId, id }: Pick<Document, 'accountId' | 'id'>, index: number): string => `${accountId}:${id}:${index}`;

const awake = <T extends AppliedPlanDocument>({ wakeAt: _wakeAt, leaseBy: _leaseBy, ...rest }: T) => rest;

/** Holds the clock. Whoever is at work on it loses their lease, so that nothing moves it on. */
export const paused = (before: AppliedPlanDocument, now: Date): AppliedPlanDocument =>
  before.status === 'Running' ? { ...awake(before), status: 'Paused', pausedAt: now } : before;

/** Goes on; what remains of the delays is what it was when it was paused. */
export const resumed = (before: AppliedPlanDocument, now: Date): AppliedPlanDocument => {
  if (before.status !== 'Paused') return before;
  const { pausedAt = now, ...rest } = awake(before);
  const after: AppliedPlanDocument = {
    ...rest,
    status: 'Running',
    resumedAt: now,
    pausedMs: before.pausedMs + Math.max(0, now.getTime() - pausedAt.getTime()),
  };
  const wakeAt = wakeOf(after, after.next);
  return wakeAt ? { ...after, wakeAt } : after;
};
