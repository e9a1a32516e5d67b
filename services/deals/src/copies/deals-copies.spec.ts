import { describeCopies } from '@porchlight/backend/test/describe-copies';
import { Person, User } from '@porchlight/contracts';
import contract from '@porchlight/contracts/consumers/deals.json';
import { listFieldsRead } from '@porchlight/testkit';
import { copyDefinitions, personCopy, userCopy } from './deals-copies';

it('given the contract with people, then a copy of a person contains its fields and no others', () => {
  const sample = contract['people.people.created'].record;
  const person: Person = Object.assign(Person.decode(new Uint8Array()), sample);
  const { emails, phones } = sample;
  expect(personCopy.toCopy(1, person)).toEqual({
    _id: '1:7', accountId: 1, recordId: 7, version: 1, name: 'Ann Ito', emails, phones, viewers: [3], avatar: 'https://pictures.example.com/a.png',
  }); // prettier-ignore
  const read = listFieldsRead({ ...person, name: '' }, (record) => personCopy.toCopy(1, record));
  expect(read.filter((name) => !(name in sample))).toEqual([]);
});

it('given the contract with auth, then a copy of a user contains its fields and no others', () => {
  const sample = contract['auth.users.created'].record;
  const user: User = Object.assign(User.decode(new Uint8Array()), sample);
  expect(userCopy.toCopy(1, user)).toEqual({
    _id: '1:3',
    accountId: 1,
    recordId: 3,
    version: 1,
    name: 'Ada Byron',
    status: 'Active',
  });
  const read = listFieldsRead(user, (record) => userCopy.toCopy(1, record));
  expect(read.filter((name) => !(name in sample))).toEqual([]);
});

describeCopies('deals', copyDefinitions);
