import { formatDeadLetterTopic, formatTopic } from '@porchlight/bus';
import { DELETIONS, DESTROYING_TYPES, FACTS } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { eventually, randomAccountId } from '@porchlight/testkit';
import type { ConfirmFacts } from '../src';
import { openBackend } from '../src/open-backend';
import { openSurroundings } from './open-surroundings';
import { createChangeMessage } from './service';

const GROUP = 'deals.copies';
/** Sources of the group, as in the deals service. */
const SOURCES = ['auth', 'people', 'marketing'];
const stop = (): AbortSignal => AbortSignal.timeout(10_000);

/** A service with one group, and the types that its handler received. */
const openConsumer = async (confirmFacts: ConfirmFacts, recordsOnly = false) => {
  const surroundings = await openSurroundings('deals');
  const { dependencies } = surroundings;
  const backend = await openBackend('deals', { ...dependencies, confirmFacts }, { resources: [] });
  const accountId = randomAccountId();
  const received: string[] = [];
  const letters: string[] = [];
  await backend.start('127.0.0.1:0');
  const joined = await backend.subscribe({
    group: GROUP,
    topics: SOURCES.map(formatTopic),
    recordsOnly,
    handler: async (batch) => void received.push(...batch.map(({ type }) => type)),
  });
  const listener = await dependencies.bus.subscribe({
    group: 'test.letters',
    topics: SOURCES.map((source) => formatDeadLetterTopic(formatTopic(source), GROUP)),
    handler: async (batch) => void letters.push(...batch.map(({ type }) => type)),
  });
  return {
    received,
    letters,
    waiting: () => backend.store.collection('waitingFacts').find({ accountId }, { limit: 100 }),
    /** Publishes a message of this type; `topic` and `inside` forge where it lies and what it contains. */
    publish: (type: string, { topic = formatTopic(type.split('.')[0]!), inside = type, times = 1 } = {}) => {
      const [service = '', resource = '', verb = ''] = inside.split('.');
      const messages = Array.from({ length: times }, (_, n) =>
        createChangeMessage(accountId, { service, resource, verb, ids: [n + 1] }),
      );
      return dependencies.bus.publish(
        topic,
        messages.map((message) => ({ ...message, type })),
      );
    },
    stop: async () => {
      await joined.stop();
      await listener.stop();
      await backend.stop(stop());
      await surroundings.close();
    },
  };
};

const DENY: ConfirmFacts = async (_owner, claims) => claims.map(() => false);
const MARK = 'auth.users.created';

