import { Change } from '@porchlight/contracts';
import { buildInput } from './sample-resource';
import { drained, type Harness } from './test-store';
import { useItems } from './use-items';

/** Rules that strategies may add: visibility of a record, another query of a list, facts for other services. */
export const hookConformance = (openHarness: () => Promise<Harness>): void => {
  const { suite, call, create, list } = useItems(openHarness);

  test('given a record that the strategy hides from a user, then all reads of that user return 404 or omit it', async () => {
    const lender = call('Lender', 5);
    await create({ ownerId: 5, hidden: true });
    await create({ ownerId: 5 });
    const absent = { reason: 'NOT_FOUND' };
    await expect(suite.items.get(lender, 1)).rejects.toMatchObject(absent);
    await expect(suite.items.update(lender, 1, ...buildInput({ price: 1 }))).rejects.toMatchObject(absent);
    await expect(suite.items.remove(lender, 1)).rejects.toMatchObject(absent);
    expect(await suite.items.load(lender, 1)).toBeUndefined();
    expect(await list({}, lender)).toMatchObject({ records: [{ id: 2 }], page: { total: 1 } });
    expect((await suite.items.get(lender, 2)).id).toBe(2);
    expect((await suite.items.get(call(), 1)).version).toBe(1);
  });

  test('when the strategy replaces the query of a list, then all its pages use that query', async () => {
    for (let n = 0; n < 6; n += 1) await create({ color: n % 3 === 0 ? 'blue' : 'red', price: n });
    const filters = [{ name: 'view', values: ['red'] }];
    const first = await list({ filters, limit: 3 });
    expect(first.records.map(({ id }) => id)).toEqual([6, 5, 3]);
    expect(first.page.total).toBe(4);
    const second = await list({ filters, limit: 3, next: first.page.next });
    expect(second.records.map(({ id }) => id)).toEqual([2]);
    await expect(list({ filters: [{ name: 'view', values: ['blue'] }], next: first.page.next })).rejects.toMatchObject({
      reason: 'INVALID_NEXT',
    });
  });

  test('when a rule warns during a list, then only the response of that list has the warning', async () => {
    await create({});
    expect((await list({ filters: [{ name: 'view', values: ['none'] }] })).page).toMatchObject({
      total: 1,
      warnings: ["There is no view 'none'."],
    });
    expect((await list()).page.warnings).toEqual([]);
  });

  test('when a write has a fact for other services, then the fact is published as a separate change without webhook events', async () => {
    const start = suite.published.length;
    await create({ shelf: 10, tags: ['a'] });
    await suite.items.update(call(), 1, ...buildInput({ shelf: 20 }));
    await suite.items.update(call(), 1, ...buildInput({ price: 2 }));
    await drained(suite);
    const mine = suite.published.slice(start).filter((change) => change.accountId === suite.accountId);
    const facts = mine.filter(({ type }) => type === 'sample.items.shelved').map(({ value }) => Change.decode(value));
    expect(facts.map(({ verb, ids, dataJson, webhookEvents }) => [verb, ids, dataJson, webhookEvents])).toEqual([
      ['shelved', [1], '{"shelf":10}', []],
      ['shelved', [1], '{"shelf":20}', []],
    ]);
    expect(mine.map(({ type }) => type).filter((type) => type === 'sample.items.updated')).toHaveLength(2);
    expect(new Set(mine.map(({ eventId }) => eventId)).size).toBe(mine.length);
  });

  test('when writes belong to one bulk call, then their changes have its batch id', async () => {
    const start = suite.published.length;
    const batch = { ...call(), batchId: 'b1' };
    await create({ tags: ['a'] }, batch);
    await suite.items.update(batch, 1, ...buildInput({ name: 'y' }));
    await suite.items.remove(call(), 1);
    await drained(suite);
    const mine = suite.published.slice(start).filter((change) => change.accountId === suite.accountId);
    expect(mine.map(({ value }) => Change.decode(value)).map(({ verb, batchId }) => [verb, batchId])).toEqual([
      ['created', 'b1'],
      ['created', 'b1'],
      ['updated', 'b1'],
      ['deleted', ''],
    ]);
  });
};
