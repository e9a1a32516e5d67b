import type { ActionPlan, AppliedPlan } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import type { LocalCopies } from '../copies';
import type { EmailEvents } from '../email-events';
import type { PlanDirectory } from '../plan-directory';
import type { EmailRecords } from '../email-records';
import type { Parts } from '../service';
import type { Suppressions } from '../suppressions';
import type { Templates } from '../templates';
import type { ActionPlanDocument } from './action-plans-strategy';
import type { AppliedPlanDocument } from './applied-plan';
import type { PlanMails } from './plan-mails';
import type { PlanSchedule } from './plan-schedule';
import type { PlanLeads, PlanSlots } from './plan-slots';
import type { PlanVersions } from './plan-versions';

/** The stores of action plans. */
export interface PlanStores {
  readonly plans: ResourceStore<ActionPlan, ActionPlanDocument>;
  readonly applied: ResourceStore<AppliedPlan, AppliedPlanDocument>;
  readonly mails: PlanMails;
  readonly slots: PlanSlots;
  readonly leads: PlanLeads;
  readonly versions: PlanVersions;
  readonly schedule: PlanSchedule;
}

/** What the operations on action plans work with. */
export interface PlanParts
  extends
    PlanStores,
    LocalCopies,
    Pick<EmailEvents, 'ledger' | 'rows' | 'recordedMails'>,
    Pick<Suppressions, 'contactMailer'>,
    Pick<Parts, 'store' | 'clock' | 'ids' | 'logger' | 'metrics' | 'publish'> {
  readonly emailRecords: EmailRecords;
  readonly directory: PlanDirectory;
  readonly templates: Templates;
  readonly heldRuns: HeldRuns;
  /** Longest poll interval of plans, ms. */
  readonly planIntervalMs: number;
}

/** Which runs of automations are paused or removed. */
export interface HeldRuns {
  isPaused(accountId: number, runId: number): Promise<boolean>;
  isGone(accountId: number, runId: number): Promise<boolean>;
}

/** Updates the records of a person after a change of the person. */
export type FollowPerson = (accountId: number, personId: number, signal: AbortSignal) => Promise<void>;
