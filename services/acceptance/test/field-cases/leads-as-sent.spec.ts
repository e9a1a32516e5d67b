import { eventually } from '@porchlight/testkit';
import { as, unique, type Reply } from '../../src/client';

const owner = as('owner');
const created: string[] = [];

const email = (): string => `${unique()}@example.com`;
const phone = (): string => `(512) 5${String(Math.random()).slice(2, 4)}-${String(Math.random()).slice(2, 6)}`;
const send = async (body: object): Promise<Reply> => {
  const reply = await owner.post('/v1/events', { source: unique(), type: 'Registration', ...body });
  expect([200, 201]).toContain(reply.status);
  return reply;
};
const readEvent = async ({ headers }: Reply): Promise<any> =>
  (await owner.get(`/v1/events/${String(headers['x-event-id'])}`)).body;
const listNotes = async (personId: number): Promise<string[]> =>
  (await owner.get(`/v1/notes?personId=${personId}`)).body.notes.map((note: { body: string }) => note.body);
const define = async (fields: object): Promise<any> => {
  const { body } = await owner.post('/v1/customFields', { label: unique(), ...fields });
  created.push(`/v1/customFields/${body.id}`);
  return body;
};

afterAll(async () => {
  for (const path of created) await owner.delete(path);
});

describe('A6 European prices', () => {
  it.each([
    ['450.000', 450_000],
    ['350.000 €', 350_000],
    ['350.000,00', 350_000],
    ['450k', 450_000],
    ['1.2m', 1_200_000],
    ["CHF 1'250'000", 1_250_000],
    ['$1,250,000.49', 1_250_000],
  ])('given the price %s, then it is %d and named', async (price, value) => {
    const { body, headers } = await send({ person: { emails: [email()], price } });
    expect(body.price).toBe(value);
    expect(headers['x-ignored']).toContain('person.price');
  });

  it.each(['400k-500k', '-450000', 'about 450k'])('given the price %s, then it stays in submitted', async (price) => {
    const reply = await send({ person: { emails: [email()], price } });
    expect(reply.body.price).toBeNull();
    expect((await readEvent(reply)).submitted.price).toBe(price);
  });

  it.each(['450.000', '450,000', '$450000', '450k'])(
    'given %s in another write, then the field is named',
    async (price) => {
      const { status, body } = await owner.post('/v1/people', { firstName: 'Al', price });
      expect({ status, names: String(body.errorMessage).includes("'price'") }).toEqual({ status: 400, names: true });
    },
  );

  it('given plain digits with decimals in another write, then they are rounded', async () => {
    const { status, body } = await owner.post('/v1/people', { firstName: 'Al', price: '450000.50' });
    expect({ status, price: body.price }).toEqual({ status: 201, price: 450_001 });
  });
});

describe('A8 the name of a second person', () => {
  it('given a lead with the phone of another person, then the name stays on the event and in the note', async () => {
    const number = phone();
    const ann = await send({ person: { name: 'Ann Ford', phones: [number] } });
    const bob = await send({ message: 'Call me', person: { name: 'Bob Stone', phones: [number], emails: [email()] } });
    expect(bob.body).toMatchObject({ id: ann.body.id, name: 'Ann Ford' });
    expect((await readEvent(bob)).submitted).toMatchObject({ name: 'Bob Stone' });
    expect(await listNotes(ann.body.id)).toEqual(['Sent by: Bob Stone\nCall me']);
  });

  it('given leads without message, then the name makes a note only the first time', async () => {
    const number = phone();
    const ann = await send({ person: { name: 'Ann Ford', phones: [number] } });
    for (const name of ['Bob Stone', 'BOB STONE', 'Ann Ford', 'A. Ford', 'Cy Young'])
      await send({ person: { name, phones: [number] } });
    expect((await listNotes(ann.body.id)).sort()).toEqual(['Sent by: Bob Stone', 'Sent by: Cy Young']);
  });
});

