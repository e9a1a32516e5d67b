import { column, type Columns, type Document, type Stored } from '@porchlight/store';
import { LIMITS } from '@porchlight/limits';
import {
  attemptsColumn,
  formatAttemptId,
  lastAttempt,
  withAttempt,
  type FailedStep,
  type StepAttempt,
} from '../action-plans';

/** Statuses of runs whose steps are due at some time. */
export const RUNNING = ['Initial', 'Running'] as const;
/** The creator of runs that a trigger started. */
export const SERVICE_USER = -1;

/** An entry of the log as stored. */
export interface LogEntry {
  readonly at: Date;
  /** Index of the instruction; absent: about the run. */
  readonly step?: number;
  /** Position of the step in the automation. */
  readonly path?: string;
  readonly type?: string;
  /** One sentence. */
  readonly text: string;
  /** What the entry is about, if it may be written twice: a trigger that started nothing. */
  readonly key?: string;
}

export const automationRunColumns = {
  personId: column.number,
  automationId: column.number,
  status: column.word('Initial', 'Running', 'Paused', 'Completed'),
  /** A user, or -1: a trigger. */
  createdById: column.number,
  updatedById: column.number,
  /** Key of the program in automationVersions. */
  stepsKey: column.text,
  /** Index of the next instruction; those before it are done or skipped. */
  next: column.number,
  /** From when delays count: the start, or the end of the last wait. */
  since: column.date,
  /** When the last step ran. */
  lastStepAt: column.optional(column.date),
  /** Number of automations before this one in its chain. */
  links: column.number,
  /** The event for which it waits. */
  waitsFor: column.optional(column.text),
  waitStart: column.optional(column.date),
  waitUntil: column.optional(column.date),
  /** The event came. */
  isMet: column.optional(column.onlyTrue),
  /** While it runs: when a step is due, a wait ends, or the lease of its holder ends. */
  wakeAt: column.optional(column.date),
  pausedAt: column.optional(column.date),
  /** Of a paused run: the time until `wakeAt`, ms. */
  remainingMs: column.optional(column.number),
  leaseBy: column.optional(column.text),
  failed: column.optional<FailedStep>(column.nested({ step: column.number, tries: column.number })),
  attempts: attemptsColumn,
  log: column.listOf<LogEntry>(
    column.nested({
      at: column.date,
      step: column.optional(column.number),
      path: column.optional(column.text),
      type: column.optional(column.text),
      text: column.text,
      key: column.optional(column.text),
    }),
  ),
} satisfies Columns;

/** A run of an automation for a person. */
export interface AutomationRunDocument extends Document, Stored<typeof automationRunColumns> {
  viewers: number[];
}

/** The stable id of a step of a run; that of an applied plan has no `a`. */
export const formatRunStepId = ({ accountId, id }: Pick<Document, 'accountId' | 'id'>, index: number): string =>
  `${accountId}:a${id}:${index}`;

/** The run, step and attempt of such an id; undefined for the id of another account or of an applied plan. */
export const parseRunStepId = (accountId: number, stepId: string) => {
  const [, account, id, step, attempt = '0'] = /^(\d+):a(\d+):(\d+)(?::r(\d+))?$/.exec(stepId) ?? [];
  return account !== undefined && Number(account) === accountId
    ? { id: Number(id), step: Number(step), attempt: Number(attempt) }
    : undefined;
};

/** The newest entries, as many as a log has. */
const trimLog = (log: readonly LogEntry[]): LogEntry[] => log.slice(-LIMITS.automationLogEntries.value);

/** The run with another entry in its log. Idempotent for entries with a key. */
export const withLogEntry = (before: AutomationRunDocument, entry: LogEntry): AutomationRunDocument =>
  entry.key !== undefined && before.log.some(({ key }) => key === entry.key)
    ? before
    : { ...before, log: trimLog([...before.log, entry]) };

/** The step that an entry says was refused, in its last attempt; undefined for other entries. */
export const findRefusedStep = (run: AutomationRunDocument, { key, step }: LogEntry): number | undefined =>
  step !== undefined && key === `refused:${formatAttemptId(formatRunStepId(run, step), lastAttempt(run, step))}`
    ? step
    : undefined;

/** Records that a failed step runs again. Idempotent: a later attempt stays. */
export const withRunRetry = (
  before: AutomationRunDocument,
  { step, attempt }: StepAttempt,
  now: Date,
): AutomationRunDocument => {
  if (lastAttempt(before, step) >= attempt) return before;
  const { path, type } = before.log.find((entry) => entry.step === step) ?? {};
  const about = { step, ...(path !== undefined && { path }), ...(type !== undefined && { type }) };
  const key = `retried:${formatAttemptId(formatRunStepId(before, step), attempt)}`;
  const attempted = { ...before, attempts: withAttempt(before, { step, attempt }) };
  return withLogEntry(attempted, { at: now, ...about, text: 'A user let the step run again.', key });
};

/** Pauses the run. A process that is running a step may still store its progress; no further step is due. */
export const pauseRun = (before: AutomationRunDocument, now: Date): AutomationRunDocument => {
  if (before.status !== 'Initial' && before.status !== 'Running') return before;
  const { wakeAt, ...rest } = before;
  const remainingMs = Math.max(0, (wakeAt ?? now).getTime() - now.getTime());
  return { ...rest, status: 'Paused', pausedAt: now, remainingMs };
};

/** Resumes the run; the remaining delay and wait are those at the time of the pause. */
export const resumeRun = (before: AutomationRunDocument, now: Date): AutomationRunDocument => {
  if (before.status !== 'Paused') return before;
  const { remainingMs = 0, pausedAt = now, leaseBy: _leaseBy, waitUntil, ...rest } = before;
  const wakeAt = new Date(now.getTime() + remainingMs);
  return {
    ...rest,
    status: 'Running',
    wakeAt,
    ...(waitUntil && { waitUntil: wakeAt }),
    // Delays that count from `since` do not run out during the pause.
    since: new Date(before.since.getTime() + Math.max(0, now.getTime() - pausedAt.getTime())),
  };
};
