import type { EmEvent } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import type { CopyPorts } from '../copies';
import type { Service } from '../service';
import type { BatchIds } from './batch-ids';
import type { EventBatchStore } from './event-batch';
import type { EventRows } from './event-rows';
import type { EventRow } from './event-rows-strategy';
import type { EventStore } from './event-store';
import type { Suppressions } from '../suppressions';

/** What the operations on email events work with. */
export interface EventPorts
  extends
    CopyPorts,
    Pick<Service, 'clock' | 'ids' | 'logger' | 'publish'>,
    Pick<Suppressions, 'suppressed' | 'optIns' | 'hashAddress'> {
  readonly rows: ResourceStore<EmEvent, EventRow>;
  readonly keyedRows: EventRows;
  readonly ledger: EventStore;
  readonly batchStore: EventBatchStore;
  readonly batchIds: BatchIds;
  /** Moves all records of one person to another, after a merge. */
  readonly moveHistory: (accountId: number, from: number, to: number, signal: AbortSignal) => Promise<void>;
}
