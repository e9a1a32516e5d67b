import { eventually } from '@porchlight/testkit';
import { account, as, refusalWith, unique, type Reply } from '../src/client';
import { parseNotifications, register, useReceiver } from '../src/receive';
import type { Receiver } from '@porchlight/testkit';

const owner = as('owner');
const agent = as('agent');
const { users } = account(1);

/** Records that the records of the families name. */
interface Parents {
  readonly personId: number;
  readonly dealId: number;
  readonly noteId: number;
}

/** A family as existing clients use it (docs/families.md). */
interface Family {
  readonly path: string;
  /** Key of the array of a list. */
  readonly key: string;
  readonly create: (parents: Parents) => object;
  readonly change: object;
  readonly sorts?: readonly string[];
  /** Response to a delete; default: 200 with {}. */
  readonly deleted?: Partial<Reply>;
  /** Prefix of its webhook events. */
  readonly events?: string;
}

const LINK = { uri: 'https://files.example.com/contract.pdf', fileName: 'contract.pdf' };
const KINDS = { sorts: ['name', 'orderWeight'], deleted: { status: 200, body: [] } };
const FAMILIES: readonly Family[] = [
  {
    ...{ path: 'appointments', key: 'appointments', events: 'appointments', deleted: { status: 204 } },
    create: ({ personId }) => ({
      title: 'Tour',
      start: '2027-01-02T03:04:05.000Z',
      end: '2027-01-02T04:04:05+00:00',
      typeId: '',
      invitees: JSON.stringify([{ personId: String(personId) }]),
    }),
    change: { title: 'Second tour' },
  },
  ...['appointmentTypes', 'appointmentOutcomes'].map((path) => ({
    ...{ path, key: path.toLowerCase(), ...KINDS, change: { name: `B ${unique()}` } },
    create: () => ({ name: `A ${unique()}` }),
  })),
  {
    ...{ path: 'personAttachments', key: 'personAttachments', change: { fileName: 'final.pdf' } },
    create: ({ personId }) => ({ personId, ...LINK, fileSize: '52133' }),
  },
  {
    ...{ path: 'dealAttachments', key: 'dealAttachments', change: { fileName: 'final.pdf' } },
    create: ({ dealId }) => ({ dealId, ...LINK, fileSize: 52_133 }),
  },
  {
    ...{ path: 'textMessageTemplates', key: 'textmessagetemplates', sorts: ['name'], change: { message: 'Bye' } },
    create: () => ({ name: unique(), message: 'Hey %contact_first_name%', isShared: true }),
  },
  {
    ...{ path: 'peopleRelationships', key: 'peoplerelationships', events: 'peopleRelationship' },
    ...{ sorts: ['name', 'firstName', 'lastName', 'personId'], change: { type: 'Brother' } },
    create: ({ personId }) => ({ personId, firstName: 'Ann', type: 'Spouse', emails: [{ value: 'a@b.example' }] }),
  },
  {
    ...{ path: 'automations', key: 'automations', sorts: ['name'], change: { name: `C ${unique()}` } },
    create: () => ({ name: unique(), trigger: { type: 'manual' } }),
  },
  {
    ...{ path: 'threadedReplies', key: 'threadedReplies', events: 'threadedReply', change: { body: 'Yes' } },
    create: ({ noteId }) => ({ refType: 'Note', refId: noteId, body: 'Sure?' }),
  },
  {
    ...{ path: 'teamInboxes', key: 'teamInboxes', sorts: ['name'], change: { name: `D ${unique()}` } },
    create: () => ({ name: unique(), users: [users.agent.id] }),
  },
  {
    ...{ path: 'emails', key: 'emails', events: 'emails', change: { subject: 'Second visit' } },
    create: ({ personId }) => ({ personId, subject: 'Visit', body: 'See you.' }),
  },
];
const all = FAMILIES.map((family) => [family.path, family] as const);

let parents: Parents;
beforeAll(async () => {
  const personId = (await owner.post('/v1/people', { firstName: 'Jo', lastName: unique() })).body.id as number;
  const noteId = (await owner.post('/v1/notes', { personId, body: 'Called' })).body.id as number;
  const pipeline = (await owner.post('/v1/pipelines', { name: unique(), stages: [{ name: 'Offer' }] })).body;
  const deal = await owner.post('/v1/deals', { name: unique(), stageId: pipeline.stages[0].id, peopleIds: [personId] });
  parents = { personId, noteId, dealId: deal.body.id as number };
});

