import { emEvents, EmEventServiceDefinition, type EmEvent, emailActivityCounted } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, type ResourceStore } from '@porchlight/store';
import type { Campaigns } from '../campaigns';
import type { CopyPorts } from '../copies';
import type { Service } from '../service';
import { suppressRecipients, type Suppressions } from '../suppressions';
import { createBatchIds } from './batch-ids';
import { createBatchIntake, type BatchIntake } from './batch-intake';
import type { EventPorts } from './event-ports';
import { eventBatchSchema, NOTHING_SETTLED, createEventBatchStore } from './event-batch';
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
import { createFactMessage } from '@porchlight/backend';
import { activityEntry } from './publish-batch';

export { findSurvivor } from './move-history';

/** A sent mail of an action plan. */
interface SentPlanMail {
  readonly _id: string;
  readonly accountId: number;
  readonly personId: number;
  /** When it was sent. */
  readonly at?: Date;
}

/**
 * Sorts behind every batch of email events: a sum stores the id of a plan's mail permanently, so that a repeat at any
 * time counts once.
 */
const formatBatchId = (id: string): string => `~plan:${id}`;

/**
 * Counts a sent mail of its person, once, and publishes the count to the people service (decisions section 6: emails
 * sent).
 */
export const countSentMail = async (
  { ledger, publish, ids, clock }: Pick<EventPorts, 'ledger' | 'publish' | 'ids' | 'clock'>,
  { _id, accountId, personId, at }: SentPlanMail,
): Promise<void> => {
  const last = at ?? clock.date();
  await ledger.addSent(
    accountId,
    [formatBatchId(_id)],
    new Map([[personId, { by: 1, last, events: 1, lastEvent: last }]]),
    NOTHING_SETTLED,
  );
  const sums = await ledger.sentTo(accountId, [personId]);
  const people = sums.map(activityEntry);
  await publish([createFactMessage({ ids, clock }, emailActivityCounted, { accountId, data: { people } })]);
};

/** Longest wait of other processes for a process that ended while it resumed batches, ms. */
const RESUMER_LEASE_MS = 30_000;
const RPC_STOP_MS = 8_000;

/**
 * Opens email events and their counts. Counting follows people who changed concurrently,
 * and following a merge counts: both depend on each other.
 */
export const openEmailEvents = (
  { store, clock, ids, logger, publish }: Pick<Service, 'store' | 'clock' | 'ids' | 'logger' | 'publish'>,
  copies: CopyPorts,
  { campaignNames }: Pick<Campaigns, 'campaignNames'>,
  { suppressed, optIns, hashAddress }: Suppressions,
) => {
  const rows: ResourceStore<EmEvent, EventRow> = store.resource({
    descriptor: emEvents,
    columns: eventRowColumns,
    strategy: createRowStrategy(campaignNames),
    indexes: ROW_INDEXES,
  });
  const ledger = createEventStore(
    store.collection('emEventLog', storedEventSchema),
    store.collection('emSums', sentSumSchema),
    store.collection('emEventIds', eventSequenceSchema),
  );
  const stores = {
    rows,
    ledger,
    keyedRows: createEventRows(store.collection<EventRow>('emEvents'), clock),
    batchStore: createEventBatchStore(store.collection('emBatches', eventBatchSchema)),
  };
  const batchIds = createBatchIds({ clock, ids, floor: () => resumer.floor() });
  const ports: EventPorts = {
    ...{ ...copies, ...stores, suppressed, optIns, hashAddress, clock, ids, logger, publish, batchIds },
    moveHistory: (...merge) => move(...merge),
  };
  const intake: BatchIntake = createBatchIntake(ports);
  const move = moveHistory(ports, intake.carryOut);
  const lease = store.lease('batchResumer', RESUMER_LEASE_MS);
  const resumer: BatchResumer = createBatchResumer(ports, intake, () => lease.hold());
  return { ...stores, batchIds, moveHistory: move, intake, resumer, lease };
};

/** The stores of email events. */
export type EmailEvents = ReturnType<typeof openEmailEvents>;

/** Updates the email events of a person after a change of the person. */
export const createPersonFollower =
  (copies: CopyPorts, emailEvents: EmailEvents) =>
  (accountId: number, personId: number, signal: AbortSignal): Promise<void> =>
    followPerson({ ...copies, ...emailEvents }, accountId, personId, signal);

/** Serves email events; finishes batches that other processes left. */
export const registerEmailEvents = (
  service: Service,
  emailEvents: EmailEvents,
  copies: CopyPorts,
  { campaignNames }: Pick<Campaigns, 'campaignNames'>,
  { suppressed, optIns, hashAddress }: Suppressions,
): void => {
  const { rpc } = service;
  const { rows, intake, resumer, lease } = emailEvents;
  const recheck = createRecipientRecheck(service);
  const handlers: Handlers<typeof EmEventServiceDefinition> = createResourceHandlers(emEvents, rows);
  rpc.add(EmEventServiceDefinition, {
    ...handlers,
    listEmEvents: listEmEvents(emailEvents, handlers.listEmEvents),
    recordEmEvents: recordEmEvents({
      ...service,
      ...copies,
      ...emailEvents,
      ...{ suppressed, optIns, hashAddress },
      recheck,
      suppressRecipients: suppressRecipients({ ...copies, suppressed }),
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
