import { eventually, type ReceivedRequest, type Receiver } from '@porchlight/testkit';
import { as, unique } from '../src/client';
import { readConnection } from '../src/stack-connection';
import {
  awaitEarlierChanges,
  legacySignature,
  type Notification,
  parseNotifications,
  register,
  standardSignature,
  unregisterAll,
  useReceiver,
} from '../src/receive';

describe('webhooks', () => {
  const owner = as('owner');
  let receiver: Receiver;
  useReceiver((started) => awaitEarlierChanges((receiver = started)));
  afterEach(async () => {
    await unregisterAll();
    receiver.clear();
    receiver.answerWith({});
  });

  it('given a lead, then a notification arrives within a second, with two signatures and a uri of the records', async () => {
    const people = await register('peopleCreated', `${receiver.url}/people`);
    const events = await register('eventsCreated', `${receiver.url}/events`);
    expect(people).toMatchObject({
      status: 201,
      body: { id: expect.any(Number), status: 'Active', event: 'peopleCreated', url: `${receiver.url}/people` },
    });
    const { secret } = people.body as { secret: string };
    expect(secret).toMatch(/^whsec_/);
    expect((await owner.get(`/v1/webhooks/${people.body.id}`)).body).toEqual({
      id: people.body.id,
      status: 'Active',
      event: 'peopleCreated',
      url: `${receiver.url}/people`,
      earlyRetries: false,
    });
    expect((await owner.get('/v1/webhooks?event=eventsCreated')).body.webhooks).toMatchObject([{ id: events.body.id }]);

    const sendLead = async () => {
      receiver.clear();
      const lead = await owner.post('/v1/events', {
        type: 'Registration',
        person: { emails: [`hook.${unique()}@example.com`] },
      });
      const answered = Date.now();
      const requests = await receiver.waitFor(2);
      return { lead, requests, ms: Math.max(...requests.map((r) => r.at)) - answered };
    };
    // A pause of this machine may delay one lead, but not each of three.
    let sent = await sendLead();
    for (let more = 2; more > 0 && sent.ms >= 1_000; more--) sent = await sendLead();
    const { lead, requests, ms } = sent;
    expect(ms).toBeLessThan(1_000);

    const request = requests.find((r) => r.path === '/people')!;
    const body = request.json as Record<string, unknown>;
    expect(body).toEqual({
      eventId: expect.any(String),
      eventCreated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      event: 'peopleCreated',
      resourceIds: [lead.body.id],
      uri: expect.stringContaining(`/v1/people?id=${lead.body.id}`),
    });
    expect(request.headers).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      'webhook-id': body['eventId'],
    });
    expect(String(request.headers['webhook-signature']).split(' ')).toContain(standardSignature(secret, request));
    expect(request.headers['x-system-signature']).toBe(legacySignature(readConnection().system.key, request));

    expect((await owner.get(String(body['uri']))).body.people).toMatchObject([{ id: lead.body.id }]);
    const eventNotice = requests.find((r) => r.path === '/events')!.json as Record<string, unknown>;
    expect(eventNotice['resourceIds']).toEqual([Number(lead.headers['x-event-id'])]);

    expect(await owner.get(`/v1/webhookEvents/${String(body['eventId'])}`)).toMatchObject({
      status: 200,
      body: {
        id: body['eventId'],
        eventCreated: body['eventCreated'],
        event: 'peopleCreated',
        resourceIds: [lead.body.id],
        uri: body['uri'],
      },
    });
    expect((await owner.get('/v1/webhookEvents/nothing')).status).toBe(404);
  });

  it('D7.6 send peopleUpdated once for a change, and nothing for a write without changes', async () => {
    const { body: person } = await owner.post('/v1/people', { firstName: 'Quiet', price: 5 });
    await register('peopleUpdated', `${receiver.url}/updated`);
    await owner.put(`/v1/people/${person.id}`, { firstName: 'Quiet', price: 5 });
    await owner.put(`/v1/people/${person.id}`, { price: 6, tags: ['a'] });
    await receiver.waitFor(1);
    const { body: other } = await owner.post('/v1/people', { firstName: 'Other' });
    await owner.put(`/v1/people/${other.id}`, { price: 1 });
    await receiver.waitFor(2);
    expect(parseNotifications(receiver).map((n) => n.resourceIds)).toEqual([[person.id], [other.id]]);
  });

  it('D7.4 given many changes, then few notifications are sent, each with a uri of all its records', async () => {
    await register('peopleCreated', `${receiver.url}/many`);
    await register('peopleTagsCreated', `${receiver.url}/tags`);
    const people = Array.from({ length: 60 }, () => ({ emails: [`${unique()}@example.com`], tags: ['many'] }));
    const { body } = await owner.post('/v1/people/batch', { people });
    const made = (body.results as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b);
    for (const event of ['peopleCreated', 'peopleTagsCreated']) {
      const notifications = await eventually(() => {
        const found = parseNotifications(receiver).filter((notification) => notification.event === event);
        expect(found.flatMap(({ resourceIds }) => resourceIds).sort((a, b) => a - b)).toEqual(made);
        return found;
      });
      expect(notifications.length).toBeLessThanOrEqual(30);
      for (const { uri, resourceIds } of notifications) {
        const answered = (await owner.get(String(uri))).body.people as { id: number }[];
        expect(answered.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...resourceIds].sort((a, b) => a - b));
      }
      const { eventId } = notifications[0]!;
      expect((await owner.get(`/v1/webhookEvents/${eventId}`)).body.data).toEqual(
        event === 'peopleTagsCreated' ? { tags: ['many'] } : undefined,
      );
    }
  });

  it('D7.7 given a deleted person, then the notification has no uri', async () => {
    await register('peopleDeleted', `${receiver.url}/deleted`);
    const { body } = await owner.post('/v1/people', { firstName: 'Gone' });
    await owner.delete(`/v1/people/${body.id}`);
    await receiver.waitFor(1);
    expect(parseNotifications(receiver)).toMatchObject([{ event: 'peopleDeleted', resourceIds: [body.id], uri: null }]);
  });

  it('are retried with the same event until the receiver returns 2xx', async () => {
    await register('peopleCreated', `${receiver.url}/again`);
    receiver.answerWith((_request, index) => ({ status: index < 2 ? 500 : 204 }));
    await owner.post('/v1/people', { firstName: 'Again' });
    const requests = await receiver.waitFor(3);
    expect(new Set(requests.map((r) => r.headers['webhook-id'])).size).toBe(1);
  });

  it('D7.2 follow no redirects and are disabled by 410', async () => {
    const { body } = await register('peopleCreated', `${receiver.url}/gone`);
    receiver.answerWith((request) => (request.path === '/gone' ? { status: 410 } : { status: 200 }));
    await owner.post('/v1/people', { firstName: 'X' });
    await receiver.waitFor(1);
    await eventually(async () => expect((await owner.get(`/v1/webhooks/${body.id}`)).body.status).toBe('Disabled'));
    // Enabling sends the pending notification of X at once, maybe before the PUT returns: a 410 would disable it again.
    receiver.answerWith({ status: 302, headers: { location: `${receiver.url}/elsewhere` } });
    receiver.clear();
    expect((await owner.put(`/v1/webhooks/${body.id}`, { status: 'Active' })).body.status).toBe('Active');
    const { body: person } = await owner.post('/v1/people', { firstName: 'Y' });
    const where = ({ json }: ReceivedRequest) => (json as Notification).resourceIds.includes(person.id as number);
    await receiver.waitFor(2, { where });
    expect(receiver.requests.every((r) => r.path === '/gone')).toBe(true);
  });

  it.each([
    [{ event: 'peopleCreated', url: 'http://localhost:9/x' }, 400, 'https'],
    [{ event: 'peopleCreated', url: 'https://10.0.0.1/x' }, 400, 'url'],
    [{ event: 'peopleCreated', url: 'https://169.254.169.254/latest' }, 400, 'url'],
    [{ event: 'peopleCreated', url: 'https://user:pw@localhost/x' }, 400, 'url'],
    [{ event: 'noSuchEvent', url: 'https://localhost/x' }, 400, 'peopleCreated'],
    [{ url: 'https://localhost/x' }, 400, "Missing 'event' field."],
    [{ event: 'peopleCreated' }, 400, "Missing 'url' field."],
  ])('refuse %j', async (body, status, text) => {
    const reply = await owner.post('/v1/webhooks', body);
    expect(reply.status).toBe(status);
    expect(reply.body.errorMessage).toContain(text);
  });

  it('D7.3 are limited to two per event, without duplicates', async () => {
    expect((await register('notesCreated', `${receiver.url}/1`)).status).toBe(201);
    expect((await register('notesCreated', `${receiver.url}/1`)).status).toBe(409);
    expect((await register('notesCreated', `${receiver.url}/2`)).status).toBe(201);
    expect((await register('notesCreated', `${receiver.url}/3`)).status).toBe(400);
  });
});
