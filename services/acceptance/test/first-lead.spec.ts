import { as, unique } from '../src/client';

describe('the first lead', () => {
  const owner = as('owner');
  const email = `ada.${unique()}@example.com`;
  const lead = {
    source: 'demo.example',
    type: 'Registration',
    message: 'Is it still free?',
    person: { firstName: 'Ada', lastName: 'Byron', emails: [{ value: email }], phones: [] },
  };
  let personId: number;

  it('D4.15 returns 201 with the person', async () => {
    const reply = await owner.post('/v1/events', lead);
    expect(reply).toMatchObject({
      status: 201,
      body: {
        id: expect.any(Number),
        name: 'Ada Byron',
        source: 'demo.example',
        stage: 'Lead',
        emails: [{ value: email, isPrimary: 1 }],
      },
    });
    expect(reply.headers).toMatchObject({
      'x-event-id': expect.stringMatching(/^\d+$/),
      location: expect.stringMatching(/^\/v1\/events\/\d+$/),
    });
    personId = reply.body.id;
  });

  it('given the same lead in another letter case, then 200 with the same person', async () => {
    const again = await owner.post('/v1/events', { ...lead, person: { emails: [{ value: email.toUpperCase() }] } });
    expect(again).toMatchObject({ status: 200, body: { id: personId, name: 'Ada Byron' } });
    const { body } = await owner.get(`/v1/people?email=${email}`);
    expect(body).toMatchObject({ _metadata: { total: 1 }, people: [{ id: personId }] });
  });

  it('is in the history of the person', async () => {
    expect(await owner.get(`/v1/people/${personId}`)).toMatchObject({
      status: 200,
      body: { id: personId, createdVia: expect.any(String) },
    });
    const { body } = await owner.get(`/v1/events?personId=${personId}`);
    expect(body._metadata).toMatchObject({ collection: 'events', total: 2, limit: 10, offset: 0, next: null });
    expect(body.events.map((e: { type: string }) => e.type)).toEqual(['Registration', 'Registration']);
    expect(body.events[1]).toMatchObject({ personId, message: 'Is it still free?', source: 'demo.example' });
  });

  it('D4.16 given 50 concurrent leads of one person, then one person is created', async () => {
    const word = unique();
    const sent = Array.from({ length: 50 }, () =>
      owner.post('/v1/events', {
        source: 'x',
        type: 'Registration',
        person: { firstName: 'One', emails: [{ value: `one.${word}@example.com` }] },
      }),
    );
    const replies = await Promise.all(sent);
    expect(new Set(replies.map((r) => r.body.id)).size).toBe(1);
    expect(replies.filter((r) => r.status === 201)).toHaveLength(1);
    const { body } = await owner.get(`/v1/people?email=one.${word}@example.com`);
    expect(body._metadata.total).toBe(1);
    expect((await owner.get(`/v1/events?personId=${replies[0]!.body.id}`)).body._metadata.total).toBe(50);
  });
});
