import type { AddressHash } from '@porchlight/backend';
import type { EmEvent } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import type { LocalCopies } from '../copies';
import type { Parts } from '../service';
import type { Suppressions } from '../suppressions';
import type { BatchIds } from './batch-ids';
import type { RecordedMails } from './recorded-mails';
import type { EventBatchStore } from './event-batch';
import type { EventRows } from './event-rows';
import type { EventRow } from './event-rows-strategy';
import type { EventStore } from './email-event-store';

/** What the operations on email events work with. */
export interface EventParts
  extends
    LocalCopies,
    Pick<Parts, 'clock' | 'ids' | 'logger' | 'publish'>,
    Pick<Suppressions, 'suppressed' | 'optIns'> {
  readonly hashAddress: AddressHash;
  readonly rows: ResourceStore<EmEvent, EventRow>;
  readonly keyedRows: EventRows;
  readonly ledger: EventStore;
  readonly batchStore: EventBatchStore;
  readonly batchIds: BatchIds;
  readonly recordedMails: RecordedMails;
}

/** What the operations that also follow merges work with. */
export interface CountingParts extends EventParts {
  /** Moves all records of one person to another, after a merge. */
  readonly moveHistory: (accountId: number, from: number, to: number, signal: AbortSignal) => Promise<void>;
}
