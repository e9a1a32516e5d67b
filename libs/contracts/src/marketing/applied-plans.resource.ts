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

/** Status of the mail of a step: waiting, sent, or failed with a reason (decisions section 6). */
const mail = object<AppliedPlanMail>(
  { templateId: int(), status: oneOf(['Waiting', 'Sent', 'NotSent', 'Unknown']), at: time(), reason: str() },
  { whole: ['at', 'reason'] },
);

/** A due step that failed, with the reason, for example a deleted stage. */
const refusedStep = object<RefusedStep>({ step: int(), type: str(), at: time(), reason: str() }, { whole: ['at'] });

/** An action plan that is applied to a person (specification: Action-plan-person). */
export const appliedPlans = defineResource<AppliedPlan>(AppliedPlanServiceDefinition, {
  resource: 'actionPlansPeople',
  description: 'Action plans applied to people.',
  roles: { read: NOT_LENDERS, write: NOT_LENDERS },
  visibility: 'viewers',
  fields: {
    personId: setOnce(int({ min: 1 }), { required: true, nullable: false }),
    actionPlanId: setOnce(int({ min: 1 }), { required: true, nullable: false }),
    status: writable(oneOf(APPLIED_PLAN_STATUSES), { nullable: false }),
    mails: readOnly(list(mail), { visible: 'onRequest' }),
    refusedSteps: readOnly(list(refusedStep), { visible: 'onRequest' }),
    // Tasks that the owner got instead of a disabled user, with the reason (D13.3).
    reassignedSteps: readOnly(list(refusedStep), { visible: 'onRequest' }),
  },
  filters: {
    personId: { type: 'int', match: 'equals' },
    actionPlanId: { type: 'int', match: 'equals' },
    status: { type: 'string', match: 'equals', many: true, among: [...APPLIED_PLAN_STATUSES, 'Completed'] },
  },
});
