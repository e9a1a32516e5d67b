import { planApplied, type AppliedPlan, type AppliedPlanMail, type RefusedStep } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { updateOnly, type Index, type Strategy } from '@porchlight/store';
import { computeWakeAt, paused, resumed, formatStepId, stepOfId, type AppliedPlanDocument } from './applied-plan';
import type { PlanMail } from './plan-mails';
import type { PlanParts } from './plan-parts';

/** Indexes of applied plans besides those of the store. */
export const APPLIED_PLAN_INDEXES: readonly Index[] = [
  { keys: { personId: 1 } },
  { keys: { actionPlanId: 1 } },
  // Due plans of all accounts. Not sparse: not every server can use a sparse index.
  { keys: { wakeAt: 1 }, global: true },
];

/**
 * Rules of applied plans (specification: Applied action plan; decisions section 6): they can be paused and resumed;
 * users who see the person see them.
 */
export const createAppliedPlanStrategy = ({
  directory,
  mails,
  clock,
}: Pick<PlanParts, 'directory' | 'mails' | 'clock'>): Strategy<
  AppliedPlan,
  AppliedPlanDocument,
  ReadonlyMap<string, PlanMail>
> => {
  return {
    prepare: updateOnly<AppliedPlan, AppliedPlanDocument>(async ({ actor }, before, { input: { status }, mask }) => {
      if (!mask.has('status') || status === undefined || status === before.status) return before;
      if (before.status === 'Completed') {
        throw refuse('CONFLICT', {
          message: 'All steps of this action plan are done. Apply the plan anew to repeat them.',
        });
      }
      if (status === 'Paused') return paused(before, clock.date());
      const active = await directory.areActive(actor.accountId, [before.actionPlanId]);
      if (!active.has(before.actionPlanId)) {
        throw refuse('CONFLICT', {
          message: 'The action plan was deleted. Make it Active again before its applied plans run on.',
        });
      }
      return resumed(before, clock.date());
    }),
    events: (before, after) => (!before && after ? [planApplied.event({ personId: after.personId })] : []),
    /** Mails by the id of their step. */
    async loadRelated(documents, call) {
      // The records of internal writes show no mails.
      if (call.actor.userId === 0) return new Map();
      const stepMails = await mails.byIds(documents.flatMap(listMailIds));
      return new Map(stepMails.map((mail) => [mail._id, mail]));
    },
    render: (document, _call, mailsByStep) => ({
      mails: listMailIds(document).flatMap((stepId) => showMail(document.accountId, mailsByStep.get(stepId)) ?? []),
      refusedSteps: showLoggedSteps(document, document.refused),
      reassignedSteps: showLoggedSteps(document, document.reassigned),
      ...showNextStep(document),
    }),
  };
};

/** The step that runs next, from 1, and when. Its time is that of the schedule: wakeAt may be the end of a lease. */
const showNextStep = (plan: AppliedPlanDocument): Pick<AppliedPlan, 'nextStep' | 'nextStepAt'> => {
  if (plan.status === 'Completed' || plan.next >= plan.steps.length) return {};
  const nextStepAt = plan.status === 'Running' ? computeWakeAt(plan, plan.next) : undefined;
  return { nextStep: plan.next + 1, ...(nextStepAt && { nextStepAt }) };
};

/** Ids of the steps that are done and send a mail. */
const listMailIds = (plan: AppliedPlanDocument): string[] =>
  plan.steps.slice(0, plan.next).flatMap(({ type }, at) => (type === 'sendEmail' ? [formatStepId(plan, at)] : []));

const showLoggedSteps = ({ steps }: AppliedPlanDocument, entries: AppliedPlanDocument['refused'] = []): RefusedStep[] =>
  entries.map(({ step, at, reason }) => ({ step, type: steps[step]?.type ?? '', at, reason }));

const showMail = (accountId: number, mail: PlanMail | undefined): AppliedPlanMail | undefined => {
  if (!mail) return undefined;
  const { templateId, state, at, reason } = mail;
  return { step: stepOfId(accountId, mail._id)?.step ?? 0, templateId, status: state, at, reason };
};
