import type { BatchHandler } from '@porchlight/bus';
import type { EventPaths } from '@porchlight/contracts';
import type { Clock } from '@porchlight/runtime';
import { assignEventIds } from '../payloads';
import { groupMembers, readFiringChange } from '../webhooks';
import type { StoredEvent } from './stream-documents';
import type { StreamLog } from './stream-log';

interface RecordingOptions {
  readonly log: Pick<StreamLog, 'findEpochs' | 'append'>;
  readonly isEventName: EventPaths['isEventName'];
  readonly clock: Clock;
  /** Called after events were stored. */
  readonly onStored: () => void;
}

/**
 * Stores the webhook events of accounts whose stream is read. Changes of one bulk call become events with up to 100
 * ids. A batch that is repeated after a crash stores its events again, with the same event ids.
 */
export const createStreamRecorder =
  ({ log, isEventName, clock, onStored }: RecordingOptions): BatchHandler =>
  async (batch, { signal }) => {
    const epochs = await log.findEpochs(new Set(batch.map(({ key }) => Number(key))));
    if (epochs.size === 0) return;
    const fired = batch
      .filter(({ key }) => epochs.has(Number(key)))
      .flatMap((message) => {
        const change = readFiringChange(message);
        return assignEventIds(change.eventId, change.webhookEvents).flatMap(({ id, name }) =>
          isEventName(name) ? [{ id, name, change }] : [],
        );
      });
    // Changes of one bulk call share an event. Deleted records do not: each has viewers of its own.
    const groups = [
      ...Map.groupBy(fired, ({ id, change }) => (change.viewers || !change.batchId ? id : change.batchId)).values(),
    ].flatMap(groupMembers);
    const events = groups.map(({ id, members, ids }) => {
      const { name, change } = members[0]!;
      const event: StoredEvent = {
        id,
        event: name,
        ids: [...ids],
        occurred: change.occurred ?? clock.date(),
        ...(change.dataJson !== '' && { dataJson: change.dataJson }),
        ...(change.verb === 'deleted' && { deleted: true as const }),
        ...(change.viewers && { viewers: change.viewers.userIds }),
        ...(change.suppressOwn && change.system !== '' && { suppressedSystem: change.system }),
      };
      return { accountId: change.accountId, event };
    });
    for (const [accountId, stored] of Map.groupBy(events, (each) => each.accountId)) {
      signal.throwIfAborted();
      await log.append(
        accountId,
        epochs.get(accountId)!,
        stored.map(({ event }) => event),
      );
    }
    if (events.length > 0) onStored();
  };
