import { eventually } from '@porchlight/testkit';
import type { BusMessage } from '../bus';
import { createTopicQueue, TOPIC_QUEUE_LIMITS } from './topic-queue';

const createMessages = (...ids: string[]): BusMessage[] =>
  ids.map((id) => ({ key: 'k', id, type: 't', time: new Date(0), value: new Uint8Array(0) }));

/** A queue with sends under control of the test; every message counts as ten bytes. */
const createLane = (limits: Partial<typeof TOPIC_QUEUE_LIMITS> = {}) => {
  const sends: { ids: string; ack: () => void; fail: (error: Error) => void }[] = [];
  const queue = createTopicQueue(
    (messages) =>
      new Promise((ack, fail) => {
        sends.push({ ids: messages.map(({ id }) => id).join(''), ack, fail });
      }),
    { ...TOPIC_QUEUE_LIMITS, paceMs: 1, ...limits },
  );
  const publish = (ids: string, timeoutMs = 5_000): Promise<void> =>
    queue.publish(
      createMessages(...ids),
      Array.from(ids, () => 10),
      timeoutMs,
    );
  const sent = (count: number) => eventually(() => expect(sends).toHaveLength(count));
  return { queue, publish, sends, sent };
};

it('sends concurrent calls as one batch, in their order', async () => {
  const { publish, sends, sent } = createLane();
  const calls = [publish('ab'), publish('c'), publish('def')];
  await sent(1);
  expect(sends[0]?.ids).toBe('abcdef');
  sends[0]?.ack();
  await Promise.all(calls);
});

it('runs one send at a time and collects calls meanwhile', async () => {
  const { publish, sends, sent } = createLane();
  const first = publish('a');
  await sent(1);
  const rest = [publish('b'), publish('c')];
  sends[0]?.ack();
  await first;
  await sent(2);
  expect(sends[1]?.ids).toBe('bc');
  sends[1]?.ack();
  await Promise.all(rest);
});

it('splits batches at their limits, and resolves a call when its last part is acknowledged', async () => {
  const { publish, sends, sent } = createLane({ maxBatchMessages: 3, maxBatchBytes: 25 });
  let done = false;
  const call = publish('abcde').then(() => (done = true));
  for (const [index, ids] of ['ab', 'cd', 'e'].entries()) {
    await sent(index + 1);
    expect(sends[index]?.ids).toBe(ids);
    expect(done).toBe(false);
    sends[index]?.ack();
  }
  await call;
});

it('sends a message over the batch limit alone', async () => {
  const { publish, sends, sent } = createLane({ maxBatchBytes: 5 });
  const call = publish('a');
  await sent(1);
  sends[0]?.ack();
  await call;
});

it('fails every call with a part in a failed batch, and sends no more of these calls', async () => {
  const { publish, sends, sent } = createLane({ maxBatchMessages: 3 });
  const outcomes = Promise.allSettled([publish('ab'), publish('cd'), publish('e')]);
  await sent(1);
  sends[0]?.fail(new Error('turned down'));
  await sent(2);
  expect(sends[1]?.ids).toBe('e');
  sends[1]?.ack();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

it('rejects a call at its timeout and never sends its remaining messages', async () => {
  const { publish, sends, sent } = createLane();
  const first = publish('a');
  await sent(1);
  await expect(publish('b', 10)).rejects.toMatchObject({ reason: 'DEADLINE' });
  const last = publish('c');
  sends[0]?.ack();
  await sent(2);
  expect(sends[1]?.ids).toBe('c');
  sends[1]?.ack();
  await Promise.all([first, last]);
});

it('rejects calls over the queue limit, and accepts calls again when there is room', async () => {
  const { publish, sends, sent } = createLane({ maxQueuedMessages: 4, maxQueuedBytes: 50 });
  const first = publish('x');
  await sent(1);
  const queued = publish('abcd', 50);
  await expect(publish('e')).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  await expect(queued).rejects.toMatchObject({ reason: 'DEADLINE' });
  const next = publish('e');
  sends[0]?.ack();
  await sent(2);
  expect(sends[1]?.ids).toBe('e');
  sends[1]?.ack();
  await Promise.all([first, next]);
});

it('remains consistent when thousands of calls time out', async () => {
  const { publish, sends, sent } = createLane();
  const first = publish('x');
  await sent(1);
  const expired = await Promise.allSettled(Array.from({ length: 3_000 }, () => publish('y', 5)));
  expect(expired.every(({ status }) => status === 'rejected')).toBe(true);
  const next = publish('z');
  sends[0]?.ack();
  await sent(2);
  expect(sends[1]?.ids).toBe('z');
  sends[1]?.ack();
  await Promise.all([first, next]);
});

it('sends queued messages on close, then accepts no more', async () => {
  const { queue, publish, sends, sent } = createLane();
  const calls = [publish('a'), publish('b')];
  const closing = queue.close(5_000);
  await expect(publish('c')).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  await sent(1);
  sends[0]?.ack();
  await Promise.all([...calls, closing]);
});

it('closes in time although a send hangs, and rejects the remaining calls', async () => {
  const { queue, publish, sent } = createLane();
  const calls = Promise.allSettled([publish('a')]);
  await sent(1);
  await queue.close(20);
  expect(await calls).toEqual([{ status: 'rejected', reason: expect.objectContaining({ reason: 'UNAVAILABLE' }) }]);
});

it('resolves an empty call at once', async () => {
  await expect(createLane().publish('')).resolves.toBeUndefined();
});
