import type { LeadFlow as LeadFlowRule, Pond } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import type { LeadFlow } from './lead-flow';
import type { LeadFlowDocument } from './lead-flow-document';
import type { PondDocument } from './pond-document';
import type { Reassignments } from './reassign-people';
import type { Rotation } from './rotation';

/** How leads are routed and assigned. */
export interface Leads {
  /** Rules of lead flow. */
  readonly leadFlows: ResourceStore<LeadFlowRule, LeadFlowDocument>;
  readonly ponds: ResourceStore<Pond, PondDocument>;
  /** Whose turn it is in a group. */
  readonly rotation: Rotation;
  /** Decides who gets a new lead. */
  readonly leadFlow: LeadFlow;
  /** Which people of deleted users and ponds get another user. */
  readonly reassignments: Reassignments;
}
