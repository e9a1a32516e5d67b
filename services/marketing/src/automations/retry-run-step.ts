import { defineJob, done, type Jobs } from '@porchlight/backend';
import type { RetryAutomationRunStepRequest } from '@porchlight/contracts';
import { refuse, unlessGone } from '@porchlight/errors';
import { column, systemCall, type StoreCall } from '@porchlight/store';
import { lastAttempt, notFailed, retryStepMail } from '../action-plans';
import type { AutomationParts } from './automation-parts';
import { findRefusedStep, formatRunStepId, withRunRetry, type AutomationRunDocument } from './automation-run';
import { JUMP } from './automation-steps';
import { buildRunStepChange } from './run-automations';

/** What a retry works with. */
export type RunRetryParts = Pick<AutomationParts, 'runs' | 'versions' | 'publish' | 'clock' | 'ids'>;

const retryKey = { run: column.number, step: column.number, attempt: column.number };

/** Steps of runs that run again. */
export type RunStepRetries = Jobs<typeof retryKey, Record<never, never>, RunRetryParts>;

/** Publishes a refused step of a run again, with the id of the attempt: see planStepRetries. */
export const runStepRetries = defineJob({
  name: 'automationStepRetries',
  key: retryKey,
  data: {},
  every: '1s',
  stepTimeout: '15s',
  step:
    (parts: RunRetryParts) =>
    async ({ job, call }) => {
      const { run: id, step, attempt } = job.key;
      const service = systemCall(job.accountId, call.signal);
      const run = await parts.runs.load(service, id);
      const instruction = run && (await parts.versions.load(run.stepsKey))?.[step];
      if (!run || !instruction) return done();
      const now = parts.clock.date();
      await unlessGone(parts.runs.modify(service, id, (before) => withRunRetry(before, { step, attempt }, now)));
      await parts.publish([buildRunStepChange(parts, run, step, instruction, attempt)]);
      return done();
    },
});

interface HandlerParts extends Pick<AutomationParts, 'runs' | 'versions' | 'mails' | 'mailsWait' | 'clock'> {
  readonly retries: Pick<RunStepRetries, 'add'>;
}

/** Lets a failed step of a run run again, once for each failure. Throws NOT_FOUND, and CONFLICT for other steps. */
export const retryRunStep =
  (parts: HandlerParts) =>
  async ({ id, step: path }: RetryAutomationRunStepRequest, call: StoreCall): Promise<AutomationRunDocument> => {
    const { runs, versions, retries, clock } = parts;
    const run = await runs.load(call, id);
    if (!run) throw refuse('NOT_FOUND', { what: 'run of an automation' });
    const program = (await versions.load(run.stepsKey)) ?? [];
    const step = program.findIndex((one) => one.path === path && one.type !== JUMP);
    if (program[step]?.templateId !== undefined) {
      await retryStepMail(parts, formatRunStepId(run, step));
      return run;
    }
    if (!run.log.some((entry) => findRefusedStep(run, entry) === step)) throw notFailed();
    const attempt = lastAttempt(run, step) + 1;
    // As in retryPlanStep: after a crash in between the job records the attempt itself.
    await retries.add(run.accountId, { run: id, step, attempt }, {});
    return runs.modify(call, id, (before) => withRunRetry(before, { step, attempt }, clock.date()));
  };
