import { methods } from '@porchlight/backend';
import { emEvents, EmEventServiceDefinition } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, type Lease } from '@porchlight/store';
import { campaigns } from '../campaigns';
import { copies, followPeopleChanges } from '../copies';
import { defineFeature } from '../service';
import { suppressions, suppressRecipients } from '../suppressions';
import { createBatchIds } from './batch-ids';
import { createBatchIntake, type BatchIntake } from './batch-intake';
import { eventBatchSchema, createEventBatchStore } from './event-batch';
import type { EventParts } from './event-parts';
import { createRecordedMails, type RecordedMail } from './recorded-mails';
import { createEventRows } from './event-rows';
import { createRowStrategy, type EventRow, eventRowColumns, ROW_INDEXES } from './event-rows-strategy';
import { createEventStore, eventSequenceSchema } from './email-event-store';
import { followPerson } from './follow-recipient';
import { listEmEvents } from './list-em-events';
import { createRecipientRecheck } from './recheck-recipients';
import { readCampaignFigures } from './read-campaign-figures';
import { recordEmEvents } from './record-email-events';
import { createBatchResumer, createFinishedBatches, type BatchResumer } from './resume-batches';
import { sentSumSchema } from './sent-sums';
import { storedEventSchema } from './stored-event';

/** Longest wait of other processes for a process that ended while it resumed batches, ms. */
const RESUMER_LEASE_MS = 30_000;
const RPC_STOP_MS = 8_000;

/** The stores of email events and their processing. */
export interface EmailEvents extends EventParts {
  readonly intake: BatchIntake;
  readonly resumer: BatchResumer;
  /** Held while batches of ended processes are resumed. */
  readonly lease: Lease;
  /** Updates the email events of a person after a change of the person. */
  readonly followPerson: (accountId: number, personId: number, signal: AbortSignal) => Promise<void>;
}

/** Email events and the counts that follow from them. */
export const emailEvents = defineFeature({
  name: 'emailEvents',
  needs: { copies, campaigns, suppressions },
  open({ store, clock, ids, logger, publish, ...needed }): EmailEvents {
    const { suppressed, optIns, hashAddress } = needed.suppressions;
    const finished = createFinishedBatches(clock);
    const parts: EventParts = {
      ...needed.copies,
      ...{ suppressed, optIns, hashAddress, clock, ids, logger, publish },
      rows: store.resource({
        descriptor: emEvents,
        columns: eventRowColumns,
        strategy: createRowStrategy(needed.campaigns.campaignNames),
        indexes: ROW_INDEXES,
      }),
      ledger: createEventStore(
        store.collection('emEventLog', storedEventSchema),
        store.collection('emSums', sentSumSchema),
        store.collection('emEventIds', eventSequenceSchema),
      ),
      recordedMails: createRecordedMails(store.collection<RecordedMail>('planMails')),
      keyedRows: createEventRows(store.collection<EventRow>('emEvents'), clock),
      batchStore: createEventBatchStore(store.collection('emBatches', eventBatchSchema)),
      batchIds: createBatchIds({ clock, ids, floor: () => finished.floor() }),
    };
    const intake = createBatchIntake(parts);
    const lease = store.lease('batchResumer', RESUMER_LEASE_MS);
    const resumer = createBatchResumer({ ...parts, finished }, intake, () => lease.hold());
    const following = { ...parts, moveHistory: intake.moveHistory };
    return { ...parts, intake, resumer, lease, followPerson: (...person) => followPerson(following, ...person) };
  },
  serve(opened, { rpc, store, campaigns: { campaignNames } }) {
    const { rows, intake, resumer, lease } = opened;
    const recheck = createRecipientRecheck(opened);
    const handlers: Handlers<typeof EmEventServiceDefinition> = createResourceHandlers(emEvents, rows);
    return {
      methods: [
        methods(EmEventServiceDefinition, {
          ...handlers,
          listEmEvents: listEmEvents(opened, handlers.listEmEvents),
          readCampaignFigures: readCampaignFigures({
            documents: store.collection<EventRow>('emEvents'),
            campaignNames,
          }),
          recordEmEvents: recordEmEvents({
            ...opened,
            recheck,
            suppressRecipients: suppressRecipients(opened),
            findCampaigns: async (call, ids) => new Set((await campaignNames(call, ids)).keys()),
          }),
        }),
      ],
      on: { 'marketing.copies': followPeopleChanges(opened, opened.followPerson) },
      workers: { batchResumer: () => resumer, recipientRecheck: () => recheck },
      // Calls end first: their counts are published afterwards.
      async stop(deadline) {
        await rpc.stop(RPC_STOP_MS);
        await intake.settle(deadline);
        await lease.release();
      },
    };
  },
});
