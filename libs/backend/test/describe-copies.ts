import { createTokenVerifier } from '@porchlight/access';
import { CONSUMER_CONTRACTS, SERVICE_CALLS } from '@porchlight/contracts';
import { createRpcServer, type Handlers, type ServiceDefinition } from '@porchlight/rpc';
import { createIds, createManualClock, createMetrics, systemClock } from '@porchlight/runtime';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { captureLogger, listFieldsRead } from '@porchlight/testkit';
import fc from 'fast-check';
import { createOriginals, openCopies, repairCopies, type CopyDefinition, type Originals } from '../src';
import { createOpenJobs } from '../src/jobs/open-jobs';
import { createChangeMessage, testKeys } from './service';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- records of any resource
type Row = any;
type Definition = CopyDefinition<Row, Row, Row>;
type Definitions = Readonly<Record<string, Definition>>;

const ACCOUNT = 7;
const NEVER = new AbortController().signal;
const NOTHING_TO_READ = { page: async () => [], byIds: async () => [], close: async () => undefined } as Originals;

/** A time in an example. */
const TIME = /^\d{4}-\d\d-\d\dT/;

/** The record in the contract with the owner. */
const readContract = (service: string, { original }: Definition): Row => {
  const type = `${original.service}.${original.resource}.created`;
  const record = CONSUMER_CONTRACTS[service]?.[type]?.record;
  if (!record)
    throw new Error(
      `Add ${type} with a record to libs/contracts/consumers/${service}.json (docs/how-to-add.md: a copy).`,
    );
  return record;
};

/** The record of the contract: an example with all fields that the service reads. */
const sampleOf = (service: string, definition: Definition): Row => {
  const { message } = definition;
  const record = readContract(service, definition);
  const times = Object.entries(record).filter(([, value]) => typeof value === 'string' && TIME.test(value));
  const dates = Object.fromEntries(times.map(([name, value]) => [name, new Date(value as string)]));
  return Object.assign(message.decode(new Uint8Array()), record, dates);
};

/** The record without some of its fields, as a message shows it. */
const clear = ({ message }: Definition, record: Row, fields: readonly string[]): Row => {
  const empty = message.decode(new Uint8Array());
  return { ...record, ...Object.fromEntries(fields.map((field) => [field, empty[field]])) };
};

/** Fields of the example that may be cleared. */
const clearableFields = (service: string, definition: Definition): string[] => {
  const record = readContract(service, definition);
  const needed = definition.followsDeletions ? ['id', 'version'] : ['id', 'version', 'created', 'personId', 'type'];
  return Object.keys(record).filter((name) => !needed.includes(name));
};

/** An owner of one original. */
const ownerOf = (original: Row): Originals =>
  ({
    page: async (_resource: unknown, { after }: { after: number }) => (after < original.id ? [original] : []),
    byIds: async (_resource: unknown, { ids }: { ids: number[] }) => (ids.includes(original.id) ? [original] : []),
    close: async () => undefined,
  }) as unknown as Originals;

const openProcess = async (definitions: Definitions, originals: Originals = NOTHING_TO_READ) => {
  const clock = createManualClock();
  const store = await openLoneStore({
    service: 'people',
    clock,
    migrations: repairCopies('repair', definitions, clock, Object.values(definitions)[0]),
  });
  const { logger } = captureLogger({ service: 'people', level: 'fatal' });
  const metrics = createMetrics({ service: 'people', processMetrics: false });
  const openJobs = createOpenJobs({ store, clock, ids: createIds({ clock }), logger, metrics });
  const copies = openCopies(definitions, { store, clock, openJobs, originals, rpc: { add: () => undefined } as never });
  return { clock, store, copies };
};

/** The change of a record at a version. */
const changeMessage = ({ original, message }: Definition, record: Row, verb: string) =>
  createChangeMessage(ACCOUNT, {
    ...{ service: original.service, resource: original.resource, verb, ids: [record.id] },
    ...(verb !== 'deleted' && { record: message.encode(record).finish() }),
  });

