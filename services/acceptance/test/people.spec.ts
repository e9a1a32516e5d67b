import { account, as, unique, uniquePhone } from '../src/client';

describe('people', () => {
  const owner = as('owner');

  it('D1.13 given a deleted person, note or task, then 200 with {}', async () => {
    const { id: personId } = (await owner.post('/v1/people', { firstName: unique() })).body;
    const note = await owner.post('/v1/notes', { personId, body: 'Called back.' });
    const task = await owner.post('/v1/tasks', { personId, name: 'Call' });
    for (const path of [`/v1/notes/${note.body.id}`, `/v1/tasks/${task.body.id}`, `/v1/people/${personId}`]) {
      const reply = await owner.delete(path);
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({});
    }
  });

  it('return every field of the specification as created', async () => {
    const word = unique();
    const phone = uniquePhone();
    const created = await owner.post('/v1/people', {
      firstName: 'Zoë',
      lastName: word,
      source: 'Referral',
      sourceUrl: 'https://example.com/1',
      contacted: true,
      price: 450000,
      assignedUserId: account(1).users.agent.id,
      assignedLenderId: account(1).users.lender.id,
      emails: [{ value: `zoe.${word}@example.com`, type: 'work' }, { value: `z2.${word}@example.com` }],
      phones: [{ value: phone, type: 'mobile' }],
      addresses: [{ type: 'home', street: '1 Main St', city: 'Austin', state: 'TX', code: '78701', country: 'US' }],
      tags: ['Buyer', 'VIP'],
      background: 'line one\nline two',
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: `Zoë ${word}`,
      stage: 'Lead',
      stageId: expect.stringMatching(/^\d+$/),
      contacted: 1,
      price: 450000,
      assignedTo: account(1).users.agent.name,
      assignedUserId: account(1).users.agent.id,
      assignedLenderName: account(1).users.lender.name,
      source: 'Referral',
      tags: ['Buyer', 'VIP'],
      background: 'line one\nline two',
    });
    expect(created.body.emails.map((e: { isPrimary: number }) => e.isPrimary)).toEqual([1, 0]);
    const read = await owner.get(`/v1/people/${created.body.id}`);
    expect(read.body).toEqual(created.body);

    const changed = await owner.put(`/v1/people/${created.body.id}`, {
      ...read.body,
      price: null,
      stage: 'Closed',
      source: 'Other',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { price: null, stage: 'Closed', source: 'Referral', firstName: 'Zoë' },
    });

    expect(await owner.delete(`/v1/people/${created.body.id}`)).toMatchObject({ status: 200, body: {} });
    expect((await owner.get(`/v1/people/${created.body.id}`)).status).toBe(404);
    expect((await owner.delete(`/v1/people/${created.body.id}`)).status).toBe(404);
  });

  it('D4.10 are found by email, phone and parts of the name, ignoring case and accents', async () => {
    const word = unique();
    const phone = uniquePhone();
    const { body } = await owner.post('/v1/people', {
      firstName: 'Jürgen',
      lastName: `Müller${word}`,
      emails: [`j.${word}@example.com`],
      phones: [`+1 (${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`],
    });
    for (const query of [
      `email=J.${word.toUpperCase()}@EXAMPLE.com`,
      `phone=${phone}`,
      `phone=1${phone}`,
      `lastName=muller${word}`,
      `name=gen%20m%C3%BCller${word}`,
    ])
      expect({ query, people: (await owner.get(`/v1/people?${query}`)).body.people }).toMatchObject({
        query,
        people: [{ id: body.id }],
      });
    expect((await owner.get(`/v1/people?lastName=%25${word}`)).body.people).toEqual([]);
  });

  it('D4.11 given deduplicate=true and an existing match, then it is returned unchanged', async () => {
    const email = `dup.${unique()}@example.com`;
    const first = await owner.post('/v1/people', { firstName: 'First', emails: [email] });
    const second = await owner.post('/v1/people?deduplicate=true', { firstName: 'Second', emails: [email] });
    expect(second).toMatchObject({ status: 200, body: { id: first.body.id, firstName: 'First' } });
    expect((await owner.post('/v1/people', { firstName: 'Third', emails: [email] })).status).toBe(201);
  });

  it.each([
    [{ stage: 'No such stage' }, 'stage'],
    [{ assignedUserId: 999999 }, 'assignedUserId'],
    [{ assignedTo: 'No Such User' }, 'assignedTo'],
    [{ emails: ['not an email'] }, 'emails'],
    [{ price: 'about 450000' }, 'price'],
    [{ colour: 'red' }, 'colour'],
  ])('refuse %j, naming the field', async (body, field) => {
    const reply = await owner.post('/v1/people', { firstName: 'A', ...body });
    expect(reply.status).toBe(400);
    expect(reply.body.errorMessage).toContain(field);
  });

  it('page by next without gaps or repeats during concurrent writes', async () => {
    const word = unique();
    const ids: number[] = [];
    for (let i = 0; i < 7; i += 1)
      ids.push((await owner.post('/v1/people', { firstName: `P${i}`, lastName: word, tags: [word] })).body.id);
    const seen: number[] = [];
    let path: string | null = `/v1/people?tags=${word}&limit=3`;
    let pages = 0;
    while (path !== null && pages < 10) {
      const { body, status }: { body: any; status: number } = await owner.get(path);
      expect(status).toBe(200);
      seen.push(...body.people.map((p: { id: number }) => p.id));
      path = body._metadata.nextLink as string | null;
      pages += 1;
      if (pages === 1) {
        await owner.post('/v1/people', { firstName: 'Late', tags: [word] });
        await owner.delete(`/v1/people/${ids[6]}`);
      }
    }
    expect(seen).toEqual([...ids].reverse());
    expect(pages).toBe(3);
  });

  it('D2.2 refuse next tokens that were changed or belong to another list', async () => {
    const word = unique();
    for (let i = 0; i < 2; i += 1) await owner.post('/v1/people', { firstName: 'T', tags: [word] });
    const { next } = (await owner.get(`/v1/people?tags=${word}&limit=1`)).body._metadata as { next: string };
    const tampered = next.slice(0, -2) + (next.endsWith('AA') ? 'BB' : 'AA');
    const second = as('owner', 2);
    for (const reply of [
      await owner.get(`/v1/people?tags=${word}&limit=1&next=${tampered}`),
      await owner.get(`/v1/people?limit=1&next=${next}`),
      await owner.get(`/v1/events?limit=1&next=${next}`),
      await second.get(`/v1/people?tags=${word}&limit=1&next=${next}`),
    ])
      expect(reply).toMatchObject({ status: 400, body: { errorCode: 'INVALID_NEXT' } });
  });
});
