import type { StreamPosition } from '@porchlight/contracts';
import type { Clock, Ids } from '@porchlight/runtime';
import { inAccounts, type DocumentCollection } from '@porchlight/store';
import { createAppend, createChunk } from './append-stream-events';
import {
  clearEventData,
  findChangedAccounts,
  findLastChunk,
  formatChunkId,
  holdsPosition,
  readAfter,
  type StreamPage,
} from './stream-chunks';
import { RETENTION_MS, type StoredEvent, type StreamAccount, type StreamChunk } from './stream-documents';
import { createStreamEpochs } from './stream-epochs';

interface StreamLogOptions {
  readonly accounts: DocumentCollection<StreamAccount>;
  readonly chunks: DocumentCollection<StreamChunk>;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'eventId'>;
}

/** The recent events of accounts whose stream is read. */
export interface StreamLog {
  /** The epochs of those accounts whose events are stored. */
  findEpochs(accountIds: Iterable<number>): Promise<Map<number, string>>;
  /** Begins to store the events of an account; resolves when every process does. Returns the epoch. */
  begin(accountId: number): Promise<string>;
  append(accountId: number, epoch: string, events: readonly StoredEvent[]): Promise<void>;
  /** The end of an account's events. */
  findEnd(accountId: number, epoch: string): Promise<StreamPosition>;
  /** Whether all events after a position are stored. */
  holds(accountId: number, position: StreamPosition): Promise<boolean>;
  /** The accounts that have events after their positions, or whose events there are no longer stored. */
  findChanged(positions: ReadonlyMap<number, StreamPosition>): Promise<number[]>;
  /** Events after a position; undefined if they are no longer stored. */
  read(accountId: number, position: StreamPosition): Promise<StreamPage | undefined>;
  /** Deletes the data of events of an account; the events stay, so that positions name the same ones. */
  clearData(accountId: number, concerns: (event: StoredEvent) => boolean): Promise<void>;
  /** Goes on storing the events of accounts; returns those whose events were not stored for a time. */
  renew(positions: ReadonlyMap<number, StreamPosition>): Promise<number[]>;
}

/**
 * The recent events of accounts whose stream is read, in the database: any process appends, any process reads. An
 * append is one atomic write at the end of the last chunk, so that readers see every event once and in one order.
 */
export const createStreamLog = ({ accounts, chunks, clock, ids }: StreamLogOptions): StreamLog => {
  const epochs = createStreamEpochs({
    accounts,
    beginChunks: (accountId, epoch) => chunks.insertMany([createChunk(clock, accountId, epoch, 0, [])]),
    clock,
    ids,
  });
  return {
    findEpochs: epochs.findEpochs,
    begin: epochs.begin,
    append: createAppend({ chunks, clock }),
    async findEnd(accountId, epoch) {
      const last = await findLastChunk(chunks, accountId, epoch);
      return { epoch, chunk: last?.number ?? 0, index: last?.size ?? 0 };
    },
    holds: (accountId, position) => holdsPosition(chunks, accountId, position),
    findChanged: (positions) => findChangedAccounts(chunks, positions),
    async read(accountId, position) {
      return (await holdsPosition(chunks, accountId, position)) ? readAfter(chunks, accountId, position) : undefined;
    },
    clearData: (accountId, concerns) => clearEventData(chunks, accountId, concerns),
    async renew(positions) {
      const until = new Date(clock.now() + RETENTION_MS);
      const { renewed, lapsed } = await epochs.renew(positions, until);
      if (renewed.length === 0) return lapsed;
      // The last chunk must not expire while a client waits at its end.
      const lastChunks = renewed.flatMap((accountId) => {
        const { epoch, chunk } = positions.get(accountId)!;
        return [0, 1].map((nth) => formatChunkId(accountId, epoch, chunk + nth));
      });
      await chunks.updateMany(inAccounts({ _id: { $in: lastChunks } }, renewed), { $set: { until } });
      return lapsed;
    },
  };
};