describe('A9 names of two people', () => {
  it.each([
    ['Ann', 'Bob Stone', 'Ann'],
    ['Ann', 'Ann Stone', 'Ann Stone'],
    ['Ann', 'A. Stone', 'Ann Stone'],
    ['Ann Ford', 'Ann Stone', 'Ann Ford'],
  ])('given %s and a lead of %s, then the person is %s', async (known, sent, name) => {
    const number = phone();
    const { body } = await send({ person: { name: known, phones: [number] } });
    expect((await send({ person: { name: sent, phones: [number] } })).body).toMatchObject({ id: body.id, name });
  });

  it('given a name that is only an email, then it counts as missing', async () => {
    const address = email();
    const { body } = await send({ person: { name: address, emails: [address] } });
    expect(body).toMatchObject({ firstName: null, lastName: null });
    expect((await send({ person: { name: 'Ann Ford', emails: [address] } })).body.name).toBe('Ann Ford');
  });
});

describe('A10 a merge drops text', () => {
  it('given different values, then backgrounds are joined and the rest is in one note', async () => {
    const field = await define({ type: 'text' });
    const make = async (fields: object): Promise<number> => (await owner.post('/v1/people', fields)).body.id;
    const survivor = await make({
      ...{ firstName: 'Ann', lastName: 'Ford', background: 'Prefers evenings', price: 1, [field.name]: 'red' },
    });
    const other = await make({
      ...{ firstName: 'Bob', lastName: 'Stone', background: 'Allergic to dogs', price: 2, [field.name]: 'blue' },
      ...{ source: 'zillow.com', timeframeStatus: 'soon', prequalified: true },
    });
    const { body } = await owner.post(`/v1/people/${survivor}/merge`, { otherId: other });
    expect(body).toMatchObject({ background: 'Prefers evenings\n\nAllergic to dogs', source: 'zillow.com', price: 1 });
    const { body: more } = await owner.get(`/v1/people/${survivor}?fields=timeframeStatus,prequalified`);
    expect(more).toMatchObject({ timeframeStatus: 'soon', prequalified: true });
    const [note, ...others] = await listNotes(survivor);
    expect(others).toEqual([]);
    for (const line of ['Name: Bob Stone', 'Price: 2', `${field.label}: blue`]) expect(note).toContain(line);
  });
});

describe('D23 encoded text', () => {
  it.each([
    ['O&#039;Brien', "O'Brien"],
    ["O\\'Brien", "O'Brien"],
    ['M&uuml;ller', 'Müller'],
    ['Smith &amp; Sons', 'Smith & Sons'],
  ])('given the last name %s, then it is %s', async (lastName, decoded) =>
    expect((await send({ person: { emails: [email()], lastName } })).body.lastName).toBe(decoded),
  );

  it('given an encoded message, then its note is text and no markup', async () => {
    const message = 'Is &lt;b&gt;that&lt;/b&gt; &quot;free&quot;?';
    const reply = await send({ message, person: { emails: [email()] } });
    expect((await readEvent(reply)).message).toBe('Is <b>that</b> "free"?');
    const { body } = await owner.get(`/v1/notes?personId=${reply.body.id}`);
    expect(body.notes[0]).toMatchObject({ isHtml: false });
  });
});

describe('D24 names with a comma', () => {
  it.each([
    ['Smith, John', 'John', 'Smith'],
    ['Smith Jr., John', 'John', 'Smith Jr.'],
    ['John Smith, Jr.', 'John', 'Smith, Jr.'],
    ['Acme Homes, LLC', 'Acme', 'Homes, LLC'],
  ])('given %s, then it is %s and %s', async (name, firstName, lastName) =>
    expect((await send({ person: { emails: [email()], name } })).body).toMatchObject({ firstName, lastName }),
  );
});