const createRecord = async ({ path, create }: Family): Promise<{ readonly id: number }> =>
  (await owner.post(`/v1/${path}`, create(parents))).body;

describe('D12.1 D12.2 D12.3 D12.4 D12.5 D12.6 D12.7 the families as existing clients use them', () => {
  it.each(all)('given %s, then a create answers 201 with the record as GET returns it', async (path, { create }) => {
    const created = await owner.post(`/v1/${path}`, create(parents));
    expect(created.status).toBe(201);
    const read = await owner.get(`/v1/${path}/${created.body.id}`);
    expect(read.status).toBe(200);
    expect(Object.keys(created.body)).toEqual(Object.keys(read.body));
  });

  it.each(all)('given %s, then a list takes what a connector sends to every list', async (path, family) => {
    const { id } = await createRecord(family);
    const sorts = ['id', 'created', 'updated', ...(family.sorts ?? [])].flatMap((name) => [name, `-${name}`]);
    const range = `ids=${id}&idGreaterThan=${id - 1}&idLessThan=${id + 1}`;
    const [from, to] = ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
    const times = `createdAfter=${from}&createdBefore=${to}&updatedAfter=${from}&updatedBefore=${to}`;
    for (const sort of sorts) {
      const { status, body } = await owner.get(`/v1/${path}?limit=100&offset=0&sort=${sort}&${range}&${times}`);
      expect({ sort, status }).toEqual({ sort, status: 200 });
      expect(body._metadata).toMatchObject({ collection: family.key, offset: 0, limit: 100, total: 1, next: null });
      expect(body[family.key]).toMatchObject([{ id }]);
    }
  });

  it.each(all)('given %s, then a PUT takes a single key, and no body at all', async (path, family) => {
    const { id } = await createRecord(family);
    expect(await owner.put(`/v1/${path}/${id}`, family.change)).toMatchObject({ status: 200, body: family.change });
    expect(await owner.call('PUT', `/v1/${path}/${id}`)).toMatchObject({
      status: 200,
      body: { id, ...family.change },
    });
  });

  it.each(all)('given %s, then an unknown id is 404 with a sentence', async (path, { change }) => {
    const at = `/v1/${path}/2000000000`;
    const missing = { status: 404, body: { errorMessage: expect.any(String) } };
    expect(await owner.get(at)).toMatchObject(missing);
    expect(await owner.put(at, change)).toMatchObject(missing);
    expect(await owner.delete(at)).toMatchObject(missing);
  });

  it.each(all)('given %s, then a delete answers as clients expect', async (path, family) => {
    const { id } = await createRecord(family);
    const { status, body } = await owner.delete(`/v1/${path}/${id}`);
    expect({ status, body }).toEqual({ status: 200, body: status === 204 ? undefined : {}, ...family.deleted });
  });
});

describe('D12.1 D12.4 D12.6 D12.7 events of the families', () => {
  let receiver: Receiver;
  useReceiver((opened) => (receiver = opened));

  it.each(all.filter(([, { events }]) => events !== undefined))(
    'given %s, when one is created, changed and deleted, then each event arrives once with its address',
    async (path, family) => {
      const names = ['Created', 'Updated', 'Deleted'].map((verb) => `${family.events}${verb}`);
      for (const name of names) expect(await register(name, `${receiver.url}/${name}`)).toMatchObject({ status: 201 });
      const { id } = await createRecord(family);
      await owner.put(`/v1/${path}/${id}`, family.change);
      await owner.delete(`/v1/${path}/${id}`);
      await eventually(() => {
        const arrived = parseNotifications(receiver).filter(({ resourceIds }) => resourceIds.includes(id));
        const uris = names.map((name) => arrived.filter(({ event }) => event === name).map(({ uri }) => uri));
        const address = expect.stringMatching(new RegExp(`/v1/${path}\\?id=${id}$`));
        expect(uris).toEqual([[address], [address], [null]]);
      });
    },
  );
});

