import type { Store, StoreOptions } from '../contract/store';
import type { Database } from '../database';
import { createLease } from '../lease';
import { measureOutbox } from '../store-metrics';
import type { OpenedResource } from '../store-resources';
import { createHeartbeat } from './heartbeat';
import { createOutboxPublisher } from './outbox-publisher';
import { createOutboxRelay } from './outbox-relay';
import { runRelay } from './relay-loop';
import { createChangeSender } from './send-changes';
import { createSetAside, UNSENT_CHANGES, unsentSchema } from './unsent-changes';

const LEASE_MS = 10_000;

/**
 * Opens the outbox of a store: the publisher of what this process writes, and the relay of what ended processes left.
 */
export const openOutbox = ({
  database,
  processId,
  resources,
  stopping,
  options: { publish, clock, logger, metrics, tracing },
}: {
  readonly database: Database;
  readonly processId: string;
  /** Grows while resources are opened. */
  readonly resources: readonly OpenedResource[];
  /** Ends the relay. */
  readonly stopping: AbortSignal;
  readonly options: StoreOptions;
}) => {
  const setAsideTotal = metrics?.counter(
    'outbox_set_aside_total',
    'Changes that the bus refused for good; they wait for the operator (porchlight outbox).',
  );
  const setAside = createSetAside({
    collection: database.collection(UNSENT_CHANGES, unsentSchema),
    clock,
    logger,
    count: () => setAsideTotal?.inc(),
  });
  const send = createChangeSender({ publish, setAside, logger });
  const publisher = createOutboxPublisher({ send, logger, tracing });
  const heartbeat = createHeartbeat({
    database,
    processId,
    clock,
    logger,
    state: () => ({
      epochs: Object.fromEntries(
        resources.map(({ descriptor, writeSequence }) => [descriptor.resource, writeSequence.epoch()]),
      ),
      behind: publisher.behind(),
    }),
  });
  const lease = createLease(database, clock, processId, 'sweeper', LEASE_MS);
  const relay = createOutboxRelay({ database, resources, lease, send, setAside, clock, logger });
  if (metrics) measureOutbox({ metrics, resources, inMemory: publisher.pending, now: () => clock.now() });
  let relaying: Promise<void> | undefined;

  return {
    publisher,
    relay,
    /** A resource has begun an epoch: the relays of all processes need it soon. */
    onEpoch: heartbeat.touch,
    /** Reports that this process is alive, and with `relays` runs the relay. */
    start: async ({ relays }: { readonly relays: boolean }): Promise<void> => {
      await heartbeat.start();
      if (relays) relaying = runRelay(relay, logger, stopping);
    },
    /** Publishes pending changes within the deadline. The signal `stopping` is aborted before. */
    stop: async (deadline: Parameters<Store['stop']>[0]): Promise<void> => {
      await relaying;
      await publisher.drain(deadline);
      publisher.stop();
      await heartbeat.stop();
      await lease.release().catch(() => undefined);
    },
  };
};
