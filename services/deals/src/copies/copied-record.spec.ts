import { Person } from '@porchlight/contracts';
import contract from '@porchlight/contracts/consumers/deals-from-people.json';
import { copyOfPerson } from './copied-record';

const sample = contract['people.people.created'].record;

it('a copy of a person contains the fields of the contract with people, and no others', () => {
  const person: Person = Object.assign(Person.decode(new Uint8Array()), sample);
  const { emails, phones } = sample;
  expect(copyOfPerson(1, person)).toEqual({
    _id: '1:7', accountId: 1, recordId: 7, version: 1, name: 'Ann Ito', emails, phones, viewers: [3], avatar: 'https://pictures.example.com/a.png',
  }); // prettier-ignore
  const read = new Set<string>();
  copyOfPerson(
    1,
    new Proxy({ ...person, name: '' }, { get: (target, name) => (read.add(String(name)), Reflect.get(target, name)) }),
  );
  expect([...read].filter((name) => !(name in sample))).toEqual([]);
});
