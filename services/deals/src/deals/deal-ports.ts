import type { Deal } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import type { Pipelines } from '../pipelines';
import type { DealCopies } from '../copies';
import type { Service } from '../service';
import type { LoadFields } from './deal-custom-fields';
import type { DealDocument } from './deal-document';
import type { Parties } from './resolve-parties';

/** What the rules of deals work with. */
export interface DealRules extends DealCopies, Pick<Service, 'numbers' | 'clock' | 'copyWaits'> {
  readonly pipelines: Pipelines;
  readonly parties: Parties;
  readonly loadFields: LoadFields;
}

/** What the operations on deals work with. */
export interface DealPorts extends DealRules {
  readonly deals: ResourceStore<Deal, DealDocument>;
  /** Runs an aggregation over the deals' collection. */
  readonly aggregate: (stages: Record<string, unknown>[]) => Promise<Array<{ _id: number; count: number }>>;
}
