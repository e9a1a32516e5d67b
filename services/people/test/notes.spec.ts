import { notes } from '@porchlight/contracts';
import { expectRefusal, eventually } from '@porchlight/testkit';
import { useSuite } from './suite';

const suite = useSuite();

describe('notes', () => {
  it('can be created, read, changed and deleted; each change fires one webhook, an unchanged write none', async () => {
    const { owner, broker, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const made = await owner
      .on(notes)
      .create({ personId: person.id, subject: 'Call', body: 'Wants 3 rooms & <b>a garden</b>' });
    expect(made).toMatchObject({
      id: 1,
      personId: person.id,
      subject: 'Call',
      body: 'Wants 3 rooms & <b>a garden</b>',
      type: 'Note',
      isHtml: false,
      isExternal: false,
      systemName: null,
      createdById: 1,
      createdBy: 'Olga Owner',
      updatedById: 1,
      updatedBy: 'Olga Owner',
    });
    expect(await broker.on(notes).update(made.id, { ...made, subject: 'Visit' })).toMatchObject({
      subject: 'Visit',
      body: made.body,
      createdBy: 'Olga Owner',
      updatedBy: 'Bea Broker',
    });
    await owner.on(notes).update(made.id, { subject: 'Visit', personId: person.id });
    await owner.on(notes).update(made.id, { isHtml: true });
    expect((await owner.on(notes).get(made.id)).body).toBe('Wants 3 rooms &amp; <b>a garden</b>');
    await owner.on(notes).remove(made.id);
    await expectRefusal(owner.on(notes).get(made.id), 'NOT_FOUND');
    const fired = () => suite.collected.webhooks(accountId).filter((name) => name.startsWith('notes'));
    await eventually(() => expect(fired()).toEqual(['notesCreated', 'notesUpdated', 'notesUpdated', 'notesDeleted']));
  });

  it('D5.1 of a registered system contain its name; their HTML is sanitized', async () => {
    const { owner, actor } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const system = suite.service.as({ ...actor(1), system: 'Dialer' });
    const body = '<p onclick="x()">Hi</p><script>x()</script><iframe src="https://e.example"></iframe>';
    const made = await system.on(notes).create({ personId: person.id, body, isHtml: true });
    expect(made).toMatchObject({ body: '<p>Hi</p>', isHtml: true, isExternal: true, systemName: 'Dialer' });
    expect((await owner.on(notes).update(made.id, { body: '<a href="javascript:x()">y</a>' })).body).not.toContain(
      'javascript',
    );
  });

  it('have the id of the system that created them, also after an update', async () => {
    const { owner, actor } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const system = suite.service.as({ ...actor(1), system: 'Dialer', systemId: 12 });
    const made = await system.on(notes).create({ personId: person.id, body: 'x' });
    expect(made).toMatchObject({ systemName: 'Dialer', systemId: 12, actionPlanId: null });
    expect(await owner.on(notes).update(made.id, { body: 'y' })).toMatchObject({ systemName: 'Dialer', systemId: 12 });
    expect(await owner.on(notes).create({ personId: person.id, body: 'x' })).toMatchObject({ systemId: null });
  });

  it('require content and cannot move to another person', async () => {
    const { owner } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const { person: other } = await owner.createPerson({ firstName: 'Al' });
    await expect(owner.on(notes).create({ personId: person.id, subject: ' ', body: '' })).rejects.toThrow(
      "A note needs a 'subject' or a 'body'.",
    );
    const { id } = await owner.on(notes).create({ personId: person.id, body: 'x' });
    await expectRefusal(owner.on(notes).update(id, { body: null }), 'INVALID_BODY');
    await expect(owner.on(notes).update(id, { personId: other.id })).rejects.toThrow(
      "Field 'personId' cannot be changed.",
    );
    expect((await owner.on(notes).list(`personId=${other.id}`)).total).toBe(0);
  });

  it('are accessible only to users who may see the person, also after a reassignment', async () => {
    const { owner, agent, agent2, lender, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo', assignedUserId: 3 });
    const sentence = "Field 'personId': no such person or no permission.";
    for (const [who, personId] of [
      [agent2, person.id],
      [lender, person.id],
      [owner, person.id + 100],
    ] as const)
      await expect(who.on(notes).create({ personId, body: 'x' })).rejects.toThrow(sentence);
    const { id } = await agent.on(notes).create({ personId: person.id, body: 'x' });
    await expectRefusal(agent2.on(notes).get(id), 'NOT_FOUND');
    await expectRefusal(agent2.on(notes).update(id, { body: 'y' }), 'NOT_FOUND');
    await expectRefusal(agent2.on(notes).remove(id), 'NOT_FOUND');
    expect([(await agent.on(notes).list()).total, (await agent2.on(notes).list()).total]).toEqual([1, 0]);
    await owner.updatePerson(person.id, { assignedUserId: 4 });
    await eventually(async () => expect((await agent2.on(notes).list(`personId=${person.id}`)).ids).toEqual([id]));
    await expectRefusal(agent.on(notes).get(id), 'NOT_FOUND');
    await owner.deletePerson(person.id);
    await eventually(async () => expect((await owner.on(notes).list()).total).toBe(0));
    expect(suite.collected.webhooks(accountId)).not.toContain('notesDeleted');
  });

  it('move the last activity of their person without an event of that person', async () => {
    const { owner, accountId } = await suite.newAccount();
    const { person } = await owner.createPerson({ firstName: 'Jo' });
    const note = await owner.on(notes).create({ personId: person.id, body: 'x' });
    const after = await owner.getPerson(person.id);
    expect(Date.parse(after.lastActivity)).toBeGreaterThanOrEqual(Date.parse(person.lastActivity));
    expect(Date.parse(after.lastActivity)).toBeLessThanOrEqual(Date.parse(note.created));
    await eventually(() => expect(suite.collected.webhooks(accountId)).toContain('notesCreated'));
    expect(suite.collected.webhooks(accountId)).not.toContain('peopleUpdated');
  });
});
