import { eventually } from '@porchlight/testkit';
import { account, as, unique, type Client } from '../src/client';
import { readConnection } from '../src/stack-connection';

interface Entry {
  readonly id: number;
  readonly created: string;
  readonly userId: number | null;
  readonly system: string | null;
  readonly verb: string;
  readonly resource: string;
  readonly resourceId: number;
  readonly changed: string[];
}

const owner = as('owner');
const { users } = account(1);
const entries = async (query: string, by: Client = owner): Promise<Entry[]> => {
  const { status, body } = await by.get(`/v1/auditLog?limit=100&${query}`);
  expect(status).toBe(200);
  return body.auditLog as Entry[];
};
const summarize = (list: readonly Entry[]): unknown[] => list.map(({ verb, userId, system }) => [verb, userId, system]);

/** The audit log: user, system, action, record and time of every write (decisions section 10). */
describe('the audit log', () => {
  it('lists every write once, with user, system and time, newest first', async () => {
    const begun = Date.now();
    const { body: person } = await as('agent', 1, { system: false }).post('/v1/people', {
      firstName: unique(),
      tags: ['first', 'second'],
    });
    const at = `/v1/people/${String(person.id)}`;
    await owner.put(at, { lastName: unique(), tags: ['first', 'third'] });
    const { body: note } = await owner.post('/v1/notes', { personId: person.id, body: 'Called.' });
    await as('broker').delete(at);
    const system = readConnection().system.name;
    const ofPerson = await eventually(async () => {
      const found = await entries(`resource=people&resourceId=${String(person.id)}`);
      expect(found[0]).toMatchObject({ verb: 'deleted' });
      return found;
    });
    expect(summarize(ofPerson)).toEqual([
      ['deleted', users.broker.id, system],
      ['updated', users.owner.id, system],
      ['created', users.agent.id, null],
    ]);
    const [, updated, created] = ofPerson as [Entry, Entry, Entry];
    expect(updated.changed).toEqual(expect.arrayContaining(['lastName', 'tags']));
    expect(Math.abs(Date.parse(created.created) - begun)).toBeLessThan(10_000);
    expect(summarize(await entries(`resource=notes&resourceId=${String(note.id)}&userId=${users.owner.id}`))).toEqual([
      ['created', users.owner.id, system],
    ]);
    expect(await entries(`resource=people&resourceId=${String(person.id)}&userId=${users.agent2.id}`)).toEqual([]);
    expect(JSON.stringify(ofPerson)).not.toContain(person.firstName);
  });

  it('lists erasures', async () => {
    const { body: lead } = await owner.post('/v1/events', {
      type: 'Registration',
      source: unique(),
      person: { firstName: unique(), assignedUserId: users.agent.id },
    });
    await owner.post(`/v1/people/${String(lead.id)}/erase`);
    await eventually(async () =>
      expect((await entries(`resource=people&resourceId=${String(lead.id)}`)).map(({ verb }) => verb)).toEqual(
        expect.arrayContaining(['created', 'deleted', 'erased']),
      ),
    );
  });

  it('pages without gaps or repeats, also between two times', async () => {
    const since = new Date(Date.now() - 1_000).toISOString();
    const made = await Promise.all(
      Array.from(
        { length: 7 },
        async () => ((await owner.post('/v1/stages', { name: unique() })).body as { id: number }).id,
      ),
    );
    const query = `resource=stages&createdAfter=${since}`;
    await eventually(async () =>
      expect((await entries(query)).map(({ resourceId }) => resourceId).sort()).toEqual(made.toSorted()),
    );
    const seen: Entry[] = [];
    for (let link: string | null = `/v1/auditLog?limit=3&${query}`; link;) {
      const { _metadata, auditLog } = (await owner.get(link)).body;
      expect(_metadata).toMatchObject({ collection: 'auditLog', total: 7 });
      seen.push(...(auditLog as Entry[]));
      link = _metadata.nextLink as string | null;
    }
    expect(seen.map(({ resourceId }) => resourceId).sort()).toEqual(made.toSorted());
    expect(seen.map(({ id }) => id)).toEqual(seen.map(({ id }) => id).toSorted((a, b) => b - a));
    expect(await entries(`${query}&createdBefore=${since}`)).toEqual([]);
    for (const id of made) await owner.delete(`/v1/stages/${id}?assignStageId=1`);
  });

  it('is readable for owners and brokers of the account only, and read-only', async () => {
    for (const role of ['agent', 'lender'] as const) expect((await as(role).get('/v1/auditLog')).status).toBe(403);
    const [entry] = await entries('resource=people');
    expect((await as('broker').get(`/v1/auditLog/${entry!.id}`)).body).toEqual(entry);
    expect((await owner.post('/v1/auditLog', {})).status).toBe(405);
    expect((await owner.delete(`/v1/auditLog/${entry!.id}`)).status).toBe(405);
  });
});
