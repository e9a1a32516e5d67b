import type { Clock, Logger } from '@porchlight/runtime';
import { formatDestination } from './destination';
import type { DeliveryStore } from './delivery-store';

export interface ResumeOptions {
  readonly deliveryStore: Pick<DeliveryStore, 'resume'>;
  /** Called when deliveries are due. */
  readonly onDue: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The properties of an endpoint that pending deliveries depend on. */
export interface Resumable {
  readonly status: 'Active' | 'Disabled';
  readonly url: string;
}

/** Makes the pending deliveries of an endpoint due after it was enabled or its URL changed. */
export type Resume = (accountId: number, endpointId: number, before: Resumable, after: Resumable) => void;

/**
 * After an endpoint was enabled or its URL changed: makes its pending deliveries due at once, for the current URL
 * (decisions section 7). Runs in the background; if it fails, deliveries keep their schedule.
 */
export const createResume =
  ({ deliveryStore, onDue, clock, logger }: ResumeOptions): Resume =>
  (accountId, endpointId, before, after) => {
    const enabled = before.status === 'Disabled' && after.status === 'Active';
    if (!enabled && before.url === after.url) return;
    if (enabled)
      logger.info({ event: 'webhook.enabled', accountId, webhookId: endpointId }, 'a webhook was enabled again');
    deliveryStore
      .resume(accountId, endpointId, formatDestination({ accountId, origin: new URL(after.url).origin }), clock.date())
      .then(onDue, (error: unknown) =>
        logger.warn(
          { event: 'deliveries.resume_failed', webhookId: endpointId, err: error },
          'pending deliveries could not be resumed',
        ),
      );
  };
