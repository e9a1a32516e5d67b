import { emEvents, EmEventServiceDefinition, type EmEvent } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, type ResourceStore } from '@porchlight/store';
import type { Campaigns } from '../campaigns';
import type { Copies } from '../copies';
import type { Service } from '../service';
import { createBatchIds } from './batch-ids';
import { createBatchIntake, type BatchIntake } from './batch-intake';
import { eventBatchSchema } from './event-batch';
import { createEventBatchStore } from './event-batch-store';
import { createEventRows } from './event-rows';
import { createRowStrategy, type EventRow, eventRowColumns, ROW_INDEXES } from './event-rows-strategy';
import { createEventStore, eventSequenceSchema, sentSumSchema } from './event-store';
import { followPerson } from './follow-person';
import { listEmEvents } from './list-em-events';
import { moveHistory } from './move-history';
import { createRecipientRecheck } from './recheck-recipients';
import { recordEmEvents } from './record-email-events';
import { createBatchResumer, type BatchResumer } from './resume-batches';
import { storedEventSchema } from './stored-event';
import { createUnsubscribedAddresses, unsubscribedAddressSchema } from './unsubscribed-addresses';

export { countSentMail, type CountMailPorts } from './count-sent-mail';
export type { EventStore } from './event-store';
export { findSurvivor } from './move-history';
export type { Unsubscribes } from './unsubscribed-addresses';

/** Longest wait of other processes for a process that ended while it resumed batches, ms. */
const RESUMER_LEASE_MS = 30_000;
const RPC_STOP_MS = 8_000;

/**
 * Opens email events, their counts and the unsubscribed addresses. Counting follows people who changed concurrently,
 * and following a merge counts: both depend on each other.
 */
export const openEmailEvents = (
  { store, clock, ids, logger, publish }: Pick<Service, 'store' | 'clock' | 'ids' | 'logger' | 'publish'>,
  copies: Copies,
  { campaignNames }: Pick<Campaigns, 'campaignNames'>,
) => {
  const rows: ResourceStore<EmEvent, EventRow> = store.resource({
    descriptor: emEvents,
    columns: eventRowColumns,
    strategy: createRowStrategy(campaignNames),
    indexes: ROW_INDEXES,
  });
  const ledger = createEventStore({
    events: store.collection('emEventLog', storedEventSchema),
    sums: store.collection('emSums', sentSumSchema),
    sequences: store.collection('emEventIds', eventSequenceSchema),
  });
  const stores = {
    rows,
    ledger,
    keyedRows: createEventRows(store.collection<EventRow>('emEvents'), clock),
    batchStore: createEventBatchStore(store.collection('emBatches', eventBatchSchema)),
    unsubscribes: createUnsubscribedAddresses(store.collection('unsubscribes', unsubscribedAddressSchema)),
  };
  const parts = { ...copies, ...stores, clock, ids, logger };
  const batchIds = createBatchIds({ clock, ids, floor: () => resumer.floor() });
  const move = moveHistory({ ...parts, batchIds, carryOut: (batch, signal) => intake.carryOut(batch, signal) });
  const intake: BatchIntake = createBatchIntake({ ...parts, batchIds, moveHistory: move, publish });
  const lease = store.lease('batchResumer', RESUMER_LEASE_MS);
  const resumer: BatchResumer = createBatchResumer({ ...parts, intake, hold: () => lease.hold() });
  return { ...stores, batchIds, moveHistory: move, intake, resumer, lease };
};

/** The stores of email events. */
export type EmailEvents = ReturnType<typeof openEmailEvents>;

/** Updates the email events of a person after a change of the person. */
export const createPersonFollower =
  (copies: Copies, emailEvents: EmailEvents) =>
  (accountId: number, personId: number, signal: AbortSignal): Promise<void> =>
    followPerson({ ...copies, ...emailEvents }, accountId, personId, signal);

/** Serves email events; finishes batches that other processes left. */
export const registerEmailEvents = (
  service: Service,
  emailEvents: EmailEvents,
  copies: Copies,
  { campaignNames }: Pick<Campaigns, 'campaignNames'>,
): void => {
  const { rpc, clock, ids, logger } = service;
  const { rows, intake, resumer, lease } = emailEvents;
  const recheck = createRecipientRecheck({ clock, logger });
  const handlers = createResourceHandlers<EmEvent, EventRow, Handlers<typeof EmEventServiceDefinition>>(emEvents, rows);
  rpc.add(EmEventServiceDefinition, {
    ...handlers,
    listEmEvents: listEmEvents(emailEvents, handlers.listEmEvents),
    recordEmEvents: recordEmEvents({
      ...copies,
      ...emailEvents,
      clock,
      ids,
      recheck,
      knownCampaigns: async (call, wanted) => new Set((await campaignNames(call, wanted)).keys()),
    }),
  });
  service.addWorker('batchResumer', () => resumer);
  service.addWorker('recipientRecheck', () => recheck);
  // Calls end first: their counts are published afterwards.
  service.onStop(async (deadline) => {
    await rpc.stop(RPC_STOP_MS);
    await intake.settle(deadline);
    await lease.release();
  });
};
