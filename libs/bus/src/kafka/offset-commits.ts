import type { Offsets } from 'kafkajs';
import type { ReadPartition } from '../consuming/batch-dispatcher';
import { settledWithin } from '../settled-within';

/** A partition and the last offset that the broker confirmed. */
export interface CommittedPartition extends ReadPartition {
  committed: number;
}

const INTERVAL_MS = 1_000;
const TIMEOUT_MS = 10_000;

/** Commits the offsets below which everything is finished. */
export const createOffsetCommits = ({
  partitions,
  send,
  failed,
}: {
  readonly partitions: () => Iterable<CommittedPartition>;
  readonly send: (offsets: Offsets) => Promise<void>;
  readonly failed: (error: unknown) => void;
}) => {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const commit = async (): Promise<void> => {
    const topics = new Map<string, { partition: number; offset: string }[]>();
    const confirm: (() => void)[] = [];
    for (const one of partitions()) {
      const offset = one.buffer.committable();
      if (offset <= one.committed) continue;
      topics.set(one.topic, [...(topics.get(one.topic) ?? []), { partition: one.partition, offset: String(offset) }]);
      confirm.push(() => (one.committed = Math.max(one.committed, offset)));
    }
    if (topics.size === 0) return;
    const sent = send({ topics: [...topics].map(([topic, offsets]) => ({ topic, partitions: offsets })) });
    if (!(await settledWithin(TIMEOUT_MS, sent))) throw new Error(`No response to a commit within ${TIMEOUT_MS} ms.`);
    await sent;
    for (const confirmed of confirm) confirmed();
  };

  const attempt = async (): Promise<void> => {
    await commit().catch(failed);
    running = undefined;
    for (const { buffer, committed } of partitions()) if (buffer.committable() > committed) return soon();
  };

  /** Commits within a second; one commit at a time. */
  const soon = (): void => {
    if (timer || running) return;
    timer = setTimeout(() => {
      timer = undefined;
      running = attempt();
    }, INTERVAL_MS);
    timer.unref();
  };

  return {
    soon,
    /** Commits after the one that runs. */
    now: (): Promise<void> => (running ?? Promise.resolve()).then(commit),
  };
};
