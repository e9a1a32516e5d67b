import { publishChanges } from '@porchlight/backend';
import type { Bus } from '@porchlight/bus';
import { ActionPlan, actionPlans, appliedPlans, type AppliedPlan, type Template } from '@porchlight/contracts';
import type { Mailer } from '@porchlight/mail';
import type { RpcServer } from '@porchlight/rpc';
import type { Clock, Ids, Logger, Metrics } from '@porchlight/runtime';
import type { ResourceStore, Store } from '@porchlight/store';
import { createPlanMails } from './plan-mails';
import { createPlanSchedule } from './plan-schedule';
import { createPlanVersions, type PlanVersion } from './plan-versions';
import { createPlanLeads, createPlanSlots, type PlanLead, type PlanSlot } from './plan-slots';
import type { EventStore, Inquiries, People, PlanDirectory, PlanMail, Unsubscribes, Users } from '../ports';
import { ACTION_PLAN_INDEXES, createActionPlanStrategy, type ActionPlanDocument } from './action-plans-strategy';
import { APPLIED_PLAN_INDEXES, createAppliedPlanStrategy } from './applied-plans-strategy';
import type { TemplateDocument } from '../templates/templates-strategy';
import type { AppliedPlanDocument } from './applied-plan';
import { servePlans } from './serve-plans';
import { applyLeadPlan, applyPlan } from './apply-plan';
import { followPlanChanges } from './follow-changes';
import { followPlans } from './follow-plans';
import { createStepRunner } from './run-plan-steps';
import { createPlanMailSender } from './send-plan-mails';

export interface OpenPlansPorts {
  readonly store: Store;
  readonly rpc: RpcServer;
  readonly bus: Bus;
  readonly mailer: Mailer;
  readonly directory: PlanDirectory;
  readonly templates: ResourceStore<Template, TemplateDocument>;
  readonly people: People;
  readonly users: Users;
  readonly inquiries: Inquiries;
  readonly unsubscribes: Unsubscribes;
  readonly ledger: EventStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Longest poll interval, ms. */
  readonly intervalMs: number;
}

/** Opens and serves action plans. */
export const openPlans = (given: OpenPlansPorts) => {
  const { store, rpc, directory, templates, clock } = given;
  const plans: ResourceStore<ActionPlan, ActionPlanDocument> = store.resource({
    descriptor: actionPlans,
    strategy: createActionPlanStrategy(templates),
    indexes: ACTION_PLAN_INDEXES,
    // Other services store copies to check that a plan exists.
    encodeRecord: (record: ActionPlan) => ActionPlan.encode(record).finish(),
  });
  const mails = createPlanMails(store.collection<PlanMail>('planMails'));
  const applied: ResourceStore<AppliedPlan, AppliedPlanDocument> = store.resource({
    descriptor: appliedPlans,
    strategy: createAppliedPlanStrategy({ directory, mails, clock }),
    indexes: APPLIED_PLAN_INDEXES,
  });
  const slots = createPlanSlots(store.collection<PlanSlot>('planSlots'));
  const leads = createPlanLeads(store.collection<PlanLead>('planLeads'));
  const versions = createPlanVersions(store.collection<PlanVersion>('planVersions'));
  const schedule = createPlanSchedule(store.collection<AppliedPlanDocument>('actionPlansPeople'));
  const ports = {
    ...given,
    plans,
    applied,
    slots,
    versions,
    leads,
    mails,
    schedule,
    publish: publishChanges('marketing', given.bus),
  };

  const mailSender = createPlanMailSender(ports);
  const stepRunner = createStepRunner({ ...ports, mailsWait: mailSender.notify });
  const follow = followPlans(ports);
  const applying = { ...ports, followPlans: follow, began: stepRunner.notify };
  servePlans(rpc, { plans, applied, applyPlan: applyPlan(applying), began: stepRunner.notify });

  return {
    applied,
    /** Updates the applied plans of a person after a change of the person. */
    follow,
    stepRunner,
    mailSender,
    /** Handles changes of people and plans, after the copies of people were updated. */
    handleChanges: followPlanChanges({ ...applying, applyLeadPlan: applyLeadPlan(applying) }),
    ensureIndexes: async (): Promise<void> =>
      void (await Promise.all([
        slots.ensureIndexes(),
        leads.ensureIndexes(),
        versions.ensureIndexes(),
        mails.ensureIndexes(),
      ])),
  };
};
