import { createMemoryDatabase } from '../memory/memory-database';
import { takeNumbers } from './take-numbers';

interface Row {
  _id: string;
  last: number;
}

describe('numbers of a row', () => {
  it('are each taken once, from 1, also by concurrent first callers', async () => {
    const rows = createMemoryDatabase().collection<Row>('rows');
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeNumbers(rows, 'a', 'last')));
    expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, nth) => nth + 1));
  });

  it('can be taken several at a time, and each row has its own sequence', async () => {
    const rows = createMemoryDatabase().collection<Row>('rows');
    expect(await takeNumbers(rows, 'a', 'last', 5)).toBe(5);
    expect(await takeNumbers(rows, 'b', 'last')).toBe(1);
    expect(await takeNumbers(rows, 'a', 'last', 2)).toBe(7);
  });

  it('end in an error if the row cannot be created', async () => {
    const rows = { findOneAndUpdate: async () => null, insertMany: async () => ['a'] };
    await expect(takeNumbers<Row>(rows, 'a', 'last')).rejects.toThrow('neither found nor begun');
  });
});
