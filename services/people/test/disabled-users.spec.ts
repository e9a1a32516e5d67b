import { randomUUID } from 'node:crypto';
import { allActions, type Change, leadFlows, ponds, tasks } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { publishFact, publishUser } from './publish-facts';
import { useSuite } from './suite';

const suite = useSuite();
const SAVE = allActions.find(({ rpc }) => rpc === 'savePeople')!;
const DISABLED = { id: 11, name: 'Dan Disabled', role: 'Agent' };
const INVITED = { id: 12, name: 'Ivy Invited', role: 'Agent', status: 'Invited' };
const LENDER = { id: 13, name: 'Len Gone', role: 'Lender' };

/** An account with a disabled agent and lender and an invited agent; user 3 is an active agent. */
const open = async () => {
  const account = await suite.newAccount();
  const { accountId, owner } = account;
  await publishUser(suite.bus, accountId, { ...INVITED, version: 1 });
  for (const user of [DISABLED, LENDER]) await publishUser(suite.bus, accountId, { ...user, version: 1 });
  // A person whom the agent had before the agent was disabled.
  const former = await eventually(async () => {
    const { person } = await owner.createPerson({
      firstName: 'Former',
      emails: ['former@x.io'],
      assignedUserId: 11,
      assignedLenderId: 13,
    });
    return person;
  });
  for (const user of [DISABLED, LENDER])
    await publishUser(suite.bus, accountId, { ...user, status: 'Disabled', version: 2 });
  await eventually(() => expectRefusal(owner.createPerson({ assignedUserId: 11 }), 'USER_NOT_ACTIVE'));
  return { ...account, former };
};
const facts = (accountId: number, verb: string): any[] =>
  suite.collected.changes
    .filter((change: Change) => change.accountId === accountId && change.verb === verb)
    .map(({ dataJson }) => JSON.parse(dataJson));

describe('D13.3 nothing new for a disabled user', () => {
  it.each([
    ['an id', { assignedUserId: 11 }, 'person.assignedUserId'],
    ['a name', { assignedTo: 'dan disabled' }, 'person.assignedTo'],
    ['a lender', { assignedLenderId: 13 }, 'person.assignedLenderId'],
    ['an invited user', { assignedUserId: 12 }, 'person.assignedUserId'],
  ])(
    'A11 given a lead that names %s, then it is ignored and named, and lead flow decides',
    async (_what, who, name) => {
      const { owner } = await open();
      await owner.on(leadFlows).create({ assignUserId: 3 });
      const { status, person, ignored } = await owner.send({
        person: { firstName: 'Jo', emails: ['jo@x.io'], ...who },
      });
      expect(status).toBe(201);
      expect(person).toMatchObject({ assignedUserId: 3, assignedLenderId: null });
      expect(ignored).toEqual([name]);
    },
  );

  it.each([
    ['assignedUserId', 11],
    ['assignedTo', 'Dan Disabled'],
    ['assignedLenderId', 13],
    ['collaborators', [{ id: 11 }]],
  ])('given a person, when %s names a disabled user, then it is refused and nothing changes', async (field, value) => {
    const { owner } = await open();
    const { person } = await owner.createPerson({ firstName: 'Al', assignedUserId: 3 });
    await expectRefusal(owner.updatePerson(person['id'], { lastName: 'New', [field]: value }), 'USER_NOT_ACTIVE');
    expect(await owner.getPerson(person['id'])).toMatchObject({ lastName: null, assignedUserId: 3 });
  });

  it('given a person of a disabled user, when the record is sent back, then it is accepted', async () => {
    const { owner, former } = await open();
    const { name, assignedUserId, assignedTo, assignedLenderId } = await owner.getPerson(former['id']);
    const same = { firstName: 'Same', assignedUserId, assignedTo, assignedLenderId };
    expect(name).toBe('Former');
    expect(await owner.updatePerson(former['id'], same)).toMatchObject({ firstName: 'Same', assignedUserId: 11 });
  });

  it('given a batch, then the field is left out and is a problem of the row, unless its value is the stored one', async () => {
    const { owner, former } = await open();
    const people = [
      { firstName: 'New', emails: ['new@x.io'], assignedUserId: 11, assignedLenderId: 13 },
      { emails: ['former@x.io'], assignedUserId: 11, lastName: 'Kept' },
      { firstName: 'Invited', emails: ['inv@x.io'], assignedUserId: 12 },
    ];
    const { results } = (await owner.act(SAVE, { body: { people } })).body;
    expect(results).toMatchObject([
      {
        status: 201,
        problems: [
          { field: 'assignedUserId', code: 'USER_NOT_ACTIVE', message: expect.stringContaining('Dan Disabled') },
          { field: 'assignedLenderId', code: 'USER_NOT_ACTIVE' },
        ],
      },
      { status: 200, id: former['id'] },
      { status: 201 },
    ]);
    expect(results[1]).not.toHaveProperty('problems');
    expect(await owner.getPerson(results[0].id)).toMatchObject({ firstName: 'New', assignedUserId: null });
    expect(await owner.getPerson(former['id'])).toMatchObject({ lastName: 'Kept', assignedUserId: 11 });
    expect(await owner.getPerson(results[2].id)).toMatchObject({ assignedUserId: 12 });
  });

  it('given a task, a pond or a rule that names a disabled user, then it is refused', async () => {
    const { owner, former } = await open();
    const task = { personId: former['id'], name: 'Call' };
    await expectRefusal(owner.on(tasks).create({ ...task, assignedUserId: 11 }), 'USER_NOT_ACTIVE');
    await expectRefusal(owner.on(tasks).create({ ...task, assignedTo: 'Dan Disabled' }), 'USER_NOT_ACTIVE');
    await expectRefusal(owner.on(ponds).create({ name: 'P', userIds: [3, 11] }), 'USER_NOT_ACTIVE');
    await expectRefusal(owner.on(ponds).create({ name: 'P', userId: 11 }), 'USER_NOT_ACTIVE');
    await expectRefusal(owner.on(leadFlows).create({ assignUserId: 11 }), 'USER_NOT_ACTIVE');
    expect(await owner.on(tasks).create({ ...task, assignedUserId: 12 })).toMatchObject({ assignedUserId: 12 });
  });

  it('given a plan for a person of a disabled user, then the owner gets the task, and the plan gets the reason', async () => {
    const { owner, former, accountId } = await open();
    const stepId = randomUUID();
    const step = { stepId, personId: former['id'], userId: 3, type: 'createTask', task: { name: 'Call' } };
    await publishFact(suite.bus, accountId, 'planSteps.due', step);
    await eventually(async () =>
      expect((await owner.on(tasks).list()).records).toMatchObject([{ name: 'Call', assignedUserId: 1 }]),
    );
    await eventually(() =>
      expect(facts(accountId, 'reassigned')).toMatchObject([
        { stepId, reason: 'The owner got the task, because Dan Disabled is Disabled.' },
      ]),
    );
  });
});

