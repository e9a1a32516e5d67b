import { defineResource, int, list, object, oneOf, readOnly, setOnce, str, time, writable } from '@porchlight/resource';
import {
  AppliedPlanServiceDefinition,
  type AppliedPlan,
  type AppliedPlanMail,
  type RefusedStep,
} from '../generated/porchlight/marketing/v1/applied_plan_service';
import { NOT_LENDERS } from '../roles';

/** Statuses that a caller may set; only the service sets Completed. */
export const APPLIED_PLAN_STATUSES = ['Running', 'Paused'] as const;
const APPLIED_PLAN_STATUSES_MEANINGS = {
  Running: 'The steps run at their times.',
  Paused: 'No step runs until the plan is running again.',
} as const;

/** Status of the mail of a step: waiting, sent, or failed with a reason (decisions section 6). */
const mail = object<AppliedPlanMail>(
  {
    step: int(),
    templateId: int(),
    status: oneOf(['Waiting', 'Sent', 'NotSent', 'Unknown'], {
      describe: {
        Waiting: 'It is sent later.',
        Sent: 'It was sent.',
        NotSent: 'It was not sent; the reason is stated.',
        Unknown: 'Whether it was sent is unknown, because a service ended meanwhile; it is not sent again.',
      },
    }),
    at: time(),
    reason: str(),
  },
  {
    whole: ['at', 'reason'],
    describe: {
      step: 'Index of the step in the plan, from 0.',
      status: 'Whether the email was sent.',
      at: 'When it was sent.',
      reason: 'Why it was not sent.',
    },
  },
);

/** A due step that failed, with the reason, for example a deleted stage. */
const refusedStep = object<RefusedStep>(
  { step: int(), type: str(), at: time(), reason: str() },
  {
    whole: ['at'],
    describe: { step: 'Index of the step in the plan, from 0.', type: 'What the step does.', at: 'When it happened.' },
  },
);

/** An action plan that is applied to a person (specification: Action-plan-person). */
export const appliedPlans = defineResource<AppliedPlan>(AppliedPlanServiceDefinition, {
  resource: 'actionPlansPeople',
  description: 'Action plans applied to people.',
  roles: { read: NOT_LENDERS, write: NOT_LENDERS },
  visibility: 'viewers',
  describe: {
    personId: 'Id of the person for whom the plan runs.',
    actionPlanId: 'Id of the plan that runs.',
    status: 'Whether the steps run. A finished plan has the status Completed.',
    mails: 'Emails of the plan.',
    refusedSteps: 'Steps that could not be done, with the reason.',
    nextStep: 'Position of the step that runs next, from 1. Null after the last one.',
    nextStepAt: 'When the next step runs. Null while the plan is paused.',
    reassignedSteps: 'Tasks that the owner got in place of a disabled user, with the reason.',
  },
  fields: {
    personId: setOnce(int({ min: 1 }), { required: true, nullable: false }),
    actionPlanId: setOnce(int({ min: 1 }), { required: true, nullable: false }),
    status: writable(oneOf(APPLIED_PLAN_STATUSES, { describe: APPLIED_PLAN_STATUSES_MEANINGS }), { nullable: false }),
    mails: readOnly(list(mail), { visible: 'onRequest' }),
    refusedSteps: readOnly(list(refusedStep), { visible: 'onRequest' }),
    nextStep: readOnly(int(), { visible: 'onRequest' }),
    nextStepAt: readOnly(time(), { visible: 'onRequest' }),
    // Tasks that the owner got instead of a disabled user, with the reason (D13.3).
    reassignedSteps: readOnly(list(refusedStep), { visible: 'onRequest' }),
  },
  filters: {
    personId: { type: 'int', match: 'equals' },
    actionPlanId: { type: 'int', match: 'equals' },
    status: { type: 'string', match: 'equals', many: true, among: [...APPLIED_PLAN_STATUSES, 'Completed'] },
  },
});
