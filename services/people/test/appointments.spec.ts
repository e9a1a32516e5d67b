import { allActions, appointmentOutcomes, appointments, appointmentTypes, people } from '@porchlight/contracts';
import { eventually, expectRefusal } from '@porchlight/testkit';
import type { Account, Json } from './people-service';
import { useSuite } from './suite';

const suite = useSuite();
const HOUR = 3_600_000;

/** A body of an appointment that begins some hours from now. */
/** A time in whole seconds, as responses have it. */
const inHours = (hours: number): string => new Date(Math.ceil(Date.now() / 1_000) * 1_000 + hours * HOUR).toISOString();
const meeting = (hours: number, more: Json = {}): Json => ({
  title: 'Tour',
  start: inHours(hours),
  end: inHours(hours + 1),
  ...more,
});
const addPerson = async ({ owner }: Account, more: Json = {}): Promise<number> =>
  (await owner.createPerson({ firstName: 'Ada', lastName: 'Lane', emails: [{ value: 'ada@x.io' }], ...more })).person[
    'id'
  ];
const listIds = async (user: Account['owner'], query = '') => (await user.on(appointments).list(query)).ids;

describe('D12.1 appointments', () => {
  it('given every key, then the record has them and what the service fills in', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const personId = await addPerson(account);
    const created = await owner.on(appointments).create({
      title: 'Tour',
      description: 'Bring keys',
      start: '2027-01-02T03:04:05+05:30',
      end: '2027-01-02 04:04:05',
      location: '12 Harbor Lane',
      allDay: false,
      typeId: '1',
      outcomeId: 2,
      invitees: [{ userId: 3 }, { personId: String(personId), name: 'Other' }, { email: 'guest@x.io', name: 'Guest' }],
    });
    expect(created).toMatchObject({
      title: 'Tour',
      description: 'Bring keys',
      start: '2027-01-01T21:34:05Z',
      end: '2027-01-02T04:04:05Z',
      allDay: false,
      location: '12 Harbor Lane',
      typeId: 1,
      type: 'Buyer consultation',
      outcomeId: 2,
      outcome: 'Working with buyers',
      createdById: 1,
      updatedById: 1,
      externalEventLink: null,
      externalCalendarId: null,
      isEditable: true,
      detailsVisible: true,
      invitees: [
        { userId: 3, personId: null, name: expect.any(String), picture: null },
        { userId: null, personId, name: 'Ada Lane', email: 'ada@x.io', picture: null },
        { userId: null, personId: null, name: 'Guest', email: 'guest@x.io', picture: null },
      ],
    });
    expect(created).not.toHaveProperty('personId');
    expect(created['isDeleted']).toBeUndefined();
    expect(await owner.on(appointments).get(created['id'])).toEqual(created);
  });

  it.each([
    ['type', 'typeId'],
    ['outcome', 'outcomeId'],
  ])('given the name of a %s without its id, when one is created, then the id is asked for', async (name, idName) => {
    const { owner } = await suite.newAccount();
    await expect(owner.on(appointments).create(meeting(1, { [name]: 'Listing' }))).rejects.toThrow(
      `Field '${name}' follows from '${idName}' and cannot be set. Send '${idName}' instead.`,
    );
    const copied = meeting(1, { [name]: 'Listing', [idName]: 1 });
    expect(await owner.on(appointments).create(copied)).toMatchObject({ [idName]: 1 });
  });

  it('given few keys, then the others have their defaults', async () => {
    const { owner } = await suite.newAccount();
    expect(await owner.on(appointments).create(meeting(1, { typeId: '', outcomeId: '' }))).toMatchObject({
      allDay: false,
      location: '',
      description: null,
      typeId: null,
      type: null,
      outcome: null,
      invitees: [],
      conflicts: [],
    });
  });

  it('given invitees as JSON text and personId, then all are invited once', async () => {
    const account = await suite.newAccount();
    const personId = await addPerson(account);
    const invitees = JSON.stringify([{ userId: 1 }, { personId }]);
    const created = await account.owner.on(appointments).create(meeting(1, { invitees, personId }));
    expect(created['invitees'].map((one: Json) => one['personId'] ?? one['userId'])).toEqual([1, personId]);
  });

  it('given the record as it was read, then a PUT changes nothing', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const created = await owner.on(appointments).create(meeting(1, { personId: await addPerson(account) }));
    expect(await owner.on(appointments).update(created['id'], created)).toEqual(created);
  });

  it('given a single key, then a PUT changes only this one', async () => {
    const { owner } = await suite.newAccount();
    const created = await owner.on(appointments).create(meeting(1, { invitees: [{ userId: 3 }] }));
    const updated = await owner.on(appointments).update(created['id'], { outcomeId: 1 });
    expect(updated).toMatchObject({ title: 'Tour', outcome: 'No show', invitees: [{ userId: 3 }] });
  });

  it.each([
    ['title', { title: '' }, "Field 'title'"],
    ['end before start', { end: '2020-01-01T00:00:00Z' }, "Field 'end' must not be before 'start'."],
    ['an invitee without name', { invitees: [{ name: 'X' }] }, "Field 'invitees.0' must have a userId"],
    ['an address that is none', { invitees: [{ email: 'x' }] }, "Field 'invitees.0.email' must be an email address."],
    ['an unknown person', { invitees: [{ personId: 99 }] }, "Field 'invitees': no such person or no permission."],
    ['an unknown personId', { personId: 99 }, "Field 'personId': no such person or no permission."],
    ['other names of the times', { startTime: '2027-01-01' }, "Unknown fields: 'startTime'."],
  ])('given %s, then it is refused', async (_what, body, sentence) => {
    const { owner } = await suite.newAccount();
    await expect((async () => owner.on(appointments).create(meeting(1, body)))()).rejects.toThrow(sentence);
  });

  it.each([
    ['type', { typeId: 99 }],
    ['outcome', { outcomeId: 99 }],
    ['user', { invitees: [{ userId: 99 }] }],
    ['relationship', { invitees: [{ relationshipId: 99 }] }],
  ])('given an unknown %s, then it is refused', async (_what, body) => {
    const { owner } = await suite.newAccount();
    await expectRefusal(owner.on(appointments).create(meeting(1, body)), 'UNKNOWN_REFERENCE');
  });

  it('given an agent, then only an admin may set another creator', async () => {
    const { owner, agent } = await suite.newAccount();
    await expectRefusal(agent.on(appointments).create(meeting(1, { createdById: 1 })), 'FORBIDDEN');
    expect(await owner.on(appointments).create(meeting(1, { createdById: 3 }))).toMatchObject({ createdById: 3 });
    expect(await agent.on(appointments).create(meeting(1, { createdById: 3 }))).toMatchObject({ createdById: 3 });
  });

  it('given filters, then the list has the matching appointments', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const [first, second] = [await addPerson(account), await addPerson(account, { emails: [] })];
    const on = (day: string, more: Json) =>
      owner.on(appointments).create({ title: day, start: `${day}T10:00:00Z`, end: `${day}T11:00:00Z`, ...more });
    await on('2027-03-01', { personId: first, typeId: 1 });
    await on('2027-03-02', { personId: second, outcomeId: 2, invitees: [{ userId: 3 }] });
    await on('2027-03-03', { createdById: 4 });
    expect(await listIds(owner)).toEqual([3, 2, 1]);
    expect(await listIds(owner, `personId=${first},${second}`)).toEqual([2, 1]);
    expect(await listIds(owner, 'userId=3')).toEqual([2]);
    expect(await listIds(owner, 'typeId=1')).toEqual([1]);
    expect(await listIds(owner, 'outcomeId=2')).toEqual([2]);
    expect(await listIds(owner, 'createdById=4')).toEqual([3]);
    expect(await listIds(owner, 'start=2027-03-01T10:30:00Z&end=2027-03-02T10:00:00Z')).toEqual([1]);
    expect(await listIds(owner, 'start=2027-03-02&end=2027-03-04')).toEqual([3, 2]);
    expect(await listIds(owner, 'startAfter=2027-03-02&startBefore=2027-03-03')).toEqual([2]);
    expect(await listIds(owner, 'sort=start')).toEqual([1, 2, 3]);
  });

  it('given one bound of a range, then it is refused with the other names', async () => {
    const { owner } = await suite.newAccount();
    await expect(listIds(owner, 'start=2027-03-02')).rejects.toThrow("Parameter 'start' needs 'end' too.");
  });

  it('given a deleted appointment, then only includeDeleted=true shows it, and it cannot be changed', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { id } = await owner.on(appointments).create(meeting(1));
    await owner.on(appointments).create(meeting(2));
    await owner.on(appointments).remove(id);
    await expectRefusal(owner.on(appointments).get(id), 'NOT_FOUND');
    await expectRefusal(owner.on(appointments).update(id, { title: 'Back' }), 'NOT_FOUND');
    await expectRefusal(owner.on(appointments).remove(id), 'NOT_FOUND');
    expect(await owner.on(appointments).list()).toMatchObject({ total: 1, records: [{ id: 2 }] });
    const all = await owner.on(appointments).list('includeDeleted=true');
    expect(all).toMatchObject({ total: 2, records: [{ id: 2 }, { id: 1, isDeleted: true }] });
    await eventually(() =>
      expect(suite.collected.webhooks(accountId)).toEqual(
        expect.arrayContaining(['appointmentsCreated', 'appointmentsDeleted']),
      ),
    );
    expect(suite.collected.webhooks(accountId)).not.toContain('appointmentsUpdated');
  });

  it('given an agent, then it sees what it created, is invited to, or invites a person that it sees', async () => {
    const account = await suite.newAccount();
    const { owner, agent, agent2 } = account;
    const [shown, hidden] = [await addPerson(account, { assignedUserId: 3 }), await addPerson(account, { emails: [] })];
    await owner.on(appointments).create(meeting(1, { personId: hidden }));
    await owner.on(appointments).create(meeting(2, { personId: shown }));
    await owner.on(appointments).create(meeting(3, { personId: hidden, invitees: [{ userId: 3 }] }));
    await agent.on(appointments).create(meeting(4));
    expect(await listIds(agent)).toEqual([4, 3, 2]);
    expect(await listIds(agent2)).toEqual([]);
    await expectRefusal(agent.on(appointments).get(1), 'NOT_FOUND');
    expect(await agent.on(appointments).get(3)).toMatchObject({
      invitees: [{ userId: 3 }, { personId: hidden, name: null, email: null }],
    });
    await expect(agent.on(appointments).create(meeting(5, { personId: hidden }))).rejects.toThrow('no permission');
  });

  it('given a type in use, then its deletion needs another type, which the appointments get', async () => {
    const { owner } = await suite.newAccount();
    await owner.on(appointments).create(meeting(1, { typeId: 1, outcomeId: 1 }));
    const types = owner.on(appointmentTypes);
    await expect(types.remove(1)).rejects.toThrow("Missing 'assignTypeId' field.");
    await expect(types.remove(1, 'assignTypeId=99')).rejects.toThrow("No type found for given 'assignTypeId' field.");
    await types.remove(1, 'assignTypeId=2');
    expect(await owner.on(appointments).get(1)).toMatchObject({ typeId: 2, type: 'Listing' });
    await expect(owner.on(appointmentOutcomes).remove(1, 'assignOutcomeId=1')).rejects.toThrow(
      "No outcome found for given 'assignOutcomeId' field.",
    );
    await owner.on(appointments).remove(1);
    await types.remove(2);
    expect(await types.list()).toMatchObject({ total: 0 });
  });
});

