import { eventually } from '@porchlight/testkit';
import { account, as, refusalWith, systemHeaders, unique, uniquePhone } from '../src/client';

const owner = as('owner');
const agent = as('agent');
const agent2 = as('agent2');
const { users } = account(1);

/** Creates a person assigned to the agent. */
const newPerson = async (fields: object = {}): Promise<number> =>
  (await owner.post('/v1/people', { firstName: unique(), assignedUserId: users.agent.id, ...fields })).body
    .id as number;
const readActivity = async (id: number): Promise<Record<string, unknown>> =>
  (await owner.get(`/v1/people/${id}?fields=allFields`)).body as Record<string, unknown>;

describe('notes', () => {
  it('D5.6 can be created, changed and deleted by users who see the person', async () => {
    const personId = await newPerson();
    const made = await agent.post('/v1/notes', { personId, subject: 'First call', body: 'Wants a garden.' });
    expect(made).toMatchObject({
      status: 201,
      body: {
        personId,
        subject: 'First call',
        createdById: users.agent.id,
        createdBy: users.agent.name,
        isHtml: false,
      },
    });
    expect((await agent.put(`/v1/notes/${made.body.id}`, { body: 'Wants two gardens.' })).body).toMatchObject({
      body: 'Wants two gardens.',
      subject: 'First call',
    });
    expect((await agent.get(`/v1/notes?personId=${personId}`)).body).toMatchObject({
      _metadata: { collection: 'notes', total: 1 },
    });
    expect((await agent2.get(`/v1/notes/${made.body.id}`)).status).toBe(404);
    expect(await agent.delete(`/v1/notes/${made.body.id}`)).toMatchObject({ status: 200, body: {} });
    expect((await agent.get(`/v1/notes/${made.body.id}`)).status).toBe(404);
  });

  it('given HTML with scripts, then only harmless HTML is stored', async () => {
    const body =
      '<p onclick="steal()">Hello <b>you</b></p><script>alert(1)</script><a href="javascript:alert(2)">x</a><iframe src="https://x.example"></iframe>';
    const { body: note } = await owner.post('/v1/notes', { personId: await newPerson(), body, isHtml: true });
    expect(note.body).toContain('<b>you</b>');
    expect(note.body).not.toMatch(/script|onclick|iframe/i);
  });
});

describe('calls and text messages', () => {
  it('D5.2 are recorded, found by phone number in any notation, and update the activity of the person', async () => {
    const personId = await newPerson();
    const phone = uniquePhone();
    const call = await agent.post('/v1/calls', {
      personId,
      phone,
      isIncoming: false,
      outcome: 'Left Message',
      duration: 65,
      toNumber: phone,
    });
    expect(call).toMatchObject({
      status: 201,
      body: { isIncoming: false, duration: 65, userId: users.agent.id, userName: users.agent.name },
    });
    const written = `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`;
    expect((await owner.get(`/v1/calls?phone=${encodeURIComponent(written)}`)).body.calls).toMatchObject([
      { id: call.body.id },
    ]);
    await agent.post('/v1/calls', { personId, phone, isIncoming: true, duration: 35 });
    expect(await readActivity(personId)).toMatchObject({
      callsIncoming: 1,
      callsOutgoing: 1,
      callsDuration: 100,
      lastCall: expect.any(String),
      firstCall: expect.any(String),
    });
    await owner.delete(`/v1/calls/${call.body.id}`);
    expect(await readActivity(personId)).toMatchObject({ callsOutgoing: 0, callsDuration: 35, lastOutgoingCall: null });

    const text = await agent.post('/v1/textMessages', {
      personId,
      message: 'On my way',
      toNumber: phone,
      fromNumber: '5125550100',
    });
    expect(text).toMatchObject({
      status: 201,
      body: { status: 'Sent', isIncoming: false, sent: expect.any(String), systemName: expect.any(String) },
    });
    expect((await owner.get(`/v1/textMessages?personId=${personId}`)).body).toMatchObject({
      _metadata: { collection: 'textmessages' },
      textmessages: [{ message: 'On my way' }],
    });
    expect(await readActivity(personId)).toMatchObject({
      textsSent: 1,
      textsReceived: 0,
      lastText: expect.any(String),
    });
  });

  it('D3.4 text messages need a registered system', async () => {
    const body = { personId: await newPerson(), message: 'x', toNumber: '1', fromNumber: '2' };
    const reply = await as('owner', 1, { system: false }).post('/v1/textMessages', body);
    expect(reply).toMatchObject(refusalWith('registered system'));
    expect(Object.keys(systemHeaders)).toHaveLength(2);
  });
});

