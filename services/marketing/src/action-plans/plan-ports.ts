import type { ActionPlan, AppliedPlan } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import type { EmailEvents } from '../email-events';
import type { CopyPorts } from '../copies';
import type { Service } from '../service';
import type { Suppressions } from '../suppressions';
import type { Templates } from '../templates';
import type { ActionPlanDocument } from './action-plans-strategy';
import type { AppliedPlanDocument } from './applied-plan';
import type { PlanDirectory } from './plan-directory';
import type { PlanMails } from './plan-mails';
import type { PlanSchedule } from './plan-schedule';
import type { PlanLeads, PlanSlots } from './plan-slots';
import type { PlanVersions } from './plan-versions';

/** The parts of the service that action plans use. */
export type PlanService = Pick<
  Service,
  'store' | 'clock' | 'ids' | 'logger' | 'metrics' | 'publish' | 'planIntervalMs'
>;

/** What the operations on action plans work with. */
export interface PlanPorts extends PlanService, CopyPorts, EmailEvents, Templates, Pick<Suppressions, 'contactMailer'> {
  readonly directory: PlanDirectory;
  readonly plans: ResourceStore<ActionPlan, ActionPlanDocument>;
  readonly applied: ResourceStore<AppliedPlan, AppliedPlanDocument>;
  readonly mails: PlanMails;
  readonly slots: PlanSlots;
  readonly leads: PlanLeads;
  readonly versions: PlanVersions;
  readonly schedule: PlanSchedule;
}

/** Updates the records of a person after a change of the person. */
export type FollowPerson = (accountId: number, personId: number, signal: AbortSignal) => Promise<void>;
