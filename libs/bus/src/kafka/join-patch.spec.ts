import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';
import './join-patch';

type Group = Pick<ConsumerGroup, 'joinAndSync' | 'leave' | 'fetch'> & { offsetManager: object };

/** A consumer group of kafkajs without a connection; `parts` replace what it calls. */
const createGroup = (parts: object): Group =>
  Object.assign(Object.create(ConsumerGroup.prototype) as Group, { assigners: [{}] }, parts);

it('joins and leaves the group within the hook', async () => {
  const steps: string[] = [];
  const duringHandover = async (_: unknown, act: () => Promise<void>): Promise<void> => {
    steps.push('begin');
    await act();
    steps.push('end');
  };
  const group = createGroup({
    assigners: [{ duringHandover }, {}],
    retrier: async () => void steps.push('join'),
    memberId: 'm',
    coordinator: { leaveGroup: async () => void steps.push('leave') },
  });
  await group.joinAndSync();
  await group.leave();
  expect(steps).toEqual(['begin', 'join', 'end', 'begin', 'leave', 'end']);
});

it('given fetches of three brokers that join at once, then the group is joined once, and again later', async () => {
  let joins = 0;
  const group = createGroup({ retrier: async () => void joins++ });
  await Promise.all([group.joinAndSync(), group.joinAndSync(), group.joinAndSync()]);
  expect(joins).toBe(1);
  await group.joinAndSync();
  expect(joins).toBe(2);
});

it('given a join that fails, then the next call joins again', async () => {
  const outcomes = [Promise.reject(new Error('no broker')), Promise.resolve()];
  const group = createGroup({ retrier: () => outcomes.shift() });
  await expect(group.joinAndSync()).rejects.toThrow('no broker');
  await expect(group.joinAndSync()).resolves.toBeUndefined();
});

it('given a join during a fetch, then the fetched batches are dropped', async () => {
  const response = Promise.withResolvers<object>();
  const group = createGroup({
    offsetManager: {
      committedOffsets: () => ({ topic: { 0: '5' } }),
      nextOffset: () => '5',
    },
    cluster: {
      refreshMetadataIfNecessary: async () => undefined,
      findBroker: async () => ({ fetch: () => response.promise }),
    },
    checkForStaleAssignment: () => undefined,
    subscriptionState: { assigned: () => [{ topic: 'topic', partitions: [0] }], isPaused: () => false },
    filterPartitionsByNode: (_: number, assigned: object) => assigned,
    seekOffsets: async () => undefined,
    getActiveTopicPartitions: () => ({ topic: new Set([0]) }),
    preferredReadReplicasPerTopicPartition: {},
    seekOffset: { has: () => false },
  });
  const former = group.offsetManager;
  const fetched = {
    responses: [{ topicName: 'topic', partitions: [{ partition: 0, messages: [], highWatermark: '9' }] }],
  };
  const [during, after] = [group.fetch(0), group.fetch(0)];
  group.offsetManager = { ...former };
  response.resolve(fetched);
  expect(await Promise.all([during, after])).toEqual([[], []]);
  expect(await group.fetch(0)).toHaveLength(1);
});

it('the patched file is unchanged', () => {
  const source = readFileSync(require.resolve('kafkajs/src/consumer/consumerGroup'));
  expect(createHash('sha256').update(source).digest('hex')).toBe(
    'f3e461738585a8dc6574c647123a18afc732f81cdee4f9f7bb62e4aa1dffbfbb',
  );
});
