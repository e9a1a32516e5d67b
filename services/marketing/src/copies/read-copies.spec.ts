import { Event, Person } from '@porchlight/contracts';
import contract from '@porchlight/contracts/consumers/marketing-from-people.json';
import { composeKey } from '@porchlight/store';
import { createInquiry, createPersonCopy } from './read-copies';

/** Records which fields are read. */
const watched = <T extends object>(record: T): { record: T; read: Set<string> } => {
  const read = new Set<string>();
  return {
    record: new Proxy(record, { get: (target, name) => (read.add(String(name)), Reflect.get(target, name)) }),
    read,
  };
};

it('a copy of a person contains the fields of the contract with people, and no others', () => {
  const sample = contract['people.people.created'].record;
  const { record, read } = watched<Person>(Object.assign(Person.decode(new Uint8Array()), sample));
  expect(createPersonCopy(1, record)).toEqual({
    _id: composeKey(1, 7), accountId: 1, personId: 7, version: 1, name: 'Ann Ito', firstName: 'Ann', lastName: 'Ito',
    emails: sample.emails, emailKeys: ['ann@example.org'], phones: ['555 0100'], addresses: sample.addresses,
    source: 'Zillow', stage: 'Lead', assignedUserId: 3, viewers: [3], deleted: false,
  }); // prettier-ignore
  expect([...read].filter((name) => !(name in sample))).toEqual([]);
});

it('a property inquiry contains the fields of the contract with people, and no others', () => {
  const sample = contract['people.events.created'].record;
  const created = new Date(sample.created);
  const { record, read } = watched<Event>(Object.assign(Event.decode(new Uint8Array()), sample, { created }));
  expect(createInquiry(1, record)).toEqual({
    _id: composeKey(1, 7),
    accountId: 1,
    at: created.getTime(),
    street: '1 Road',
  });
  expect([...read].filter((name) => !(name in sample))).toEqual([]);
});
