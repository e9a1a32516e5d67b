import type { Condition, MigrationContext } from '@porchlight/store';
import { migrations } from './people-migrations';

const migration = migrations.find(({ name }) => name === '2026-12-identities')!;

type Stored = Record<string, unknown> & { _id: number; id: number; version: number; identities: string[] };

/** A person as the version before wrote it: phones compared by digits, keys of names without folding of ł. */
const formerPerson = (id: number, fields: Record<string, unknown>): Stored => ({
  _id: 2 ** 32 + id,
  accountId: 1,
  id,
  version: 1,
  created: new Date(0),
  updated: new Date(0),
  firstName: '',
  lastName: '',
  name: 'Unnamed',
  nameKey: 'unnamed',
  firstNameKey: '',
  lastNameKey: '',
  nameGrams: ['unn', 'nna', 'nam', 'ame', 'med'],
  stageId: 1,
  source: '<unspecified>',
  contacted: false,
  collaboratorIds: [],
  tags: [],
  emails: [],
  phones: [],
  addresses: [],
  lastActivity: new Date(0),
  createdVia: 'API',
  identities: [],
  trashed: false,
  ...fields,
});
const phone = (value: string, normalized: string) => ({ value, type: 'home', isPrimary: true, normalized });
const email = (value: string, status = '') => ({ value, type: 'home', isPrimary: true, status });

const matches = (person: Stored, { _id, identities, id, version }: Condition): boolean =>
  (_id === undefined || person._id > (_id as { $gt: number }).$gt) &&
  (identities === undefined || person.identities.some((key) => (identities as { $in: string[] }).$in.includes(key))) &&
  (id === undefined || person.id === id) &&
  (version === undefined || person.version === version);

/** Runs the migration on these people as a database holds them. */
const open = (people: Stored[]) => {
  const logged: Record<string, unknown>[] = [];
  const context = {
    logger: { warn: (fields: object) => void logged.push({ ...fields }) },
    signal: new AbortController().signal,
    collection: () => ({
      find: async (filter: Condition, { limit }: { limit: number }) =>
        people
          .filter((person) => matches(person, filter))
          .slice(0, limit)
          .map((person) => ({ ...person })),
      bulkUpdate: async (operations: { filter: Condition; update: Record<string, object> }[]) => {
        for (const { filter, update } of operations)
          for (const person of people.filter((one) => matches(one, filter))) {
            Object.assign(person, update['$set']);
            for (const name of Object.keys(update['$unset'] ?? {})) delete person[name];
          }
        return operations.length;
      },
    }),
  } as unknown as MigrationContext;
  return { logged, run: () => migration.batch(context, undefined) };
};

describe('D13.1 migration of people', () => {
  it('given people of the version before, then contacts, keys of names and tags are computed again', async () => {
    const people = [
      formerPerson(1, {
        firstName: 'Łukasz',
        name: 'Łukasz',
        nameKey: 'łukasz',
        firstNameKey: 'łukasz',
        tags: ['VIP'],
        emails: [email('Ann Lee <ann@x.example>', 'Invalid')],
        phones: [phone('+44 20 7946 0018', '442079460018')],
        identities: ['e:ann lee <ann@x.example>', 'p:442079460018'],
        claims: ['p:442079460018'],
      }),
    ];
    const { run } = open(people);
    expect(await run()).toEqual({ changed: 1 });
    expect(people[0]).toMatchObject({
      nameKey: 'lukasz',
      firstNameKey: 'lukasz',
      tagKeys: ['vip'],
      emails: [{ value: 'ann@x.example', status: '' }],
      phones: [{ value: '+44 20 7946 0018', normalized: '+442079460018' }],
      identities: ['e:ann@x.example', 'p:+442079460018'],
    });
    expect(people[0]).not.toHaveProperty('claims');
  });

  it('given a repeated batch, then nothing changes', async () => {
    const people = [formerPerson(1, { phones: [phone('7.12E+09', '71209')], identities: ['p:71209'] })];
    const { run } = open(people);
    await run();
    const migrated = structuredClone(people);
    expect(await run()).toEqual({ changed: 0 });
    expect(people).toEqual(migrated);
  });

  it('given people who share contacts from now on, or no longer, then they are reported and stay two', async () => {
    const people = [
      formerPerson(1, { phones: [phone('(512) 555-0134 x12', '512555013412')], identities: ['p:512555013412'] }),
      formerPerson(2, { phones: [phone('5125550134', '5125550134')], identities: ['p:5125550134'] }),
      formerPerson(3, { phones: [phone('+65 6123 4567', '6561234567')], identities: ['p:6561234567'] }),
      formerPerson(4, { phones: [phone('656-123-4567', '6561234567')], identities: ['p:6561234567'] }),
    ];
    const { run, logged } = open(people);
    await run();
    expect(people).toHaveLength(4);
    expect(logged).toEqual([{ event: 'identities.changed', accountId: 1, together: [[1, 2]], apart: [[3, 4]] }]);
  });

  it('given people who share a contact before and after, then they are not reported, in any notation', async () => {
    const people = [
      formerPerson(1, { emails: [email('jo@münchen.example')], identities: ['e:jo@münchen.example'] }),
      formerPerson(2, { emails: [email('jo@münchen.example')], identities: ['e:jo@münchen.example'] }),
      formerPerson(3, { phones: [phone('+44 20 7946 0018', '442079460018')], identities: ['p:442079460018'] }),
      formerPerson(4, { phones: [phone('+44 (20) 79460018', '442079460018')], identities: ['p:442079460018'] }),
    ];
    const { run, logged } = open(people);
    await run();
    expect(people.map(({ identities }) => identities[0])).toEqual([
      'e:jo@xn--mnchen-3ya.example',
      'e:jo@xn--mnchen-3ya.example',
      'p:+442079460018',
      'p:+442079460018',
    ]);
    expect(logged).toEqual([]);
  });

  it('given one of them was migrated in an earlier batch, then they are not reported either', async () => {
    const people = [
      formerPerson(1, { phones: [phone('+44 20 7946 0018', '+442079460018')], identities: ['p:+442079460018'] }),
      formerPerson(2, { phones: [phone('44 20 79460018', '442079460018')], identities: ['p:442079460018'] }),
      formerPerson(3, { phones: [phone('+44 (20) 79460018', '442079460018')], identities: ['p:442079460018'] }),
    ];
    const { run, logged } = open(people);
    await run();
    expect(logged).toEqual([{ event: 'identities.changed', accountId: 1, together: [], apart: [[2, 3]] }]);
  });

  it('given an account whose numbers are mostly of another country, then it is reported', async () => {
    const people = Array.from({ length: 12 }, (_, at) => {
      const number = `+49 30 1234${at + 10}`;
      return formerPerson(at + 1, { phones: [phone(number, number.replace(/\D/g, ''))] });
    });
    const { run, logged } = open(people);
    await run();
    expect(logged).toEqual([
      { event: 'identities.other_country', accountId: 1, country: 'US', phones: 12, fitting: 0 },
    ]);
  });
});
