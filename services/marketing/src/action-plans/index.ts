import { defineNamingRecords, followRenamedStages, serveReferences } from '@porchlight/backend';
import {
  ActionPlan,
  actionPlans,
  ActionPlanServiceDefinition,
  appliedPlans,
  AppliedPlanServiceDefinition,
  type AppliedPlan,
} from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, systemCall, type ResourceStore } from '@porchlight/store';
import type { EmailEvents } from '../email-events';
import type { CopyPorts } from '../copies';
import type { Service } from '../service';
import type { Suppressions } from '../suppressions';
import type { Templates } from '../templates';
import {
  ACTION_PLAN_INDEXES,
  actionPlanColumns,
  type ActionPlanDocument,
  createActionPlanStrategy,
} from './action-plans-strategy';
import { appliedPlanColumns, type AppliedPlanDocument } from './applied-plan';
import { APPLIED_PLAN_INDEXES, createAppliedPlanStrategy } from './applied-plans-strategy';
import { applyLeadPlan, applyPlan } from './apply-plan';
import { followPlanChanges } from './follow-changes';
import { followPlans } from './follow-plans';
import { createPlanDirectory, type PlanDirectory } from './plan-directory';
import { createPlanMails, planMailSchema } from './plan-mails';
import { actionPlanNames } from './plan-references';
import type { PlanPorts, PlanService } from './plan-ports';
import { createPlanSchedule } from './plan-schedule';
import { createPlanLeads, createPlanSlots, planLeadSchema, planSlotSchema } from './plan-slots';
import { createPlanVersions, planVersionSchema } from './plan-versions';
import { createStepRunner } from './run-plan-steps';
import { createPlanMailSender } from './send-plan-mails';

export type { AppliedPlanDocument } from './applied-plan';
export { outlineSteps } from './plan-steps';
export { createPlanVersions, type PlanVersion } from './plan-versions';

/** Records of 100 people that are read to find those with history; above it, all of the people are returned. */
const MAX_HISTORY = 5_000;

/** Opens the queries on plans that templates need. */
export const openPlanDirectory = ({ store }: Pick<Service, 'store'>): PlanDirectory =>
  createPlanDirectory(store.collection<ActionPlanDocument>('actionPlans'));

/** Opens action plans and applied plans, and creates the workers that run their steps and send their mails. */
export const openPlans = (
  service: PlanService,
  directory: PlanDirectory,
  features: CopyPorts & EmailEvents & Templates & Pick<Suppressions, 'contactMailer'>,
) => {
  const { store, clock } = service;
  const plans: ResourceStore<ActionPlan, ActionPlanDocument> = store.resource({
    descriptor: actionPlans,
    columns: actionPlanColumns,
    strategy: createActionPlanStrategy(features.templates),
    indexes: ACTION_PLAN_INDEXES,
    // Other services store copies to check that a plan exists.
    encodeRecord: (record: ActionPlan) => ActionPlan.encode(record).finish(),
  });
  const mails = createPlanMails(store.collection('planMails', planMailSchema));
  const applied: ResourceStore<AppliedPlan, AppliedPlanDocument> = store.resource({
    descriptor: appliedPlans,
    columns: appliedPlanColumns,
    strategy: createAppliedPlanStrategy({ directory, mails, clock }),
    indexes: APPLIED_PLAN_INDEXES,
  });
  const stores = {
    /** Action plans name other records. */
    namings: [defineNamingRecords(plans, actionPlanNames)],
    plans,
    applied,
    mails,
    slots: createPlanSlots(store.collection('planSlots', planSlotSchema)),
    leads: createPlanLeads(store.collection('planLeads', planLeadSchema)),
    versions: createPlanVersions(store.collection('planVersions', planVersionSchema)),
    schedule: createPlanSchedule(store.collection<AppliedPlanDocument>('actionPlansPeople')),
  };
  const ports: PlanPorts = { ...service, ...features, ...stores, directory };
  const mailSender = createPlanMailSender(ports);
  const stepRunner = createStepRunner({ ...ports, mailsWait: mailSender.notify });
  const follow = followPlans(ports);
  const applying = { ...ports, followPlans: follow, began: stepRunner.notify };
  return {
    ...stores,
    mailSender,
    stepRunner,
    /** Updates the applied plans of a person after a change of the person. */
    follow,
    applyPlan: applyPlan(applying),
    /** Handles changes of people and plans, after the copies of people were updated. */
    handleChanges: followPlanChanges({ ...applying, applyLeadPlan: applyLeadPlan(applying) }),
  };
};

/** The stores and workers of action plans. */
export type Plans = ReturnType<typeof openPlans>;

/** Returns the people among these who have email events or applied plans. */
export const listPeopleWithHistory =
  ({ rows }: Pick<EmailEvents, 'rows'>, { applied }: Pick<Plans, 'applied'>) =>
  async (accountId: number, personIds: readonly number[], signal: AbortSignal): Promise<readonly number[]> => {
    const [call, among] = [systemCall(accountId, signal), { personId: { $in: [...personIds] } }];
    const found = await Promise.all([rows.find(call, among, MAX_HISTORY), applied.find(call, among, MAX_HISTORY)]);
    if (found.some(({ length }) => length === MAX_HISTORY)) return personIds;
    return [...new Set(found.flat().map(({ personId }) => personId))];
  };

/** Serves action plans, which are marked as deleted but not removed, and applied plans; runs their steps. */
export const registerPlans = (service: Service, opened: Plans): void => {
  const { plans, applied, stepRunner, mailSender } = opened;
  service.addHandler('marketing.copies', followRenamedStages(opened.namings));
  service.addHandler('marketing.copies', opened.handleChanges);
  service.addHandler('marketing.plans', opened.handleChanges);
  serveReferences(service, opened.namings);
  service.addWorker('planSteps', () => stepRunner);
  service.addWorker('planMails', () => mailSender);
  service.rpc.add(ActionPlanServiceDefinition, {
    ...createResourceHandlers<ActionPlan, ActionPlanDocument, Handlers<typeof ActionPlanServiceDefinition>>(
      actionPlans,
      plans,
    ),
    deleteActionPlan: async ({ id, options }, call) => {
      if (options['dryRun'] === 'true') {
        await plans.remove(call, id, options);
        return {};
      }
      const none: ActionPlan = { id, steps: [], version: 0, status: 'Deleted' };
      await plans.update(call, id, none, ['status'], options);
      return {};
    },
  });
  const handlers: Handlers<typeof AppliedPlanServiceDefinition> = createResourceHandlers(appliedPlans, applied);
  service.rpc.add(AppliedPlanServiceDefinition, {
    ...handlers,
    createAppliedPlan: async ({ record }, call) => {
      const { personId = 0, actionPlanId = 0, status } = record ?? {};
      const created = await opened.applyPlan(call, {
        personId,
        actionPlanId,
        status: status === 'Paused' ? 'Paused' : 'Running',
      });
      return { record: await applied.render(created, call), created: true };
    },
    updateAppliedPlan: async (request, call) => {
      const response = await handlers.updateAppliedPlan(request, call);
      stepRunner.notify();
      return response;
    },
  });
};
