import { useServiceSuite } from '@porchlight/backend/test/service';
import { allActions, FactServiceDefinition, notes } from '@porchlight/contracts';
import { systemClock } from '@porchlight/runtime';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { eventually } from '@porchlight/testkit';
import { createErasures, erasureSchema } from '../src/erasures/erasures';
import { listen, openAccount, startPeopleService } from './people-service';
import { publishChange, publishUser } from './publish-facts';

/** What auth and marketing say. */
let isTrue = false;
const suite = useServiceSuite('people', {
  start: (options) =>
    startPeopleService({ ...options, confirmFacts: async (_owner, claims) => claims.map(() => isTrue) }),
  collect: listen,
  openAccount,
});
beforeEach(() => void (isTrue = false));

const action = (name: string) => allActions.find(({ rpc }) => rpc === name)!;
const OPERATOR = { actor: { accountId: 0, userId: 0, role: 'Operator' as const }, timeoutMs: 20_000 };
const confirm = async (accountId: number, verb: string, { ids = [], data }: { ids?: number[]; data?: object }) => {
  const claim = { type: `people.people.${verb}`, accountId, ids, dataJson: data ? JSON.stringify(data) : '' };
  return (await suite.service.createClient(FactServiceDefinition).confirmFacts({ claims: [claim] }, OPERATOR))
    .confirmed;
};

describe('N4 facts of other services are proven before people act', () => {
  test('given a forged reassignment of a disabled user, then people stay; given a true one, then they move', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Ann', assignedUserId: 3 });
    await publishUser(suite.bus, accountId, { id: 3, version: 9, name: 'Gone', role: 'Agent', status: 'Disabled' });
    const reassigned = {
      accountId,
      service: 'auth',
      resource: 'users',
      verb: 'reassigned',
      data: { userId: 3, role: 'Agent', assignTo: 4 },
    };
    await publishChange(suite.bus, reassigned);
    await publishUser(suite.bus, accountId, { id: 8, version: 1, name: 'Mark', role: 'Agent', status: 'Active' });
    await eventually(() => owner.createPerson({ firstName: 'Eva', assignedUserId: 8 }));
    expect((await owner.getPerson(person['id'] as number))['assignedUserId']).toBe(3);

    isTrue = true;
    await publishChange(suite.bus, reassigned);
    await eventually(async () => expect((await owner.getPerson(person['id'] as number))['assignedUserId']).toBe(4));
  });

  test('given a forged deletion of one of its own people, then the records of the person stay', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Ann' });
    const personId = person['id'] as number;
    const note = await owner.on(notes).create({ personId, subject: 'Call', body: 'back' });
    await publishChange(suite.bus, {
      accountId,
      service: 'people',
      resource: 'people',
      verb: 'deleted',
      ids: [personId],
    });
    const gone = await owner.createPerson({ firstName: 'Gone' });
    const lost = await owner.on(notes).create({ personId: gone.person['id'], subject: 'a', body: 'b' });
    await owner.deletePerson(gone.person['id'] as number);
    await eventually(async () => expect((await owner.on(notes).list(`ids=${lost['id']}`)).total).toBe(0));
    expect((await owner.on(notes).get(note['id'] as number))['subject']).toBe('Call');
  });
});

describe('N4 people answers whether its facts are true', () => {
  test('given a person, then a deletion is true only after it', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Ann' });
    const ids = [person['id'] as number];
    expect(await confirm(accountId, 'deleted', { ids })).toEqual([false]);
    await owner.deletePerson(ids[0]!);
    expect(await confirm(accountId, 'deleted', { ids })).toEqual([true]);
  });

  test('given a deleted person, then an erasure is not true; given an erased one, then it is, but not for records of others', async () => {
    const { owner, accountId } = await suite.newAccount();
    const [deleted, erased, other] = await Promise.all(
      ['A', 'B', 'C'].map(async (firstName) => (await owner.createPerson({ firstName })).person['id'] as number),
    );
    const note = (await owner.on(notes).create({ personId: other, subject: 'a', body: 'b' }))['id'] as number;
    await owner.deletePerson(deleted!);
    await owner.act(action('erasePerson'), { id: erased! });
    expect(await confirm(accountId, 'erased', { data: { people: [deleted] } })).toEqual([false]);
    expect(await confirm(accountId, 'erased', { data: { people: [other] } })).toEqual([false]);
    expect(await confirm(accountId, 'erased', { data: { people: [erased] } })).toEqual([true]);
    expect(await confirm(accountId, 'erased', { data: { people: [erased], children: { notes: [note] } } })).toEqual([
      false,
    ]);
    expect(await confirm(accountId, 'erased', { data: { people: [] } })).toEqual([false]);
  });

  test('given an erasure by an earlier version, which recorded none, then it is true only after an operator recorded it', async () => {
    const { owner, accountId } = await suite.newAccount();
    const personId = (await owner.createPerson({ firstName: 'Ann' })).person['id'] as number;
    await owner.deletePerson(personId);
    expect(await confirm(accountId, 'erased', { data: { people: [personId] } })).toEqual([false]);

    // As `porchlight erasures confirm` does.
    const { uri, database } = suite;
    const store = await openLoneStore({ service: 'test', uri, database, clock: systemClock });
    await createErasures(store.collection('erasures', erasureSchema)).add(accountId, [personId], new Date());
    await store.stop(AbortSignal.timeout(5_000));
    expect(await confirm(accountId, 'erased', { data: { people: [personId] } })).toEqual([true]);
  });

  test('given a merge, then it is true for this survivor only', async () => {
    const { owner, accountId } = await suite.newAccount();
    const [loser, survivor, other] = await Promise.all(
      ['A', 'B', 'C'].map(async (firstName) => (await owner.createPerson({ firstName })).person['id'] as number),
    );
    expect(await confirm(accountId, 'merged', { data: { id: loser, into: survivor } })).toEqual([false]);
    await owner.act(action('mergePeople'), { id: survivor!, body: { otherId: loser } });
    expect(await confirm(accountId, 'merged', { data: { id: loser, into: survivor } })).toEqual([true]);
    expect(await confirm(accountId, 'merged', { data: { id: loser, into: other } })).toEqual([false]);
  });
});
