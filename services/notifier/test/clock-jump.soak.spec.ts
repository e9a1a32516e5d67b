import { DeliveryServiceDefinition } from '@porchlight/contracts';
import { eventually, startDatabase, startReceiver, type Receiver, type TestDatabase } from '@porchlight/testkit';
import { HOUR, startNotifier, type NotifierService } from './notifier-service';

const DELIVERIES = 20;
/**
 * Longer than several polls (20 ms), so that a burst would be visible, and than two checks of the clock (1 s), so that
 * the service notices each jump, ms.
 */
const QUIET_MS = 3_000;

describe('A clock that jumps', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let harness: NotifierService;
  beforeAll(async () => {
    [database, receiver] = await Promise.all([startDatabase(), startReceiver()]);
    harness = await startNotifier({ database, ca: receiver.ca });
  });
  afterAll(async () => {
    await harness?.stop();
    await receiver?.stop();
    await database?.stop();
  });

  const statuses = async (webhookId: number): Promise<string[]> => {
    const query = { webhookId, status: [], limit: 100, offset: 0, next: '' };
    const { records } = await harness.createClient(DeliveryServiceDefinition).listDeliveries(query, harness.owner());
    return records.map(({ status }) => status);
  };
  /** Waits for this total number of attempts, and checks that no more follow. */
  const expectAttempts = async (count: number): Promise<void> => {
    await eventually(() => expect(receiver.requests.length).toBeGreaterThanOrEqual(count));
    await new Promise((done) => setTimeout(done, QUIET_MS));
    expect(receiver.requests).toHaveLength(count);
  };

  test('Given deliveries that wait for a retry, When the clock jumps by an hour forward and back, Then each is attempted once per jump and none becomes a dead letter', async () => {
    receiver.answerWith({ status: 500 });
    const { id } = await harness.register('peopleCreated', receiver.url);
    for (let n = 1; n <= DELIVERIES; n++) await harness.publish({ ids: [n] });
    await expectAttempts(DELIVERIES);
    harness.clock.advance(HOUR);
    await expectAttempts(2 * DELIVERIES);
    harness.clock.advance(-HOUR);
    await expectAttempts(3 * DELIVERIES);
    expect(await statuses(id)).toEqual(Array.from({ length: DELIVERIES }, () => 'Pending'));
    receiver.answerWith({});
    harness.clock.advance(HOUR);
    await eventually(async () =>
      expect(await statuses(id)).toEqual(Array.from({ length: DELIVERIES }, () => 'Delivered')),
    );
  }, 60_000);

  test('Given deliveries that were written while the clock was 2 h ahead, When it is set back, Then they are retried every hour', async () => {
    receiver.clear();
    receiver.answerWith({ status: 500 });
    const { id } = await harness.register('peopleUpdated', `${receiver.url}/ahead`);
    harness.clock.advance(2 * HOUR);
    for (let n = 1; n <= DELIVERIES; n++)
      await harness.publish({ verb: 'updated', webhookEvents: ['peopleUpdated'], ids: [n] });
    await expectAttempts(DELIVERIES);
    harness.clock.advance(-2 * HOUR);
    await expectAttempts(2 * DELIVERIES);
    receiver.answerWith({});
    harness.clock.advance(HOUR);
    await eventually(async () =>
      expect(await statuses(id)).toEqual(Array.from({ length: DELIVERIES }, () => 'Delivered')),
    );
  }, 60_000);
});
