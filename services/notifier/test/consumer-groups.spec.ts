import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryBus, formatTopic, type Bus, type SubscribeOptions } from '@porchlight/bus';
import { parseExternalServices } from '@porchlight/contracts';
import { FIRST_PAGE } from '@porchlight/resource';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { startNotifier } from './notifier-service';

const FILE = join(__dirname, '..', '..', '..', 'samples', 'service-in-python', 'open-houses.json');
const EXTERNAL_SERVICES = parseExternalServices(readFileSync(FILE, 'utf8')).services;

let database: TestDatabase;
beforeAll(async () => void (database = await startDatabase()));
afterAll(() => database?.stop());

/** A bus that stores what is subscribed to. Its broker answers if `isUp` returns true. */
const createRecordingBus = (isUp: () => boolean = () => true) => {
  const bus = createMemoryBus();
  const subscriptions: SubscribeOptions[] = [];
  const recording: Bus = {
    ...bus,
    answers: async () => isUp(),
    ready: async () => isUp(),
    subscribe(options) {
      subscriptions.push(options);
      return bus.subscribe(options);
    },
  };
  return { bus: recording, subscriptions };
};

describe('consumer groups of the notifier', () => {
  it('given an upgrade, then groups have the names and topics of the former version, so that offsets stay', async () => {
    const { bus, subscriptions } = createRecordingBus();
    const notifier = await startNotifier({ database, bus, config: { EXTERNAL_SERVICES_FILE: EXTERNAL_SERVICES } });
    await notifier.stop();
    await bus.close();
    const all = ['auth', 'people', 'deals', 'marketing', 'notifier'].map(formatTopic).sort();
    const groups = subscriptions.map(({ group, topics }) => [group, [...topics].sort()] as const);
    expect(Object.fromEntries(groups)).toEqual({
      'notifier.accounts': [formatTopic('auth')],
      'notifier.audit': all,
      'notifier.audit.openhouses': [formatTopic('openhouses')],
      'notifier.callbacks': [formatTopic('notifier')],
      'notifier.copies': [formatTopic('auth')],
      'notifier.fan-out': all,
      'notifier.fan-out.openhouses': [formatTopic('openhouses')],
      'notifier.grants': [formatTopic('auth')],
      'notifier.notifications': ['marketing', 'notifier', 'people'].map(formatTopic),
    });
  });

  it('given no Kafka at the start, then it serves calls, and is ready as soon as Kafka answers', async () => {
    let isUp = false;
    const { bus } = createRecordingBus(() => isUp);
    const notifier = await startNotifier({ database, bus });
    try {
      expect((await notifier.webhooks.listWebhooks({ query: FIRST_PAGE }, notifier.owner())).records).toEqual([]);
      expect(await notifier.app.ready()).toEqual({
        ok: false,
        checks: { database: true, kafka: false, workers: true },
      });
      isUp = true;
      expect(await notifier.app.ready()).toMatchObject({ ok: true, checks: { kafka: true } });
    } finally {
      await notifier.stop();
      await bus.close();
    }
  });
});
