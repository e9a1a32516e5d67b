import { Change } from '@porchlight/contracts';
import type { FilterValues, ListQuery } from '@porchlight/resource';
import { randomInt } from 'node:crypto';
import { callBy, buildInput, type Item, type ItemDocument } from './sample-resource';
import { drained, openTestStore, type Harness } from './test-store';
import { useItems } from './use-items';

const by = (name: string, ...values: string[]): FilterValues => ({ name, values });
const newAccount = (): number => randomInt(1, 2_000_000);

/** The behavior of a resource store on every database. */
export const storeConformance = (openHarness: () => Promise<Harness>): void => {
  const { suite, call, create, list, walk } = useItems(openHarness);
  const ids = async (query: Partial<ListQuery> = {}, who = call()): Promise<number[]> =>
    (await list(query, who)).records.map(({ id }) => id);
  test('when a record is created, read, updated and deleted, then each response is the record', async () => {
    const made = await create({ name: 'Anna', color: 'red', price: 3 });
    expect(made).toMatchObject({ id: 1, version: 1, name: 'Anna', color: 'red', price: 3 });
    expect(await suite.items.get(call(), 1)).toEqual(made);
    const { record: changed } = await suite.items.update(call(), 1, ...buildInput({ color: undefined, price: 4 }));
    expect(changed).toMatchObject({ id: 1, version: 2, name: 'Anna', price: 4 });
    expect(changed.color ?? null).toBeNull();
    expect((await suite.items.get(call(), 1)).version).toBe(2);
    await suite.items.remove(call(), 1);
    await expect(suite.items.get(call(), 1)).rejects.toMatchObject({ reason: 'NOT_FOUND' });
    await expect(suite.items.update(call(), 1, ...buildInput({ price: 1 }))).rejects.toMatchObject({
      reason: 'NOT_FOUND',
    });
    await expect(suite.items.remove(call(), 1)).rejects.toMatchObject({ reason: 'NOT_FOUND' });
    expect((await create({})).id).toBe(2);
  });

  test('when a user of another account reads, then nothing is found', async () => {
    await create({});
    const other = callBy(newAccount());
    await expect(suite.items.get(other, 1)).rejects.toMatchObject({ reason: 'NOT_FOUND' });
    await expect(suite.items.update(other, 1, ...buildInput({ price: 1 }))).rejects.toMatchObject({
      reason: 'NOT_FOUND',
    });
    await expect(suite.items.remove(other, 1)).rejects.toMatchObject({ reason: 'NOT_FOUND' });
    expect(await list({}, other)).toEqual({ records: [], page: { total: 0, next: '', warnings: [] } });
    for (const id of [0, -1, 1.5, 2 ** 31, NaN])
      await expect(suite.items.get(call(), id)).rejects.toMatchObject({ reason: 'NOT_FOUND' });
  });

  test('when an agent reads, then lists, totals and reads by id contain only records that list the agent as a viewer', async () => {
    for (const ownerId of [5, 6, 5, undefined]) await create(ownerId === undefined ? {} : { ownerId });
    const agent = call('Agent', 5);
    expect(await list({}, agent)).toMatchObject({ records: [{ id: 3 }, { id: 1 }], page: { total: 2 } });
    await expect(suite.items.get(agent, 2)).rejects.toMatchObject({ reason: 'NOT_FOUND' });
    await expect(suite.items.update(agent, 2, ...buildInput({ price: 1 }))).rejects.toMatchObject({
      reason: 'NOT_FOUND',
    });
    expect(await suite.items.load(agent, 4)).toBeUndefined();
    await suite.items.update(call(), 2, ...buildInput({ ownerId: 5 }));
    await suite.items.update(call(), 3, ...buildInput({ ownerId: 6 }));
    expect(await list({}, agent)).toMatchObject({ records: [{ id: 2 }, { id: 1 }], page: { total: 2 } });
    expect(await list({ sort: 'price', descending: false }, agent)).toMatchObject({
      records: [{ id: 2 }, { id: 1 }],
      page: { total: 2 },
    });
    expect((await list({ filters: [by('color', 'red')] }, agent)).page.total).toBe(0);
  });

  test('when a mask names fields that callers may not write, then they do not change', async () => {
    await create({});
    const [record] = buildInput({ name: 'y' });
    const { record: made } = await suite.items.update(call(), 1, { ...record, id: 99, version: 50 }, [
      'name',
      'id',
      'version',
      'created',
      'nonsense',
    ]);
    expect(made).toMatchObject({ id: 1, version: 2, name: 'y' });
    expect(Object.keys((await suite.items.load(call(), 1)) as object)).not.toContain('nonsense');
  });

  test('when an update changes nothing, then nothing is written and no change is published', async () => {
    await create({ name: 'Anna', tags: ['a'] });
    await drained(suite);
    const before = suite.published.length;
    expect((await suite.items.update(call(), 1, ...buildInput({ name: 'Anna', tags: ['a'] }))).record.version).toBe(1);
    await drained(suite);
    expect(suite.published.length).toBe(before);
  });

  test('when ifVersion is not the current version, then the write is refused', async () => {
    await create({});
    await expect(suite.items.update(call(), 1, ...buildInput({ price: 1 }), { ifVersion: '7' })).rejects.toMatchObject({
      reason: 'PRECONDITION_FAILED',
    });
    await suite.items.update(call(), 1, ...buildInput({ price: 1 }), { ifVersion: '1' });
    await expect(suite.items.remove(call(), 1, { ifVersion: '1' })).rejects.toMatchObject({
      reason: 'PRECONDITION_FAILED',
    });
    await suite.items.remove(call(), 1, { ifVersion: '2' });
  });

  test('when a unique index rejects a write, then nothing is written and counts do not change', async () => {
    await create({ code: 'one' });
    await expect(create({ code: 'one', color: 'red' })).rejects.toMatchObject({ name: 'UniqueConflict' });
    const clashes = await Promise.allSettled(Array.from({ length: 10 }, () => create({ code: 'two', color: 'red' })));
    expect(clashes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await create({ code: 'three' });
    await expect(suite.items.modify(call(), 1, (before) => ({ ...before, code: 'three' }))).rejects.toMatchObject({
      name: 'UniqueConflict',
    });
    expect((await list()).page.total).toBe(3);
    expect((await list({ filters: [by('color', 'red')] })).page.total).toBe(1);
    await suite.items.remove(call(), 1);
    expect((await create({ code: 'one' })).code).toBe('one');
  });

  test('when a list is paged by token during inserts and deletes, then each record that stays is returned exactly once', async () => {
    const first: number[] = [];
    for (let n = 0; n < 30; n += 1)
      first.push((await create({ price: n % 3, ...(n % 4 === 0 ? {} : { color: `c${n % 2}` }) })).id);
    // Ids may have gaps: ids taken ahead are lost if a later create is faster than their return (sequences.ts).
    const leave = [first[3]!, first[26]!];
    const expected = first.filter((id) => !leave.includes(id));
    const stay = (all: Item[]): number[] => all.map(({ id }) => id).filter((id) => expected.includes(id));
    const stir = async (page: number): Promise<void> => {
      await create({ price: 1 });
      if (page === 1) for (const id of leave) await suite.items.remove(call(), id).catch(() => undefined);
    };
    expect(stay(await walk({ limit: 7 }, stir))).toEqual([...expected].reverse());
    expect(stay(await walk({ limit: 7, sort: 'id', descending: false }, stir))).toEqual(expected);
    for (const descending of [true, false]) {
      const all = await walk({ limit: 4, sort: 'price', descending }, stir);
      expect(stay(all).sort((a, b) => a - b)).toEqual(expected);
      const keys = all.map(({ price, id }) => [price ?? -1, id] as const);
      for (let at = 1; at < keys.length; at += 1) {
        const [before, after] = [keys[at - 1] as readonly [number, number], keys[at] as readonly [number, number]];
        if (before[0] === after[0]) expect(before[1]).toBeGreaterThan(after[1]);
        else expect(before[0] < after[0]).toBe(!descending);
      }
    }
  });

  test('given records without a sort value, then they sort lowest, ties by descending id', async () => {
    for (const price of [2, undefined, 1, 2, undefined]) await create(price === undefined ? {} : { price });
    expect(await ids({ sort: 'price', descending: false })).toEqual([5, 2, 3, 4, 1]);
    expect(await ids({ sort: 'price', descending: true })).toEqual([4, 1, 3, 5, 2]);
    for (const limit of [1, 2, 3]) {
      expect((await walk({ sort: 'price', descending: false, limit })).map(({ id }) => id)).toEqual([5, 2, 3, 4, 1]);
      expect((await walk({ sort: 'price', descending: true, limit })).map(({ id }) => id)).toEqual([4, 1, 3, 5, 2]);
    }
  });

  test('when a list is paged by offset, then records are skipped, also beyond the end', async () => {
    const all: number[] = [];
    for (let n = 0; n < 12; n += 1) all.push((await create({ price: n })).id);
    expect(await ids({ offset: 3, limit: 2 })).toEqual([all[8], all[7]]);
    expect(await ids({ offset: 3, limit: 2, sort: 'price', descending: false })).toEqual([all[3], all[4]]);
    expect(await list({ offset: 12 })).toMatchObject({ records: [], page: { total: 12, next: '' } });
    const { page } = await list({ offset: 10, limit: 1 });
    expect(await ids({ next: page.next, limit: 5, offset: 10 })).toEqual([all[0]]);
    await expect(list({ offset: 2001 })).rejects.toMatchObject({ reason: 'DEEP_PAGINATION' });
  });

  test('when a list is filtered, then page and total match the filters', async () => {
    await create({ name: 'Zoë Müller', color: 'red', price: 10, ownerId: 3, done: true, tags: ['a', 'b'] });
    await create({ name: 'Anna Smith', color: 'blue', price: 20, done: false });
    await create({ name: 'ANNABEL', color: 'red', price: 30, tags: ['b'] });
    const both = async (...filters: FilterValues[]): Promise<[number[], number]> => {
      const { records, page } = await list({ filters });
      expect(await ids({ filters, sort: 'name', descending: false })).toHaveLength(records.length);
      return [records.map(({ id }) => id), page.total];
    };
    expect(await both(by('color', 'red'))).toEqual([[3, 1], 2]);
    expect(await both(by('color', 'red', 'blue'))).toEqual([[3, 2, 1], 3]);
    expect(await both(by('color', 'green'))).toEqual([[], 0]);
    expect(await both(by('tags', 'b'))).toEqual([[3, 1], 2]);
    expect(await both(by('tags', 'a', 'b'), by('color', 'red'))).toEqual([[3, 1], 2]);
    expect(await both(by('ownerId', '3'))).toEqual([[1], 1]);
    expect(await both(by('done', 'true'))).toEqual([[1], 1]);
    expect(await both(by('done', 'false'))).toEqual([[3, 2], 2]);
    expect(await both(by('priceAbove', '10'))).toEqual([[3, 2], 2]);
    expect(await both(by('priceAbove', '10'), by('priceBelow', '30'))).toEqual([[2], 1]);
    expect(await both(by('name', 'ANNA'))).toEqual([[3, 2], 2]);
    expect(await both(by('name', 'e mu'))).toEqual([[1], 1]);
    expect(await both(by('name', 'nn'))).toEqual([[3, 2], 2]);
    expect(await both(by('name', '%'))).toEqual([[], 0]);
    expect(await both(by('id', '1', '3', '99'))).toEqual([[3, 1], 2]);
    expect(await both(by('ids', '1', '2'), by('color', 'red'))).toEqual([[1], 1]);
    expect(await both(by('idGreaterThan', '1'), by('idLessThan', '3'))).toEqual([[2], 1]);
    expect(await both(by('createdAfter', new Date(0).toISOString()))).toEqual([[3, 2, 1], 3]);
    expect(await both(by('createdBefore', new Date(0).toISOString()))).toEqual([[], 0]);
  });

  test('when a filter, sort or limit is not declared, then it is refused for every caller', async () => {
    const bad: Array<Partial<ListQuery>> = [
      { limit: 0 },
      { limit: 101 },
      { offset: -1 },
      { sort: 'nameKey' },
      { sort: '__proto__' },
      { filters: [by('$where', '1')] },
      { filters: [by('color')] },
      { filters: [by('ownerId', '1', '2')] },
      { filters: [by('ownerId', '{"$gt":0}')] },
      { filters: [by('done', 'maybe')] },
      { filters: [by('createdAfter', 'now')] },
      { filters: [{ name: 'color', values: [{ $gt: '' } as never] }] },
    ];
    for (const query of bad) await expect(list(query)).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
  });

  test('when a token was changed or belongs to another list, then it is refused', async () => {
    for (let n = 0; n < 5; n += 1) await create({ ownerId: 1 });
    const { next } = (await list({ limit: 2 })).page;
    const refused = { reason: 'INVALID_NEXT' };
    for (let at = 0; at < next.length; at += 1) {
      const other = next[at] === 'A' ? 'B' : 'A';
      await expect(list({ limit: 2, next: next.slice(0, at) + other + next.slice(at + 1) })).rejects.toMatchObject(
        refused,
      );
    }
    for (const token of ['x', '.', 'e30.AAAA', `${next}.`, `${next}A`, 'A'.repeat(10_000)])
      await expect(list({ limit: 2, next: token })).rejects.toMatchObject(refused);
    await expect(list({ limit: 2, next }, callBy(newAccount()))).rejects.toMatchObject(refused);
    await expect(list({ limit: 2, next }, call('Owner', 2))).rejects.toMatchObject(refused);
    await expect(list({ limit: 2, next, sort: 'id', descending: false })).rejects.toMatchObject(refused);
    await expect(list({ limit: 2, next, filters: [by('color', 'red')] })).rejects.toMatchObject(refused);
    expect(await ids({ limit: 3, next })).toEqual([3, 2, 1]);
  });

  test('when 200 mixed writes run in parallel, then totals are exact and ids are unique', async () => {
    const colors = ['red', 'blue', 'gr.een', '$x'];
    for (let n = 0; n < 20; n += 1) await create({ color: 'red', ownerId: 400 });
    await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const color = colors[n % 4] as string;
        if (n % 4 === 0) await create({ color, ownerId: n });
        else if (n % 4 === 1)
          await suite.items
            .update(call(), 1 + (n % 20), ...buildInput({ color, ownerId: 400 + (n % 3) }))
            .catch(() => undefined);
        else if (n % 4 === 2) await create({ color });
        else await suite.items.remove(call(), 1 + (n % 10)).catch(() => undefined);
      }),
    );
    const all = await walk({ limit: 100 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect((await list()).page.total).toBe(all.length);
    for (const color of colors)
      expect((await list({ filters: [by('color', color)] })).page.total).toBe(
        all.filter((item) => item.color === color).length,
      );
    for (const ownerId of [4, 100, 400, 401, 402])
      expect((await list({ filters: [by('ownerId', String(ownerId))] })).page.total).toBe(
        all.filter((item) => item.ownerId === ownerId).length,
      );
    expect(await suite.items.recount(suite.accountId)).toEqual([]);
  });

  test('when two conditions are counted repeatedly, then each total is current, also after one record replaced another', async () => {
    const total = async (color: string, ownerId: number): Promise<number> =>
      (await list({ filters: [by('color', color), by('ownerId', String(ownerId))] })).page.total;
    for (let n = 0; n < 6; n += 1) await create({ color: n % 2 === 0 ? 'red' : 'blue', ownerId: n % 3 });
    expect([await total('red', 0), await total('red', 0), await total('blue', 0)]).toEqual([1, 1, 1]);
    // Neither colour nor owner has more or fewer than before.
    await suite.items.update(call(), 1, ...buildInput({ ownerId: 1 }));
    await suite.items.update(call(), 2, ...buildInput({ ownerId: 0 }));
    expect([await total('red', 0), await total('red', 1), await total('blue', 0)]).toEqual([0, 2, 2]);
    await suite.items.remove(call(), 5);
    expect(await total('red', 1)).toBe(1);
    await suite.items.update(call(), 1, ...buildInput({ price: 7 }));
    expect([await total('red', 1), await total('red', 2)]).toEqual([1, 1]);
    const changes = Array.from({ length: 30 }, (_, n) =>
      suite.items.update(call(), 1 + (n % 4), ...buildInput({ color: n % 3 === 0 ? 'red' : 'blue', ownerId: n % 2 })),
    );
    await Promise.all([...changes, ...Array.from({ length: 10 }, () => total('red', 0))]);
    const all = await walk({ limit: 100 });
    for (const ownerId of [0, 1])
      expect(await total('red', ownerId)).toBe(
        all.filter((item) => item.color === 'red' && item.ownerId === ownerId).length,
      );
  });

  test('when records are written, then their changes are published once, in the order of each record, and the outbox is empty', async () => {
    const start = suite.published.length;
    await Promise.all([create({ name: 'a' }), create({ name: 'b', tags: ['t'] })]);
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => suite.items.update(call(), 1, ...buildInput({ name: `n${n}`, price: n }))),
    );
    await suite.items.update(call(), 2, ...buildInput({ price: 5 }));
    await suite.items.remove(call(), 1);
    await drained(suite);
    const mine = suite.published.slice(start).filter((change) => change.accountId === suite.accountId);
    const changes = mine.map((pending) => Change.decode(pending.value));
    const verbs = (id: number): string[] => changes.filter(({ ids: [first] }) => first === id).map(({ verb }) => verb);
    expect(verbs(1)).toEqual(['created', ...Array.from({ length: 10 }, () => 'updated'), 'deleted']);
    expect(verbs(2)).toEqual(['created', 'created', 'updated']);
    expect(new Set(mine.map(({ eventId }) => eventId)).size).toBe(mine.length);
    const versions = changes
      .filter(({ ids: [id], verb }) => id === 1 && verb !== 'deleted')
      .map(({ record }) => (JSON.parse(String(record)) as Item).version);
    expect(versions).toEqual(Array.from({ length: 11 }, (_, n) => n + 1));
    const [first] = changes.filter(
      ({ ids: [id], webhookEvents }) => id === 2 && webhookEvents.includes('itemsTagsCreated'),
    );
    expect(first).toMatchObject({ dataJson: '{"tags":["t"]}', webhookEvents: ['itemsTagsCreated'], actorUserId: 1 });
    // The price fires no webhook: the change is published for copies only.
    expect(
      changes.at(-1)?.verb === 'deleted' ||
        changes.some(({ changed, webhookEvents }) => changed.join() === 'price' && webhookEvents.length === 0),
    ).toBe(true);
    expect(mine[0]?.type).toBe('sample.items.created');
    const left = await suite.items.find(call(), {}, 10);
    expect(left.map(({ id, outbox, pendingSince }) => [id, outbox, pendingSince])).toEqual([[2, undefined, undefined]]);
  });

  test('when records are purged, then they are deleted without events and the counts follow', async () => {
    for (let n = 0; n < 25; n += 1) await create({ color: n % 2 === 0 ? 'red' : 'blue', ownerId: 2 });
    await drained(suite);
    const before = suite.published.length;
    expect(await suite.items.purge(call(), { color: 'red' })).toBe(13);
    await drained(suite);
    expect(suite.published.length).toBe(before);
    expect((await list()).page.total).toBe(12);
    expect((await list({ filters: [by('color', 'red')] })).page.total).toBe(0);
    expect(await suite.items.recount(suite.accountId)).toEqual([]);
    expect(await suite.items.find(call(), { color: 'red' }, 5)).toEqual([]);
  });

  test('when unused texts are removed from the counters, then texts in use stay and are counted', async () => {
    for (const color of ['mine', 'mi.ne', 'shared', 'shared']) await create({ color });
    for (const id of [1, 2, 3]) await suite.items.remove(call(), id);
    await suite.items.forgetEmptyCounts(suite.accountId);
    const kept = await suite.database
      .collection<{ _id: string; n: Record<string, number> }>('counters')
      .find({ accountId: suite.accountId }, { limit: 100 });
    expect(kept.flatMap(({ n }) => Object.keys(n).filter((key) => key.startsWith('color:')))).toEqual(['color:shared']);
    await create({ color: 'mi.ne' });
    for (const color of ['mi.ne', 'shared']) expect((await list({ filters: [by('color', color)] })).page.total).toBe(1);
    expect(await suite.items.recount(suite.accountId)).toEqual([]);
  });

  test('when a resource is read by its name, then its records and counts of the account are returned', async () => {
    const { resource } = suite.items.descriptor;
    const record = await create({ color: 'red' });
    const reads = suite.store.reads<ItemDocument>(resource);
    expect((await reads.find(call(), { color: 'red' }, 10)).map(({ id }) => id)).toEqual([record.id]);
    expect(await reads.count(suite.accountId, 'color:red')).toBe(1);
    expect(await reads.load(call(), record.id)).toMatchObject({ id: record.id });
    expect(await reads.findBy(call(), 'color', 'red', 10)).toHaveLength(1);
    expect(await reads.find(callBy(newAccount()), {}, 10)).toEqual([]);
  });

  test('when an unknown resource is read, then the read throws', async () => {
    await expect(suite.store.reads('unknown').count(suite.accountId, 'total')).rejects.toThrow(
      'The resource unknown is read by name but not open',
    );
  });

  test('when a record is inserted with a given id, then the sequence continues after it', async () => {
    await suite.items.insert(call(), { name: 'x', nameKey: 'x', nameGrams: [], tags: [] }, { id: 40, silent: true });
    expect((await create({})).id).toBe(41);
    expect(await ids()).toEqual([41, 40]);
  });

  test('when many are inserted at once, then ids follow their order, counts are exact, no change is published, and a rejected one is named', async () => {
    await create({ code: 'taken' });
    await drained(suite);
    const before = suite.published.length;
    const draft = { name: 'x', nameKey: 'x', nameGrams: [], tags: [] };
    const drafts = Array.from({ length: 30 }, (_, n) => ({
      ...draft,
      price: n,
      color: n % 2 === 0 ? 'red' : 'blue',
      ownerId: 7,
      ...(n === 10 && { code: 'taken' }),
    }));
    const made = await suite.items.insertAll(call(), drafts);
    expect(made.map((document) => document?.price)).toEqual(
      drafts.map(({ price }) => (price === 10 ? undefined : price)),
    );
    const kept = made.flatMap((document) => document?.id ?? []);
    expect(kept).toEqual([...kept].sort((a, b) => a - b));
    expect((await create({})).id).toBeGreaterThan(kept.at(-1) as number);
    expect(await list({ filters: [by('color', 'red')] })).toMatchObject({ page: { total: 14 } });
    expect((await list({}, call('Agent', 7))).page.total).toBe(29);
    expect(await suite.items.recount(suite.accountId)).toEqual([]);
    expect(await suite.items.insertAll(call(), [])).toEqual([]);
    await drained(suite);
    expect(suite.published.length).toBe(before + 1);
  });

  test('given a held lease, then no other process holds it until it is released', async () => {
    const mine = suite.store.lease(`job${suite.accountId}`, 60_000);
    expect(await mine.hold()).toBe(true);
    expect(await mine.hold()).toBe(true);
    const harness = await openHarness();
    const other = await openTestStore(await harness.open());
    const theirs = other.store.lease(`job${suite.accountId}`, 60_000);
    expect(await theirs.hold()).toBe(false);
    await mine.release();
    expect(await theirs.hold()).toBe(true);
    expect(await mine.hold()).toBe(false);
    await other.stop();
  });
};
