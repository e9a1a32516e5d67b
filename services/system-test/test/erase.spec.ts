import { eventually, type Receiver } from '@porchlight/testkit';
import { account, as, keyHeader, systemHeaders, unique, uniquePhone } from '@porchlight/acceptance/src/client';
import { porchlight } from '@porchlight/acceptance/src/porchlight-command';
import { readConnection } from '@porchlight/acceptance/src/stack-connection';
import { trustingFetch } from '@porchlight/acceptance/src/trusting-fetch';
import { findInStack } from '../src/databases';
import { register, useReceiver } from '@porchlight/acceptance/src/receive';

const owner = as('owner');
const { users } = account(1);

/** Where data of a person is stored until the person is erased. */
const HOLDERS = [
  ...['people', 'events', 'notes', 'calls', 'textMessages', 'emails', 'tasks', 'counters'].map(
    (name) => `people.${name}`,
  ),
  ...['deals', 'people'].map((name) => `deals.${name}`),
  ...['people', 'emEventLog'].map((name) => `marketing.${name}`),
  ...['attempts', 'webhookEvents', 'streamChunks', 'conversationMessages', 'conversations', 'notifications'].map(
    (name) => `notifier.${name}`,
  ),
];

const taken = async (path: string, body: object, headers?: Record<string, string>): Promise<any> => {
  const reply = await owner.post(path, body, headers && { headers });
  if (reply.status >= 300) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
};