/** Tests of the copies of a service: each declared copy behaves as every other (D13.3). */
export const describeCopies = (service: string, definitions: Definitions): void => {
  const named = Object.entries(definitions).map(([name, definition]) => ({ name, definition }));

  describe.each(named)(`D13.3 the copy $name of ${service}`, ({ name, definition }) => {
    const sample = sampleOf(service, definition);
    const at = (version: number, fields: readonly string[]): Row => {
      const record = clear(definition, { ...sample, version }, fields);
      return definition.followsDeletions ? record : { ...record, created: new Date(version) };
    };
    const apply = async (messages: ReturnType<typeof changeMessage>[]) => {
      const { copies, store } = await openProcess({ [name]: definition });
      await copies.handler(messages, { topic: '', partition: 0, signal: NEVER });
      return { copies, store, stored: () => store.collection<Row>(definition.collection).findOne({ _id: keyOf() }) };
    };
    const keyOf = () => definition.toCopy(ACCOUNT, sample)!._id;
    const firstVerb = definition.followsDeletions ? 'updated' : 'created';

    test('given the contract with its owner, then it reads the fields of the contract and no others', () => {
      const contract = readContract(service, definition);
      const read = listFieldsRead({ ...sample, name: '' }, (record) => definition.toCopy(ACCOUNT, record));
      expect(read.filter((field) => !(field in contract))).toEqual([]);
    });

    if (definition.followsDeletions)
      test.each(clearableFields(service, definition))(
        'given an original that loses %s, then the copy is that of an original that never had it',
        async (field) => {
          const { stored } = await apply([changeMessage(definition, at(1, []), 'created')]);
          expect(await stored()).toEqual(definition.toCopy(ACCOUNT, at(1, [])));
          const after = at(2, [field]);
          const cleared = await apply([
            changeMessage(definition, at(1, []), 'created'),
            changeMessage(definition, after, 'updated'),
          ]);
          expect(await cleared.stored()).toEqual(definition.toCopy(ACCOUNT, after));
        },
      );

    test('given changes in any order and with repeats, then the copy is that of the newest original', async () => {
      const fields = clearableFields(service, definition);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.subarray(fields), { minLength: 1, maxLength: 6 }),
          fc.boolean(),
          fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
          fc.integer({ min: 1, max: 4 }),
          async (changes, ends, order, size) => {
            const records = changes.map((cleared, index) => at(index + 1, cleared));
            const isDeleted = ends && definition.followsDeletions;
            const messages = [
              ...records.map((record) => changeMessage(definition, record, firstVerb)),
              ...(isDeleted ? [changeMessage(definition, sample, 'deleted')] : []),
            ];
            // In any order with repeats; each message arrives at least once.
            const some = order.map((n) => messages[n % messages.length]!);
            const arrivals = [...some, ...messages.filter((message) => !some.includes(message)).toReversed()];
            const { copies, store } = await openProcess({ [name]: definition });
            for (let from = 0; from < arrivals.length; from += size)
              await copies.handler(arrivals.slice(from, from + size), { topic: '', partition: 0, signal: NEVER });
            const stored = await store.collection<Row>(definition.collection).findOne({ _id: keyOf() });
            const newest = records.map((record) => definition.toCopy(ACCOUNT, record)).findLast((copy) => copy);
            if (isDeleted) expect(stored).toMatchObject({ _id: keyOf(), deleted: true });
            else if (newest) expect(stored).toMatchObject(newest);
            else expect(stored).toBeNull();
            // No field that the newest original does not have.
            const allowed = new Set([
              ...Object.keys(isDeleted ? { deleted: 1 } : (newest ?? {})),
              ...ownFields(definition),
            ]);
            expect(Object.keys(stored ?? {}).filter((field) => !allowed.has(field))).toEqual([]);
          },
        ),
        { numRuns: 40 },
      );
    });

    test('given a change that is too large for a message, then the copy is that of the original at its owner', async () => {
      const current = at(2, []);
      const { copies, store } = await openProcess({ [name]: definition }, ownerOf(current));
      const { service: owner, resource } = definition.original;
      const changed = { service: owner, resource, verb: firstVerb, ids: [current.id], recordOmitted: true };
      const message = createChangeMessage(ACCOUNT, changed);
      await copies.handler([message], { topic: '', partition: 0, signal: NEVER });
      const stored = await store.collection<Row>(definition.collection).findOne({ _id: keyOf() });
      expect(stored).toEqual(definition.toCopy(ACCOUNT, current));
    });

    test('given copies that were merged by the version before, when it is migrated, then they equal their originals', async () => {
      const current = at(2, definition.followsDeletions ? clearableFields(service, definition) : []);
      const { store, clock, copies } = await openProcess({ [name]: definition }, ownerOf(current));
      const stored = store.collection<Row>(definition.collection);
      const merged = { ...definition.toCopy(ACCOUNT, at(1, [])), ...definition.toCopy(ACCOUNT, current) };
      const orphan = { ...merged, _id: definition.key(ACCOUNT, 900) };
      await stored.insertMany([merged, orphan]);
      await store.prepare();
      const worker = copies.repairs.createWorker();
      clock.advance(61_000);
      while (await worker.look(NEVER));
      expect(await stored.findOne({ _id: keyOf() })).toEqual(definition.toCopy(ACCOUNT, current));
      const left = await stored.findOne({ _id: orphan._id });
      if (definition.followsDeletions) expect(left).toBeNull();
    });
  });

  test(`given the contracts of ${service}, when it reads the originals of copies, then it sends the declared requests`, async () => {
    const requests: object[] = [];
    const verifiers = ['people', 'auth', 'marketing'].map((audience) =>
      createTokenVerifier({ publicKey: `issuer: ${service}\n${testKeys.publicKey}`, audience, clock: systemClock }),
    );
    const { logger } = captureLogger();
    const server = createRpcServer({
      verifier: { verify: (token) => Promise.any(verifiers.map((verifier) => verifier.verify(token))) },
      serviceCalls: SERVICE_CALLS,
      logger,
      metrics: createMetrics({ service: 'originals', processMetrics: false }),
      clock: systemClock,
    });
    const list = async (request: object) => {
      requests.push(request);
      return { records: [], page: { total: 0, next: '', warnings: [] } };
    };
    for (const { definition } of named) {
      const served = definition.original.definition as ServiceDefinition;
      const handlers = Object.keys(served.methods).map((method) => [method, list]);
      server.add(served, Object.fromEntries(handlers) as Handlers<ServiceDefinition>);
    }
    const address = `127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
    const originals = createOriginals(service, {
      config: { INTERNAL_TOKEN_PRIVATE_KEY_FILE: testKeys.signingKey },
      addresses: { people: address, auth: address, marketing: address },
      logger,
      clock: systemClock,
    });
    for (const { definition } of named)
      await originals.page(definition.original, { accountId: 1, after: 0, filters: definition.filters }, NEVER);
    await originals.close();
    await server.stop(0);
    expect(requests).toEqual(
      named.map(({ definition: { original } }) => {
        const { fullName, methods } = original.definition!;
        return CONSUMER_CONTRACTS[service]![`/${fullName}/${methods[`list${original.nouns}`]!.name}`]!.request;
      }),
    );
  });
};

/** Fields that a service adds to copies, and those of tombstones. */
const ownFields = ({ own }: Definition): readonly string[] => ['_id', 'accountId', 'version', ...(own?.reads ?? [])];
