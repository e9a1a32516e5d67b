import { fillNames, findForeignName, isContactName, uniteNames } from './full-names';

const names = (firstName: string, lastName = '') => ({ firstName, lastName });

describe('A9 names of a known person after a lead', () => {
  it.each([
    ['Ann', '', 'Bob', 'Stone', 'Ann', ''],
    ['Ann', '', 'Ann', 'Stone', 'Ann', 'Stone'],
    ['Ann', '', 'ANN', 'Stone', 'Ann', 'Stone'],
    ['A.', '', 'Ann', 'Stone', 'A.', 'Stone'],
    ['Ann', '', '', 'Stone', 'Ann', ''],
    ['', 'Stone', 'Bob', 'Ford', '', 'Stone'],
    ['', 'Stone', 'Bob', 'Stone', 'Bob', 'Stone'],
    ['', '', 'Bob', 'Stone', 'Bob', 'Stone'],
    ['ann@x.example', '', 'Ann', 'Ford', 'Ann', 'Ford'],
    ['512', '555 0134', 'Ann', 'Ford', 'Ann', 'Ford'],
    ['Ann', 'Ford', 'Bob', 'Stone', 'Ann', 'Ford'],
    ['Ann', 'Ford', '', '', 'Ann', 'Ford'],
  ])('given %s|%s and a lead of %s|%s, then it is %s|%s', (first, last, sentFirst, sentLast, firstName, lastName) =>
    expect(fillNames(names(first, last), names(sentFirst, sentLast))).toEqual({ firstName, lastName }),
  );
});

describe('A8 the name that a lead sent', () => {
  it.each([
    ['Ann', 'Ford', 'Bob', 'Stone', 'Bob Stone'],
    ['Ann', '', 'Bob', 'Stone', 'Bob Stone'],
    ['Ann', 'Ford', 'Ann', 'Stone', 'Ann Stone'],
    ['', '', 'Bob', '', 'Bob'],
    ['Ann', 'Ford', 'Ann', 'Ford', undefined],
    ['Ann', 'Ford', 'A.', 'Ford', undefined],
    ['Ann', 'Ford', 'ANN', 'FORD', undefined],
    ['Ann', 'Ford', 'Ann', '', undefined],
    ['Ann', 'Ford', 'Dr. Ann', 'Ford, MD', undefined],
    ['Ann', 'Ford', '', '', undefined],
  ])('given %s|%s and a lead of %s|%s, then the foreign name is %s', (first, last, sentFirst, sentLast, name) =>
    expect(findForeignName(names(first, last), names(sentFirst, sentLast))).toBe(name),
  );
});

describe('D13.2 names that are only an email or a phone', () => {
  it.each(['ann@x.example', '(512) 555-0134', '+44 20 7946 0958', '5125550134'])('%s counts as missing', (name) =>
    expect(isContactName(names(name))).toBe(true),
  );
  it.each(['Ann', '42', 'Unit 5125550134', 'Ann @ Home', ''])('%j is a name', (name) =>
    expect(isContactName(names(name))).toBe(false),
  );
});

describe('A10 names of a merge', () => {
  it.each([
    ['Stay', '', '', 'Ito', 'Stay', 'Ito'],
    ['', '', 'Bob', 'Stone', 'Bob', 'Stone'],
    ['Ann', '', 'Bob', 'Stone', 'Ann', ''],
    ['Ann', '', 'Ann', 'Stone', 'Ann', 'Stone'],
    ['', 'Stone', 'Bob', '', 'Bob', 'Stone'],
  ])('given %s|%s and %s|%s, then it is %s|%s', (first, last, otherFirst, otherLast, firstName, lastName) =>
    expect(uniteNames(names(first, last), names(otherFirst, otherLast))).toEqual({ firstName, lastName }),
  );
});
