import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import { askService } from '../ask-service';
import type { InnerServices } from './inner-services';

export interface PlanStepsResult {
  readonly steps: number;
  /** Seconds between the first step's due time and the last one's. */
  readonly dueWithin: number;
  /** Seconds from the last due time until all steps were done; NaN if some were not. */
  readonly doneAfter: number;
  /** Steps done when the process was killed. */
  readonly doneAtKill: number;
  /** Number of people without their step, and with more than one. */
  readonly missing: number;
  readonly twice: number;
}

export interface PlanStepsOptions {
  /** Sends SIGKILL to the process that runs steps. */
  readonly kill: () => void;
  readonly say: (line: string) => void;
  readonly sleep: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
}

const WRITERS = 64;
/** All plans are applied before the first step is due if the machine applies 60 plans per second. */
const DELAY_MINUTES = 3;
const LOOK_MS = 250;
const PAGE = 100;
/** Longest wait for the last step. */
const MAX_MS = 300_000;

/** Applies a plan with one note to people and kills a process during the steps. Each person must get the note once. */
export const runPlanSteps = async (
  client: ServiceClient,
  inner: Pick<InnerServices, 'appliedPlans' | 'as'>,
  personIds: readonly number[],
  options: PlanStepsOptions,
): Promise<PlanStepsResult> => {
  const { kill, say, sleep, signal } = options;
  const steps = [
    {
      type: 'addNote',
      delay: { value: DELAY_MINUTES, unit: 'minutes' },
      note: { subject: 'Bench', body: `Bench ${Date.now()}` },
    },
  ];
  const plan = await askService(client, { method: 'POST', path: '/v1/actionPlans', json: { name: 'Bench', steps } });
  const notes = async (): Promise<number> =>
    (await askService(client, { method: 'GET', path: '/v1/notes?limit=1' }))._metadata.total;
  const before = await notes();
  say(`plan-steps: applying a plan to ${personIds.length} people`);
  const first = Date.now();
  const left = [...personIds];
  const apply = async (): Promise<void> => {
    for (let personId = left.pop(); personId !== undefined; personId = left.pop()) {
      signal.throwIfAborted();
      await inner.appliedPlans.createAppliedPlan(
        {
          record: { id: 0, personId, actionPlanId: plan.id, version: 0, mails: [], refusedSteps: [] },
          mask: ['personId', 'actionPlanId'],
          options: {},
        },
        { ...inner.as, signal },
      );
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, apply));
  const [firstDue, lastDue] = [first, Date.now()].map((at) => at + DELAY_MINUTES * 60_000) as [number, number];
  say(`plan-steps: applied within ${Math.round((lastDue - firstDue) / 1_000)} s; waiting until they are due`);

  let doneAtKill: number | undefined;
  let doneAfter = Number.NaN;
  while (Date.now() < lastDue + MAX_MS) {
    // Requests may fail while a process restarts.
    const done = await notes().then(
      (total) => total - before,
      () => -1,
    );
    if (doneAtKill === undefined && done >= personIds.length / 3) {
      doneAtKill = done;
      kill();
      say(`plan-steps: a process was killed after ${done} steps`);
    }
    if (done >= personIds.length) {
      doneAfter = (Date.now() - lastDue) / 1_000;
      break;
    }
    await sleep(LOOK_MS);
  }
  const counted = await countByPerson(client, before, await notes());
  const of = (personId: number): number => counted.get(personId) ?? 0;
  return {
    steps: personIds.length,
    dueWithin: (lastDue - firstDue) / 1_000,
    doneAfter,
    doneAtKill: doneAtKill ?? 0,
    missing: personIds.filter((id) => of(id) === 0).length,
    twice: personIds.filter((id) => of(id) > 1).length,
  };
};

/** How many of the newest notes each person has. */
const countByPerson = async (client: ServiceClient, before: number, now: number): Promise<Map<number, number>> => {
  const counted = new Map<number, number>();
  let next = '';
  for (let left = now - before; left > 0;) {
    const { notes, _metadata } = await askService(client, {
      method: 'GET',
      path: `/v1/notes?limit=${PAGE}${next && `&next=${encodeURIComponent(next)}`}`,
    });
    for (const { personId } of notes.slice(0, left)) counted.set(personId, (counted.get(personId) ?? 0) + 1);
    left -= notes.length;
    next = _metadata.next ?? '';
    if (notes.length === 0 || next === '') break;
  }
  return counted;
};