describe('a person who is erased (decisions section 10)', () => {
  let receiver: Receiver;
  useReceiver((started) => (receiver = started));

  const { fetch, close } = trustingFetch();
  afterAll(close);

  it('is in no database and no log of the stack', async () => {
    // Events are stored for the stream while a client reads it.
    const headers = { ...keyHeader(users.owner.apiKey), ...systemHeaders };
    expect((await fetch(`${readConnection().baseUrl}/v1/stream`, { headers })).status).toBe(200);
    const [mark, phone] = [`zq${unique()}`, uniquePhone()];
    const email = `${mark}@example.com`;
    // Responses are stored for failed attempts only: the first notification of each event fails.
    const failed = new Set<string>();
    receiver.answerWith(({ path, json }) => {
      const { event } = json as { event?: string };
      const fails = path === '/erase' && event !== undefined && !failed.has(event);
      if (fails) failed.add(event);
      return { status: fails ? 400 : 200, body: `thank you for ${mark}` };
    });
    for (const event of ['peopleCreated', 'peopleTagsCreated', 'notesCreated', 'eventsCreated', 'textMessagesCreated'])
      await register(event, `${receiver.url}/erase`);
    const { name: custom } = await taken('/v1/customFields', { label: `Nickname ${unique()}`, type: 'text' });

    const address = { type: 'home', street: `1 ${mark} Street`, city: mark, state: 'TX', code: '78701', country: 'US' };
    const person = {
      firstName: mark,
      lastName: `${mark}son`,
      source: `${mark} portal`,
      sourceUrl: `https://portal.example/${mark}`,
      price: 250_000,
      assignedUserId: users.agent.id,
      tags: [`${mark} tag`],
      emails: [{ value: email }],
      phones: [{ value: phone }],
      addresses: [address],
      background: `Known as ${mark}`,
      [custom]: mark,
    };
    const lead = {
      type: 'Property Inquiry',
      source: `${mark} portal`,
      message: `I am ${mark}`,
      description: mark,
      pageUrl: `https://site.example/${mark}`,
      property: { street: `1 ${mark} Street`, url: `https://site.example/${mark}` },
      campaign: { source: mark, medium: mark, term: mark, content: mark, campaign: mark },
      person,
    };
    const { id: personId } = await taken('/v1/events', lead, { 'idempotency-key': unique() });
    const other = await taken('/v1/people', {
      firstName: `${mark} twin`,
      emails: [`twin.${email}`],
      source: `${mark} twin`,
    });
    await taken(`/v1/people/${personId}/merge`, { otherId: other.id });
    expect(
      (await owner.put(`/v1/people/${personId}`, { background: `${mark} again`, collaborators: [users.agent2.id] }))
        .status,
    ).toBe(200);

    await taken('/v1/notes', { personId, subject: mark, body: `<p>${mark}</p>`, isHtml: true });
    await taken('/v1/calls', { personId, phone, isIncoming: true, note: mark });
    await taken('/v1/textMessages', {
      personId,
      message: mark,
      toNumber: phone,
      fromNumber: '5125550100',
      externalLabel: mark,
      externalUrl: `https://sms.example/${mark}`,
    });
    await taken('/v1/emails', { personId, subject: mark, body: mark, from: email, to: `${mark}@a.example` });
    await taken('/v1/tasks', { personId, name: mark, assignedUserId: users.agent.id });
    const pipeline = await taken('/v1/pipelines', { name: unique(), stages: [{ name: 'Offer' }] });
    await taken('/v1/deals', {
      name: `House of ${mark}`,
      description: mark,
      stageId: pipeline.stages[0].id,
      peopleIds: [personId],
    });
    const template = await taken('/v1/templates', {
      name: unique(),
      subject: 'Dear %contact_first_name%',
      body: '%contact_name%',
    });
    await taken('/v1/templates/merge', { templateId: template.id, mergePersonId: personId });
    const plan = await taken('/v1/actionPlans', {
      name: unique(),
      steps: [
        { type: 'sendEmail', templateId: template.id },
        { type: 'addNote', note: { subject: 'Hello', body: 'Hello' } },
      ],
    });
    await taken('/v1/actionPlansPeople', { personId, actionPlanId: plan.id });
    const campaign = await taken('/v1/emCampaigns', { origin: 'Mailer', originId: unique(), name: unique() });
    const events = ['delivered', 'open', 'click', 'unsubscribe'].map((type) => ({
      type,
      occurred: '2026-01-31T12:00:00Z',
      recipient: email,
      campaignId: campaign.id,
      ...(type === 'click' && { url: `https://site.example/${mark}` }),
    }));
    await eventually(async () =>
      expect((await taken('/v1/emEvents', { emEvents: events })).recipientsNotFound ?? []).toEqual([]),
    );
    const app = await taken('/v1/publishedInboxApps', {
      name: `Texting ${unique()}`,
      redirectUrl: 'https://app.example.com/install',
    });
    const inbox = await taken('/v1/inboxApps/install', {
      publishedInboxAppId: app.id,
      userId: 0,
      subscriptionUrl: `${receiver.url}/inbox`,
    });
    const message = {
      externalConversationId: mark,
      externalMessageId: `${mark}-1`,
      personId,
      message: `Here is ${mark}`,
      isIncoming: true,
      sender: { name: mark },
    };
    await taken(`/v1/inboxApps/${inbox.id}/message`, message);
    const { conversations } = (await owner.get(`/v1/conversations?inboxAppId=${inbox.id}`)).body;
    await taken(`/v1/conversations/${conversations[0].id}/reply`, { message: `Hello ${mark}` });
    const table = `First Name,Email,Background,Tags\n${mark},${email},${mark} of a table,${mark}\n`;
    const imported = await owner.call('POST', '/v1/people/import', {
      body: table,
      headers: { 'content-type': 'text/csv', ...systemHeaders },
    });
    expect(imported.status).toBe(202);
    // A row that is carried out after the person is erased is a new person.
    await eventually(async () =>
      expect((await owner.get(`/v1/people/imports/${imported.body.id}`)).body).toMatchObject({
        status: 'Completed',
        updated: 1,
      }),
    );
    // Looked for by everything that stands in a query.
    for (const query of [
      `email=${email}`,
      `phone=${phone}`,
      `name=${mark}`,
      `source=${mark}+portal`,
      `tags=${mark}+tag`,
    ])
      expect((await owner.get(`/v1/people?${query}`)).status).toBe(200);

    const { status: found } = await owner.get(`/v1/people/${personId}`);
    expect(found).toBe(200);
    await receiver.waitFor(5);
    const holders = await eventually(
      async () => {
        const places = new Set((await findInStack([mark, phone])).map((place) => place.split(':')[0]!));
        // What is asserted below means something only if it was all there.
        expect(HOLDERS.filter((name) => !places.has(name))).toEqual([]);
        return places;
      },
      { intervalMs: 500 },
    );
    expect([...holders].filter((place) => place.endsWith('log'))).toEqual([]);

    expect((await as('agent').post(`/v1/people/${personId}/erase`)).status).toBe(403);
    expect((await owner.post(`/v1/people/${personId}/erase`)).status).toBe(204);
    await eventually(async () => expect(await findInStack([mark, phone])).toEqual([]), {
      intervalMs: 1_000,
    });
    expect((await owner.get(`/v1/people/${personId}`)).status).toBe(404);
    await owner.delete(`/v1/inboxApps/${inbox.id}`);
    await owner.delete(`/v1/publishedInboxApps/${app.id}`);
  });

  it('can be erased by the command line', async () => {
    const { id } = await taken('/v1/people', { firstName: unique() });
    expect(
      await porchlight(['person', 'erase', '--account', String(account(1).id), '--person', String(id)]),
    ).toMatchObject({
      code: 0,
      err: '',
    });
    expect((await owner.get(`/v1/people/${String(id)}`)).status).toBe(404);
  });
});
