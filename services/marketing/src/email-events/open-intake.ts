import { publishChanges } from '@porchlight/backend';
import type { Bus } from '@porchlight/bus';
import type { Clock, Ids, Logger } from '@porchlight/runtime';
import type { Store } from '@porchlight/store';
import type { Adapters } from '../open-adapters';
import { createBatchIds } from './batch-ids';
import { createBatchIntake, type BatchIntake, type IntakePorts } from './batch-intake';
import { moveHistory } from './move-history';
import { createBatchResumer, type BatchResumer } from './resume-batches';

/** Dependencies of the intake of email events. */
export interface IntakeParts extends Omit<Adapters, 'directory' | 'ensureIndexes'>, Pick<IntakePorts, 'rows'> {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
}

/** Longest wait of other processes for a process that ended while it resumed batches, ms. */
const LEASE_MS = 30_000;

/**
 * Opens the intake of email events. Counting follows people who changed concurrently, and following a merge counts:
 * both depend on each other.
 */
export const openIntake = ({ store, bus, ...parts }: IntakeParts) => {
  const { clock, ids } = parts;
  const batchIds = createBatchIds({ clock, ids, floor: () => resumer.floor() });
  const move = moveHistory({ ...parts, batchIds, carryOut: (batch, signal) => intake.carryOut(batch, signal) });
  const intake: BatchIntake = createBatchIntake({
    ...parts,
    batchIds,
    moveHistory: move,
    publish: publishChanges('marketing', bus),
  });
  const lease = store.lease('batchResumer', LEASE_MS);
  const resumer: BatchResumer = createBatchResumer({ ...parts, intake, hold: () => lease.hold() });
  return { batchIds, moveHistory: move, intake, resumer, lease };
};
