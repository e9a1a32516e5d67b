import type { CopyWaits } from '@porchlight/backend';
import type { Deal, DealCustomField } from '@porchlight/contracts';
import type { Clock } from '@porchlight/runtime';
import type { ResourceStore } from '@porchlight/store';
import type { DealCopies } from '../copies';
import type { Numbers } from '../numbers';
import type { Pipelines } from '../pipelines';
import type { DealAttachments } from './deal-attachments';
import type { DealCustomFieldDocument, LoadFields } from './deal-custom-fields';
import type { DealDocument } from './deal-document';
import type { DealUsersJobs } from './follow-deal-users';
import type { Parties } from './resolve-parties';

/** What the rules of deals work with. */
export interface DealRules extends DealCopies {
  readonly clock: Clock;
  readonly copyWaits: CopyWaits;
  readonly numbers: Numbers;
  readonly pipelines: Pipelines;
  /** Checks the people and users that a deal names. */
  readonly parties: Parties;
  readonly loadFields: LoadFields;
}

/** What the operations on deals work with. */
export interface Deals extends DealRules {
  readonly deals: ResourceStore<Deal, DealDocument>;
  readonly customFields: ResourceStore<DealCustomField, DealCustomFieldDocument>;
  readonly attachments: DealAttachments;
  readonly dealUsersJobs: DealUsersJobs;
  /** Runs an aggregation over the deals' collection. */
  readonly aggregate: (stages: Record<string, unknown>[]) => Promise<Array<{ _id: number; count: number }>>;
}
