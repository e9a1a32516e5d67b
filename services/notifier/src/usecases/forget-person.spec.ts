import type { BatchContext } from '@porchlight/bus';
import { createManualClock } from '@porchlight/runtime';
import { openLoneStore, type Store } from '@porchlight/store';
import { messageOf } from '../../test/notifier-harness';
import { attemptIdOf, deliveryIdOf } from '../delivery/delivery';
import { forgetErasedPeople, type ForgetPersonPorts } from './forget-person';

const context = { signal: new AbortController().signal } as BatchContext;
const DAY = 86_400_000;

/** Records of a person that are found until they are purged. */
const recordsOf = (records: object[]) => {
  const left = [...records];
  return { find: async () => left.slice(0, 1), purge: async () => void left.shift(), left };
};

describe('Forgetting people who were erased', () => {
  const clock = createManualClock(Date.UTC(2026, 4, 20));
  let store: Store;
  beforeAll(async () => {
    store = await openLoneStore({ service: 'notifier', clock });
  });
  afterAll(() => store.stop(AbortSignal.timeout(1_000)));

  test('When somebody is erased, Then what webhooks were told of them has no data and no answers more, and all else stays', async () => {
    const open = (name: string) => store.collection<any>(name);
    const [events, deliveries, attempts] = [open('events'), open('deliveries'), open('attempts')];
    const [mails, messages] = [open('mails'), open('messages')];
    const told = async (_id: string, event: string, ids: number[], more: object = {}): Promise<void> => {
      const at = new Date(clock.now() - 3 * DAY);
      await events.insertMany([{ _id, accountId: 1, event, ids, occurred: at, dataJson: '{"tags":["vip"]}', ...more }]);
      const delivery = deliveryIdOf(_id, 4);
      await deliveries.insertMany([{ _id: delivery, accountId: 1 }]);
      await attempts.insertMany([{ _id: attemptIdOf(delivery, 1), response: 'thanks' }]);
    };
    const callback = (conversationId: number) => ({ callback: true, dataJson: JSON.stringify({ conversationId }) });
    await told('mine', 'peopleTagsCreated', [7]);
    await told('note', 'notesCreated', [31]);
    await told('talk', 'inboxAppReply', [], callback(5));
    await told('other', 'peopleTagsCreated', [8]);
    await told('foreign', 'peopleTagsCreated', [7], { accountId: 2 });
    await told('elsewhere', 'inboxAppReply', [], callback(6));
    await mails.insertMany([{ _id: '1:newLead:7' }, { _id: '1:newLead:8' }]);
    await messages.insertMany([{ _id: 'a', conversation: '1:5' }, { _id: 'b', conversation: '1:6' }]);

    const notifications = recordsOf([{ id: 1, key: 'newLead:7' }]);
    const conversations = recordsOf([{ id: 5, accountId: 1 }]);
    const ports = { notifications, conversations, messages, mails, events, deliveries, attempts, clock } as unknown as ForgetPersonPorts;
    const dataJson = JSON.stringify({ people: [7], children: { notes: [31] } });
    const erased = messageOf({ eventId: 'x', accountId: 1, verb: 'erased', dataJson });
    const forget = forgetErasedPeople(ports);
    await forget([erased], context);
    await forget([erased], context);

    const withField = async (from: typeof events, field: string) =>
      (await from.find({}, { limit: 100 })).filter((one) => field in one).map(({ _id }) => _id);
    expect((await withField(events, 'dataJson')).sort()).toEqual(['elsewhere', 'foreign', 'other']);
    expect((await withField(attempts, 'response')).sort()).toEqual(['elsewhere:4#1', 'foreign:4#1', 'other:4#1']);
    expect(await withField(mails, '_id')).toEqual(['1:newLead:8']);
    expect(await withField(messages, '_id')).toEqual(['b']);
    expect([notifications.left, conversations.left]).toEqual([[], []]);
  });
});