describe('D12.1 D12.2 D12.5 D12.6 sentences of refusals that clients know', () => {
  const NO_PERSON =
    "Invalid value for 'personId' field, no such person or you don't have permission to access this person";

  it('given a type in use, then its deletion needs an existing target', async () => {
    const { id } = (await owner.post('/v1/appointmentTypes', { name: unique() })).body;
    const times = { start: '2027-01-01', end: '2027-01-02' };
    await owner.post('/v1/appointments', { title: 'Tour', ...times, typeId: id });
    const at = `/v1/appointmentTypes/${id}`;
    expect(await owner.delete(at)).toMatchObject(refusalWith("Missing 'assignTypeId' field."));
    expect(await owner.delete(`${at}?assignTypeId=2000000000`)).toMatchObject(
      refusalWith("No type found for given 'assignTypeId' field."),
    );
    expect(await agent.delete(at)).toMatchObject(
      refusalWith('You do not have access to delete appointment types.', 403),
    );
  });

  it.each([
    [{ title: 'Tour', startTime: '2027-01-01', endTime: '2027-01-02' }, "Unknown fields: 'startTime', 'endTime'."],
    [{ title: 'Tour', date: '2027-01-01' }, 'Unknown field'],
    [{ title: 'Tour', start: '2027-01-01', end: '2027-01-02', type: 'Showing' }, "Send 'typeId' instead."],
  ])('given the appointment %j of an old client, then the refusal names its keys', async (body, sentence) => {
    expect(await owner.post('/v1/appointments', body)).toMatchObject(refusalWith(sentence));
  });

  it('given an unknown name in fields, then it is listed', async () => {
    expect(await owner.get('/v1/appointmentOutcomes?fields=id,foo')).toMatchObject(
      refusalWith('Invalid field(s) in the fields parameter: ['),
    );
  });

  it('given a person that the caller may not see, then no run starts; given another status, it is refused', async () => {
    const automation = (await owner.post('/v1/automations', { name: unique(), trigger: { type: 'manual' } })).body;
    const { personId } = parents;
    const run = { automationId: automation.id as number, personId };
    expect(await agent.post('/v1/automationsPeople', run)).toMatchObject({
      status: 400,
      body: { errorMessage: NO_PERSON },
    });
    const { id } = (await owner.post('/v1/automationsPeople', run)).body;
    expect(await owner.put(`/v1/automationsPeople/${id}`, { status: 'Completed' })).toMatchObject({
      status: 400,
      body: { errorMessage: "Invalid value for 'status' field" },
    });
  });

  it('given no system, then attachments are refused', async () => {
    const { personId } = parents;
    const reply = await as('owner', 1, { system: false }).post('/v1/personAttachments', { personId, ...LINK });
    expect(reply).toMatchObject(refusalWith('registered system'));
  });

  it('given two slashes, then templates of text messages are found, and a merge answers with the text alone', async () => {
    const created = await owner.post('/v1//textMessageTemplates', {
      name: unique(),
      message: 'Hey %contact_first_name%...',
    });
    expect(created.status).toBe(201);
    const to = ['Bob Lee', 'Alice Ray', 'Carol Day'].map((name) => ({ name, phone: '5550001111' }));
    expect(
      await owner.post('/v1/textMessageTemplates/merge', { templateId: created.body.id, recipients: { to, from: [] } }),
    ).toMatchObject({ status: 200, body: { mergedTemplate: 'Hey Bob, Alice and Carol...' } });
  });

  it('given a reaction, then it is removed by its emoji in the query or in the body', async () => {
    const at = `/v1/reactions/note/${parents.noteId}`;
    const body = '{"body":"🤣"}';
    // Node sends no length of the body of a DELETE by itself.
    const inBody = { body, headers: { 'content-length': String(Buffer.byteLength(body)) } };
    for (const [query, options] of [
      ['?emoji=%F0%9F%A4%A3', {}],
      ['', inBody],
    ] as const) {
      const added = await owner.post(at, { body: '🤣' });
      expect(added).toMatchObject({ status: 201, body: { refType: 'Note', body: '🤣' } });
      expect((await owner.delete(`${at}${query}`, options)).status).toBe(204);
      expect((await owner.get(`/v1/reactions/${added.body.id}`)).status).toBe(404);
    }
  });
});
