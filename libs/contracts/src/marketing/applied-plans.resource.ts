import { defineResource, int, list, object, oneOf, readOnly, setOnce, str, time, writable } from '@porchlight/resource';
import type {
  AppliedPlan,
  AppliedPlanMail,
  RefusedStep,
} from '../generated/porchlight/marketing/v1/applied_plan_service';
import { NOT_LENDERS } from '../roles';

/** What a caller may ask for; Completed is the service's to say. */
export const APPLIED_PLAN_STATUSES = ['Running', 'Paused'] as const;

/** What became of the mail of a step: it waits, or was sent, or was not and why (decisions section 6). */
const mail = object<AppliedPlanMail>(
  { templateId: int(), status: oneOf(['Waiting', 'Sent', 'NotSent']), at: time(), reason: str() },
  { whole: ['at', 'reason'] },
);

/** A step that was due and could not be carried out, and why: the stage that it names is gone, for example. */
const refusedStep = object<RefusedStep>({ step: int(), type: str(), at: time(), reason: str() }, { whole: ['at'] });

/** An action plan at work for a person (specification: Action-plan-person). */
export const appliedPlans = defineResource<AppliedPlan>({
  service: 'marketing',
  resource: 'actionPlansPeople',
  noun: 'AppliedPlan',
  nouns: 'AppliedPlans',
  path: 'actionPlansPeople',
  collection: 'actionPlansPeople',
  verbs: ['create', 'get', 'list', 'update'],
  roles: { create: NOT_LENDERS, get: NOT_LENDERS, list: NOT_LENDERS, update: NOT_LENDERS },
  visibility: 'viewers',
  fields: {
    id: readOnly(int()),
    created: readOnly(time()),
    updated: readOnly(time()),
    personId: setOnce(int({ min: 1 }), { required: true, nullable: false }),
    actionPlanId: setOnce(int({ min: 1 }), { required: true, nullable: false }),
    status: writable(oneOf(APPLIED_PLAN_STATUSES), { nullable: false }),
    mails: readOnly(list(mail), { shown: 'whenNamed' }),
    refusedSteps: readOnly(list(refusedStep), { shown: 'whenNamed' }),
    version: readOnly(int(), { shown: false }),
  },
  filters: {
    personId: { type: 'int', match: 'equals' },
    actionPlanId: { type: 'int', match: 'equals' },
    status: { type: 'string', match: 'equals', many: true, among: [...APPLIED_PLAN_STATUSES, 'Completed'] },
  },
  sorts: { id: { on: 'id' } },
});
