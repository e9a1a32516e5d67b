import { defineNamingRecords, followRenamedStages, methods, type NamingRecords } from '@porchlight/backend';
import type { BatchHandler } from '@porchlight/bus';
import {
  actionPlans as planDescriptor,
  ActionPlanServiceDefinition,
  appliedPlans,
  AppliedPlanServiceDefinition,
  LeadJourneyServiceDefinition,
} from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers } from '@porchlight/store';
import { copies, followRebuiltPeople } from '../copies';
import { emailEvents } from '../email-events';
import { emailRecords } from '../email-records';
import { planDirectory } from '../plan-directory';
import { defineFeature } from '../service';
import { suppressions } from '../suppressions';
import { templates } from '../templates';
import { ACTION_PLAN_INDEXES, actionPlanColumns, createActionPlanStrategy } from './action-plans-strategy';
import { appliedPlanColumns, type AppliedPlanDocument } from './applied-plan';
import { APPLIED_PLAN_INDEXES, createAppliedPlanStrategy } from './applied-plans-strategy';
import { applyLeadPlan, applyPlan, slotKey } from './apply-plan';
import { deleteWithStatus } from './delete-with-status';
import { followPlanChanges } from './follow-changes';
import { followPlans } from './follow-plans';
import { createHeldRuns } from './held-runs';
import { listPeopleWithHistory } from './people-with-history';
import { createPlanMails, planMailSchema } from './plan-mails';
import type { FollowPerson, PlanParts, PlanStores } from './plan-parts';
import { actionPlanNames } from './plan-references';
import { createPlanSchedule } from './plan-schedule';
import { createPlanLeads, createPlanSlots, planLeadSchema, planSlotSchema } from './plan-slots';
import { createPlanVersions, planVersionSchema } from './plan-versions';
import { readLeadPlans } from './read-lead-plans';
import { planStepRetries, retryPlanStep, type PlanStepRetries } from './retry-plan-step';
import { createStepRunner } from './run-plan-steps';
import { createPlanMailSender } from './send-plan-mails';

const PLAN_INTERVAL_MS = 1_000;

/** The stores of action plans and what runs them. */
export interface ActionPlans extends PlanParts {
  readonly mailSender: ReturnType<typeof createPlanMailSender>;
  readonly stepRunner: ReturnType<typeof createStepRunner>;
  readonly retries: PlanStepRetries;
  /** Updates the applied plans of a person after a change of the person. */
  readonly follow: FollowPerson;
  readonly applyPlan: ReturnType<typeof applyPlan>;
  /** Handles changes of people and plans, after the copies of people were updated. */
  readonly handleChanges: BatchHandler;
  /** Action plans name other records. */
  readonly names: NamingRecords;
}

/** Action plans, and applied plans with their steps and mails. */
export const actionPlans = defineFeature({
  name: 'actionPlans',
  needs: { copies, planDirectory, templates, suppressions, emailEvents, emailRecords },
  open({
    store,
    clock,
    ids,
    logger,
    metrics,
    publish,
    openJobs,
    planIntervalMs = PLAN_INTERVAL_MS,
    ...needed
  }): ActionPlans {
    const mails = createPlanMails(store.collection('planMails', planMailSchema));
    const stores: PlanStores = {
      plans: store.resource({
        descriptor: planDescriptor,
        columns: actionPlanColumns,
        strategy: createActionPlanStrategy(needed.templates),
        indexes: ACTION_PLAN_INDEXES,
      }),
      mails,
      applied: store.resource({
        descriptor: appliedPlans,
        columns: appliedPlanColumns,
        strategy: createAppliedPlanStrategy({ directory: needed.planDirectory, mails, clock }),
        indexes: APPLIED_PLAN_INDEXES,
      }),
      slots: createPlanSlots(store.collection('planSlots', planSlotSchema)),
      leads: createPlanLeads(store.collection('planLeads', planLeadSchema)),
      versions: createPlanVersions(store.collection('planVersions', planVersionSchema)),
      schedule: createPlanSchedule(store.collection<AppliedPlanDocument>('actionPlansPeople')),
    };
    const { ledger, rows, recordedMails } = needed.emailEvents;
    const parts: PlanParts = {
      ...needed.copies,
      ...stores,
      ...{ store, clock, ids, logger, metrics, publish, ledger, rows, recordedMails, planIntervalMs },
      emailRecords: needed.emailRecords,
      directory: needed.planDirectory,
      templates: needed.templates,
      contactMailer: needed.suppressions.contactMailer,
      heldRuns: createHeldRuns(store.collection('automationsPeople')),
    };
    const mailSender = createPlanMailSender(parts);
    const stepRunner = createStepRunner({ ...parts, mailsWait: mailSender.notify });
    const follow = followPlans(parts);
    const applying = { ...parts, followPlans: follow, began: stepRunner.notify };
    return {
      ...parts,
      mailSender,
      stepRunner,
      retries: openJobs(planStepRetries),
      follow,
      applyPlan: applyPlan(applying),
      handleChanges: followPlanChanges({ ...applying, applyLeadPlan: applyLeadPlan(applying) }),
      names: defineNamingRecords(stores.plans, actionPlanNames),
    };
  },
  serve(opened, parts) {
    const { plans, applied, stepRunner, mailSender, handleChanges, names } = opened;
    const followPerson: FollowPerson = async (...person) => {
      await parts.emailEvents.followPerson(...person);
      await opened.follow(...person);
    };
    parts.copies.followRebuilt('people', followRebuiltPeople(followPerson, listPeopleWithHistory(opened)));
    const planHandlers: Handlers<typeof ActionPlanServiceDefinition> = createResourceHandlers(planDescriptor, plans);
    const handlers: Handlers<typeof AppliedPlanServiceDefinition> = createResourceHandlers(appliedPlans, applied);
    const retry = retryPlanStep({ ...opened, mailsWait: mailSender.notify });
    return {
      methods: [
        methods(ActionPlanServiceDefinition, {
          ...planHandlers,
          deleteActionPlan: deleteWithStatus(plans, (id) => ({ id, steps: [], version: 0, status: 'Deleted' })),
        }),
        methods(LeadJourneyServiceDefinition, { readLeadSteps: readLeadPlans(opened) }, { roles: ['Operator'] }),
        methods(AppliedPlanServiceDefinition, {
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
          deleteAppliedPlan: async ({ id, options }, call) => {
            const { accountId, personId, actionPlanId } = await applied.remove(call, id, options);
            // A crash before it only delays the next start of the plan for this person by seconds.
            await opened.slots.release(slotKey(accountId, personId, actionPlanId), id);
            return {};
          },
          retryAppliedPlanStep: async (request, call) => ({
            record: await applied.render(await retry(request, call), call),
          }),
        }),
      ],
      on: {
        'marketing.copies': async (batch, context) => {
          await followRenamedStages([names])(batch, context);
          await handleChanges(batch, context);
        },
        'marketing.plans': handleChanges,
      },
      names: [names],
      jobs: [opened.retries.run(opened)],
      workers: { planSteps: () => stepRunner, planMails: () => mailSender },
    };
  },
});
