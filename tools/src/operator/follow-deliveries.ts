import type { Porchlight } from '@porchlight/sdk';
import { shown } from './print';

/** A delivery in the format of the API. */
export type Delivery = Awaited<ReturnType<Porchlight['webhooks']['deliveries']>>['deliveries'][number];

export interface Following {
  readonly webhookIds: readonly number[];
  /** Ignores deliveries created before. */
  readonly since: string;
  readonly signal: AbortSignal;
  /** Waits until the next poll. */
  readonly wait: () => Promise<void>;
  readonly show: (webhookId: number, delivery: Delivery) => void;
}

/** Maximum number of deliveries whose printed state is stored; the oldest are dropped. */
const REMEMBERED = 10_000;
const PAGE = 100;

/** Prints each delivery once per attempt and state, oldest first, until the signal is aborted. */
export async function followDeliveries(
  { webhooks }: Pick<Porchlight, 'webhooks'>,
  { webhookIds, since, signal, wait, show }: Following,
): Promise<void> {
  const printedStates = new Map<string, string>();
  while (!signal.aborted) {
    for (const webhookId of webhookIds) {
      const changed: Delivery[] = [];
      for await (const page of webhooks.deliveries(webhookId, { since, limit: PAGE }).pages()) {
        const fresh = page.deliveries.filter(
          ({ id, status, attempts }) => printedStates.get(id) !== `${status} ${attempts.length}`,
        );
        changed.push(...fresh);
        // Newest first: after a page without changes, only late attempts can follow; the next poll finds them.
        if (fresh.length === 0 || changed.length >= REMEMBERED) break;
      }
      for (const delivery of changed.reverse()) {
        printedStates.delete(delivery.id);
        printedStates.set(delivery.id, `${delivery.status} ${delivery.attempts.length}`);
        if (signal.aborted) return;
        show(webhookId, delivery);
      }
      for (const id of printedStates.keys()) if (printedStates.size > REMEMBERED) printedStates.delete(id);
    }
    await wait();
  }
}

/** Formats one line: time, webhook, event and result. */
export function describeDelivery(
  webhookId: number,
  { created, event, eventId, status, attempts, nextAttempt }: Delivery,
): string {
  const last = attempts.at(-1);
  const answer =
    last === undefined ? 'not tried yet' : last.status === null ? shown(last.error) : `${last.status} in ${last.ms} ms`;
  const tries = attempts.length > 1 ? `, attempt ${attempts.length}` : '';
  const next = status === 'Pending' && last !== undefined && nextAttempt ? `, again ${nextAttempt}` : '';
  return `${created}  webhook ${webhookId}  ${event}  ${eventId}  ${status}: ${answer}${tries}${next}`;
}
