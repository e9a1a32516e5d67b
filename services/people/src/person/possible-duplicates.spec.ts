import { withDuplicates, withoutDuplicate } from './possible-duplicates';
import type { PersonDocument } from './person-document';

const person = (possibleDuplicates?: number[]) =>
  ({ id: 1, ...(possibleDuplicates && { possibleDuplicates }) }) as PersonDocument;

describe('possible duplicates', () => {
  it('are added to the stored ones, at most 50', () => {
    expect(withDuplicates(person([2]), [3, 2]).possibleDuplicates).toEqual([2, 3]);
    expect(withDuplicates(person(), [])).toEqual({ id: 1 });
    expect(
      withDuplicates(
        person(),
        Array.from({ length: 90 }, (_, at) => at + 2),
      ).possibleDuplicates,
    ).toHaveLength(50);
  });

  it('of deleted people are removed, or replaced by the survivor unless it is the person itself', () => {
    expect(withoutDuplicate(person([2, 3]), 2).possibleDuplicates).toEqual([3]);
    expect(withoutDuplicate(person([2, 3]), 2, 3).possibleDuplicates).toEqual([3]);
    expect(withoutDuplicate(person([2, 3]), 2, 9).possibleDuplicates).toEqual([3, 9]);
    expect(withoutDuplicate(person([2]), 2, 1).possibleDuplicates).toEqual([]);
    const other = person([4]);
    expect(withoutDuplicate(other, 2)).toBe(other);
  });
});
