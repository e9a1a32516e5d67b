import { randomBytes } from 'node:crypto';
import { createMemoryBus } from '@porchlight/bus';
import { createManualClock } from '@porchlight/runtime';
import {
  eventually,
  randomAccountId,
  startDatabase,
  startReceiver,
  type Receiver,
  type TestDatabase,
} from '@porchlight/testkit';
import { HOUR, START, startNotifier, SYSTEM, type NotifierService } from './notifier-service';

const SECOND = 1_000;
const MINUTE = 60_000;

describe('D13.8 (1) early retries', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  const open: NotifierService[] = [];
  beforeAll(async () => void ([database, receiver] = await Promise.all([startDatabase(), startReceiver()])));
  afterEach(async () => {
    receiver.clear();
    receiver.answerWith({});
    for (const each of open.splice(0)) await each.stop();
  });
  afterAll(async () => {
    await receiver?.stop();
    await database?.stop();
  });

  /** An installation whose processes share database, bus and clock. */
  const createInstallation = () => {
    const surroundings = {
      database,
      databaseName: `notifier_${randomBytes(6).toString('hex')}`,
      ca: receiver.ca,
      clock: createManualClock(START),
      bus: createMemoryBus(),
    };
    const accountId = randomAccountId();
    const start = async (): Promise<NotifierService> => {
      const notifier = await startNotifier(surroundings);
      open.push(notifier);
      return notifier;
    };
    return { ...surroundings, accountId, start };
  };

  const create = async (notifier: NotifierService, accountId: number, fields: { earlyRetries?: boolean }) => {
    const record = { id: 0, version: 0, event: 'peopleCreated', url: `${receiver.url}/hook`, ...fields };
    const request = { record, mask: Object.keys(record), options: {} };
    return (await notifier.webhooks.createWebhook(request, notifier.owner({ accountId }))).record!;
  };
  const read = async (notifier: NotifierService, accountId: number, id: number) =>
    (await notifier.webhooks.getWebhook({ id, options: {} }, notifier.owner({ accountId }))).record!;
  const change = (notifier: NotifierService, id: number, earlyRetries: boolean, actor: object) =>
    notifier.webhooks.updateWebhook(
      { id, record: { id: 0, version: 0, earlyRetries }, mask: ['earlyRetries'], options: {} },
      notifier.owner(actor),
    );
  const waitForAttempts = (count: number) => eventually(() => expect(receiver.requests).toHaveLength(count));

  test('Given a webhook without the setting, Then it is false; given a change by its system, Then GET shows it', async () => {
    const { accountId, start } = createInstallation();
    const notifier = await start();
    const { id, earlyRetries } = await create(notifier, accountId, {});
    expect(earlyRetries ?? false).toBe(false);
    await change(notifier, id, true, { accountId });
    expect((await read(notifier, accountId, id)).earlyRetries).toBe(true);
  });

  test('Given the owner in the console, When another system created the webhook, Then the setting is not changed', async () => {
    const { accountId, start } = createInstallation();
    const notifier = await start();
    const { id } = await create(notifier, accountId, {});
    await expect(change(notifier, id, true, { accountId, system: 'Console' })).rejects.toThrow(SYSTEM);
    expect((await read(notifier, accountId, id)).earlyRetries ?? false).toBe(false);
  });

  test('Given the setting, When a receiver fails, Then it is attempted after 5 s, 1 min, 10 min and then hourly', async () => {
    const { accountId, start, clock } = createInstallation();
    const notifier = await start();
    await create(notifier, accountId, { earlyRetries: true });
    receiver.answerWith({ status: 500 });
    await notifier.publish({ accountId });
    await waitForAttempts(1);
    let attempts = 1;
    for (const pause of [5 * SECOND, 55 * SECOND, 9 * MINUTE, 50 * MINUTE, HOUR]) {
      clock.advance(pause - SECOND);
      expect(receiver.requests).toHaveLength(attempts);
      clock.advance(SECOND);
      await waitForAttempts(++attempts);
    }
  });

  test('Given no setting, When a receiver fails, Then the second attempt is made after an hour', async () => {
    const { accountId, start, clock } = createInstallation();
    const notifier = await start();
    await create(notifier, accountId, { earlyRetries: false });
    receiver.answerWith({ status: 500 });
    await notifier.publish({ accountId });
    await waitForAttempts(1);
    clock.advance(11 * MINUTE);
    await notifier.publish({ accountId, ids: [2] });
    await waitForAttempts(2);
    expect(new Set(receiver.requests.map(({ json }) => (json as { eventId: string }).eventId)).size).toBe(2);
    clock.advance(49 * MINUTE);
    await waitForAttempts(3);
  });

  test('Given a process that ends between two early attempts, When another starts, Then it makes the next at its time', async () => {
    const { accountId, start, clock } = createInstallation();
    const first = await start();
    await create(first, accountId, { earlyRetries: true });
    receiver.answerWith({ status: 500 });
    await first.publish({ accountId });
    await waitForAttempts(1);
    clock.advance(5 * SECOND);
    await waitForAttempts(2);
    await open.pop()!.stop();
    const second = await start();
    clock.advance(55 * SECOND);
    await waitForAttempts(3);
    clock.advance(9 * MINUTE);
    await waitForAttempts(4);
    await eventually(() => expect(second.log.of('delivery.attempted').map(({ attempt }) => attempt)).toEqual([3, 4]));
  });
});