describe('D12.1 appointments follow the people that they invite', () => {
  it('given a merge, then the survivor is invited once', async () => {
    const account = await suite.newAccount();
    const { owner, agent } = account;
    const survivor = await addPerson(account, { assignedUserId: 3 });
    const merged = await addPerson(account, { emails: [] });
    await owner.on(appointments).create(meeting(1, { invitees: [{ personId: merged }, { personId: survivor }] }));
    await owner.on(appointments).create(meeting(2, { personId: merged }));
    await owner.act(
      allActions.find(({ rpc }) => rpc === 'mergePeople')!,
      { id: survivor, body: { otherId: merged } },
    );
    expect(await listIds(owner, `personId=${survivor}`)).toEqual([2, 1]);
    const { invitees } = await owner.on(appointments).get(1);
    expect(invitees.map((one: Json) => one['personId'])).toEqual([survivor]);
    expect(await listIds(agent)).toEqual([2, 1]);
  });

  it('given another user of the person, then this one sees the appointment', async () => {
    const account = await suite.newAccount();
    const { owner, agent, agent2 } = account;
    const personId = await addPerson(account, { assignedUserId: 3 });
    await owner.on(appointments).create(meeting(1, { personId }));
    await owner.updatePerson(personId, { assignedUserId: 4, collaborators: [] });
    await eventually(async () => expect(await listIds(agent2)).toEqual([1]));
    await eventually(async () => expect(await listIds(agent)).toEqual([]));
    expect(await owner.on(appointments).get(1)).toMatchObject({ invitees: [{ personId, name: 'Ada Lane' }] });
  });

  it('given an erasure, then its own appointments are gone, and shared ones stay without the person', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const [erased, other] = [await addPerson(account), await addPerson(account, { firstName: 'Bob', emails: [] })];
    await owner.on(appointments).create(meeting(1, { personId: erased }));
    await owner.on(appointments).create(meeting(2, { invitees: [{ personId: erased }, { personId: other }] }));
    await owner.act(
      allActions.find(({ rpc }) => rpc === 'erasePerson')!,
      { id: erased },
    );
    await eventually(async () => expect(await listIds(owner, 'includeDeleted=true')).toEqual([2]));
    expect(await owner.on(appointments).get(2)).toMatchObject({ invitees: [{ personId: other }] });
  });
});

