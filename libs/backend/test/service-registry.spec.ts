import { once } from 'node:events';
import { formatTopic } from '@porchlight/bus';
import { openBackend } from '../src/open-backend';
import { createServiceRegistry } from '../src/service-registry';
import { openSurroundings } from './open-surroundings';

const CONSUMERS = { 'people.copies': { topics: [formatTopic('auth')] } } as const;
const never = (): AbortSignal => AbortSignal.timeout(10_000);

const openRegistry = async () => {
  const surroundings = await openSurroundings('people');
  const { dependencies } = surroundings;
  const backend = await openBackend('people', dependencies, { resources: [] });
  const registry = createServiceRegistry(backend, CONSUMERS, dependencies.logger);
  const publish = (id: string, type = 'auth.teams.created'): Promise<void> =>
    dependencies.bus.publish(formatTopic('auth'), [{ key: '1', id, type, time: new Date(), value: Buffer.alloc(0) }]);
  return { surroundings, backend, registry, publish };
};

describe('the registry of a service', () => {
  it('given two handlers of a group, then each message goes through them in the order of registration', async () => {
    const { surroundings, registry, publish } = await openRegistry();
    const calls: string[] = [];
    const handled = Promise.withResolvers<void>();
    registry.addHandler('people.copies', async ([message]) => void calls.push(`first ${message?.id}`));
    registry.addHandler('people.copies', async ([message]) => {
      calls.push(`second ${message?.id}`);
      handled.resolve();
    });
    const app = await registry.start('127.0.0.1:0');
    await publish('a');
    await handled.promise;
    expect(calls).toEqual(['first a', 'second a']);
    await app.stop(never());
    await surroundings.close();
  });

  it.each([
    [
      'all handlers name the types they read, then the group receives these only',
      new Set(['auth.users.created']),
      'bd',
    ],
    ['one handler names none, then the group receives all', undefined, 'abcd'],
  ])('given a group of which %s', async (_title, types, expected) => {
    const { surroundings, registry, publish } = await openRegistry();
    const received: string[] = [];
    const handled = Promise.withResolvers<void>();
    registry.addHandler('people.copies', async () => undefined, new Set(['auth.groups.created']));
    registry.addHandler(
      'people.copies',
      async (batch) => {
        received.push(...batch.map(({ id }) => id));
        if (received.includes('d')) handled.resolve();
      },
      types,
    );
    const app = await registry.start('127.0.0.1:0');
    await publish('a');
    await publish('b', 'auth.users.created');
    await publish('c');
    await publish('d', 'auth.groups.created');
    await handled.promise;
    expect(received.join('')).toBe(expected);
    await app.stop(never());
    await surroundings.close();
  });

  it('given a handler of a group without settings, then the start fails', async () => {
    const { surroundings, backend, registry } = await openRegistry();
    expect(() => registry.addHandler('people.unknown' as never, async () => undefined)).toThrow(
      "The consumer group 'people.unknown' has no settings.",
    );
    await backend.stop(never());
    await surroundings.close();
  });

  it('stops workers before the steps, the last step first', async () => {
    const { surroundings, registry } = await openRegistry();
    const log: string[] = [];
    registry.addWorker('counter', (hold) => {
      log.push('worker');
      return {
        async run(signal) {
          expect(await hold()).toBe(true);
          if (!signal.aborted) await once(signal, 'abort');
          log.push('worker stopped');
        },
      };
    });
    registry.onStop(async () => void log.push('opened first'));
    registry.onStop(() => Promise.reject(new Error('a step that fails does not prevent the next one')));
    registry.onStop(async () => void log.push('opened last'));
    const app = await registry.start('127.0.0.1:0');
    expect(log).toEqual(['worker']);
    expect(await app.ready()).toMatchObject({ checks: { workers: true } });
    await app.stop(never());
    expect(log.slice(1)).toEqual(['worker stopped', 'opened last', 'opened first']);
    await surroundings.close();
  });
});