describe('D25 single values', () => {
  it('given one email, phone and address, then they are read like the lists', async () => {
    const [address, number] = [email(), phone()];
    const { body } = await send({ person: { email: address, phone: number, address: '12 Main St' } });
    expect(body.emails).toMatchObject([{ value: address }]);
    expect(body.phones).toMatchObject([{ value: number }]);
    expect(body.addresses).toMatchObject([{ street: '12 Main St', type: 'home' }]);
  });

  it('given the keys of the person beside it, then they are read, and foreign ids are named', async () => {
    const address = email();
    const { status, body, headers } = await send({
      name: 'Ann Lee',
      email: address,
      tags: ['hot'],
      id: 1,
      personId: 1,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Ann Lee', tags: ['hot'], emails: [{ value: address }] });
    expect(String(headers['x-ignored']).split(', ').sort()).toEqual(['id', 'personId']);
  });

  it('given unknown types, then people take them as other and name them', async () => {
    const { status, body, headers } = await owner.post('/v1/people', {
      firstName: 'Al',
      emails: [{ value: email(), type: 'Work' }],
      phones: [{ value: phone(), type: 'cell' }],
      addresses: [{ street: '1 A St', type: 'billing' }],
    });
    expect(status).toBe(201);
    expect([body.emails[0].type, body.phones[0].type, body.addresses[0].type]).toEqual(['work', 'other', 'mailing']);
    expect(headers['x-ignored']).toBe('phones.0.type, addresses.0.type');
  });
});

describe('D26 times', () => {
  it.each([1_763_650_000, '1763650000', 1_763_650_000_000, 'Thu, 20 Nov 2025 14:46:40 +0000'])(
    'given occurredAt %p, then it is that time',
    async (occurredAt) => {
      const event = await readEvent(await send({ occurredAt, person: { emails: [email()] } }));
      expect(event.created).toBe('2025-11-20T14:46:40Z');
    },
  );

  it('given a time more than a day in the future, then it counts as now and is named', async () => {
    const { headers } = await send({ occurredAt: Date.now() + 2 * 86_400_000, person: { emails: [email()] } });
    expect(headers['x-ignored']).toContain('occurredAt');
  });
});

describe('D27 custom dates', () => {
  it.each(['2027-06-15T00:00:00Z', '2027-06-15 23:59:59', '2027-06-15T22:00:00-01:00'])(
    'given %s, then it is its UTC day, in leads and on people',
    async (time) => {
      const { name } = await define({ type: 'date' });
      const reply = await owner.post('/v1/people', { firstName: 'Al', [name]: time });
      expect(reply.status).toBe(201);
      const lead = await send({ person: { emails: [email()], [name]: time } });
      for (const { body } of [reply, lead])
        expect((await owner.get(`/v1/people/${body.id}?fields=${name}`)).body[name]).toBe('2027-06-15');
    },
  );

  it('given numbers of an American account, then a comma separates thousands and a point decimals', async () => {
    const { name } = await define({ type: 'number' });
    const read = async (value: string): Promise<unknown> => {
      const { body } = await send({ person: { emails: [email()], [name]: value } });
      return (await owner.get(`/v1/people/${body.id}?fields=${name}`)).body[name];
    };
    expect([await read('1,200'), await read('1.200'), await read('$1,250.50')]).toEqual([1_200, 1.2, 1_250.5]);
  });
});

describe('B16 event types that opt out', () => {
  it.each(['unsubscribe', 'opt-out', 'Opt Out Request', 'STOP', 'do_not_email'])(
    'given the type %s, then the event is Unsubscribed',
    async (type) =>
      expect((await readEvent(await send({ type, person: { emails: [email()] } }))).type).toBe('Unsubscribed'),
  );
});

describe('D13.5 the same inquiry twice', () => {
  it('given it twice within a minute, then the second is a duplicate without note', async () => {
    const lead = { source: unique(), message: 'Is it free?', person: { name: 'Ann Lee', emails: [email()] } };
    const first = await send(lead);
    const second = await send({ ...lead, person: { ...lead.person, emails: [lead.person.emails[0]!.toUpperCase()] } });
    expect(second.status).toBe(200);
    expect(second.headers['x-duplicate-event']).toBe(first.headers['x-event-id']);
    expect(await readEvent(second)).toMatchObject({ duplicateOf: Number(first.headers['x-event-id']), noteId: null });
    expect(await listNotes(first.body.id)).toEqual(['Is it free?']);
    await eventually(async () => {
      const { body } = await owner.get('/v1/notifications');
      const found = body.notifications.filter((one: { personId: number }) => one.personId === first.body.id);
      expect(found).toHaveLength(1);
    });
  });

  it('given 20 at once, then one is the first and all others name it', async () => {
    const lead = { source: unique(), message: 'Hello', person: { emails: [email()] } };
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(lead)));
    const firsts = replies.filter(({ headers }) => headers['x-duplicate-event'] === undefined);
    expect(firsts).toHaveLength(1);
    const named = new Set(replies.flatMap(({ headers }) => headers['x-duplicate-event'] ?? []));
    expect([...named]).toEqual([firsts[0]!.headers['x-event-id']]);
    expect(await listNotes(firsts[0]!.body.id)).toEqual(['Hello']);
  });

  it.each<[string, { message?: string; type?: string; person?: object }]>([
    ['another message', { message: 'b' }],
    ['another type', { type: 'General Inquiry' }],
    ['another tag', { person: { tags: ['x'] } }],
  ])('given %s, then it is no duplicate', async (_what, change) => {
    const lead = { source: unique(), message: 'a', person: { emails: [email()] } };
    await send(lead);
    const other = await send({ ...lead, ...change, person: { ...lead.person, ...change.person } });
    expect(other.headers['x-duplicate-event']).toBeUndefined();
  });

  it('given a type that starts no plans or a lead that identifies no person, then it is no duplicate', async () => {
    for (const lead of [
      { source: unique(), type: 'Viewed Page', person: { emails: [email()] } },
      { source: unique(), type: 'Registration', person: { name: 'Only Name' } },
    ]) {
      await send(lead);
      expect((await send(lead)).headers['x-duplicate-event']).toBeUndefined();
    }
  });
});

