import { delayMs } from '../action-plans';
import type { AutomationRunDocument, LogEntry } from './automation-run';
import { JUMP, type Instruction } from './automation-steps';

/** Where a run is; stored with each progress. */
export type RunPosition = Pick<
  AutomationRunDocument,
  'next' | 'since' | 'lastStepAt' | 'waitsFor' | 'waitStart' | 'waitUntil' | 'isMet'
>;

/** The progress of a run in one look. */
export interface Progress {
  readonly position: RunPosition;
  /** Instructions whose steps run now, by index. */
  readonly steps: readonly number[];
  readonly log: readonly LogEntry[];
  /** When the run continues; absent: all is done, or it is at a branch. */
  readonly wakeAt?: Date;
  /** The branch that must be decided before the run continues. */
  readonly branch?: Instruction;
}

/** Steps of one run in one look; the rest follows at once. */
const STEPS_AT_ONCE = 20;
/**
 * Time between a step and a branch behind it: the people service has run the step by then, so that the branch sees its
 * change.
 */
const BRANCH_PAUSE_MS = 5_000;

const EVENTS: Readonly<Record<string, string>> = {
  reply: 'The person replied',
  stageChanged: 'The stage of the person changed',
  tagAdded: 'A tag was added to the person',
};

const DEEDS: Readonly<Record<string, string>> = {
  createTask: 'The task is created.',
  sendEmail: 'The mail is sent.',
  addTags: 'The tags are added.',
  changeStage: 'The stage is set.',
  addNote: 'The note is added.',
};

const entry = (at: Date, step: number, { path, type }: Instruction, text: string): LogEntry => ({
  at,
  step,
  path,
  type,
  text,
});

const withoutWait = ({ next, since, lastStepAt }: RunPosition): RunPosition => ({
  next,
  since,
  ...(lastStepAt && { lastStepAt }),
});

/** Where a stored run is. */
export const getPosition = ({
  next,
  since,
  lastStepAt,
  waitsFor,
  waitStart,
  waitUntil,
  isMet,
}: RunPosition): RunPosition => ({
  next,
  since,
  ...(lastStepAt && { lastStepAt }),
  ...(waitsFor !== undefined && { waitsFor }),
  ...(waitStart && { waitStart }),
  ...(waitUntil && { waitUntil }),
  ...(isMet && { isMet }),
});

/** Runs the instructions that are due at `now`, up to a wait, a branch or a delay. Pure. */
export const advanceRun = (start: RunPosition, program: readonly Instruction[], now: Date): Progress => {
  let position = start;
  const steps: number[] = [];
  const log: LogEntry[] = [];
  const stop = (wakeAt: Date): Progress => ({ position, steps, log, wakeAt });
  for (;;) {
    const { next } = position;
    const instruction = program[next];
    if (!instruction) return { position, steps, log };
    if (instruction.type === JUMP) {
      position = { ...position, next: instruction.to ?? program.length };
    } else if (instruction.type === 'branch') {
      const settled = position.lastStepAt && new Date(position.lastStepAt.getTime() + BRANCH_PAUSE_MS);
      return settled && settled > now ? stop(settled) : { position, steps, log, branch: instruction };
    } else if (instruction.type === 'waitFor') {
      const { waitsFor, waitUntil, isMet } = position;
      if (waitsFor === undefined || waitUntil === undefined) {
        const until = new Date(now.getTime() + delayMs(instruction.timeout ?? { value: 0, unit: 'minutes' }));
        position = { ...position, waitsFor: instruction.event ?? '', waitStart: now, waitUntil: until };
        log.push(entry(now, next, instruction, `It waits for ${instruction.event} until ${until.toISOString()}.`));
        return stop(until);
      }
      if (!isMet && waitUntil > now) return stop(waitUntil);
      const text = isMet ? `${EVENTS[waitsFor] ?? waitsFor}.` : 'The time ran out.';
      log.push(entry(now, next, instruction, text));
      position = { ...withoutWait(position), next: next + 1, since: now };
    } else {
      const due = new Date(position.since.getTime() + delayMs(instruction.delay));
      if (due > now) return stop(due);
      if (steps.length === STEPS_AT_ONCE) return stop(now);
      steps.push(next);
      log.push(entry(now, next, instruction, DEEDS[instruction.type] ?? instruction.type));
      position = { ...position, next: next + 1, lastStepAt: now };
    }
  }
};

/** The progress after a decided branch: it is stored before the steps of the branch run, so that only one side runs. */
export const decideBranch = (
  { position, steps, log, branch }: Progress,
  { isMet, problem }: { readonly isMet: boolean; readonly problem?: string | undefined },
  now: Date,
): Progress => {
  const { next } = position;
  const text = isMet ? 'The conditions are met.' : 'The conditions are not met.';
  const reason = problem === undefined ? '' : ` ${problem}`;
  return {
    position: { ...position, next: isMet ? next + 1 : (branch?.to ?? next + 1) },
    steps,
    log: [...log, entry(now, next, branch!, `${text}${reason}`)],
    wakeAt: now,
  };
};
