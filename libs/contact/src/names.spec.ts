import { measureCpu } from '@porchlight/runtime/src/testing/measure-cpu';
import { doNamesAgree, splitFullName } from './names';

describe('D13.2 names that agree', () => {
  it.each([
    ['Ann Lee', 'ann lee'],
    ['Łukasz Nowak', 'Lukasz Nowak'],
    ['O’Brien', "O'Brien"],
    ["O'Brien", 'OBrien'],
    ['Mr. John Smith', 'John Smith, Jr.'],
    ['Dr. Ann Lee', 'Ann Lee Ph.D.'],
    ['John Smith III', 'Smith, John'],
    ['John Smith', 'Smith，John'],
    ['A. Lee', 'Ann Lee'],
    ['J.R. Ewing', 'J. R. Ewing'],
    ['J. R. Ewing', 'John Ross Ewing'],
    ['Anne-Marie Roy', 'Anne Marie Roy'],
    ['A', 'Ann'],
    ['Ann\u200D Lee', 'Ann Lee'],
    ['李明', '李明'],
  ])('given %s and %s, they agree', (one, other) => {
    expect(doNamesAgree(one, other)).toBe(true);
    expect(doNamesAgree(other, one)).toBe(true);
  });

  it.each([
    ['Ann Ford', 'Bob Stone'],
    ['Ann', 'Anna'],
    ['B. Lee', 'Ann Lee'],
    ['Ann Lee', 'Ann'],
    ['', ''],
    ['', 'Ann'],
    ['...', '---'],
    ['Mr.', 'Mrs.'],
    ['राम', 'रीमा'],
  ])('given %s and %s, they do not agree', (one, other) => expect(doNamesAgree(one, other)).toBe(false));

  it('given names of 100,000 characters, the comparison takes linear time', async () => {
    const ms = await measureCpu(() => {
      for (const piece of ['a ', '.', ', ', "'", ' ', 'jr ', 'a,'])
        doNamesAgree(piece.repeat(100_000 / piece.length), 'Ann');
    });
    expect(ms).toBeLessThan(3_000);
  });
});

describe('D13.5 full names', () => {
  it.each([
    ['Smith, John', 'John', 'Smith'],
    ['Smith Jr., John', 'John', 'Smith Jr.'],
    ['李，小龙', '小龙', '李'],
    ['حداد، ليلى', 'ليلى', 'حداد'],
    ['John Smith, Jr.', 'John', 'Smith, Jr.'],
    ['Smith, John, Jr.', 'John', 'Smith Jr.'],
    ['Smith, John Jr.', 'John', 'Smith Jr.'],
    ['De La Cruz, Maria Luisa', 'Maria Luisa', 'De La Cruz'],
    ['Ann Lee, MD', 'Ann', 'Lee, MD'],
    ['Ann Lee, M.D., PhD', 'Ann', 'Lee, M.D., PhD'],
    ['Lee, Ann, M.D.', 'Ann', 'Lee M.D.'],
    ['Acme Homes, LLC', 'Acme', 'Homes, LLC'],
    ['Bau Haus, GmbH', 'Bau', 'Haus, GmbH'],
    ['Harbor, Stone & Co.', 'Harbor,', 'Stone & Co.'],
    ['John Smith', 'John', 'Smith'],
    ['Cher', 'Cher', ''],
    ['Smith,', 'Smith', ''],
    [', John', 'John', ''],
    ['a, b, c', 'a,', 'b, c'],
    ['  Mary   Ann  Lee ', 'Mary', 'Ann Lee'],
    ['', '', ''],
  ])('given %s, the first name is %s and the last name %s', (name, firstName, lastName) =>
    expect(splitFullName(name)).toEqual({ firstName, lastName }),
  );
});
