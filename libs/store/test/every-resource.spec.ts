import { createKafkaBus, createMemoryBus, formatTopic, type Bus } from '@porchlight/bus';
import { allResources, Change } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { getFields, type Descriptor, type JsonSchema, type Row } from '@porchlight/resource';
import { systemClock } from '@porchlight/runtime';
import { captureLogger, eventually, startDatabase } from '@porchlight/testkit';
import { startKafka } from '@porchlight/testkit/src/kafka';
import fc from 'fast-check';
import { callBy } from './conformance/sample-resource';
import { drained, openTestStore, type TestStore } from './conformance/test-store';
import { createMemoryDatabase } from '../src/memory/memory-database';
import { openMongoDatabase } from '../src/mongo/mongo-database';
import { UNSENT_CHANGES } from '../src/outbox/unsent-changes';
import type { Document } from '../src/contract/document';
import type { ResourceStore } from '../src/contract/resource-store-contract';
import type { ResourceOptions } from '../src/contract/strategy';
import { publishTo } from './publish-to';

type AnyDocument = Document & Row;
type AnyStore = ResourceStore<Row, AnyDocument>;

const TOPIC = formatTopic('every');
const ACCOUNT = 5;
const RUNS = 4;
const LONGEST_TEXT = 600_000;
const MAX_ITEMS = 500;
/** What a store may refuse: a large record, and one with the identity of another, which random values repeat. */
const REFUSALS: ReadonlySet<string> = new Set(['RECORD_TOO_LARGE', 'CONFLICT']);

/** Units of text: one byte to four bytes, control characters, quotes, right-to-left marks, combining marks. */
const units = fc.constantFrom('x', '"', '\\', '<', 'é', '漢', '😀', '\u0001', '\u202e', 'a\u0301');

/** Values at and near the limits that a schema states; the codec decides which of them are accepted. */
const generateValues = (schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> => {
  const {
    type,
    enum: words,
    maxLength,
    maxItems,
    items,
    properties,
    anyOf,
    oneOf,
  } = schema as Record<string, never> & { type?: string | string[] };
  if (Array.isArray(words)) return fc.constantFrom(...(words as unknown[]));
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => generateValues(choice, depth)));
  switch (Array.isArray(type) ? type[0] : type) {
    case 'string': {
      const most = Math.min(LONGEST_TEXT, maxLength ?? 255) as number;
      const sample = fc.constantFrom(
        'a@example.com',
        '2026-01-31',
        '2026-01-31T12:00:00Z',
        '+1 555 0100',
        'https://example.com/',
      );
      const long = fc
        .tuple(units, fc.constantFrom(1, most >> 1, most))
        .map(([unit, length]) => unit.repeat(length).slice(0, most));
      return fc.oneof({ weight: 3, arbitrary: long }, { weight: 1, arbitrary: sample });
    }
    case 'integer':
    case 'number':
      return fc.constantFrom(1, 0, 2_147_483_647, -2_147_483_648);
    case 'boolean':
      return fc.boolean();
    case 'array': {
      const most = Math.min(depth > 0 ? 3 : MAX_ITEMS, maxItems ?? 100) as number;
      return fc
        .tuple(generateValues((items ?? {}) as JsonSchema, depth + 1), fc.constantFrom(1, most))
        .map(([item, count]) => Array.from({ length: count }, () => item));
    }
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([name, part]) => [
            name,
            generateValues(part, depth + 1),
          ]),
        ),
      );
    default:
      return fc.constant('x');
  }
};

/** A resource without rules of its own: fields are stored and encoded as they are. */
const createOptions = (descriptor: Descriptor): ResourceOptions<Row, AnyDocument> => ({
  descriptor: descriptor as Descriptor<Row>,
  strategy: {
    prepare: (_call, { before, input, mask }) =>
      Object.assign(
        { ...before, ...(descriptor.ofPerson?.people !== undefined && { personIds: [] }) },
        Object.fromEntries([...mask].map((name) => [name, Reflect.get(input, name)])),
      ),
    viewers: () => [],
  },
  findExisting: async (_call, _reference, ids) => new Set(ids),
  findNames: async () => new Map(),
  loadPerson: async () => ({ viewers: [] }),
  encodeRecord: (record) => Buffer.from(JSON.stringify(record)),
});

const listWritableFields = (descriptor: Descriptor) =>
  Object.entries(getFields(descriptor)).filter(([, field]) => field.writable !== 'never');

describe.each<
  [string, () => Promise<{ database: Parameters<typeof openTestStore>[0]; bus: Bus; stop: () => Promise<unknown> }>]
>([
  ['memory', async () => ({ database: createMemoryDatabase(), bus: createMemoryBus(), stop: async () => undefined })],
  [
    'the database and Kafka',
    async () => {
      const [server, kafka] = await Promise.all([startDatabase(), startKafka()]);
      const bus = createKafkaBus({
        brokers: kafka.brokers,
        clientId: 'every',
        logger: captureLogger().logger,
        clock: systemClock,
      });
      return {
        database: await openMongoDatabase(server.uri('every'), 'every'),
        bus,
        stop: () => Promise.all([server.stop(), kafka.stop()]),
      };
    },
  ],
])('Documents of every resource with the largest and strangest values, in %s', (_name, open) => {
  const received = new Map<string, Change>();
  let test: TestStore;
  let bus: Bus;
  let stop: () => Promise<unknown>;
  const stores = new Map<string, AnyStore>();

  beforeAll(async () => {
    const opened = await open();
    ({ bus, stop } = opened);
    await bus.ensureTopics([{ name: TOPIC, partitions: 1 }]);
    await bus.subscribe({
      group: 'every.test',
      topics: [TOPIC],
      handler: async (batch) => batch.forEach(({ id, value }) => received.set(id, Change.decode(value))),
    });
    test = await openTestStore(opened.database, { publish: publishTo(bus, TOPIC) });
    for (const descriptor of allResources)
      stores.set(descriptor.resource, test.store.resource(createOptions(descriptor)));
  });
  afterAll(async () => {
    await test.stop();
    await bus.close();
    await stop();
  });

  it.each(allResources.map((descriptor) => [descriptor.resource, descriptor] as const))(
    '%s: each accepted document reaches the bus with its record',
    async (resource, descriptor) => {
      const bodies = fc.record(
        Object.fromEntries(
          listWritableFields(descriptor).map(([name, { codec }]) => [name, generateValues(codec.takes)]),
        ),
      );
      const [written, refused] = [new Set<number>(), [] as unknown[]];
      await fc.assert(
        fc.asyncProperty(bodies, async (body) => {
          const input: Record<string, unknown> = {};
          for (const [name, { codec }] of listWritableFields(descriptor)) {
            const value = codec.read((body as Record<string, unknown>)[name], name, []);
            if (value !== undefined) input[name] = value;
          }
          try {
            const { record } = await stores
              .get(resource)!
              .create(callBy(ACCOUNT), input as unknown as Row, Object.keys(input));
            written.add(record.id);
          } catch (error) {
            if (!isRefusal(error) || !REFUSALS.has(error.reason)) throw error;
            refused.push(error);
          }
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
      expect(written.size + refused.length).toBe(RUNS);
      await drained(test);
      await eventually(() => {
        const changes = [...received.values()].filter((change) => change.resource === resource);
        expect(new Set(changes.flatMap(({ ids }) => ids))).toEqual(written);
        expect(changes.every(({ recordOmitted, record }) => !recordOmitted && record.length > 0)).toBe(true);
      });
    },
  );

  it('no change was set aside', async () => {
    expect(await test.database.collection(UNSENT_CHANGES).count({})).toBe(0);
  });
});