describe('N4 facts that delete or reassign are proven', () => {
  test.each([...DESTROYING_TYPES])(
    'given a forged %s, then no handler receives it and it becomes a dead letter',
    async (type) => {
      const consumer = await openConsumer(DENY);
      await consumer.publish(type);
      await consumer.publish(MARK);
      await eventually(() => expect(consumer.letters).toEqual([type]));
      await eventually(() => expect(consumer.received).toEqual([MARK]));
      await consumer.stop();
    },
  );

  test('given a batch of facts, then their owner is asked once for all of them', async () => {
    const calls: string[] = [];
    const consumer = await openConsumer(async (owner, claims) => {
      calls.push(`${owner} ${claims.length}`);
      return claims.map(() => true);
    });
    await consumer.publish('people.people.deleted', { times: 3 });
    await eventually(() => expect(consumer.received).toHaveLength(3));
    expect(calls).toEqual(['people 3']);
    await consumer.stop();
  });

  test('given an owner that does not answer, then later messages are handled, and the fact when it answers', async () => {
    let answers = false;
    const consumer = await openConsumer(async (_owner, claims) => {
      if (!answers) throw refuse('UNAVAILABLE');
      return claims.map(() => true);
    });
    await consumer.publish('people.people.erased');
    await consumer.publish('people.people.updated');
    await eventually(() => expect(consumer.received).toEqual(['people.people.updated']));
    expect(await consumer.waiting()).toHaveLength(1);
    answers = true;
    await eventually(() => expect(consumer.received).toEqual(['people.people.updated', 'people.people.erased']));
    await eventually(async () => expect(await consumer.waiting()).toEqual([]));
    await consumer.stop();
  });

  test('given a waiting fact that its owner then denies, then no handler receives it', async () => {
    let answers = false;
    const consumer = await openConsumer(async (_owner, claims) => {
      if (!answers) throw refuse('UNAVAILABLE');
      return claims.map(() => false);
    });
    await consumer.publish('people.people.merged');
    await eventually(async () => expect(await consumer.waiting()).toHaveLength(1));
    answers = true;
    await eventually(async () =>
      expect(await consumer.waiting()).toEqual([
        expect.objectContaining({ problem: 'people does not confirm people.people.merged.' }),
      ]),
    );
    expect(consumer.received).toEqual([]);
    await consumer.stop();
  });

  test.each([
    ['a record on the topic of another service', { topic: formatTopic('marketing') }],
    ['a record whose header names another change than it contains', { inside: 'auth.users.deleted' }],
  ])('given %s, then no handler receives it', async (_title, forged) => {
    const consumer = await openConsumer(async (_owner, claims) => claims.map(() => true));
    await consumer.publish('auth.users.updated', forged);
    await consumer.publish(MARK);
    await eventually(() => expect(consumer.received).toEqual([MARK]));
    await consumer.stop();
  });

  test('given a process that ends between the confirmation and the act, then the next one acts once', async () => {
    const { dependencies, close } = await openSurroundings('deals');
    const acted: string[] = [];
    let confirmed = 0;
    const open = async (act: (signal: AbortSignal) => Promise<void>) => {
      const confirmFacts: ConfirmFacts = async (_owner, claims) => {
        confirmed += claims.length;
        return claims.map(() => true);
      };
      const backend = await openBackend('deals', { ...dependencies, confirmFacts }, { resources: [] });
      await backend.start('127.0.0.1:0');
      const { stop: leave } = await backend.subscribe({
        group: GROUP,
        topics: [formatTopic('people')],
        handler: async (batch, { signal }) => {
          await act(signal);
          acted.push(...batch.map(({ type }) => type));
        },
      });
      return { leave, stop: () => backend.stop(stop()) };
    };
    const killed = await open(
      (signal) => new Promise((_done, fail) => signal.addEventListener('abort', () => fail(new Error('killed')))),
    );
    await dependencies.bus.publish(formatTopic('people'), [
      createChangeMessage(1, { service: 'people', resource: 'people', verb: 'erased', data: { people: [7] } }),
    ]);
    await eventually(() => expect(confirmed).toBe(1));
    await killed.leave();
    await killed.stop();
    expect(acted).toEqual([]);

    const next = await open(async () => undefined);
    await eventually(() => expect(acted).toEqual(['people.people.erased']));
    expect(confirmed).toBe(2);
    await next.leave();
    await next.stop();
    await close();
  });

  test('given a group that only records, then it receives deletions without a call', async () => {
    const consumer = await openConsumer(() => Promise.reject(new Error('asked')), true);
    await consumer.publish('people.people.deleted');
    await eventually(() => expect(consumer.received).toEqual(['people.people.deleted']));
    await consumer.stop();
  });

  test('given the name of a fact that says it removes, then it is declared as one that destroys', () => {
    const removing = FACTS.filter(({ name }) =>
      /^(un)?(delet|eras|merg|reassign|remov|purg|forg|transfer|mov)/.test(name),
    );
    const notDestroying = removing.filter(({ effect }) => effect !== 'destroys').map(({ type }) => type);
    // The log of a plan says who got the task; nothing moves.
    expect(notDestroying).toEqual(['people.planSteps.reassigned']);
    expect(DELETIONS.length).toBeGreaterThan(0);
  });
});