describe('D13.3 readers of an inquiry', () => {
  const leadOf = (email: string, more: object = {}) => ({ source: 'Web', person: { emails: [email] }, ...more });
  const factOf = (accountId: number, eventId: number) =>
    eventually(() => {
      const fact = facts(accountId, 'leadReceived').find((one) => one.eventId === eventId);
      expect(fact).toBeDefined();
      return fact;
    });

  it('A12 given a known person of a disabled agent, then no agent is named and the fact asks for a reader', async () => {
    const { owner, accountId } = await open();
    const { eventId } = await owner.send(leadOf('former@x.io', { type: 'Registration' }));
    expect(await factOf(accountId, eventId)).toMatchObject({ inquiry: true, notifyUserIds: [], furtherUserIds: [] });
  });

  it('given a pond with a disabled member, then its active members are readers', async () => {
    const { owner, accountId } = await open();
    const pond = await owner.on(ponds).create({ name: 'P', userIds: [3, 4] });
    await owner.on(leadFlows).create({ assignPondId: pond['id'] });
    await publishUser(suite.bus, accountId, { id: 4, name: 'Axel', role: 'Agent', status: 'Disabled', version: 9 });
    await eventually(() => expectRefusal(owner.createPerson({ assignedUserId: 4 }), 'USER_NOT_ACTIVE'));
    const { eventId } = await owner.send(leadOf('p@x.io', { type: 'Seller Inquiry' }));
    expect(await factOf(accountId, eventId)).toMatchObject({ inquiry: true, notifyUserIds: [3] });
  });

  it('given an event of another type, then only the assigned user is notified', async () => {
    const { owner, accountId } = await open();
    const viewed = { type: 'Viewed Property', property: { street: '1 Main' } };
    const agents = await owner.send(leadOf('a@x.io', { person: { emails: ['a@x.io'], assignedUserId: 3 }, ...viewed }));
    const nobodys = await owner.send(leadOf('n@x.io', viewed));
    expect(await factOf(accountId, agents.eventId)).toMatchObject({ inquiry: false, notifyUserIds: [3] });
    expect(await factOf(accountId, nobodys.eventId)).toMatchObject({ inquiry: false, notifyUserIds: [] });
  });

  it('given a known person and a source that lead flow ignores, then it is no inquiry', async () => {
    const { owner, accountId } = await open();
    await owner.on(leadFlows).create({ sources: ['spam'], ignore: true });
    const { eventId } = await owner.send(leadOf('former@x.io', { source: 'SPAM' }));
    expect(await factOf(accountId, eventId)).toMatchObject({ inquiry: false, notifyUserIds: [] });
  });
});
