import { randomBytes } from 'node:crypto';
import { formatTopic } from '@porchlight/bus';
import { Account, allActions, Change } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();
const CHECK = allActions.find((action) => action.rpc === 'checkDuplicate')!;

/** Publishes a change of an account like auth. */
const publishCountry = async (accountId: number, country: string, version: number): Promise<void> => {
  const id = randomBytes(13).toString('hex');
  const value = Change.encode({
    eventId: id,
    accountId,
    occurred: undefined,
    service: 'auth',
    resource: 'accounts',
    verb: 'updated',
    ids: [accountId],
    webhookEvents: [],
    actorUserId: 0,
    system: '',
    changed: [],
    record: Buffer.from(Account.encode({ id: accountId, status: 'Active', version, country }).finish()),
    suppressOwn: false,
    dataJson: '',
    batchId: '',
  }).finish();
  await suite.bus.publish(formatTopic('auth'), [
    { key: String(accountId), id, type: 'auth.accounts.updated', time: new Date(), value },
  ]);
};

describe('D13.1 identity of people', () => {
  it.each([
    ['spreadsheets', ['7.12345E+09', '7.12345E+09']],
    ['placeholders', ['555-555-5555', '(555) 555 5555']],
    ['numbers of two countries', ['+65 6123 4567', '656-123-4567']],
  ])('given leads with phones of %s, they make two people', async (_kind, [one, other]) => {
    const { owner } = await suite.newAccount();
    const first = await owner.send({ person: { name: 'Ann Lee', phones: [{ value: one }] } });
    const second = await owner.send({ person: { name: 'Bob Ford', phones: [{ value: other }] } });
    expect(second.person.id).not.toBe(first.person.id);
  });

  it('given two extensions of one number, then other names are other people and the same name is one', async () => {
    const { owner } = await suite.newAccount();
    const send = async (name: string, value: string) =>
      (await owner.send({ person: { name, phones: [{ value }] } })).person.id;
    const ann = await send('Ann Lee', '(512) 555-0134 x12');
    expect(await send('Bob Ford', '512-555-0134 ext. 7')).not.toBe(ann);
    expect(await send('A. Lee', '512-555-0134 ext. 9')).toBe(ann);
    expect(await send('Carol Stone', '5125550134')).toBe(ann);
  });

  it('given text that identifies no person, filters and checkDuplicate find it as it stands', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({
      name: 'Ann',
      emails: ['NoReply@x.example'],
      phones: ['555-555-5555'],
    });
    await owner.createPerson({ name: 'Bob' });
    const find = async (query: string) => (await owner.listPeople(query)).people.map(({ id }) => id);
    expect(person.phones).toMatchObject([{ value: '555-555-5555', status: 'Invalid' }]);
    expect(person.emails).toMatchObject([{ value: 'NoReply@x.example', status: '' }]);
    expect(await find('email=noreply@X.example')).toEqual([person.id]);
    expect(await find('phone=555-555-5555')).toEqual([person.id]);
    expect(await find('phone=5555555555')).toEqual([]);
    expect(await find('phone=%2B')).toEqual([]);
    expect((await owner.act(CHECK, { query: 'phone=555-555-5555' })).body).toMatchObject({ found: true });
    expect((await owner.act(CHECK, { query: 'email=NOREPLY@x.example' })).body).toMatchObject({ found: true });
    expect((await owner.act(CHECK, { query: 'email=other@x.example' })).body).toMatchObject({ found: false });
  });

  it('given a lead that matches two people by two values, the first value decides and the other is recorded', async () => {
    const { owner } = await suite.newAccount();
    const first = await owner.createPerson({ name: 'Ann', phones: ['5125550134'] });
    const second = await owner.createPerson({ name: 'Bob', emails: ['bob@x.example'] });
    const sent = await owner.send({
      person: { phones: [{ value: '512-555-0134' }], emails: [{ value: 'Bob <bob@x.example>' }] },
    });
    expect(sent.person.id).toBe(second.person.id);
    const { records } = (
      await owner.act(
        allActions.find(({ rpc }) => rpc === 'listPossibleDuplicates')!,
        {},
      )
    ).body;
    expect(records).toMatchObject([{ id: second.person.id, possibleDuplicateIds: [first.person.id] }]);
  });

  it('given tags that differ in case or composition, they are one, stored as first written, also in filters', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({ name: 'Ann', tags: ['Caf\u00E9', 'cafe\u0301', 'a,b', 'VIP'] });
    expect(person.tags).toEqual(['Caf\u00E9', 'a,b', 'VIP']);
    const count = async (query: string) => (await owner.listPeople(query)).total;
    expect(await count(`tags=${encodeURIComponent('CAFE\u0301')}`)).toBe(1);
    expect(await count('tags=vip')).toBe(1);
    expect(await count('tags[]=a,b')).toBe(1);
    expect(await count('tags=a,b')).toBe(0);
    expect(await count('tags[]=a,b&sort=name')).toBe(1);
  });

  it('given folded letters, name filters find them and lists sort by them', async () => {
    const { owner } = await suite.newAccount();
    for (const name of ['Mia Zorn', 'Łukasz O’Brien', 'Øyvind Berg', 'Nora Ost']) await owner.createPerson({ name });
    const names = async (query: string) => (await owner.listPeople(query)).people.map(({ name }) => name);
    expect(await names('name=Lukasz')).toEqual(['Łukasz O’Brien']);
    expect(await names("lastName=o'brien")).toEqual(['Łukasz O’Brien']);
    expect(await names('firstName=oyvind')).toEqual(['Øyvind Berg']);
    expect(await names('sort=name')).toEqual(['Łukasz O’Brien', 'Mia Zorn', 'Nora Ost', 'Øyvind Berg']);
  });

  it('given an account that chooses a country, then its phones are read again', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ name: 'Ann', phones: ['020 7946 0018', '+1 512 555 0134'] });
    expect(person.phones).toMatchObject([{ normalized: '02079460018' }, { normalized: '5125550134' }]);
    await publishCountry(accountId, 'GB', 1);
    await eventually(async () => {
      const [found] = (await owner.listPeople(`id=${person.id}`)).people;
      expect(found?.phones).toMatchObject([{ normalized: '2079460018' }, { normalized: '+15125550134' }]);
    });
    const { person: same } = await owner.send({ person: { phones: [{ value: '+44 (0)20 7946 0018' }] } });
    expect(same.id).toBe(person.id);
  });
});
