import { isLaterPosition, type StreamEvent, type StreamServiceDefinition } from '@porchlight/contracts';
import type { CallOptions, RpcClient } from '@porchlight/rpc';
import { sleep, startStopwatch, type Logger } from '@porchlight/runtime';

/** Longest wait of one read of the notifier, ms. */
const WAIT_MS = 5_000;
/** Time in which a read must be answered besides its wait, ms. */
const ANSWER_MS = 5_000;
/** Interval of renewals of connections, ms; the notifier forgets a connection after 30 s. */
const RENEW_MS = 10_000;
/** Streams that open within this time share one new read, ms. */
const JOIN_MS = 50;
/** Pause after a failed read, ms. */
const FAILED_MS = 500;

/** An open stream, as it receives events. */
export interface FeedMember {
  readonly accountId: number;
  readonly connectionId: string;
  /** The last event that it received, or the position at which it began. */
  readonly position: string;
  /** Takes events after its position. */
  deliver(events: readonly StreamEvent[], position: string): void;
  /** Events were lost. */
  reset(position: string): void;
}

interface AccountFeed {
  /** The position of the member that is farthest behind. */
  after: string;
  readonly members: Set<FeedMember>;
}

interface FeedOptions {
  readonly client: Pick<RpcClient<typeof StreamServiceDefinition>, 'readStreams'>;
  /** The gateway is the caller. */
  readonly as: CallOptions;
  readonly logger: Logger;
}

/** Reads the events of all accounts with open streams, by one call at a time, and passes them to the streams. */
export const createStreamFeed = ({ client, as, logger }: FeedOptions) => {
  const accounts = new Map<number, AccountFeed>();
  let isRunning = false;
  let reading = new AbortController();
  let restart: NodeJS.Timeout | undefined;
  let sinceRenewal = startStopwatch();
  let failures = 0;

  const pass = (accountId: number, events: readonly StreamEvent[], position: string, isReset: boolean): void => {
    const feed = accounts.get(accountId);
    if (!feed) return;
    feed.after = position;
    for (const member of feed.members) {
      if (isReset) member.reset(position);
      else {
        const later = events.filter((event) => isLaterPosition(event.position, member.position));
        member.deliver(later, isLaterPosition(position, member.position) ? position : member.position);
      }
    }
  };

  const read = async (signal: AbortSignal): Promise<void> => {
    const isRenewal = sinceRenewal() >= RENEW_MS;
    if (isRenewal) sinceRenewal = startStopwatch();
    const request = [...accounts].map(([accountId, { after, members }]) => ({
      accountId,
      after,
      connectionIds: isRenewal ? [...members].map(({ connectionId }) => connectionId) : [],
    }));
    const response = await client.readStreams(
      { accounts: request, waitMs: WAIT_MS },
      { ...as, timeoutMs: WAIT_MS + ANSWER_MS, signal },
    );
    const requested = new Map(request.map(({ accountId, after }) => [accountId, after]));
    for (const { accountId, events, position, reset } of response.accounts) {
      // A stream that joined meanwhile may be farther behind: the next read begins there.
      if (accounts.get(accountId)?.after === requested.get(accountId)) pass(accountId, events, position, reset);
    }
  };

  const run = async (): Promise<void> => {
    isRunning = true;
    while (accounts.size > 0) {
      reading = new AbortController();
      const { signal } = reading;
      try {
        await read(signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) continue;
        failures += 1;
        if (failures === 1)
          logger.warn({ event: 'stream.read_failed', err: error }, 'events of streams could not be read; tried again');
        await sleep(FAILED_MS);
      }
    }
    isRunning = false;
  };

  /** Reads again from the present positions. `run` never rejects. */
  const readAgain = (): void => {
    if (!isRunning) {
      void run();
      return;
    }
    restart ??= setTimeout(() => {
      restart = undefined;
      reading.abort();
    }, JOIN_MS);
  };

  return {
    join(member: FeedMember): void {
      const feed = accounts.get(member.accountId);
      if (!feed) accounts.set(member.accountId, { after: member.position, members: new Set([member]) });
      else {
        feed.members.add(member);
        if (!isLaterPosition(feed.after, member.position)) return;
        feed.after = member.position;
      }
      readAgain();
    },
    leave(member: FeedMember): void {
      const feed = accounts.get(member.accountId);
      feed?.members.delete(member);
      if (feed?.members.size === 0) accounts.delete(member.accountId);
      if (accounts.size === 0) reading.abort();
    },
  };
};
