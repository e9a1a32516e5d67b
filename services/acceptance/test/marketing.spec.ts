import { eventually, type Receiver } from '@porchlight/testkit';
import { account, as, refusalWith, unique } from '../src/client';
import { parseNotifications, register, useReceiver } from '../src/receive';

const owner = as('owner');
const agent = as('agent');
const agent2 = as('agent2');
const { users } = account(1);

const person = async (fields: object = {}) =>
  (
    await owner.post('/v1/people', {
      firstName: 'Mia',
      lastName: 'O’Hara <b>',
      emails: [`${unique()}@example.com`],
      assignedUserId: users.agent.id,
      ...fields,
    })
  ).body as {
    id: number;
    emails: { value: string }[];
  };

describe('templates', () => {
  const template = async (fields: object = {}) =>
    (
      await agent.post('/v1/templates', {
        name: unique(),
        subject: 'Hello %contact_first_name%',
        body: '<p>%contact_name%, %unknown_token%</p>',
        ...fields,
      })
    ).body as { id: number };

  it('are merged for a person, with escaping in the body and plain text in the subject', async () => {
    const { id } = await person();
    const made = await template();
    const merged = await agent.post('/v1/templates/merge', { templateId: made.id, mergePersonId: id });
    expect(merged).toMatchObject({
      status: 200,
      body: { id: made.id, subject: 'Hello Mia', body: '<p>Mia O’Hara &lt;b&gt;, %unknown_token%</p>' },
    });
    expect((await agent.get(`/v1/templates/${made.id}?mergePersonId=${id}`)).body.subject).toBe('Hello Mia');
    expect((await agent.get(`/v1/templates/${made.id}`)).body.subject).toBe('Hello %contact_first_name%');
  });

  it('given a person that the caller cannot see, then merging is refused', async () => {
    const { id } = await person({ assignedUserId: users.agent2.id });
    const { id: templateId } = await template();
    expect((await agent.post('/v1/templates/merge', { templateId, mergePersonId: id })).status).toBe(404);
    expect((await agent.get(`/v1/templates/${templateId}?mergePersonId=${id}`)).status).toBe(404);
  });

  it('D6.1 are visible to their creator and the owner; shared templates to all users', async () => {
    const { id } = await template();
    expect((await agent2.get(`/v1/templates/${id}`)).status).toBe(404);
    expect((await owner.get(`/v1/templates/${id}`)).status).toBe(200);
    await agent.put(`/v1/templates/${id}`, { isShared: true });
    expect((await agent2.get(`/v1/templates/${id}`)).body).toMatchObject({ isShared: true, isEditable: false });
  });

  it('fill inquiry tokens from the property, the source, or with nothing', async () => {
    const { id: templateId } = await template({ subject: '%inquiry_address%' });
    const subjectFor = async (fields: object, event?: object) => {
      const { id } = await person(fields);
      if (event) await owner.post('/v1/events', { ...event, person: { id } });
      return async () =>
        (await owner.post('/v1/templates/merge', { templateId, mergePersonId: id })).body.subject as string;
    };
    const withStreet = await subjectFor({}, { type: 'Property Inquiry', property: { street: '5 Oak Lane' } });
    await eventually(async () => expect(await withStreet()).toBe('5 Oak Lane'));
    expect(await (await subjectFor({ source: 'Zillow' }))()).toBe('Your property inquiry from Zillow');
    expect(await (await subjectFor({}))()).toBe('Your property inquiry');
  });
});