describe('D13.5 forms of events', () => {
  const boundary = 'leadform';
  const multipart = (fields: Record<string, string>, file?: string): string =>
    [
      ...Object.entries(fields).map(
        ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
      ...(file
        ? [`--${boundary}\r\nContent-Disposition: form-data; name="${file}"; filename="a.png"\r\n\r\nbytes\r\n`]
        : []),
      `--${boundary}--\r\n`,
    ].join('');

  it('given a multipart form with a file, then the lead is stored and the file is named', async () => {
    const address = email();
    const body = multipart({ source: 'Form', 'person[firstName]': 'Zoë', 'person[email]': address }, 'photo');
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'text/html' };
    const reply = await owner.call('POST', '/v1/events', { body, headers });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ firstName: 'Zoë', emails: [{ value: address }] });
    expect(reply.headers['x-ignored']).toContain('photo');
  });

  it('given a form that is cut off, then it is refused', async () => {
    const body = multipart({ 'person[email]': email() }).slice(0, 60);
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    expect((await owner.call('POST', '/v1/events', { body, headers })).status).toBe(400);
  });

  it('given a multipart form elsewhere, then the media type is refused', async () => {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    expect((await owner.call('POST', '/v1/people', { body: multipart({ firstName: 'Al' }), headers })).status).toBe(
      415,
    );
  });
});

describe('D13.5 a batch of email events', () => {
  it('given wrong items, then they reject only themselves', async () => {
    const { body: person } = await send({ person: { emails: [email()] } });
    const recipient = person.emails[0].value as string;
    const emEvents = [
      { type: 'open', recipient },
      { type: 'sneezed', recipient },
      { type: 'open', recipient, occurred: 'yesterday' },
      { type: 'open', recipient, campaignId: 2_000_000_000 },
      { type: 'click', recipient },
      { type: 'open' },
    ];
    const { status, body } = await owner.post('/v1/emEvents', { emEvents });
    expect(status).toBe(200);
    expect(body.emEventIds).toHaveLength(2);
    expect(body.rejected.map(({ index }: { index: number }) => index)).toEqual([1, 2, 3, 5]);
    const strict = await owner.post('/v1/emEvents', { emEvents }, { headers: { prefer: 'handling=strict' } });
    expect(strict.status).toBe(400);
  });
});
