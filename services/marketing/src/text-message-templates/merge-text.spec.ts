import { createRecipientValues, joinNames } from './merge-text';

describe('D12.3 names of recipients', () => {
  it.each([
    [[], ''],
    [['Bob'], 'Bob'],
    [['Bob', 'Alice'], 'Bob and Alice'],
    [['Bob', 'Alice', 'Carol'], 'Bob, Alice and Carol'],
    [['Bob', '', 'Carol'], 'Bob and Carol'],
  ])('given %j, then they are joined as %j', (names, joined) => {
    expect(joinNames(names)).toBe(joined);
  });

  it('given full names, then first and last names are lists of their own', () => {
    expect(
      createRecipientValues([
        { name: 'Bob Stone', phone: '555-1' },
        { name: 'Lee, Alice', phone: '555-2' },
      ]),
    ).toEqual({
      contact_name: 'Bob Stone and Lee, Alice',
      contact_first_name: 'Bob and Alice',
      contact_last_name: 'Stone and Lee',
      contact_phone: '555-1 and 555-2',
    });
  });
});
