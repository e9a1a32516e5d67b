import { eventually, type Receiver } from '@porchlight/testkit';
import { account, as, unique, uniquePhone } from '../src/client';
import { parseNotifications, register, useReceiver } from '../src/receive';

const owner = as('owner');
const agent = as('agent');
const { users } = account(1);

describe('duplicates', () => {
  it('are found by email and by phone', async () => {
    const email = `${unique()}@example.com`;
    const phone = uniquePhone();
    await owner.post('/v1/people', {
      firstName: 'Known',
      emails: [email],
      phones: [phone],
      assignedUserId: users.agent.id,
    });
    expect((await owner.get(`/v1/people/checkDuplicate?email=${email.toUpperCase()}`)).body).toEqual({
      found: true,
      matchedBy: 'email',
      assignedTo: users.agent.name,
    });
    expect((await owner.get(`/v1/people/checkDuplicate?phone=%2B1${phone}`)).body).toMatchObject({
      found: true,
      matchedBy: 'phone',
    });
    expect((await owner.get(`/v1/people/checkDuplicate?email=not.${email}`)).body).toEqual({ found: false });
    expect((await owner.get('/v1/people/checkDuplicate')).status).toBe(400);
  });

  it('given a lead that matches two people, then they are listed', async () => {
    const email = `${unique()}@example.com`;
    const phone = uniquePhone();
    const { body: one } = await owner.post('/v1/people', { firstName: 'One', emails: [email] });
    const { body: two } = await owner.post('/v1/people', { firstName: 'Two', phones: [phone] });
    await owner.post('/v1/events', { type: 'Registration', person: { emails: [email], phones: [phone] } });
    const { body } = await owner.get(`/v1/people/possibleDuplicates?ids=${one.id},${two.id}`);
    expect(body.people).toContainEqual(expect.objectContaining({ id: one.id, possibleDuplicateIds: [two.id] }));
  });

  it('given a merge, then all activities move to the survivor', async () => {
    const { body: keeper } = await owner.post('/v1/people', { firstName: 'Keeper', tags: ['a'] });
    const email = `${unique()}@example.com`;
    const { body: loser } = await owner.post('/v1/people', {
      firstName: 'Loser',
      lastName: 'Longname',
      emails: [email],
      tags: ['b'],
    });
    const { body: note } = await owner.post('/v1/notes', { personId: loser.id, body: 'x' });
    const merged = await owner.post(`/v1/people/${keeper.id}/merge`, { otherId: loser.id });
    expect(merged).toMatchObject({
      status: 200,
      body: { id: keeper.id, firstName: 'Keeper', tags: ['a', 'b'], emails: [{ value: email }] },
    });
    expect(await owner.get(`/v1/people/${loser.id}`)).toMatchObject({
      status: 404,
      body: { mergedInto: keeper.id, errorCode: 'MERGED' },
    });
    expect((await owner.get(`/v1/notes/${note.id}`)).body.personId).toBe(keeper.id);
    const { notes } = (await owner.get(`/v1/notes?personId=${keeper.id}`)).body;
    expect(JSON.stringify(notes)).toContain('Longname');
    expect((await owner.post('/v1/events', { type: 'Viewed Page', person: { emails: [email] } })).body.id).toBe(
      keeper.id,
    );
    expect((await agent.post(`/v1/people/${keeper.id}/merge`, { otherId: 1 })).status).toBe(403);
    expect((await owner.post(`/v1/people/${keeper.id}/merge`, { otherId: keeper.id })).status).toBe(400);
  });
});

describe('batches', () => {
  let receiver: Receiver;
  useReceiver((started) => (receiver = started));

  it('return a result per person and send one notification', async () => {
    const known = `${unique()}@example.com`;
    const { body: before } = await owner.post('/v1/people', { firstName: 'Known', emails: [known] });
    await register('peopleCreated', `${receiver.url}/created`);
    const fresh = Array.from({ length: 20 }, () => ({ firstName: 'Batch', emails: [`${unique()}@example.com`] }));
    const people = [...fresh, { firstName: 'Changed', emails: [known] }, { firstName: 7 }, { stage: 'Nowhere' }];
    const { status, body } = await owner.post('/v1/people/batch', { people });
    expect(status).toBe(200);
    const results = body.results as { status: number; id: number | null; errorMessage?: string }[];
    expect(results.slice(0, 20).every((result) => result.status === 201)).toBe(true);
    expect(results.slice(20)).toMatchObject([
      { status: 200, id: before.id },
      { status: 400, errorMessage: expect.stringContaining('firstName') },
      { status: 400 },
    ]);
    expect((await owner.get(`/v1/people/${before.id}`)).body.firstName).toBe('Changed');
    const ids = results.slice(0, 20).map(({ id }) => id as number);
    // Notifications of people created just before the webhook may still arrive.
    const fired = () =>
      parseNotifications(receiver).filter(({ resourceIds }) => resourceIds.some((id) => ids.includes(id)));
    await eventually(() =>
      expect(
        fired()
          .flatMap(({ resourceIds }) => resourceIds)
          .sort(),
      ).toEqual([...ids].sort()),
    );
    expect(fired().length).toBeLessThanOrEqual(3);
    expect(
      (await owner.post('/v1/people/batch', { people: Array.from({ length: 101 }, () => ({ firstName: 'x' })) }))
        .status,
    ).toBe(400);
  });
});
