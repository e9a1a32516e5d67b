import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '@porchlight/limits';
import { createManualClock } from '@porchlight/runtime';
import { startDatabase, startReceiver, type Receiver, type TestDatabase } from '@porchlight/testkit';
import { startNotifier, type Harness } from './notifier-harness';

const RESPONSE_MS = 2_000;
const PER_SECOND = 20;
const SECONDS = 30;
const MAX_LAG_MS = 10_000;
const TICK_MS = 1_000 / PER_SECOND;

describe('A receiver that responds in 2 s and gets 20 events a second', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let harness: Harness;
  const clock = createManualClock();

  beforeAll(async () => {
    [database, receiver] = await Promise.all([startDatabase(), startReceiver()]);
    const config = {
      LIMIT_DELIVERY_ATTEMPTS: LIMITS.deliveryAttempts.value,
      LIMIT_DESTINATION_ATTEMPTS_MAX: LIMITS.destinationAttemptsMax.value,
    };
    harness = await startNotifier({ database, ca: receiver.ca, clock, config });
  });
  afterAll(async () => {
    await harness?.stop();
    await receiver?.stop();
    await database?.stop();
  });

  test('Then every notification is received within 10 s', async () => {
    receiver.answerWith({ delayMs: RESPONSE_MS });
    await harness.register('peopleCreated', `${receiver.url}/slow`);
    const published = new Map<string, number>();
    const begin = Date.now();
    for (let n = 0; n < SECONDS * PER_SECOND; n++) {
      await pause(Math.max(0, begin + n * TICK_MS - Date.now()));
      clock.advance(TICK_MS);
      published.set(await harness.publish({ ids: [n + 1] }), Date.now());
    }
    const requests = await receiver.waitFor(published.size, { timeoutMs: MAX_LAG_MS + RESPONSE_MS });
    const lags = requests.map(({ headers, at }) => at - published.get(String(headers['webhook-id']))!);
    expect(Math.max(...lags)).toBeLessThan(MAX_LAG_MS);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(published.size);
  }, 90_000);
});
