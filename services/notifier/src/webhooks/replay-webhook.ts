import type { ReplayWebhookRequest, Webhook } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import type { Clock, Logger } from '@porchlight/runtime';
import type { AccountLock, ResourceStore, StoreCall } from '@porchlight/store';
import {
  type Delivery,
  formatDeliveryId,
  type DeliveryLog,
  type DeliveryStore,
  formatDestination,
} from '../deliveries';
import type { EventStore, EventRecord } from '../payloads';
import type { WebhookDocument } from './webhook-document';
import { findOwnWebhook } from './own-webhook';

export interface ReplayOptions {
  readonly webhooks: Pick<ResourceStore<Webhook, WebhookDocument>, 'load'>;
  readonly events: Pick<EventStore, 'read' | 'findRange'>;
  readonly deliveryStore: Pick<DeliveryStore, 'add'>;
  readonly log: Pick<DeliveryLog, 'findStatuses' | 'requeue'>;
  readonly lock: AccountLock;
  /** Called when deliveries are due. */
  readonly onDue: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Maximum per call (decisions section 7). */
const MAX_REPLAYED = 10_000;
/** Maximum number of events that are scanned for dead letters. */
const MAX_SCANNED = 50_000;
const CHUNK = 500;
const RETRY_SECONDS = 5;

/** Events about erased records are not delivered again, except deletions. */
const isReplayable = ({ erased, event }: EventRecord): boolean => !erased || event.endsWith('Deleted');

const PINNED_AT = 'at';

const formatWebhookDestination = ({ accountId, url }: WebhookDocument): string =>
  formatDestination({ accountId, origin: new URL(url).origin });

/** The events to replay: one event or a range. */
type Selection =
  { readonly eventId: string } | { readonly status: 'GivenUp' | 'all'; readonly since: Date; readonly until: Date };

const parseSelection = ({ eventId, status, since, until }: ReplayWebhookRequest, now: Date): Selection => {
  if (eventId !== undefined) {
    if (status !== undefined || since || until) throw invalidBody("Send either 'eventId', or 'status' and 'since'.");
    return { eventId };
  }
  if (status !== 'GivenUp' && status !== 'all')
    throw invalidBody("Send either 'eventId', or 'status' (GivenUp or all) and 'since'.");
  if (!since) throw invalidBody("Missing 'since' field.");
  if (until && until < since) throw invalidBody("Field 'until' must not be before 'since'.");
  return { status, since, until: until ?? now };
};

/** Whether a delivery with this status, or an event without one, is replayed. */
const fits = (selection: Selection, status: Delivery['status'] | undefined): boolean => {
  if ('eventId' in selection) return true;
  return selection.status === 'GivenUp' ? status === 'GivenUp' : status !== 'Pending';
};

/** A delivery that a disabled webhook missed. */
const createDelivery = (webhook: WebhookDocument, eventId: string, now: Date, occurred: Date): Delivery => ({
  _id: formatDeliveryId(eventId, webhook.id),
  accountId: webhook.accountId,
  webhookId: webhook.id,
  eventId,
  lane: formatWebhookDestination(webhook),
  status: 'Pending',
  occurred,
  created: now,
  dueAt: now,
  tries: 0,
});

/**
 * POST /v1/webhooks/{id}/replay: makes deliveries due again and creates those that a disabled webhook missed, with a
 * new retry schedule. One replay per webhook at a time.
 */
export const createReplay = (options: ReplayOptions) => {
  const { webhooks, events, log, deliveryStore, clock } = options;

  const findEvents = async (webhook: WebhookDocument, selection: Selection): Promise<EventRecord[]> => {
    const { accountId, event, system } = webhook;
    if (!('eventId' in selection)) {
      const records = await events.findRange(
        { accountId, event, since: selection.since, until: selection.until },
        MAX_SCANNED,
      );
      return records.filter((one) => one.systems.includes(system) && isReplayable(one));
    }
    const record = (await events.read([selection.eventId], [accountId])).get(selection.eventId);
    if (record?.accountId === accountId && record.systems.includes(system) && isReplayable(record))
      // Events in its delivery log belong to it, even if it is now registered for another event.
      if (
        record.event === event ||
        (await log.findStatuses(accountId, [formatDeliveryId(record._id, webhook.id)])).size > 0
      )
        return [record];
    throw refuse('NOT_FOUND', { what: 'event of this webhook' });
  };

  /** Retry schedules start at `at`, which identifies deliveries of an earlier attempt of the same call. */
  const replay = async (
    webhook: WebhookDocument,
    selection: Selection,
    at: Date,
    { signal, idempotency }: StoreCall,
  ) => {
    const isSentAgain = idempotency?.previous(PINNED_AT) !== undefined;
    const records = await findEvents(webhook, selection);
    let replayed = 0;
    for (let from = 0; from < records.length && replayed < MAX_REPLAYED; from += CHUNK) {
      signal.throwIfAborted();
      const now = clock.date();
      const ids = records.slice(from, from + CHUNK).map(({ _id }) => _id);
      const statuses = await log.findStatuses(
        webhook.accountId,
        ids.map((id) => formatDeliveryId(id, webhook.id)),
      );
      const of = (id: string) => statuses.get(formatDeliveryId(id, webhook.id));
      const isReplayed = (id: string): boolean => isSentAgain && of(id)?.occurred.getTime() === at.getTime();
      const chosen = ids
        .filter((id) => isReplayed(id) || fits(selection, of(id)?.status))
        .slice(0, MAX_REPLAYED - replayed);
      const missed = chosen.filter((id) => !of(id));
      const existing = chosen
        .filter((id) => of(id) && !isReplayed(id))
        .map((id) => ({ _id: formatDeliveryId(id, webhook.id), accountId: webhook.accountId }));
      if (missed.length > 0) await deliveryStore.add(missed.map((id) => createDelivery(webhook, id, now, at)));
      await log.requeue(existing, formatWebhookDestination(webhook), { now, occurred: at });
      replayed += chosen.length;
      options.onDue();
    }
    return replayed;
  };

  return async (request: ReplayWebhookRequest, call: StoreCall): Promise<{ replayed: number }> => {
    const webhook = await findOwnWebhook(webhooks, call, request.webhookId);
    const at = await memoize(call, PINNED_AT, () => clock.date());
    const selection = parseSelection(request, at);
    if (webhook.status !== 'Active')
      throw refuse('CONFLICT', { message: 'This webhook is disabled. Set its status to Active first.' });
    const done = await options.lock.attempt(`${webhook.accountId}:replay:${webhook.id}`, call.signal, async () => ({
      replayed: await replay(webhook, selection, at, call),
    }));
    if (!done) throw refuse('RATE_LIMITED', { seconds: RETRY_SECONDS });
    const { accountId, id: webhookId } = webhook;
    options.logger.info({ event: 'webhook.replayed', accountId, webhookId, ...done }, 'deliveries are replayed');
    return done;
  };
};
