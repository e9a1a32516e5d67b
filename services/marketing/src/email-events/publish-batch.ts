import { Change, emailActivityCounted } from '@porchlight/contracts';
import type { EventBatch } from './event-batch';
import { computeMoves, type StoredEvent } from './stored-event';
import { activityEntry } from './activity-entry';
import { excludeRecorded } from './count-once';
import type { EventParts } from './event-parts';

/** Records that one notification names (decisions section 7). */
const IDS_AT_ONCE = 100;
/** People whose sums are in one message. */
const PEOPLE_AT_ONCE = 500;

/** Webhook events by type of email event (specification: Webhook events). */
const WEBHOOKS: Readonly<Record<string, string>> = {
  open: 'emEventsOpened',
  click: 'emEventsClicked',
  unsubscribe: 'emEventsUnsubscribed',
};

/** Largest number of changes that a batch of this many events publishes. */
export const mostChanges = (events: number): number =>
  Math.ceil(events / IDS_AT_ONCE) + Object.keys(WEBHOOKS).length + Math.ceil(events / PEOPLE_AT_ONCE);

interface Publication {
  readonly verb: string;
  readonly ids?: number[];
  readonly webhook?: string;
  readonly data?: Record<string, unknown>;
}

const splitIntoChunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** Notifications for partners, each of up to 100 records. */
const buildWebhookChanges = (ofBatch: readonly StoredEvent[]): Publication[] =>
  Object.entries(WEBHOOKS).flatMap(([type, webhook]) => {
    const ids = ofBatch.filter((event) => event.type === type).map(({ id }) => id);
    return splitIntoChunks(
      ids.sort((a, b) => a - b),
      IDS_AT_ONCE,
    ).map((part) => ({ verb: 'created', ids: part, webhook }));
  });

/** The email activity of people, in absolute numbers, so that repeats and late messages are harmless. */
const buildActivityChanges = async (
  { ledger, batchIds, recordedMails }: EventParts,
  counted: readonly CountedBatch[],
) => {
  const { accountId } = counted[0]!.batch;
  const { sent } = computeMoves(counted.flatMap(({ events }) => events));
  if (sent.size === 0) return [];
  await ledger.addSent(
    accountId,
    counted.map(({ batch }) => batch._id),
    sent,
    batchIds.settled(),
  );
  await excludeRecorded(
    { ledger, recordedMails },
    accountId,
    counted.flatMap(({ events }) => events),
  );
  const sums = await ledger.sentTo(accountId, [...sent.keys()]);
  const entries = sums.map(activityEntry);
  return splitIntoChunks(entries, PEOPLE_AT_ONCE).map((part) => ({
    verb: emailActivityCounted.name,
    data: { people: part },
  }));
};

/** A batch with the events that it stored. */
export interface CountedBatch {
  readonly batch: EventBatch;
  readonly events: readonly StoredEvent[];
}

/** The webhook events of a batch. */
const listWebhookChanges = ({ batch, events }: CountedBatch): Publication[] =>
  batch.kind === 'recorded' ? buildWebhookChanges(events) : [];

const publishAll = async (
  { publish }: Pick<EventParts, 'publish'>,
  batch: EventBatch,
  publications: readonly Publication[],
  firstId: number,
): Promise<void> => {
  if (publications.length > 0)
    await publish(
      publications.map((one, at) =>
        buildChange(batch, one, batch.changeIds[firstId + at] ?? `${batch._id}-${firstId + at}`),
      ),
    );
};

/** Publishes the webhook events of a batch. */
export const publishWebhooks = (ports: Pick<EventParts, 'publish'>, counted: CountedBatch): Promise<void> =>
  publishAll(ports, counted.batch, listWebhookChanges(counted), 0);

/**
 * Adds the batches of one account to the sums of its people and publishes their activity together, with the change ids
 * of the first batch. Batches that may have been published before are processed alone.
 */
export const publishActivity = async (ports: EventParts, counted: readonly CountedBatch[]) => {
  const first = counted[0]!;
  await publishAll(ports, first.batch, await buildActivityChanges(ports, counted), listWebhookChanges(first).length);
};

const buildChange = (batch: EventBatch, { verb, ids = [], webhook, data }: Publication, eventId: string) => {
  const { accountId, created: occurred, userId, system, suppressOwn } = batch;
  const value = Change.encode({
    eventId,
    accountId,
    occurred,
    service: 'marketing',
    resource: 'emEvents',
    verb,
    ids,
    webhookEvents: webhook === undefined ? [] : [webhook],
    actorUserId: userId,
    system,
    changed: [],
    record: Buffer.alloc(0),
    suppressOwn,
    dataJson: data === undefined ? '' : JSON.stringify(data),
    batchId: batch._id,
  }).finish();
  return { accountId, eventId, type: `marketing.emEvents.${verb}`, occurred, value };
};
