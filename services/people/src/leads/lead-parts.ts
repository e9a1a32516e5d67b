import type { LeadFlow as LeadFlowRule, Pond } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import type { Events } from '../events';
import type { Locks } from '../locks';
import type { Notes } from '../notes';
import type { Offers } from '../offers';
import type { People } from '../people';
import type { Parts } from '../service';
import type { Settings } from '../settings';
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

/** What a lead is received with. */
export interface LeadIntake
  extends
    Pick<People, 'people' | 'merges'>,
    Pick<Leads, 'ponds' | 'leadFlow' | 'reassignments'>,
    Pick<Settings, 'settingsCache'>,
    Pick<Locks, 'mutex'>,
    Pick<Parts, 'publishFact' | 'clock'> {
  readonly offers: Pick<Offers, 'add' | 'done'>;
  readonly events: Events;
  readonly notes: Notes;
}
