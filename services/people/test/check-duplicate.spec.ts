import { allActions, people } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import type { Account, PeopleService } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();
const findAction = (rpc: string) => allActions.find((action) => action.rpc === rpc)!;
const CHECK = findAction('checkDuplicate');
const LIST = findAction('listPossibleDuplicates');

type User = ReturnType<PeopleService['as']>;
const check = async (user: User, query: string) => (await user.act(CHECK, { query })).body;
const list = async (user: User, query = '') => {
  const { total, next, records } = (await user.act(LIST, { query })).body;
  return { total, next, records, found: records.map((r: any) => [r.id, r.possibleDuplicateIds]) };
};

describe('checkDuplicate', () => {
  it('finds by any normalized entry, email first, and returns the assigned user', async () => {
    const { owner } = await suite.newAccount();
    await owner.createPerson({ emails: ['a@x.io', 'Second@X.io'], phones: ['+1 (555) 123-4567'], assignedUserId: 3 });
    await owner.createPerson({ emails: ['b@x.io'], phones: ['5550001111'] });
    expect(await check(owner, 'email=second@x.IO')).toEqual({
      found: true,
      matchedBy: 'email',
      assignedTo: 'Ada Agent',
    });
    expect(await check(owner, 'phone=555.123.4567')).toEqual({
      found: true,
      matchedBy: 'phone',
      assignedTo: 'Ada Agent',
    });
    expect(await check(owner, 'email=b@x.io&phone=5551234567')).toEqual({ found: true, matchedBy: 'email' });
    expect(await check(owner, 'email=none@x.io&phone=555-123-4567')).toMatchObject({ matchedBy: 'phone' });
    expect(await check(owner, 'email=none@x.io')).toEqual({ found: false });
    expect(await check(owner, 'phone=n/a')).toEqual({ found: false });
  });

  it('returns only the existence to callers without access, and nothing of other accounts', async () => {
    const { owner, agent, agent2, lender } = await suite.newAccount();
    await owner.createPerson({ emails: ['a@x.io'], assignedUserId: 3 });
    expect(await check(agent, 'email=a@x.io')).toEqual({ found: true, matchedBy: 'email', assignedTo: 'Ada Agent' });
    for (const user of [agent2, lender]) expect(await check(user, 'email=a@x.io')).toEqual({ found: true });
    const other = await suite.newAccount();
    expect(await check(other.owner, 'email=a@x.io')).toEqual({ found: false });
  });

  it('requires an email or a phone', async () => {
    const { owner } = await suite.newAccount();
    await expect(check(owner, 'email=')).rejects.toMatchObject({
      reason: 'INVALID_QUERY',
      message: expect.stringMatching(/'email' or 'phone'/),
    });
  });
});

describe('possible duplicates', () => {
  it('are recorded by leads, creates and updates, and listed while they exist', async () => {
    const { owner } = await suite.newAccount();
    const first = (await owner.createPerson({ firstName: 'First', emails: ['a@x.io'] })).person['id'];
    const second = (await owner.createPerson({ firstName: 'Second', phones: ['5551234567'] })).person['id'];
    expect(await list(owner)).toMatchObject({ total: 0, found: [] });
    const third = (await owner.createPerson({ firstName: 'Third', emails: ['A@x.io'], phones: ['5551234567'] })).person;
    expect(await owner.on(people).get(third['id'], 'fields=possibleDuplicateIds')).toEqual({
      id: third['id'],
      possibleDuplicateIds: [first, second],
    });
    expect(await list(owner)).toMatchObject({ total: 1, found: [[third['id'], [first, second]]] });

    const fourth = (await owner.createPerson({ firstName: 'Fourth' })).person['id'];
    await owner.updatePerson(fourth, { phones: ['(555) 123-4567'] });
    expect((await list(owner)).found).toEqual([
      [fourth, [second, third['id']]],
      [third['id'], [first, second]],
    ]);
    const page = await list(owner, 'limit=1&sort=firstName');
    expect([page.total, page.found]).toEqual([2, [[fourth, [second, third['id']]]]]);
    const rest = await list(owner, `limit=1&sort=firstName&next=${page.next}`);
    expect([rest.total, rest.found, rest.next]).toEqual([2, [[third['id'], [first, second]]], '']);
    expect(await list(owner, 'firstName=Thi')).toMatchObject({ total: 1 });

    await owner.deletePerson(second);
    await eventually(async () =>
      expect((await list(owner)).found).toEqual([
        [fourth, [third['id']]],
        [third['id'], [first]],
      ]),
    );
    await owner.deletePerson(first);
    // The list is empty at once, before the stale duplicate is removed.
    expect(await list(owner)).toMatchObject({ total: 1, found: [[fourth, [third['id']]]] });
  });

  it('contain only people visible to the caller', async () => {
    const { owner, agent, agent2 } = await suite.newAccount();
    const own = (await owner.createPerson({ emails: ['a@x.io'], assignedUserId: 3 })).person['id'];
    const others = (await owner.createPerson({ emails: ['b@x.io'], assignedUserId: 4 })).person['id'];
    const both = (await owner.createPerson({ emails: ['a@x.io', 'b@x.io'], assignedUserId: 3 })).person['id'];
    expect(await list(owner)).toMatchObject({ total: 1, found: [[both, [own, others]]] });
    expect(await list(agent)).toMatchObject({ total: 1, found: [[both, [own]]] });
    expect(await list(agent2)).toMatchObject({ total: 0, found: [] });
  });

  it('in fields=possibleDuplicateIds contain only ids visible to the caller', async () => {
    const { owner, agent } = await suite.newAccount();
    const own = (await owner.createPerson({ emails: ['a@x.io'], assignedUserId: 3 })).person['id'];
    const others = (await owner.createPerson({ emails: ['b@x.io'], assignedUserId: 4 })).person['id'];
    const both = (await owner.createPerson({ emails: ['a@x.io', 'b@x.io'], assignedUserId: 3 })).person['id'];
    const shown = async (user: Account['owner']) => ({
      one: (await user.on(people).get(both, 'fields=possibleDuplicateIds'))['possibleDuplicateIds'],
      listed: (await user.on(people).list(`id=${both}&fields=possibleDuplicateIds`)).records[0]![
        'possibleDuplicateIds'
      ],
    });
    expect(await shown(owner)).toEqual({ one: [own, others], listed: [own, others] });
    expect(await shown(agent)).toEqual({ one: [own], listed: [own] });
  });
});
