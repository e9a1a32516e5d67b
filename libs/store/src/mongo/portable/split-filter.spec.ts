import { splitFilter } from './split-filter';

const INDEXES = [
  ['accountId', 'id', 'version'],
  ['accountId', 'viewers', 'id'],
  ['accountId', 'nameKey', 'id'],
  ['accountId', 'identities'],
  ['_id', 'owner'],
];
const WINDOW = { $gt: 1, $lt: 9 };

test.each([
  ['one field', { _id: 5 }, undefined],
  ['the whole index', { accountId: 1, id: 2, version: 3 }, undefined],
  ['a window', { accountId: 1, id: WINDOW }, undefined],
  ['an equality and a window', { accountId: 1, viewers: 4, id: WINDOW }, undefined],
  ['a list at the end of an index', { accountId: 1, identities: { $in: ['a', 'b'] } }, undefined],
  ['an index on _id and a guard', { _id: 5, owner: 'me' }, undefined],
  ['a field more', { accountId: 1, id: WINDOW, trashed: false }, { trashed: false }],
  ['a guard without index beside _id', { _id: 5, version: 3 }, { version: 3 }],
  ['a list in the middle', { accountId: 1, id: WINDOW, viewers: { $in: [1, 2] } }, { viewers: { $in: [1, 2] } }],
  ['what follows a range', { accountId: 1, nameKey: { $gt: 'a' }, id: WINDOW }, { nameKey: { $gt: 'a' } }],
  [
    'an inclusive end before the end of an index',
    { accountId: 1, id: { $gt: 1, $lte: 9 } },
    { id: { $gt: 1, $lte: 9 } },
  ],
  ['an operator', { accountId: 1, id: WINDOW, nameKey: { $ne: null } }, { nameKey: { $ne: null } }],
])('What an index does not hold is left for the second step: %s', (_, filter, residual) => {
  const split = splitFilter(filter, INDEXES);
  expect(split.residual).toEqual(residual);
  expect({ ...split.covered, ...split.residual }).toEqual(filter);
});
