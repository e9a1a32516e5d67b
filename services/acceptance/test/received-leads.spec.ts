import { eventually } from '@porchlight/testkit';
import { as, unique } from '../src/client';

const owner = as('owner');

/** What became of every POST /events. */
describe('D13.9 received leads', () => {
  const find = async (source: string) => {
    const { status, body } = await owner.get(`/v1/receivedLeads?source=${source}`);
    expect(status).toBe(200);
    return body.receivedLeads as Record<string, unknown>[];
  };

  it('lists accepted and refused leads with their results, also those of a batch', async () => {
    const source = unique();
    const person = { emails: [{ value: `${source}@example.com` }] };
    const { body: created } = await owner.post('/v1/events', { source, type: 'Registration', person, color: 'red' });
    await owner.post('/v1/events', { source, type: 'Registration' });
    await owner.post('/v1/batch', { requests: [{ method: 'POST', path: '/v1/events', body: { source, person } }] });
    const leads = await eventually(async () => {
      const found = await find(source);
      expect(found.map(({ result }) => result).toSorted()).toEqual(['created', 'matched', 'refused']);
      return found;
    });
    expect(leads.find(({ result }) => result === 'created')).toMatchObject({
      status: 201,
      personId: created.id,
      ignored: ['color'],
      error: null,
    });
    const refused = leads.find(({ result }) => result === 'refused')!;
    expect(refused).toMatchObject({
      eventId: null,
      personId: null,
      error: expect.stringContaining('NOTHING_TO_IDENTIFY'),
    });
    const { body } = await owner.get(`/v1/receivedLeads/${String(refused['id'])}?fields=body`);
    expect(body.body).toContain(source);
  });

  it('shows the body of a lead that is not JSON', async () => {
    const mark = unique();
    await owner.call('POST', '/v1/events', {
      body: `{"source":"${mark}",`,
      headers: { 'content-type': 'application/json' },
    });
    await eventually(async () => {
      const { body: list } = await owner.get('/v1/receivedLeads?result=refused&limit=20');
      const bodies = await Promise.all(
        (list.receivedLeads as { id: number }[]).map(
          async ({ id }) => (await owner.get(`/v1/receivedLeads/${id}?fields=body`)).body.body as string | null,
        ),
      );
      expect(bodies.filter((body) => body?.includes(mark))).toHaveLength(1);
    });
  });

  it('is for the owner and brokers', async () => {
    expect((await as('broker').get('/v1/receivedLeads')).status).toBe(200);
    expect((await as('agent').get('/v1/receivedLeads')).status).toBe(403);
  });
});
