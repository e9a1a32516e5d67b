import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import type { Publisher } from '@porchlight/bus';
import { Change } from '@porchlight/contracts';
import { column, defineDocument, type DocumentOf } from '@porchlight/store';
import { captureLogger, eventually } from '@porchlight/testkit';
import { createDocumentPublisher, publishedColumns, UNPUBLISHED } from './publish-documents';

const schema = defineDocument(
  {
    _id: column.text,
    names: column.listOf(column.text),
    ...publishedColumns,
  },
  [UNPUBLISHED],
  { unsharded: 'a test' },
);
type Thing = DocumentOf<typeof schema>;

/** A collection, and processes that publish its changes to one bus. */
const open = async () => {
  const store = await openLoneStore({ service: 'auth' });
  const documents = store.collection('things', schema);
  await store.start();
  const published: string[] = [];
  const stops: (() => Promise<unknown>)[] = [];
  const start = (publish: Publisher['publish']) => {
    const publisher = createDocumentPublisher<Thing>({
      ...{
        name: 'things',
        documents,
        logger: captureLogger().logger,
        fields: ['names'],
        bus: { publish } as Publisher,
      },
      toChanges: ({ _id, names }) =>
        names.map((eventId) => ({
          ...{ eventId, accountId: 1, resource: 'things', verb: 'updated', ids: [1], occurred: new Date(0) },
          ...{ userId: 2, system: _id },
        })),
    });
    const end = new AbortController();
    const running = publisher.run(end.signal);
    stops.push(async () => (end.abort(), running));
    return publisher;
  };
  const record: Publisher['publish'] = async (_topic, messages) =>
    void published.push(...messages.map(({ value }) => Change.decode(value).eventId));
  const add = (_id: string, names: string[], more: Partial<Thing> = {}) =>
    documents.insertOne({ _id, names, v: 1, unpublished: true, ...more });
  return {
    documents,
    published,
    start,
    record,
    add,
    stop: async () => {
      await Promise.all(stops.map((end) => end()));
      await store.stop(AbortSignal.timeout(1_000));
    },
  };
};
type Surroundings = Awaited<ReturnType<typeof open>>;

let surroundings: Surroundings;
beforeEach(async () => void (surroundings = await open()));
afterEach(() => surroundings.stop());

it('given a process that ended before it published, then the next one publishes all changes and clears them', async () => {
  const { documents, published, start, record, add } = surroundings;
  await add('a', ['1', '2']);
  start(record);
  await eventually(() => expect(published).toEqual(['1', '2']));
  await eventually(async () =>
    expect(await documents.findOne({ _id: 'a' })).not.toMatchObject({ unpublished: expect.anything() }),
  );
});

it('given a bus that fails, then the changes stay and are published later', async () => {
  const { published, start, record, add } = surroundings;
  let failures = 0;
  await add('a', ['1']);
  start(async (topic, messages, options) => {
    if (failures++ < 2) throw new Error('away');
    return record(topic, messages, options);
  });
  await eventually(() => expect(published).toEqual(['1']));
});

it('given a change during a publication, then it is published too', async () => {
  const { documents, published, start, record, add } = surroundings;
  await add('a', ['1']);
  let isFirst = true;
  const publisher = start(async (topic, messages, options) => {
    if (isFirst) {
      isFirst = false;
      await documents.updateOne({ _id: 'a' }, { $push: { names: '2' }, $set: { unpublished: true }, $inc: { v: 1 } });
    }
    return record(topic, messages, options);
  });
  publisher.notify();
  // The first one again: consumers recognize its event id.
  await eventually(() => expect(published).toEqual(['1', '1', '2']));
});
