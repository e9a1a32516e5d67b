import {
  formatPosition,
  parsePosition,
  type AccountEvents,
  type CloseStreamRequest,
  type CloseStreamResponse,
  type OpenStreamRequest,
  type OpenStreamResponse,
  type ReadStreamsRequest,
  type ReadStreamsResponse,
  type StreamEvent,
  type StreamPosition,
} from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { mapBounded, startStopwatch, type Clock } from '@porchlight/runtime';
import { inAccounts, type DocumentCollection } from '@porchlight/store';
import { CONNECTION_MS, type StoredEvent, type StreamConnection } from './stream-documents';
import type { StreamLog } from './stream-log';
import type { Arrivals } from './arrivals';

/** Pause between two looks for events that other processes stored, ms. */
const LOOK_MS = 250;
/** Accounts whose events one response contains, 128 kB each at most; the next read returns the others. */
const ACCOUNTS_AT_ONCE = 32;
const CONCURRENT_READS = 4;
const MAX_ACCOUNTS = 10_000;
/** Longest wait of a read, ms. */
const MAX_WAIT_MS = 10_000;

interface StreamParts {
  readonly log: StreamLog;
  readonly connections: DocumentCollection<StreamConnection>;
  readonly arrivals: Arrivals;
  readonly clock: Clock;
}

const formatConnectionId = (accountId: number, connectionId: string): string => `${accountId}:${connectionId}`;

/**
 * Registers a connection, and returns the position from which it goes on: after `lastEventId` if all events since then
 * are stored, else the end. Throws TOO_MANY_STREAMS.
 */
export const openStream =
  ({ log, connections, clock }: StreamParts) =>
  async ({ accountId, connectionId, lastEventId }: OpenStreamRequest): Promise<OpenStreamResponse> => {
    const _id = formatConnectionId(accountId, connectionId);
    const until = new Date(clock.now() + CONNECTION_MS);
    await connections.insertMany([{ _id, accountId, until }]);
    const limit = LIMITS.streamsPerAccount.value;
    // Counted with its own: two that open at the same time cannot both be the last.
    if ((await connections.count({ accountId, until: { $gt: clock.date() } })) > limit) {
      await connections.deleteMany(inAccounts({ _id }, [accountId]));
      throw refuse('TOO_MANY_STREAMS', { limit });
    }
    const epoch = await log.begin(accountId);
    const last = parsePosition(lastEventId);
    if (last?.epoch === epoch && (await log.holds(accountId, last)))
      return { position: formatPosition(last), reset: false };
    return { position: formatPosition(await log.findEnd(accountId, epoch)), reset: lastEventId !== '' };
  };

/** Forgets a connection. */
export const closeStream =
  ({ connections }: Pick<StreamParts, 'connections'>) =>
  async ({ accountId, connectionId }: CloseStreamRequest): Promise<CloseStreamResponse> => {
    await connections.deleteMany(inAccounts({ _id: formatConnectionId(accountId, connectionId) }, [accountId]));
    return {};
  };

const toStreamEvent = (position: StreamPosition, stored: StoredEvent): StreamEvent => ({
  position: formatPosition(position),
  eventId: stored.id,
  event: stored.event,
  ids: stored.ids,
  occurred: stored.occurred,
  dataJson: stored.dataJson ?? '',
  deleted: stored.deleted ?? false,
  ...(stored.viewers && { viewers: { userIds: stored.viewers } }),
  suppressedSystem: stored.suppressedSystem ?? '',
});

/** Renews connections, and the storing of events of their accounts; returns the accounts that begin anew. */
const renewConnections = async (
  { log, connections, clock }: StreamParts,
  { accounts }: ReadStreamsRequest,
  positions: ReadonlyMap<number, StreamPosition>,
): Promise<number[]> => {
  const renewed = accounts.filter(({ connectionIds }) => connectionIds.length > 0);
  if (renewed.length === 0) return [];
  const keys = renewed.flatMap(({ accountId, connectionIds }) =>
    connectionIds.map((id) => formatConnectionId(accountId, id)),
  );
  const accountIds = renewed.map(({ accountId }) => accountId);
  await connections.updateMany(inAccounts({ _id: { $in: keys } }, accountIds), {
    $set: { until: new Date(clock.now() + CONNECTION_MS) },
  });
  return log.renew(new Map([...positions].filter(([accountId]) => accountIds.includes(accountId))));
};

/**
 * Returns the events after the positions, at once if there are any, else after the next one or the wait. A position
 * whose events are no longer stored gives `reset`: the account goes on at its end.
 */
export const readStreams = (parts: StreamParts) => {
  const { log, arrivals } = parts;

  const resetAccount = async (accountId: number): Promise<AccountEvents> => {
    const position = formatPosition(await log.findEnd(accountId, await log.begin(accountId)));
    return { accountId, events: [], position, reset: true };
  };
  const readAccount = async (accountId: number, position: StreamPosition): Promise<AccountEvents> => {
    const page = await log.read(accountId, position);
    if (!page) return resetAccount(accountId);
    const events = page.events.map((each) => toStreamEvent(each.position, each.event));
    return { accountId, events, position: formatPosition(page.next), reset: false };
  };

  return async (
    request: ReadStreamsRequest,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<ReadStreamsResponse> => {
    const elapsed = startStopwatch();
    const accounts = request.accounts.slice(0, MAX_ACCOUNTS);
    const positions = new Map<number, StreamPosition>();
    const ended = new Set<number>();
    for (const { accountId, after } of accounts) {
      const position = parsePosition(after);
      if (position) positions.set(accountId, position);
      else ended.add(accountId);
    }
    for (const accountId of await renewConnections(parts, request, positions)) ended.add(accountId);
    if (ended.size > 0) return { accounts: await mapBounded([...ended], CONCURRENT_READS, resetAccount) };
    const waitMs = Math.min(request.waitMs, MAX_WAIT_MS);
    for (;;) {
      const arrival = arrivals.next();
      const changed = (await log.findChanged(positions)).slice(0, ACCOUNTS_AT_ONCE);
      if (changed.length > 0)
        return {
          accounts: await mapBounded(changed, CONCURRENT_READS, (id) => readAccount(id, positions.get(id)!)),
        };
      const remainingMs = waitMs - elapsed();
      if (remainingMs <= 0 || signal.aborted) return { accounts: [] };
      await arrival(Math.min(LOOK_MS, remainingMs), signal);
    }
  };
};
