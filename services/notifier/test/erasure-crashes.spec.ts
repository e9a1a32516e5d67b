import { describeJobCrashes } from '@porchlight/backend/test/describe-job-crashes';
import { createIds } from '@porchlight/runtime';
import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';
import { formatAttemptId, formatDeliveryId } from '../src/deliveries';
import { type ErasureStores, personErasure } from '../src/retention/erase-deliveries';
import { createStreamLog, streamAccountSchema, streamChunkSchema } from '../src/stream';

const eventSchema = defineDocument({
  _id: column.text,
  accountId: column.number,
  event: column.text,
  ids: column.listOf(column.number),
  occurred: column.date,
  dataJson: column.optional(column.text),
  erased: column.optional(column.flag),
});
const deliverySchema = defineDocument({
  _id: column.text,
  accountId: column.number,
  status: column.text,
  dueAt: column.optional(column.date),
});
const attemptSchema = defineDocument({
  _id: column.text,
  accountId: column.number,
  response: column.optional(column.text),
});
const mailSchema = defineDocument({ _id: column.text });
const messageSchema = defineDocument({ _id: column.text, accountId: column.number, conversation: column.text });
const EVENTS = ['e1', 'e2'];
const DELIVERIES = EVENTS.map((event) => formatDeliveryId(event, 4));

const recordSchema = defineDocument({
  _id: column.text,
  accountId: column.number,
  id: column.number,
  key: column.text,
});
type RecordOf = DocumentOf<typeof recordSchema>;

/** Records of the person as a resource finds and purges them. */
const asResource = (records: DocumentCollection<RecordOf>) => ({
  find: () => records.find({ accountId: 1 }, { limit: 1 }),
  purge: (_call: unknown, { id }: { id: number | object }) => records.deleteMany({ accountId: 1, id }),
});

// Without conversations: their callbacks take a step for each day of 30.
describeJobCrashes('N9 erasure of people', {
  service: 'notifier',
  start: ({ store, openJobs, clock }) => {
    const documents = {
      events: store.collection('events', eventSchema),
      deliveries: store.collection('deliveries', deliverySchema),
      attempts: store.collection('attempts', attemptSchema),
      mails: store.collection('mails', mailSchema),
      messages: store.collection('messages', messageSchema),
    };
    const records = {
      notifications: store.collection('notifications', recordSchema),
      conversations: store.collection('conversations', recordSchema),
    };
    const chunks = store.collection('streamChunks', streamChunkSchema);
    const accounts = store.collection('streamAccounts', streamAccountSchema);
    const streamLog = createStreamLog({ accounts, chunks, clock, ids: createIds({ clock }) });
    const { notifications, conversations } = records;
    const resources = { notifications: asResource(notifications), conversations: asResource(conversations) };
    const jobs = openJobs(personErasure);
    const worker = jobs.createWorker({ ...documents, ...resources, streamLog, clock } as unknown as ErasureStores);
    return { ...documents, ...records, chunks, streamLog, jobs, worker, clock };
  },
  prepare: async ({ events, deliveries, attempts, mails, notifications, streamLog, jobs, clock }) => {
    await notifications.insertMany([{ _id: '1:1', accountId: 1, id: 1, key: 'newLead:7' }]);
    const occurred = clock.date();
    const about = { accountId: 1, ids: [7], occurred, dataJson: '{}' };
    await events.insertMany(EVENTS.map((_id) => ({ _id, event: 'peopleUpdated', ...about })));
    await streamLog.append(
      1,
      'epoch',
      EVENTS.map((id) => ({ id, event: 'peopleUpdated', ids: [7], occurred, dataJson: '{}' })),
    );
    await deliveries.insertMany(
      DELIVERIES.map((_id) => ({ _id, accountId: 1, status: 'Pending', dueAt: clock.date() })),
    );
    await attempts.insertMany(
      DELIVERIES.map((_id) => ({ _id: formatAttemptId(_id, 1), accountId: 1, response: 'thanks' })),
    );
    await mails.insertMany([{ _id: '1:newLead:7' }]);
    const start = { stage: 'notifications', position: 0, after: '', since: occurred } as const;
    const whose = { people: [7], children: { people: [7] }, conversations: [] };
    await jobs.add(1, { eventId: 'x' }, { ...whose, ...start });
  },
  check: async ({ events, chunks, deliveries, attempts, mails, notifications }) => {
    const streamed = (await chunks.find({ accountId: 1 }, { limit: 10 })).flatMap((chunk) => chunk.events);
    expect(streamed.map(({ id, dataJson }) => [id, dataJson])).toEqual(EVENTS.map((id) => [id, undefined]));
    for (const _id of EVENTS) expect(await events.findOne({ _id, accountId: 1 })).not.toHaveProperty('dataJson');
    for (const _id of DELIVERIES) {
      expect(await deliveries.findOne({ _id, accountId: 1 })).toMatchObject({ status: 'GivenUp' });
      expect(await attempts.findOne({ _id: formatAttemptId(_id, 1), accountId: 1 })).not.toHaveProperty('response');
    }
    expect(await mails.findOne({ _id: '1:newLead:7' })).toBeNull();
    expect(await notifications.find({ accountId: 1 }, { limit: 1 })).toEqual([]);
  },
  atLeast: 40,
});
