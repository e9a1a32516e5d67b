import { defineResource, list, int, required, str, writable, type Row } from '@porchlight/resource';
import { callBy } from '../test/conformance/sample-resource';
import { openTestStore, type TestStore } from '../test/conformance/test-store';
import { createMemoryDatabase } from './memory/memory-database';
import type { Document } from './contract/document';
import type { ResourceStore } from './contract/resource-store-contract';
import type { ResourceOptions } from './contract/strategy';

interface Shelf extends Row {
  name?: string | undefined;
  ownerId?: number | undefined;
  memberIds: number[];
  appIds?: number[];
}
interface ShelfDocument extends Document {
  name: string;
  nameKey: string;
  ownerId?: number;
  memberIds: number[];
}

const shelves = defineResource<Shelf>(
  { name: 'ShelfService', fullName: 'porchlight.sample.v1.ShelfService', methods: {} },
  {
    nouns: 'Shelves',
    roles: {},
    timestamps: 'none',
    maxPerAccount: 3,
    fields: {
      name: required(str({ min: 1 }), { unique: true }),
      ownerId: writable(int(), { references: 'users' }),
      memberIds: writable(list(int(), 500), { references: 'users' }),
      appIds: writable(list(int(), 500), { references: 'oauthApps' }),
    },
  },
);

const USERS = new Set([1, 2, 3]);
const call = callBy(7);
let store: ResourceStore<Shelf, ShelfDocument>;
let stop: () => Promise<void>;

beforeEach(async () => {
  const opened = await openTestStore(createMemoryDatabase());
  store = opened.store.resource({
    descriptor: shelves,
    findExisting: async () => USERS,
  });
  stop = () => opened.stop();
});
afterEach(() => stop());

const create = (values: Partial<Shelf>) =>
  store.create(call, { id: 0, version: 0, memberIds: [], ...values }, Object.keys(values));
const update = (id: number, values: Partial<Shelf>) =>
  store.update(call, id, { id, version: 0, memberIds: [], ...values }, Object.keys(values)).then((one) => one.record);

describe('a resource without a strategy', () => {
  it('stores and renders the declared fields; a list of references has no duplicates', async () => {
    const { record } = await create({ name: 'Top', ownerId: 1, memberIds: [2, 2, 3] });
    expect(record).toMatchObject({ name: 'Top', ownerId: 1, memberIds: [2, 3] });
    const changed = await update(record.id, { ownerId: undefined, memberIds: [] });
    expect(changed).toMatchObject({ name: 'Top', memberIds: [], version: 2 });
    expect(changed.ownerId).toBeUndefined();
  });

  it('given a unique field, when another record has the same text in another case, then it is refused', async () => {
    await create({ name: 'Café' });
    await expect(create({ name: 'CAFE' })).rejects.toMatchObject({
      reason: 'NAME_TAKEN',
      params: { what: 'a shelf', field: 'name' },
    });
    const { record } = await create({ name: 'Other' });
    await expect(update(record.id, { name: 'cafe' })).rejects.toMatchObject({ reason: 'NAME_TAKEN' });
    expect(await update(record.id, { name: 'OTHER' })).toMatchObject({ name: 'OTHER' });
  });

  it('given a reference, when the record does not exist, then it is refused; former references are accepted', async () => {
    await expect(create({ name: 'A', memberIds: [1, 9] })).rejects.toMatchObject({
      reason: 'UNKNOWN_REFERENCE',
      params: { field: 'memberIds', what: 'a user', value: 9 },
    });
    const { record } = await create({ name: 'A', memberIds: [1] });
    USERS.delete(1);
    expect(await update(record.id, { memberIds: [1, 2] })).toMatchObject({ memberIds: [1, 2] });
    USERS.add(1);
    await expect(create({ name: 'B', appIds: [9] })).rejects.toMatchObject({
      params: { field: 'appIds', what: 'an oauth app', value: 9 },
    });
  });

  it('given as many records as an account may have, when another is created, then it is refused', async () => {
    for (const name of ['A', 'B', 'C']) await create({ name });
    await expect(create({ name: 'D' })).rejects.toThrow('An account has at most 3 shelves.');
  });
});

describe('a resource with a strategy', () => {
  const open = (options: Partial<ResourceOptions<Shelf, ShelfDocument>>) =>
    openTestStore(createMemoryDatabase()).then((opened) => {
      const close = stop;
      stop = async () => {
        await opened.stop();
        await close();
      };
      return opened.store.resource<Shelf, ShelfDocument>({ descriptor: shelves, ...options });
    });

  it('given a rule of its own, when it asks for the declared fields, then their rules apply too', async () => {
    store = await open({
      findExisting: async () => USERS,
      strategy: {
        prepare: async (_call, _write, declared) => {
          const shelf = await declared();
          return { ...shelf, name: shelf.name.trim() };
        },
      },
    });
    expect((await create({ name: ' Top ', ownerId: 1 })).record).toMatchObject({ name: 'Top', ownerId: 1 });
    await expect(create({ name: 'B', ownerId: 9 })).rejects.toMatchObject({ reason: 'UNKNOWN_REFERENCE' });
  });

  it('given references, when it is opened without a way to find them, then the error says how to open it', async () => {
    await expect(open({})).rejects.toThrow('open the resource with findExisting (docs/how-to-add.md)');
  });
});

describe('concurrent writes of two processes', () => {
  type Shelves = ResourceStore<Shelf, ShelfDocument>;
  let processes: readonly [Shelves, Shelves];
  let stores: TestStore[];

  beforeEach(async () => {
    const database = createMemoryDatabase();
    stores = [await openTestStore(database), await openTestStore(database)];
    const open = (at: number): Shelves =>
      stores[at]!.store.resource({ descriptor: shelves, findExisting: async () => USERS });
    processes = [open(0), open(1)];
  });
  afterEach(() => Promise.all(stores.map((one) => one.stop())));

  const createIn = async (shelf: Shelves, name: string) =>
    (await shelf.create(call, { id: 0, version: 0, memberIds: [], name }, ['name'])).record;
  const rename = (shelf: Shelves, record: Shelf, name: string) =>
    shelf.update(call, record.id, { ...record, name }, ['name']);
  const countFulfilled = async (writes: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(writes)).filter(({ status }) => status === 'fulfilled').length;

  it('Given a limit, When more records are created, Then the account has as many as the limit', async () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    expect(await countFulfilled(names.map((name, at) => createIn(processes[at % 2]!, name)))).toBe(3);
  });

  it('Given a unique field, When two records are created with one text, Then one is created', async () => {
    expect(await countFulfilled(processes.map((one) => createIn(one, 'Top')))).toBe(1);
  });

  it('Given a unique field, When two records are updated to one text, Then one is updated', async () => {
    const records = [await createIn(processes[0], 'Bottom'), await createIn(processes[1], 'Middle')];
    expect(await countFulfilled(processes.map((one, at) => rename(one, records[at]!, 'Side')))).toBe(1);
  });
});
