import type { Automation, AutomationRun } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import type { PlanMails, StepLeases, StepVersions } from '../action-plans';
import type { LocalCopies } from '../copies';
import type { Parts } from '../service';
import type { Conditions } from './automation-conditions';
import type { AutomationDirectory } from './automation-directory';
import type { AutomationDocument } from './automation-document';
import type { AutomationRunDocument } from './automation-run';
import type { AutomationDays, AutomationStarts } from './automation-starts';
import type { AutomationVersion } from './automation-versions';
import type { RunProgress } from './run-progress';

/** The stores of automations. */
export interface AutomationStores {
  readonly automations: ResourceStore<Automation, AutomationDocument>;
  readonly runs: ResourceStore<AutomationRun, AutomationRunDocument>;
  readonly directory: AutomationDirectory;
  readonly versions: StepVersions<AutomationVersion>;
  readonly leases: StepLeases<AutomationRunDocument>;
  readonly progress: RunProgress;
  readonly starts: AutomationStarts;
  readonly days: AutomationDays;
}

/** What the operations on automations work with. */
export interface AutomationParts
  extends AutomationStores, LocalCopies, Pick<Parts, 'clock' | 'ids' | 'logger' | 'metrics' | 'publish' | 'originals'> {
  readonly mails: PlanMails;
  readonly conditions: Conditions;
  /** Longest poll interval, ms. */
  readonly intervalMs: number;
  /** Notified when mails are waiting. */
  readonly mailsWait: () => void;
}
