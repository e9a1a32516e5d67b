import type { Index } from '../../contract/document-collection';
import { declareSparse, splitSparse } from './sparse-sorts';

test('given the index of a sort of which few records have a value, then the server gets a sparse index of the field', () => {
  expect(declareSparse({ keys: { lastCall: 1, id: 1 }, partial: { lastCall: { $exists: true } } })).toEqual({
    keys: { lastCall: 1 },
    sparse: true,
    global: true,
  });
});

test.each<Index>([
  { keys: { price: 1, id: 1 } },
  { keys: { code: 1 }, unique: true, partial: { code: { $exists: true } } },
  { keys: { due: 1, id: 1 }, partial: { state: 'due' } },
])('given another index, %j, then it stays', (index) => {
  expect(declareSparse(index)).toBe(index);
});

test('given a range of a field with a sparse index, then the index finds it and the rest is checked on the documents', () => {
  const range = { $gte: 3, $lt: 9 };
  expect(
    splitSparse({ accountId: 1, lastCall: range, stageId: 2 }, [['accountId', 'stageId', 'id']], ['lastCall']),
  ).toEqual({
    covered: { lastCall: range },
    residual: { accountId: 1, stageId: 2 },
  });
});

test('given an equality of that field, then the filter is split as for every server', () => {
  const filter = { accountId: 1, lastCall: 5, id: { $gt: 1, $lt: 9 } };
  expect(splitSparse(filter, [['accountId', 'id', 'version']], ['lastCall'])).toEqual({
    covered: { accountId: 1, id: { $gt: 1, $lt: 9 } },
    residual: { lastCall: 5 },
  });
});
