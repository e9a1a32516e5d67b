import { createOpenJobs } from '@porchlight/backend';
import type { BatchContext } from '@porchlight/bus';
import { createIds, createManualClock, createMetrics } from '@porchlight/runtime';
import type { Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { captureLogger } from '@porchlight/testkit';
import { createPersonMessage } from '../../test/notifier-service';
import { formatAttemptId, formatDeliveryId } from '../deliveries';
import { createStreamLog, streamAccountSchema, streamChunkSchema } from '../stream';
import { type ErasureStores, personErasure, SECOND_PASS_MS, storeErasures } from './erase-deliveries';

const context = { signal: new AbortController().signal } as BatchContext;
const DAY = 86_400_000;

/** Records of a person, which can be found until they are purged. */
const toRecords = (records: object[]) => {
  const left = [...records];
  return { find: async () => left.slice(0, 1), purge: async () => void left.shift(), left };
};

describe('N9 erasure of people', () => {
  const clock = createManualClock(Date.UTC(2026, 4, 20));
  let store: Store;
  beforeAll(async () => {
    store = await openLoneStore({ service: 'notifier', clock });
  });
  afterAll(() => store.stop(AbortSignal.timeout(1_000)));

  const openErasures = () => {
    const metrics = createMetrics({ service: 'notifier', processMetrics: false });
    const { logger } = captureLogger({ service: 'notifier', level: 'warn' });
    return createOpenJobs({ store, clock, ids: createIds({ clock }), logger, metrics })(personErasure);
  };

  test('When a person is erased, Then their webhook events lose their data and responses, their pending deliveries end, and everything else stays', async () => {
    const open = (name: string) => store.collection<any>(name);
    const [events, deliveries, attempts] = [open('events'), open('deliveries'), open('attempts')];
    const [mails, messages] = [open('mails'), open('messages')];
    const addEvent = async (_id: string, event: string, ids: number[], more: object = {}): Promise<void> => {
      const at = new Date(clock.now() - 3 * DAY);
      await events.insertMany([{ _id, accountId: 1, event, ids, occurred: at, dataJson: '{"tags":["vip"]}', ...more }]);
      const delivery = formatDeliveryId(_id, 4);
      await deliveries.insertMany([{ _id: delivery, accountId: 1, status: 'Pending', dueAt: at }]);
      await attempts.insertMany([{ _id: formatAttemptId(delivery, 1), response: 'thanks' }]);
    };
    const callback = (conversationId: number) => ({ callback: true, dataJson: JSON.stringify({ conversationId }) });
    await addEvent('mine', 'peopleTagsCreated', [7]);
    await addEvent('note', 'notesCreated', [31]);
    await addEvent('talk', 'inboxAppReply', [], callback(5));
    await addEvent('bulk', 'peopleTagsCreated', [7, 8]);
    await addEvent('gone', 'peopleDeleted', [7]);
    await addEvent('other', 'peopleTagsCreated', [8]);
    await addEvent('foreign', 'peopleTagsCreated', [7], { accountId: 2 });
    await addEvent('elsewhere', 'inboxAppReply', [], callback(6));
    await mails.insertMany([{ _id: '1:newLead:7' }, { _id: '1:newLead:8' }]);
    await messages.insertMany([
      { _id: 'a', conversation: '1:5' },
      { _id: 'b', conversation: '1:6' },
    ]);

    const streamLog = createStreamLog({
      accounts: store.collection('streamAccounts', streamAccountSchema),
      chunks: store.collection('streamChunks', streamChunkSchema),
      clock,
      ids: createIds({ clock }),
    });
    const epoch = await streamLog.begin(1);
    const streamed = (id: string, event: string, ids: number[]) => {
      return { id, event, ids, occurred: clock.date(), dataJson: '{"tags":["vip"]}' };
    };
    await streamLog.append(1, epoch, [
      streamed('other', 'peopleTagsCreated', [8]),
      streamed('mine', 'peopleTagsCreated', [7]),
      streamed('note', 'notesCreated', [31]),
      streamed('deal', 'dealsCreated', [7]),
    ]);

    const notifications = toRecords([{ id: 1, key: 'newLead:7' }]);
    const conversations = toRecords([{ id: 5, accountId: 1 }]);
    const stores = {
      notifications,
      conversations,
      messages,
      mails,
      events,
      attempts,
      deliveries,
      streamLog,
      clock,
    } as unknown as ErasureStores;
    const erasures = openErasures();
    const dataJson = JSON.stringify({ people: [7], children: { notes: [31] } });
    const erased = createPersonMessage({ eventId: 'x', accountId: 1, verb: 'erased', dataJson });
    const forget = storeErasures(erasures, clock);
    await forget([erased], context);
    await forget([erased], context);
    // The consumer stored one job and erased nothing; each round is another process, which continues where the last one
    // stopped.
    expect(await erasures.size()).toBe(1);
    expect(notifications.left).toHaveLength(1);
    const exhaust = async () => {
      for (let round = 0; await erasures.createWorker(stores).look(context.signal); round++)
        expect(round).toBeLessThan(500);
    };
    await exhaust();
    // An attempt that was running stores its response after the first pass.
    await attempts.insertMany([{ _id: formatAttemptId(formatDeliveryId('note', 4), 2), response: 'late' }]);
    expect(await erasures.size()).toBe(1);
    clock.advance(SECOND_PASS_MS);
    await exhaust();
    expect(await erasures.size()).toBe(0);

    const withField = async (from: typeof events, field: string) =>
      (await from.find({}, { limit: 100 })).filter((one) => field in one).map(({ _id }) => _id);
    expect((await withField(events, 'dataJson')).sort()).toEqual(['elsewhere', 'foreign', 'other']);
    const page = await streamLog.read(1, { epoch, chunk: 0, index: 0 });
    expect(page?.events.map(({ event }) => [event.id, event.dataJson !== undefined])).toEqual([
      ['other', true],
      ['mine', false],
      ['note', false],
      ['deal', true],
    ]);
    expect((await withField(attempts, 'response')).sort()).toEqual(['elsewhere:4#1', 'foreign:4#1', 'other:4#1']);
    expect(await withField(mails, '_id')).toEqual(['1:newLead:8']);
    expect(await withField(messages, '_id')).toEqual(['b']);
    expect([notifications.left, conversations.left]).toEqual([[], []]);
    const pending = (await deliveries.find({}, { limit: 100 })).filter(({ status }) => status === 'Pending');
    // An event about other people too, and the deletion, which receivers must learn of, are delivered.
    expect(pending.map(({ _id }) => _id).sort()).toEqual(['bulk:4', 'elsewhere:4', 'foreign:4', 'gone:4', 'other:4']);
    expect(await withField(deliveries, 'dueAt')).toHaveLength(pending.length);
  });

  test('Given a person with more events than one step handles, Then every step is bounded and all of their data is erased', async () => {
    const events = store.collection<any>('manyEvents');
    const attempts = store.collection<any>('manyAttempts');
    const erasures = openErasures();
    const count = 1_050;
    for (let at = 0; at < count; at += 350)
      await events.insertMany(
        Array.from({ length: 350 }, (_, n) => ({
          _id: `e${at + n}`,
          accountId: 1,
          event: 'notesUpdated',
          ids: [31],
          occurred: clock.date(),
          dataJson: '{}',
        })),
      );
    let most = 0;
    const counted = {
      find: async (...args: Parameters<typeof events.find>) => {
        const found = await events.find(...args);
        most = Math.max(most, found.length);
        return found;
      },
      updateMany: events.updateMany.bind(events),
    };
    const nothing = { find: async () => [], purge: async () => 0, deleteMany: async () => undefined };
    const kept = { notifications: nothing, conversations: nothing, messages: nothing, mails: nothing };
    const deliveries = store.collection<any>('manyDeliveries');
    const streamLog = { clearData: async () => undefined };
    const stores = { ...kept, events: counted, attempts, deliveries, streamLog, clock } as unknown as ErasureStores;
    const dataJson = JSON.stringify({ people: [7], children: { notes: [31] } });
    await storeErasures(erasures, clock)(
      [createPersonMessage({ eventId: 'many', accountId: 1, verb: 'erased', dataJson })],
      context,
    );
    const eraser = erasures.createWorker(stores);
    for (let round = 0; (await erasures.size()) > 0; round++) {
      expect(round).toBeLessThan(500);
      if (!(await eraser.look(context.signal))) clock.advance(SECOND_PASS_MS);
    }
    expect(most).toBe(200);
    const left = await events.find({ accountId: 1, ids: { $in: [31] } }, { limit: 2_000 });
    expect(left).toHaveLength(count);
    expect(left.filter((event) => 'dataJson' in event)).toEqual([]);
  });
});
