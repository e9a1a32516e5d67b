import { defineJob, done, type Jobs } from '@porchlight/backend';
import type { RetryAppliedPlanStepRequest } from '@porchlight/contracts';
import { refuse, unlessGone } from '@porchlight/errors';
import { column, systemCall, type StoreCall } from '@porchlight/store';
import { formatStepId, withRetry, type AppliedPlanDocument } from './applied-plan';
import type { PlanParts } from './plan-parts';
import { buildStepChange, isMail } from './run-plan-steps';
import { lastAttempt } from './step-attempts';

/** What a retry works with. */
export type RetryParts = Pick<PlanParts, 'applied' | 'versions' | 'mails' | 'publish' | 'clock' | 'ids'>;

const retryKey = { plan: column.number, step: column.number, attempt: column.number };

/** Steps of applied plans that run again. */
export type PlanStepRetries = Jobs<typeof retryKey, Record<never, never>, RetryParts>;

/**
 * Publishes a refused step of an applied plan again, with the id of the attempt. The people service runs each id once,
 * so a job that is repeated after a crash has no second effect.
 */
export const planStepRetries = defineJob({
  name: 'planStepRetries',
  key: retryKey,
  data: {},
  every: '1s',
  stepTimeout: '15s',
  step:
    (parts: RetryParts) =>
    async ({ job, call }) => {
      const { plan: id, step, attempt } = job.key;
      const service = systemCall(job.accountId, call.signal);
      const plan = await parts.applied.load(service, id);
      const steps = plan && (plan.stepsKey === undefined ? plan.steps : await parts.versions.load(plan.stepsKey));
      const content = steps?.[step];
      if (!plan || !content) return done();
      await unlessGone(parts.applied.modify(service, id, (before) => withRetry(before, { step, attempt })));
      await parts.publish([buildStepChange(parts, plan, step, content, attempt)]);
      return done();
    },
});

/** The error of a retry of a step that did not fail. */
export const notFailed = (): Error =>
  refuse('CONFLICT', { message: 'This step did not fail, or it runs again already. Read the failed steps again.' });

interface MailRetryParts extends Pick<PlanParts, 'mails' | 'clock'> {
  /** Notified when mails are waiting. */
  readonly mailsWait: () => void;
}

/** Lets the mail of a step that was not sent be tried again, once for each failure. Throws CONFLICT for other mails. */
export const retryStepMail = async ({ mails, clock, mailsWait }: MailRetryParts, stepId: string): Promise<void> => {
  const [mail] = await mails.byIds([stepId]);
  if (mail?.state !== 'NotSent' || !(await mails.retry(stepId, (mail.attempt ?? 0) + 1, clock.date())))
    throw notFailed();
  mailsWait();
};

interface HandlerParts extends Pick<PlanParts, 'applied'>, MailRetryParts {
  readonly retries: Pick<PlanStepRetries, 'add'>;
}

/**
 * Lets a failed step of an applied plan run again, once for each failure: a mail that was not sent, or a step that the
 * people service refused. Throws NOT_FOUND, and CONFLICT for other steps.
 */
export const retryPlanStep =
  (parts: HandlerParts) =>
  async ({ id, step }: RetryAppliedPlanStepRequest, call: StoreCall): Promise<AppliedPlanDocument> => {
    const { applied, retries } = parts;
    const plan = await applied.load(call, id);
    if (!plan) throw refuse('NOT_FOUND', { what: 'applied plan' });
    const outline = plan.steps[step];
    if (outline && isMail(outline)) {
      await retryStepMail(parts, formatStepId(plan, step));
      return plan;
    }
    if (!plan.refused?.some((one) => one.step === step)) throw notFailed();
    const attempt = lastAttempt(plan, step) + 1;
    // The job comes first: after a crash in between it records the attempt itself.
    await retries.add(plan.accountId, { plan: id, step, attempt }, {});
    return applied.modify(call, id, (before) => withRetry(before, { step, attempt }));
  };