describe('campaigns and email events', () => {
  let receiver: Receiver;
  useReceiver((started) => (receiver = started));
  const campaign = async () =>
    (
      await owner.post('/v1/emCampaigns', {
        origin: 'Mailer',
        originId: unique(),
        name: 'Spring',
        subject: 's',
        bodyHtml: '<p></p>',
      })
    ).body as { id: number; originId: string };

  it('are stored once, counted, sent to webhooks, and update the activity of the person', async () => {
    const { id: campaignId } = await campaign();
    const mia = await person();
    const recipient = mia.emails[0]!.value;
    await register('emEventsOpened', `${receiver.url}/opened`);
    const at = (minute: number) => `2026-01-31T12:0${minute}:00Z`;
    const emEvents = [
      { type: 'delivered', occurred: at(0), recipient, campaignId },
      { type: 'open', occurred: at(1), recipient: recipient.toUpperCase(), campaignId },
      { type: 'open', occurred: at(2), recipient: `Mia <${recipient}>`, campaignId },
      { type: 'open', occurred: at(2), recipient: 'nobody@nowhere.example', campaignId },
    ];
    const first = await owner.post('/v1/emEvents', { emEvents });
    expect(first).toMatchObject({
      status: 200,
      body: { emEventIds: expect.any(Array), recipientsNotFound: ['nobody@nowhere.example'] },
    });
    expect(first.body.emEventIds).toHaveLength(3);
    expect((await owner.post('/v1/emEvents', { emEvents })).body.emEventIds).toEqual(first.body.emEventIds);
    const { body } = await owner.get(`/v1/emEvents?personId=${mia.id}&type=open`);
    expect(body.emEvents).toMatchObject([
      { count: 2, type: 'open', personId: mia.id, campaignId, campaignName: 'Spring' },
    ]);
    await eventually(() => {
      const notified = parseNotifications(receiver).flatMap(({ resourceIds }) => resourceIds);
      expect(notified.sort()).toEqual([...(first.body.emEventIds as number[])].slice(1).sort());
    });
    expect(parseNotifications(receiver)[0]).toMatchObject({ event: 'emEventsOpened' });
    expect((await owner.get(parseNotifications(receiver)[0]!.uri!)).body.emEvents).toMatchObject([
      { type: 'open', personId: mia.id },
    ]);
    await eventually(async () =>
      expect((await owner.get(`/v1/people/${mia.id}?fields=allFields`)).body).toMatchObject({
        emailsSent: 1,
        lastSentEmail: at(0),
      }),
    );
  });

  it('given one unknown campaign, then only that event is refused; given none or too many, then all are', async () => {
    const { id: campaignId } = await campaign();
    const one = { type: 'open', occurred: '2026-01-31T12:00:00Z', recipient: 'a@b.example' };
    const emEvents = [
      { ...one, campaignId },
      { ...one, campaignId: 987_654 },
    ];
    expect(await owner.post('/v1/emEvents', { emEvents })).toMatchObject({
      status: 200,
      body: { rejected: [{ index: 1, reason: expect.stringContaining('987654') }] },
    });
    expect(await owner.post('/v1/emEvents', { emEvents: [] })).toMatchObject(refusalWith('emEvents'));
    expect(
      (await owner.post('/v1/emEvents', { emEvents: Array.from({ length: 1_001 }, () => ({ ...one, campaignId })) }))
        .status,
    ).toBe(400);
  });

  it('given a known origin and id, then 409 names the existing campaign', async () => {
    const { id, originId } = await campaign();
    expect(await owner.post('/v1/emCampaigns', { origin: 'Mailer', originId, name: 'x' })).toMatchObject(
      refusalWith(String(id), 409),
    );
  });
});

describe('action plans', () => {
  const plan = async (steps: object[] = []) =>
    (await owner.post('/v1/actionPlans', { name: unique(), steps })).body as { id: number };

  it('D4.13 can be applied once per person at a time, paused and resumed', async () => {
    const { id: personId } = await person();
    const { id: actionPlanId } = await plan();
    const applied = await agent.post('/v1/actionPlansPeople', { personId, actionPlanId });
    expect(applied).toMatchObject({ status: 201, body: { personId, actionPlanId, status: 'Running' } });
    expect((await agent.post('/v1/actionPlansPeople', { personId, actionPlanId })).status).toBe(409);
    expect((await agent.put(`/v1/actionPlansPeople/${applied.body.id}`, { status: 'Paused' })).body.status).toBe(
      'Paused',
    );
    await agent.put(`/v1/actionPlansPeople/${applied.body.id}`, { status: 'Running' });
    await owner.put(`/v1/people/${personId}`, { contacted: true });
    await eventually(async () =>
      expect((await agent.get(`/v1/actionPlansPeople/${applied.body.id}`)).body.status).toBe('Paused'),
    );
    expect((await agent2.get(`/v1/actionPlansPeople?personId=${personId}`)).body._metadata.total).toBe(0);
    expect((await agent.post('/v1/actionPlansPeople', { personId, actionPlanId: 987_654 })).status).toBe(404);
    expect((await agent.post('/v1/actionPlans', { name: 'x' })).status).toBe(403);
  });

  it('execute each step once', async () => {
    const { id: personId } = await person();
    const name = unique();
    const { id: actionPlanId } = await plan([
      { delay: { value: 0, unit: 'minutes' }, type: 'createTask', task: { name, type: 'Call' } },
      { delay: { value: 0, unit: 'minutes' }, type: 'addTags', tags: [name] },
      { delay: { value: 0, unit: 'minutes' }, type: 'addNote', note: { body: name } },
    ]);
    const { body: applied } = await agent.post('/v1/actionPlansPeople', { personId, actionPlanId });
    await eventually(async () => {
      expect((await owner.get(`/v1/tasks?personId=${personId}`)).body.tasks).toMatchObject([
        { name, type: 'Call', assignedUserId: users.agent.id },
      ]);
      expect((await owner.get(`/v1/people/${personId}`)).body.tags).toEqual([name]);
      expect((await owner.get(`/v1/notes?personId=${personId}`)).body.notes).toMatchObject([{ body: name }]);
      expect((await owner.get(`/v1/actionPlansPeople/${applied.id}`)).body.status).toBe('Completed');
    });
  });

  it('start for a lead of their lead flow', async () => {
    const source = unique();
    const { id: actionPlanId } = await plan();
    const { body: rule } = await owner.post('/v1/leadFlows', { sources: [source], actionPlanId });
    const { body: lead } = await owner.post('/v1/events', {
      type: 'Registration',
      source,
      person: { emails: [`${unique()}@example.com`] },
    });
    await eventually(async () =>
      expect((await owner.get(`/v1/actionPlansPeople?personId=${lead.id}`)).body.actionPlansPeople).toMatchObject([
        { actionPlanId, status: 'Running' },
      ]),
    );
    await owner.delete(`/v1/leadFlows/${rule.id}`);
  });
});