describe('D12.1 times of people', () => {
  const times = ({ owner }: Account, id: number) => {
    const fields = 'fields=nextAppointment,lastAppointment,lastActivity';
    return owner.on(people).get(id, fields);
  };

  it('given appointments, then nextAppointment and lastAppointment are their starts', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const personId = await addPerson(account);
    const past = await owner.on(appointments).create(meeting(-5, { personId }));
    const next = await owner.on(appointments).create(meeting(5, { personId }));
    await owner.on(appointments).create(meeting(9, { personId }));
    expect(await times(account, personId)).toMatchObject({
      lastAppointment: past['start'],
      nextAppointment: next['start'],
    });
    await owner.on(appointments).update(next['id'], meeting(12));
    expect((await times(account, personId))['nextAppointment']).not.toBe(next['start']);
    await owner.on(appointments).remove(past['id']);
    expect(await times(account, personId)).toMatchObject({ lastAppointment: null });
  });

  it('given an appointment that begins, then it becomes the last one without a write', async () => {
    const account = await suite.newAccount();
    const personId = await addPerson(account);
    const { start } = await account.owner.on(appointments).create(meeting(3 / 3_600, { personId }));
    expect(await times(account, personId)).toMatchObject({ nextAppointment: start });
    await eventually(async () =>
      expect(await times(account, personId)).toMatchObject({ lastAppointment: start, nextAppointment: null }),
    );
  });

  it('given sort=nextAppointment, then people with an earlier appointment come first', async () => {
    const account = await suite.newAccount();
    const { owner } = account;
    const [late, early] = [await addPerson(account), await addPerson(account, { firstName: 'Bob', emails: [] })];
    await owner.on(appointments).create(meeting(9, { personId: late }));
    await owner.on(appointments).create(meeting(5, { personId: early }));
    const sorted = await owner.listPeople('sort=nextAppointment');
    expect(sorted.people.map((person) => person['id'])).toEqual([early, late]);
  });

  it('given an appointment in the future, then lastActivity is the time of its creation', async () => {
    const account = await suite.newAccount();
    const personId = await addPerson(account);
    const { created, id } = await account.owner.on(appointments).create(meeting(500, { personId }));
    expect(await times(account, personId)).toMatchObject({ lastActivity: created });
    const { updated } = await account.owner.on(appointments).update(id, { title: 'Second tour' });
    expect(await times(account, personId)).toMatchObject({ lastActivity: updated });
  });
});

