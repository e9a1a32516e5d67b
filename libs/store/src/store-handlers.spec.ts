import { callBy, items, buildInput } from '../test/conformance/sample-resource';
import { openTestStore, type TestStore } from '../test/conformance/test-store';
import { createResourceHandlers } from './store-handlers';
import { createMemoryDatabase } from './memory/memory-database';

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore(createMemoryDatabase());
});
afterAll(() => opened.stop());

test('handlers have the names and types of the generated service', async () => {
  const handlers = createResourceHandlers(items, opened.items);
  expect(Object.keys(handlers)).toEqual(['createItem', 'getItem', 'listItems', 'updateItem', 'deleteItem']);
  const [record, mask] = buildInput({ name: 'Anna' });
  const call = callBy(1);
  expect(await handlers['createItem']?.({ record, mask, options: {} }, call)).toMatchObject({
    created: true,
    record: { id: 1, name: 'Anna' },
  });
  expect(await handlers['getItem']?.({ id: 1, options: {} }, call)).toMatchObject({ record: { id: 1 } });
  const query = { limit: 10, offset: 0, next: '', sort: '', descending: true, filters: [] };
  expect(await handlers['listItems']?.({ query }, call)).toMatchObject({
    records: [{ id: 1 }],
    page: { total: 1, next: '' },
  });
  expect(
    await handlers['updateItem']?.({ id: 1, record: { ...record, name: 'B' }, mask, options: {} }, call),
  ).toMatchObject({ record: { name: 'B', version: 2 } });
  expect(await handlers['deleteItem']?.({ id: 1, options: {} }, call)).toEqual({});
});

test('given a create without record, then it is refused', async () => {
  const handlers = createResourceHandlers(items, opened.items);
  await expect(handlers['createItem']?.({ mask: [] }, callBy(1))).rejects.toMatchObject({ reason: 'INVALID_BODY' });
});
