import type { Delivery as DeliveryRecord, Webhook } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import type { Attempt, Delivery } from '../delivery/delivery';
import { EVENT_SECONDS } from '../notification/event-record';
import type { DeliveryLog, EventJournal } from '../ports';
import type { WebhookDocument } from '../resources/webhook-document';
import { seenWebhook } from './own-webhook';

export interface ListDeliveriesOptions {
  readonly webhooks: Pick<ResourceStore<Webhook, WebhookDocument>, 'load'>;
  readonly log: DeliveryLog;
  readonly events: Pick<EventJournal, 'read'>;
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

const MOST_SHOWN = 100;
/** Answers of receivers in one page, characters; those beyond it are left out. */
const MOST_RESPONSES = 1_048_576;
/** Deliveries of one moment that a page can begin after. */
const MOST_SKIPPED = 20_000;
const MOST_LEFT_OUT = 2_000;
const NEXT = /^(\d{1,15})\.(\d{1,5})$/;

/** Where a page begins: at this moment (ms), after so many of it. */
const readNext = (next: string): { at: number; skip: number } => {
  const [, at, skip] = NEXT.exec(next) ?? [];
  if (at === undefined || Number(skip) > MOST_SKIPPED) throw refuse('INVALID_NEXT');
  return { at: Number(at), skip: Number(skip) };
};

const writeNext = (shown: readonly Delivery[], before: { at: number; skip: number } | undefined): string => {
  const at = shown.at(-1)!.created.getTime();
  const same = shown.filter(({ created }) => created.getTime() === at).length;
  return `${at}.${same + (before?.at === at ? before.skip : 0)}`;
};

/** GET /v1/webhooks/{id}/deliveries: the last 30 days of one webhook, newest first (decisions section 7). */
export const createListDeliveries = ({ webhooks, log, events, clock }: ListDeliveriesOptions) => {
  const recordsOf = async (shown: readonly Delivery[], webhook: WebhookDocument): Promise<DeliveryRecord[]> => {
    const [attemptsOf, known] = await Promise.all([
      log.attemptsOf(shown),
      events.read([...new Set(shown.map(({ eventId }) => eventId))]),
    ]);
    let room = MOST_RESPONSES;
    const attemptOf = ({ at, status, ms, error, response }: Attempt) => {
      room -= response?.length ?? 0;
      return { at, status, ms, error, response: room >= 0 ? response : undefined };
    };
    return shown.map((delivery) => ({
      id: delivery._id,
      eventId: delivery.eventId,
      event: known.get(delivery.eventId)?.event ?? webhook.event,
      status: delivery.status,
      created: delivery.created,
      // While it is being attempted there is no next one yet.
      nextAttempt: delivery.leaseBy === undefined ? delivery.dueAt : undefined,
      attempts: attemptsOf(delivery).map(attemptOf),
    }));
  };

  return async (request: Request, call: StoreCall): Promise<{ records: DeliveryRecord[]; total: number; next: string }> => {
    const webhook = await seenWebhook(webhooks, call, request.webhookId);
    const limit = Math.min(MOST_SHOWN, Math.max(1, request.limit));
    const position = request.next === '' ? undefined : readNext(request.next);
    const now = clock.now();
    const above = Math.max(now - EVENT_SECONDS * 1_000, (request.since?.getTime() ?? 0) - 1);
    const of = { accountId: webhook.accountId, webhookId: webhook.id };
    const query = { ...of, statuses: request.status, above, below: (await log.endOf(of, now)) + 1 };
    const skip = position?.skip ?? Math.min(MOST_LEFT_OUT, Math.max(0, request.offset));
    const [found, total] = await Promise.all([
      log.newest(position ? { ...query, below: position.at + 1 } : query, skip + limit + 1),
      log.count(query),
    ]);
    const shown = found.slice(skip, skip + limit);
    const more = found.length > skip + limit;
    return { records: await recordsOf(shown, webhook), total, next: more ? writeNext(shown, position) : '' };
  };
};