describe('D12.1 double bookings', () => {
  it('given a user with two appointments at a time, then both show the other one', async () => {
    const { owner } = await suite.newAccount();
    const invitees = [{ userId: 3 }];
    const first = await owner.on(appointments).create(meeting(1, { invitees }));
    const second = await owner.on(appointments).create(meeting(1.5, { invitees }));
    expect(second['conflicts']).toEqual([{ id: first['id'], userId: 3, start: first['start'], end: first['end'] }]);
    expect(await owner.on(appointments).get(first['id'])).toMatchObject({ conflicts: [{ id: second['id'] }] });
    const third = await owner.on(appointments).create(meeting(2.5, { invitees }));
    expect(third['conflicts']).toEqual([]);
  });

  it('given a conflict that the caller may not see, then it is shown without id', async () => {
    const { owner, agent } = await suite.newAccount();
    await owner.on(appointments).create(meeting(1, { invitees: [{ userId: 4 }] }));
    const own = await agent.on(appointments).create(meeting(1, { invitees: [{ userId: 3 }, { userId: 4 }] }));
    expect(own['conflicts']).toMatchObject([{ id: null, userId: 4 }]);
  });
});

describe('D12.1 invitations and reminders', () => {
  const listFacts = (accountId: number, verb: string): Json[] =>
    suite.collected.changes
      .filter((change) => change.accountId === accountId && change.resource === 'appointments' && change.verb === verb)
      .map(({ dataJson }) => JSON.parse(dataJson) as Json);

  it('given sendInvitation, then the invitees without the creator are invited', async () => {
    const account = await suite.newAccount();
    const { owner, accountId } = account;
    const personId = await addPerson(account);
    const invitees = [{ userId: 1 }, { userId: 3 }, { personId }, { email: 'guest@x.io', name: 'Guest' }];
    await owner.on(appointments).create(meeting(1, { invitees: [{ userId: 3 }] }));
    await owner.on(appointments).create(meeting(2, { invitees }), 'sendInvitation=true');
    await eventually(() => expect(listFacts(accountId, 'invited')).toHaveLength(1));
    expect(listFacts(accountId, 'invited')).toMatchObject([
      {
        appointmentId: 2,
        method: 'REQUEST',
        organizerId: 1,
        recipients: [{ userId: 3 }, { personId }, { email: 'guest@x.io', name: 'Guest' }],
      },
    ]);
  });

  it('given changes of an invitation, then removed invitees and those of a deleted appointment get a cancellation', async () => {
    const { owner, accountId } = await suite.newAccount();
    const invitees = [{ userId: 3 }, { userId: 4 }];
    const { id } = await owner.on(appointments).create(meeting(1, { invitees }), 'sendInvitation=true');
    await owner.on(appointments).update(id, { title: 'Silent' });
    await owner.on(appointments).update(id, { invitees: [{ userId: 3 }] }, 'sendInvitation=true');
    await owner.on(appointments).remove(id);
    await eventually(() => expect(listFacts(accountId, 'invited')).toHaveLength(4));
    expect(
      listFacts(accountId, 'invited').map(({ method, version, recipients }) => [method, version, recipients]),
    ).toEqual([
      ['REQUEST', 1, invitees],
      ['REQUEST', 3, [{ userId: 3 }]],
      ['CANCEL', 3, [{ userId: 4 }]],
      ['CANCEL', 4, [{ userId: 3 }]],
    ]);
  });

  it('given an appointment that begins soon, then its users are reminded', async () => {
    const { owner, accountId } = await suite.newAccount();
    await owner.on(appointments).create(meeting(0.25 + 2 / 3_600, { invitees: [{ userId: 3 }] }));
    await eventually(() => expect(listFacts(accountId, 'due')).toHaveLength(1));
    expect(listFacts(accountId, 'due')).toMatchObject([{ appointmentId: 1, title: 'Tour', users: [{ userId: 3 }] }]);
  });
});
