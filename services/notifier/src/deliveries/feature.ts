import { createWakeSignal, type Worker } from '@porchlight/runtime';
import { copies } from '../copies';
import { egress } from '../egress';
import { payloads } from '../payloads';
import { defineFeature } from '../service';
import { followAccounts } from './follow-accounts';
import { attemptSchema, deliverySchema } from './delivery';
import { createDeliveryEngine, type DeliveryEngine } from './delivery-engine';
import { createDeliveryLog } from './delivery-log';
import type { Deliveries } from './delivery-parts';
import { createDeliveryStore } from './delivery-store';
import { createEndpoints } from './webhook-endpoints';
import { createDeliveryMetrics, measureBacklog } from './delivery-metrics';
import { createClockSkewRepair } from './repair-clock-skew';
import { createResume } from './resume-deliveries';

/** The engine, and the repair after a jump of the clock, besides what other features use. */
interface OpenedDeliveries extends Deliveries {
  readonly engine: DeliveryEngine;
  readonly clockSkewRepair: Worker;
}

/** Beyond the longest attempt: waiting in memory, writing the result, clock differences. */
const LEASE_MARGIN_MS = 5_000;
/** The owner is warned after 12 h of failures if deliveries are given up after 36 h (D13.8). */
const WARN_PART = 1 / 3;

/** The delivery engine: stores deliveries and attempts those that are due. */
export const deliveries = defineFeature({
  name: 'deliveries',
  needs: { egress, copies, payloads },
  open(parts): OpenedDeliveries {
    const {
      config,
      store: database,
      copies: { accounts },
      payloads: { events },
      clock,
      ids,
      logger,
    } = parts;
    const documents = {
      deliveries: database.collection('deliveries', deliverySchema),
      attempts: database.collection('attempts', attemptSchema),
    };
    const store = createDeliveryStore(documents.deliveries, documents.attempts);
    const schedule = {
      retryIntervalMs: config.WEBHOOK_RETRY_INTERVAL_MS,
      giveUpAfterMs: config.WEBHOOK_GIVE_UP_AFTER_MS,
    };
    const leaseMs = config.WEBHOOK_TIMEOUT_MS + LEASE_MARGIN_MS;
    const due = createWakeSignal();
    const endpoints = createEndpoints({
      accounts,
      ttlMs: config.NOTIFIER_WEBHOOK_CACHE_MS,
      warnAfterMs: schedule.giveUpAfterMs * WARN_PART,
      clock,
      logger,
    });
    /** Name of this process in leases. */
    const holder = ids.random(8).toString('hex');
    let leases = 0;
    const leaseToken = (): string => `${holder}:${++leases}`;
    const metrics = createDeliveryMetrics(parts.metrics);
    const engine = createDeliveryEngine({
      ...parts,
      store,
      endpoints,
      events,
      schedule,
      leaseMs,
      leaseToken,
      metrics,
      due,
    });
    return {
      documents,
      store,
      log: createDeliveryLog(documents.deliveries, documents.attempts),
      endpoints,
      dispatcher: engine.dispatcher,
      leaseMs,
      leaseToken,
      metrics,
      notify: due.notify,
      resume: createResume({ deliveryStore: store, onDue: due.notify, clock, logger }),
      engine,
      clockSkewRepair: createClockSkewRepair({
        deliveryStore: store,
        clock,
        holder,
        leaseMs,
        retryIntervalMs: schedule.retryIntervalMs,
        onReset: due.notify,
        logger,
      }),
    };
  },
  serve(
    { store, endpoints: { directory }, engine, clockSkewRepair, notify },
    { copies: { accounts }, metrics, clock },
  ) {
    measureBacklog(metrics, store, clock, engine.dispatcher);
    return {
      onAccounts: followAccounts({ accounts, directory, deliveryStore: store, onDue: notify, clock }),
      workers: { 'deliveries.poll': () => engine.scheduler, 'deliveries.recall': () => clockSkewRepair },
      stop: (deadline) => engine.stop(deadline),
    };
  },
});
