import { people, tasks } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { useSuite } from './suite';
import { publishUser } from './publish-facts';

const suite = useSuite();
const HOUR = 3_600_000;
const inHours = (hours: number): string => `${new Date(Date.now() + hours * HOUR).toISOString().slice(0, 19)}Z`;
const dayIn = (timeZone: string, days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(Date.now() + days * 24 * HOUR));

describe('tasks', () => {
  it('have the shape of the specification; each change fires one webhook', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo', lastName: 'Bell' });
    const made = await owner.on(tasks).create({ personId: person.id, name: 'Call back' });
    expect(made).toEqual({
      id: 1,
      created: made.created,
      updated: made.updated,
      createdBy: 'Olga Owner',
      updatedBy: 'Olga Owner',
      personId: person.id,
      AssignedTo: 'Olga Owner',
      assignedUserId: 1,
      name: 'Call back',
      type: 'Follow Up',
      isCompleted: 0,
      completed: null,
      dueDate: null,
      dueDateTime: null,
      remindSecondsBefore: null,
      externalTaskLink: null,
      externalCalendarId: null,
      person: { id: person.id, name: 'Jo Bell' },
    });
    await owner.on(tasks).update(made.id, { name: 'Call back', isCompleted: false });
    const done = await owner.on(tasks).update(made.id, { isCompleted: true });
    expect([done.isCompleted, Date.parse(done.completed)]).toEqual([1, expect.any(Number)]);
    expect((await owner.on(tasks).update(made.id, { isCompleted: 0 })).completed).toBeNull();
    expect(await owner.on(tasks).create({ personId: person.id, name: 'x', isCompleted: 1 })).toMatchObject({
      completed: expect.any(String),
    });
    await owner.on(tasks).remove(made.id);
    await expectRefusal(owner.on(tasks).get(made.id), 'NOT_FOUND');
    const fired = () => suite.collected.webhooks(accountId).filter((name) => name.startsWith('tasks'));
    await eventually(() =>
      expect(fired()).toEqual(['tasksCreated', 'tasksUpdated', 'tasksUpdated', 'tasksCreated', 'tasksDeleted']),
    );
  });

  it('are assigned by name or id; only administrators may assign them to users who cannot see the person', async () => {
    const { owner, agent, lender, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo', assignedUserId: 3, assignedLenderId: 5 });
    const task = { personId: person.id, name: 'Call' };
    const made = await owner.on(tasks).create({ ...task, assignedTo: 'Axel Agent' });
    expect(made).toMatchObject({ AssignedTo: 'Axel Agent', assignedUserId: 4, createdBy: 'Olga Owner' });
    expect(await agent.on(tasks).create(task)).toMatchObject({ assignedUserId: 3 });
    expect(await lender.on(tasks).create(task)).toMatchObject({ AssignedTo: 'Len Lender' });
    expect(await agent.on(tasks).create({ ...task, assignedUserId: 5 })).toMatchObject({ AssignedTo: 'Len Lender' });
    expect(await agent.on(tasks).create({ ...task, assignedUserId: 1 })).toMatchObject({ AssignedTo: 'Olga Owner' });
    await expect(agent.on(tasks).create({ ...task, assignedUserId: 4 })).rejects.toThrow(
      "Field 'assignedUserId': this user may not see the person.",
    );
    await expectRefusal(owner.on(tasks).create({ ...task, assignedUserId: 99 }), 'UNKNOWN_REFERENCE');
    await expectRefusal(owner.on(tasks).create({ ...task, assignedTo: 'Nobody' }), 'UNKNOWN_REFERENCE');
    const { person: hidden } = await owner.createPerson({ firstName: 'Al', assignedUserId: 4 });
    await expect(agent.on(tasks).create({ ...task, personId: hidden.id })).rejects.toThrow(
      'no such person or no permission',
    );
    expect((await agent.on(tasks).update(made.id, { name: 'Ring', assignedUserId: 4 })).assignedUserId).toBe(4);
    expect(await owner.on(tasks).update(made.id, { assignedUserId: null })).toMatchObject({ assignedUserId: 1 });
    const found = async (query: string) => (await owner.on(tasks).list(query)).records.map((found) => found.id);
    expect(await found('assignedTo=len lender')).toEqual([4, 3]);
    expect(await found('assignedUserId=3,5')).toEqual([4, 3, 2]);
    expect(await found('assignedTo=Nobody')).toEqual([]);
    expect((await owner.on(tasks).list('assignedUserId=5&limit=1')).total).toBe(2);
    expect((await suite.service.recount(accountId)).filter(({ resource }) => resource === 'tasks')).toEqual([]);
  });

  it('are found by person, part of the name, type and completion, with the names of their people', async () => {
    const { owner, agent } = await suite.newAccount();
    const { person: jo } = await owner.createPerson({ name: 'Jo Bell' });
    const { person: al } = await owner.createPerson({ name: 'Al Moss', assignedUserId: 3 });
    await owner.on(tasks).create({ personId: jo.id, name: 'Send the Contract', type: 'Email' });
    await owner.on(tasks).create({ personId: al.id, name: 'Show the house', type: 'Showing', isCompleted: true });
    const list = async (query: string) => (await owner.on(tasks).list(query)).records.map(({ person }) => person.name);
    expect(await list('')).toEqual(['Al Moss', 'Jo Bell']);
    expect(await list(`personId=${jo.id}`)).toEqual(['Jo Bell']);
    expect(await list('name=contr')).toEqual(['Jo Bell']);
    expect(await list('name=the&type=Showing')).toEqual(['Al Moss']);
    expect(await list('type=Showing,Email')).toEqual(['Al Moss', 'Jo Bell']);
    expect(await list('isCompleted=true')).toEqual(['Al Moss']);
    expect(await list('isCompleted=0')).toEqual(['Jo Bell']);
    expect((await agent.on(tasks).list('sort=name')).records.map(({ person }) => person.name)).toEqual(['Al Moss']);
    await owner.updatePerson(jo.id, { firstName: 'Joan' });
    expect(await list('sort=name')).toEqual(['Joan Bell', 'Al Moss']);
    await owner.deletePerson(al.id);
    await eventually(async () => expect(await list('')).toEqual(['Joan Bell']));
  });

  it("are due on a day or at a time in the zone of the assigned user; today is the caller's day", async () => {
    const { owner, agent, accountId } = await suite.newAccount();
    const zone = 'Pacific/Auckland';
    await publishUser(suite.bus, accountId, { id: 3, name: 'Ada Agent', role: 'Agent', timezone: zone, version: 9 });
    const { person } = await owner.createPerson({ firstName: 'Jo', assignedUserId: 3 });
    await eventually(async () => {
      const probe = await agent
        .on(tasks)
        .create({ personId: person.id, name: 'probe', dueDateTime: '2026-06-15T20:00:00Z' });
      await agent.on(tasks).remove(probe.id);
      expect(probe).toMatchObject({ dueDate: '2026-06-16', dueDateTime: '2026-06-15T20:00:00Z' });
    });
    const make = async (name: string, due: object) =>
      (await agent.on(tasks).create({ personId: person.id, name, ...due })).id;
    await make('yesterday', { dueDate: dayIn(zone, -1) });
    await make('an hour ago', { dueDateTime: inHours(-1) });
    await make('today', { dueDate: dayIn(zone, 0) });
    await make('tomorrow', { dueDate: dayIn(zone, 1) });
    await make('never', {});
    const done = await make('done', { dueDate: dayIn(zone, -1), isCompleted: true });
    const named = async (who: typeof owner, query: string) =>
      (await who.on(tasks).list(query)).records.map(({ name }) => name);
    expect((await named(agent, 'due=overdue&sort=name')).sort()).toEqual(['an hour ago', 'yesterday']);
    expect(await named(agent, 'due=today')).toContain('today');
    expect(await named(agent, 'due=today')).not.toContain('tomorrow');
    expect(await named(agent, 'due=upcoming')).toEqual(['tomorrow']);
    // The owner is in UTC, where the day may differ: each task is in exactly one part by the owner's day.
    const utc = dayIn('UTC', 0);
    const part = dayIn(zone, 0) > utc ? 'upcoming' : 'today';
    expect(await named(owner, `due=${part}`)).toContain('today');
    await agent.on(tasks).update(done, { isCompleted: false });
    expect((await agent.on(tasks).list('due=overdue')).total).toBe(3);
    await expect(agent.on(tasks).list('due=soon')).rejects.toThrow('today, overdue, upcoming');
  });

  it('lose the time when only the day changes; range bounds are inclusive', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const task = { personId: person.id, name: 'x' };
    const { id } = await owner
      .on(tasks)
      .create({ ...task, dueDateTime: '2030-01-05T10:00:00Z', remindSecondsBefore: 600 });
    const read = await owner.on(tasks).get(id);
    expect(read).toMatchObject({ dueDate: '2030-01-05', remindSecondsBefore: 600 });
    expect(await owner.on(tasks).update(id, { ...read, dueDate: '2030-01-06' })).toMatchObject({
      dueDate: '2030-01-06',
      dueDateTime: null,
    });
    expect(await owner.on(tasks).update(id, { dueDateTime: '2030-01-07T23:00:00Z' })).toMatchObject({
      dueDate: '2030-01-07',
    });
    await owner.on(tasks).create({ ...task, dueDate: '2030-01-08' });
    await owner.on(tasks).create(task);
    const found = async (query: string) => (await owner.on(tasks).list(query)).ids;
    expect(await found('dueStart=2030-01-07T23:00:00Z&dueEnd=2030-01-08T23:59:59Z')).toEqual([2, 1]);
    expect(await found('dueStart=2030-01-07T23:00:01Z')).toEqual([2]);
    expect(await found('dueEnd=2030-01-08T23:59:58Z')).toEqual([1]);
    expect(await found('dueStart=2030-01-08')).toEqual([2]);
    expect(await found('dueEnd=2030-01-07')).toEqual([1]);
    expect(await found('dueStart=2030-01-07&dueEnd=2030-01-08')).toEqual([2, 1]);
    await expectRefusal(found('dueStart=soon'), 'INVALID_QUERY');
    expect(await found('sort=-dueDate')).toEqual([2, 1, 3]);
    expect((await owner.on(tasks).list('dueStart=2030-01-01T00:00:00Z&sort=dueDate&limit=1')).total).toBe(2);
  });

  it('D11.16 without a name have the name of their type', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const names = [{}, { type: 'Call' }].map(
      async (json) => (await owner.on(tasks).create({ personId: person.id, ...json }))['name'],
    );
    expect(await Promise.all(names)).toEqual(['Follow Up', 'Call']);
  });

  it('set nextTask of their person', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const next = async () => (await owner.on(people).get(person.id, 'fields=nextTask')).nextTask;
    const make = async (due: object) => (await owner.on(tasks).create({ personId: person.id, name: 'x', ...due })).id;
    expect(await next()).toBeNull();
    const day = await make({ dueDate: '2030-01-08' });
    expect(await next()).toBe('2030-01-08T23:59:59Z');
    const moment = await make({ dueDateTime: '2030-01-05T10:00:00Z' });
    await make({ dueDateTime: '2029-01-05T10:00:00Z', isCompleted: true });
    await make({});
    expect(await next()).toBe('2030-01-05T10:00:00Z');
    await owner.on(tasks).update(moment, { dueDateTime: '2030-02-05T10:00:00Z' });
    expect(await next()).toBe('2030-01-08T23:59:59Z');
    await owner.on(tasks).update(day, { isCompleted: true });
    expect(await next()).toBe('2030-02-05T10:00:00Z');
    await owner.on(tasks).remove(moment);
    expect(await next()).toBeNull();
    await owner.on(tasks).update(day, { isCompleted: false });
    expect(await next()).toBe('2030-01-08T23:59:59Z');
    expect((await owner.listPeople('sort=nextTask')).people[0]!.id).toBe(person.id);
  });
});
