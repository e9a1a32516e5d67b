import type { Delivery as DeliveryRecord, Webhook } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import { readNextToken, writeNextToken, type ResourceStore, type StoreCall, type TokenScope } from '@porchlight/store';
import type { Attempt, Delivery, DeliveryLog } from '../deliveries';
import { EVENT_SECONDS, type EventStore } from '../payloads';
import type { WebhookDocument } from './webhook-document';
import { findVisibleWebhook } from './own-webhook';

export interface ListDeliveriesOptions {
  readonly webhooks: Pick<ResourceStore<Webhook, WebhookDocument>, 'load'>;
  readonly log: DeliveryLog;
  readonly events: Pick<EventStore, 'read'>;
  /** HMAC key of `next` tokens. */
  readonly nextTokenKey: Buffer;
  readonly clock: Clock;
}

interface Request {
  readonly webhookId: number;
  readonly status: readonly string[];
  readonly since?: Date | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly next: string;
}

const MAX_SHOWN = 100;
/** Maximum size of all response bodies in one page, characters; further ones are omitted. */
const MAX_RESPONSES = 1_048_576;
/** Maximum offset among deliveries with the same time. */
const MAX_SKIPPED = 20_000;
const MAX_LEFT_OUT = 2_000;

/** Start of a page: this time (ms), after this number of deliveries with the same time. */
interface PageStart {
  readonly at: number;
  readonly skip: number;
}

/** A token is valid for this caller, webhook and filters. */
const tokenScope = ({ actor }: StoreCall, { webhookId, status, since }: Request): TokenScope => ({
  actor,
  resource: `webhooks/${webhookId}/deliveries`,
  query: {
    sort: '',
    descending: true,
    filters: [
      { name: 'status', values: [...status] },
      { name: 'since', values: since ? [since.toISOString()] : [] },
    ],
  },
});

const readNext = (key: Buffer, scope: TokenScope, next: string): PageStart => {
  const { value, id } = readNextToken(key, scope, next);
  if (!(value instanceof Date) || id > MAX_SKIPPED) throw refuse('INVALID_NEXT');
  return { at: value.getTime(), skip: id };
};

const writeNext = (key: Buffer, scope: TokenScope, page: readonly Delivery[], before: PageStart | undefined) => {
  const value = page.at(-1)!.created;
  const same = page.filter(({ created }) => created.getTime() === value.getTime()).length;
  return writeNextToken(key, scope, { value, id: same + (before?.at === value.getTime() ? before.skip : 0) });
};

/** GET /v1/webhooks/{id}/deliveries: the last 30 days of one webhook, newest first (decisions section 7). */
export const createListDeliveries = ({ webhooks, log, events, nextTokenKey, clock }: ListDeliveriesOptions) => {
  const toRecords = async (page: readonly Delivery[], webhook: WebhookDocument): Promise<DeliveryRecord[]> => {
    const [findAttempts, known] = await Promise.all([
      log.findAttempts(page),
      events.read([...new Set(page.map(({ eventId }) => eventId))], [webhook.accountId]),
    ]);
    let room = MAX_RESPONSES;
    const toAttemptRecord = ({ at, status, ms, error, response }: Attempt) => {
      room -= response?.length ?? 0;
      return { at, status, ms, error, response: room >= 0 ? response : undefined };
    };
    return page.map((delivery) => ({
      id: delivery._id,
      eventId: delivery.eventId,
      event: known.get(delivery.eventId)?.event ?? webhook.event,
      status: delivery.status,
      created: delivery.created,
      // Unknown during an attempt.
      nextAttempt: delivery.leaseBy === undefined ? delivery.dueAt : undefined,
      attempts: findAttempts(delivery).map(toAttemptRecord),
    }));
  };

  return async (request: Request, call: StoreCall) => {
    const webhook = await findVisibleWebhook(webhooks, call, request.webhookId);
    const scope = tokenScope(call, request);
    const limit = Math.min(MAX_SHOWN, Math.max(1, request.limit));
    const position = request.next === '' ? undefined : readNext(nextTokenKey, scope, request.next);
    const now = clock.now();
    const above = Math.max(now - EVENT_SECONDS * 1_000, (request.since?.getTime() ?? 0) - 1);
    const of = { accountId: webhook.accountId, webhookId: webhook.id };
    const query = { ...of, statuses: request.status, above, below: (await log.findEnd(of, now)) + 1 };
    const skip = position?.skip ?? Math.min(MAX_LEFT_OUT, Math.max(0, request.offset));
    const [deliveries, total] = await Promise.all([
      log.newest(position ? { ...query, below: position.at + 1 } : query, skip + limit + 1),
      log.count(query),
    ]);
    const page = deliveries.slice(skip, skip + limit);
    const more = deliveries.length > skip + limit;
    return {
      records: await toRecords(page, webhook),
      total,
      next: more ? writeNext(nextTokenKey, scope, page, position) : '',
    };
  };
};