describe('tasks', () => {
  const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

  it('D5.4 can be assigned, completed and filtered by due date', async () => {
    const personId = await newPerson();
    const made = await agent.post('/v1/tasks', {
      personId,
      name: 'Call about the garden',
      type: 'Call',
      dueDate: day(-3),
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        AssignedTo: users.agent.name,
        assignedUserId: users.agent.id,
        isCompleted: 0,
        dueDate: day(-3),
        person: { id: personId },
        type: 'Call',
        completed: null,
      },
    });
    const later = await agent.post('/v1/tasks', {
      personId,
      name: 'Visit',
      assignedTo: users.broker.name,
      dueDate: day(5),
    });
    const find = async (query: string) =>
      ((await owner.get(`/v1/tasks?personId=${personId}&${query}`)).body.tasks as { id: number }[]).map(({ id }) => id);
    expect(await find('due=overdue')).toEqual([made.body.id]);
    expect(await find('due=upcoming')).toEqual([later.body.id]);
    expect(await find('name=GARDEN')).toEqual([made.body.id]);
    expect(await find(`assignedTo=${encodeURIComponent(users.broker.name)}`)).toEqual([later.body.id]);
    expect((await readActivity(personId))['nextTask']).not.toBeNull();
    expect((await agent.put(`/v1/tasks/${made.body.id}`, { isCompleted: true })).body).toMatchObject({
      isCompleted: 1,
      completed: expect.any(String),
    });
    expect(await find('isCompleted=0')).toEqual([later.body.id]);
    await owner.delete(`/v1/tasks/${later.body.id}`);
    expect((await readActivity(personId))['nextTask']).toBeNull();
  });

  it.each([
    [{ name: 'x' }, /personId/],
    [{ name: 'x', dueDate: '2026-02-30' }, /dueDate/],
    [{ name: 'x', type: 'Nap' }, /type/],
    [{ name: 'x', assignedTo: 'Nobody Known' }, /assignedTo/],
  ])('are refused with %j', async (body, sentence) => {
    const personId =
      'personId' in body || !('dueDate' in body || 'type' in body || 'assignedTo' in body)
        ? {}
        : { personId: await newPerson() };
    expect(await owner.post('/v1/tasks', { ...personId, ...body })).toMatchObject(refusalWith(sentence));
  });

  it('given a person of another agent, then creating a task is refused', async () => {
    const reply = await agent2.post('/v1/tasks', { personId: await newPerson(), name: 'x' });
    expect(reply).toMatchObject(refusalWith(/no such person or no permission/i));
  });
});

describe('activities of a person', () => {
  it('are deleted and reassigned together with the person', async () => {
    const personId = await newPerson();
    const ids: Record<string, number> = {};
    ids['notes'] = (await agent.post('/v1/notes', { personId, body: 'x' })).body.id;
    ids['calls'] = (await agent.post('/v1/calls', { personId, phone: '1', isIncoming: true })).body.id;
    ids['textMessages'] = (
      await agent.post('/v1/textMessages', { personId, message: 'x', toNumber: '1', fromNumber: '2' })
    ).body.id;
    ids['tasks'] = (await agent.post('/v1/tasks', { personId, name: 'x' })).body.id;
    await owner.put(`/v1/people/${personId}`, { assignedUserId: users.agent2.id });
    for (const [path, id] of Object.entries(ids)) {
      await eventually(async () => expect((await agent.get(`/v1/${path}/${id}`)).status).toBe(404));
      expect((await agent2.get(`/v1/${path}/${id}`)).status).toBe(200);
    }
    await owner.delete(`/v1/people/${personId}`);
    for (const [path, id] of Object.entries(ids))
      await eventually(async () => expect((await owner.get(`/v1/${path}/${id}`)).status).toBe(404));
  });
});
