import { allActions, allResources, calls, events, notes, tasks, textMessages } from '@porchlight/contracts';
import type { Descriptor } from '@porchlight/resource';
import { expectRefusal, eventually } from '@porchlight/testkit';
import type { Account, Json } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();

const WRITTEN: ReadonlyArray<[Descriptor<never>, Json]> = [
  [notes, { subject: 'Note' }],
  [calls, { phone: '5551234567', isIncoming: true }],
  [textMessages, { message: 'Hi', toNumber: '1', fromNumber: '2' }],
  [tasks, { name: 'Task' }],
  ...allResources
    .filter(({ ofPerson, example }) => ofPerson && !ofPerson.people && example)
    .map((one) => [one, one.example]),
] as never;
const ALL = [events as never, ...WRITTEN.map(([descriptor]) => descriptor)];
/** Of a resource with an identity an example is created once; of other resources any number of times. */
const isUnique = ({ identity = [] }: Descriptor<never>): boolean => identity.length > 0;
const countEach = (count: number): number[] => ALL.map((one) => (isUnique(one) ? 1 : count));
const TWO_EACH = countEach(2);
const NONE = ALL.map(() => 0);

/** Two records of each kind, or one if a second would have the identity of the first. */
const writeAll = async ({ owner }: Account, personId: number): Promise<void> => {
  for (const [descriptor, fields] of WRITTEN)
    for (let nth = 0; nth < (isUnique(descriptor) ? 1 : 2); nth++)
      await owner.on(descriptor).create({ ...fields, personId });
};

/** A person with records of each kind. */
const personWithAll = async (account: Account): Promise<number> => {
  const { owner } = account;
  const lead = { type: 'Visited Website', person: { emails: ['a@x.io'] } };
  const { person } = await owner.send(lead);
  await owner.send(lead);
  await writeAll(account, person['id']);
  return person['id'];
};

const totals = async (user: Account['owner'], query: string): Promise<number[]> =>
  Promise.all(ALL.map(async (descriptor) => (await user.on(descriptor).list(query)).total));

describe('records of a person', () => {
  it('D4.12 are deleted with the person, and only the person fires a webhook', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    const id = await personWithAll(account);
    expect(await totals(owner, `personId=${id}`)).toEqual(TWO_EACH);
    await owner.deletePerson(id);
    await eventually(async () => expect(await totals(owner, '')).toEqual(NONE));
    await eventually(() =>
      expect(suite.collected.webhooks(accountId).filter((n) => /Deleted$/.test(n))).toHaveLength(2),
    );
    expect(suite.collected.webhooks(accountId).filter((n) => /Deleted$/.test(n))).toEqual([
      'peopleDeleted',
      'peopleDeleted',
    ]);
  });

  it('are visible to the current viewers of the person', async () => {
    const account = await suite.newAccount();
    const { owner, agent, agent2 } = account;
    const id = await personWithAll(account);
    expect(await totals(agent, '')).toEqual(NONE);
    await owner.updatePerson(id, { assignedUserId: 3 });
    await eventually(async () => expect(await totals(agent, '')).toEqual(TWO_EACH));
    await owner.updatePerson(id, { assignedUserId: 4, collaborators: [] });
    await eventually(async () => expect(await totals(agent, '')).toEqual(NONE));
    expect(await totals(agent2, `personId=${id}`)).toEqual(TWO_EACH);
  });

  it('move to the survivor of a merge, who has such records too', async () => {
    const account = await suite.newAccount();
    const { owner, agent } = account;
    const id = await personWithAll(account);
    const survivor = (await owner.createPerson({ firstName: 'Stay', assignedUserId: 3 })).person['id'];
    await writeAll(account, survivor);
    await owner.act(
      allActions.find(({ rpc }) => rpc === 'mergePeople')!,
      { id: survivor, body: { otherId: id } },
    );
    // The two events came with the person that is merged.
    const [, ...written] = countEach(4);
    expect(await totals(owner, `personId=${survivor}`)).toEqual([2, ...written]);
    expect(await totals(agent, '')).toEqual([2, ...written]);
    await expectRefusal(owner.getPerson(id), 'MERGED');
  });

  it('written during the deletion do not remain', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const { person } = await owner.createPerson({ firstName: 'Going' });
    const write = () => owner.on(notes).create({ personId: person['id'], subject: 'Late' });
    const writes = Array.from({ length: 20 }, write);
    const [, ...written] = await Promise.allSettled([owner.deletePerson(person['id']), ...writes]);
    // Late requests were refused; records that were written in time were deleted with the person.
    expect(written).toHaveLength(20);
    await eventually(async () => expect((await owner.on(notes).list(`personId=${person['id']}`)).total).toBe(0));
    await expectRefusal(write(), 'INVALID_BODY');
  });
});
