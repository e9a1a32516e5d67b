import { describeCopies } from '@porchlight/backend/test/describe-copies';
import { Event, Person, User } from '@porchlight/contracts';
import contract from '@porchlight/contracts/consumers/marketing.json';
import { composeKey } from '@porchlight/store';
import { listFieldsRead } from '@porchlight/testkit';
import { copyDefinitions, inquiryCopy, personCopy, userCopy } from './marketing-copies';

it('a copy of a person contains the fields of the contract with people, and no others', () => {
  const sample = contract['people.people.created'].record;
  const record: Person = Object.assign(Person.decode(new Uint8Array()), sample);
  expect(personCopy.toCopy(1, record)).toEqual({
    _id: composeKey(1, 7), accountId: 1, personId: 7, version: 1, name: 'Ann Ito', firstName: 'Ann', lastName: 'Ito',
    emails: sample.emails, emailKeys: ['ann@example.org'], phones: ['555 0100'], addresses: sample.addresses,
    source: 'Zillow', assignedUserId: 3, viewers: [3],
  }); // prettier-ignore
  const read = listFieldsRead(record, (one) => personCopy.toCopy(1, one));
  expect(read.filter((name) => !(name in sample))).toEqual([]);
});

it('a property inquiry contains the fields of the contract with people, and no others', () => {
  const sample = contract['people.events.created'].record;
  const created = new Date(sample.created);
  const record: Event = Object.assign(Event.decode(new Uint8Array()), sample, { created });
  expect(inquiryCopy.toCopy(1, record)).toEqual({
    _id: composeKey(1, 7),
    accountId: 1,
    version: created.getTime(),
    street: '1 Road',
  });
  const read = listFieldsRead(record, (one) => inquiryCopy.toCopy(1, one));
  expect(read.filter((name) => !(name in sample))).toEqual([]);
});

it('a copy of a user contains the fields of the contract with auth, and no others', () => {
  const sample = contract['auth.users.created'].record;
  const record: User = Object.assign(User.decode(new Uint8Array()), sample);
  expect(userCopy.toCopy(1, record)).toMatchObject({ userId: 3, version: 1, name: 'Ada Byron', email: sample.email });
  const read = listFieldsRead(record, (one) => userCopy.toCopy(1, one));
  expect(read.filter((name) => !(name in sample))).toEqual([]);
});

describeCopies('marketing', copyDefinitions);
