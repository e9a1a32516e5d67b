import { LIMITS } from '@porchlight/limits';
import { createManualClock } from '@porchlight/runtime';
import {
  eventually,
  startDatabase,
  startReceiver,
  type ReceivedRequest,
  type Receiver,
  type TestDatabase,
} from '@porchlight/testkit';
import { startNotifier, type NotifierService } from './notifier-service';

const RESPONSE_MS = 2_000;
const EVENTS = 400;
/** Serves 20 events per second of 2 s each. The lag itself is tested in simulated time (slow-receivers.spec.ts). */
const ATTEMPTS_AT_A_TIME = 40;
const TICK_MS = 50;
/** Much longer than the 20 s that it takes on an idle machine. */
const PATIENCE_MS = 150_000;

/**
 * Largest number of requests that began within the duration of one response: these overlapped, independent of the load.
 */
const mostAtATime = (requests: readonly ReceivedRequest[]): number => {
  const times = requests.map(({ at }) => at).sort((a, b) => a - b);
  let first = 0;
  return times.reduce((most, at, nth) => {
    while (at - times[first]! >= RESPONSE_MS) first++;
    return Math.max(most, nth - first + 1);
  }, 0);
};

describe('A receiver that responds in 2 s', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let harness: NotifierService;
  let time: NodeJS.Timeout;
  const clock = createManualClock(Date.now());

  beforeAll(async () => {
    [database, receiver] = await Promise.all([startDatabase(), startReceiver()]);
    const config = {
      LIMIT_DELIVERY_ATTEMPTS: LIMITS.deliveryAttempts.value,
      LIMIT_DESTINATION_ATTEMPTS_MAX: LIMITS.destinationAttemptsMax.value,
    };
    harness = await startNotifier({ database, ca: receiver.ca, clock, config });
    time = setInterval(() => clock.advance(TICK_MS), TICK_MS);
  });
  afterAll(async () => {
    clearInterval(time);
    await harness?.stop();
    await receiver?.stop();
    await database?.stop();
  });

  test('Given 400 events, Then it gets 40 attempts at a time, and all events', async () => {
    receiver.answerWith({ delayMs: RESPONSE_MS });
    await harness.register('peopleCreated', `${receiver.url}/slow`);
    const published = new Set<string>();
    for (let n = 0; n < EVENTS; n++) published.add(await harness.publish({ ids: [n + 1] }));
    const received = (): Set<string> => new Set(receiver.requests.map(({ headers }) => String(headers['webhook-id'])));
    await eventually(() => expect(received().size).toBe(EVENTS), { timeoutMs: PATIENCE_MS });
    expect(received()).toEqual(published);
    expect(mostAtATime(receiver.requests)).toBeGreaterThanOrEqual(ATTEMPTS_AT_A_TIME);
  }, 200_000);
});
