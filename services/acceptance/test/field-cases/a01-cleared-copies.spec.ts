import { eventually } from '@porchlight/testkit';
import { account, as, unique } from '../../src/client';
import { promisedTime } from '../../src/promised-time';

const owner = as('owner');
const { users } = account(1);
const created: string[] = [];
/** A cleared value disappears from every copy within this time (D13.3). */
const WITHIN_MS = 2_000;
let within: { timeoutMs: number };
beforeAll(async () => void (within = { timeoutMs: await promisedTime(WITHIN_MS) }));

const create = async (path: string, fields: object): Promise<number> => {
  const { status, body } = await owner.post(path, fields);
  expect(status).toBe(201);
  created.unshift(`${path}/${body.id}`);
  return body.id as number;
};

afterAll(async () => {
  for (const path of created) await owner.delete(path);
});

describe('A1 cleared values', () => {
  describe('a round-robin group of two agents', () => {
    const source = unique();
    const assignLead = async (): Promise<number> => {
      const person = { firstName: 'Lead', emails: [`${unique()}@example.com`] };
      return (await owner.post('/v1/events', { type: 'Registration', source, person })).body.assignedUserId as number;
    };
    const { agent, agent2 } = users;
    const pause = async (pauseLeadDistribution: boolean): Promise<void> =>
      expect((await owner.put(`/v1/users/${agent2.id}`, { pauseLeadDistribution })).status).toBe(200);
    /** The users of the next four leads, sorted. */
    const assignFour = async (): Promise<number[]> => {
      const assigned: number[] = [];
      for (let turn = 0; turn < 4; turn++) assigned.push(await assignLead());
      return assigned.toSorted((a, b) => a - b);
    };

    beforeAll(async () => {
      const assignGroupId = await create('/v1/groups', { name: source, users: [agent.id, agent2.id] });
      await eventually(() => create('/v1/leadFlows', { name: source, sources: [source], assignGroupId }));
    });

    it('A1: given an agent who was paused, when the pause ends, then two seconds later the agent takes turns again', async () => {
      await pause(true);
      await eventually(async () => expect(await assignFour()).toEqual([agent.id, agent.id, agent.id, agent.id]));
      await pause(false);
      await eventually(async () => expect([await assignLead(), await assignLead()]).toContain(agent2.id), within);
      expect(await assignFour()).toEqual([agent.id, agent.id, agent2.id, agent2.id]);
    });

    it('A1: given an agent whose pause ended, when the agent is renamed, then the agent still takes turns', async () => {
      const { body: before } = await owner.get(`/v1/users/${agent2.id}`);
      await pause(true);
      await pause(false);
      await owner.put(`/v1/users/${agent2.id}`, { firstName: 'Renamed' });
      await eventually(async () => expect([await assignLead(), await assignLead()]).toContain(agent2.id), within);
      expect(await assignFour()).toEqual([agent.id, agent.id, agent2.id, agent2.id]);
      await owner.put(`/v1/users/${agent2.id}`, { firstName: before.firstName });
    });
  });

  it('A1: given a person whose email, phone and address are removed, then merged templates no longer show them', async () => {
    const templateId = await create('/v1/templates', {
      name: unique(),
      subject: 'To %contact_email%',
      body: '%contact_phone%|%contact_city%',
    });
    const mergePersonId = await create('/v1/people', {
      firstName: 'Ann',
      emails: [{ value: `${unique()}@example.com`, type: 'home' }],
      phones: [{ value: '512-555-0171', type: 'home' }],
      addresses: [{ type: 'home', city: 'Austin' }],
    });
    const merge = async () => {
      const { body } = await owner.post('/v1/templates/merge', { templateId, mergePersonId });
      return { subject: body.subject as string, body: body.body as string };
    };
    expect((await merge()).body).toBe('512-555-0171|Austin');
    await owner.put(`/v1/people/${mergePersonId}`, { emails: [], phones: [], addresses: [] });
    await eventually(async () => expect(await merge()).toEqual({ subject: 'To', body: '|' }), within);
  });

  it('A1: given a user whose phone is removed, then merged templates no longer show it', async () => {
    const { body: me } = await owner.get('/v1/me');
    const templateId = await create('/v1/templates', { name: unique(), subject: 'S', body: '[%agent_phone%]' });
    const mergePersonId = await create('/v1/people', { firstName: 'Ann' });
    const merge = async () =>
      (await owner.post('/v1/templates/merge', { templateId, mergePersonId })).body.body as string;
    await owner.put(`/v1/users/${me.id}`, { phone: '512-555-0172' });
    await eventually(async () => expect(await merge()).toBe('[512-555-0172]'), within);
    await owner.put(`/v1/users/${me.id}`, { phone: null });
    await eventually(async () => expect(await merge()).toBe('[]'), within);
    if (me.phone) await owner.put(`/v1/users/${me.id}`, { phone: me.phone });
  });

  it('A1: given a person whose emails and phones are removed, then deals no longer show them', async () => {
    const pipelineId = await create('/v1/pipelines', { name: unique(), stages: [{ name: 'New' }] });
    const stageId = (await owner.get(`/v1/pipelines/${pipelineId}`)).body.stages[0].id as number;
    const personId = await create('/v1/people', {
      firstName: 'Ann',
      emails: [{ value: `${unique()}@example.com`, type: 'home' }],
      phones: [{ value: '512-555-0173', type: 'home' }],
    });
    const dealId = await create('/v1/deals', { name: 'Deal', stageId, peopleIds: [personId] });
    const showPerson = async () => (await owner.get(`/v1/deals/${dealId}`)).body.people[0] as object;
    expect(await showPerson()).toMatchObject({ phones: [{ value: '512-555-0173' }] });
    await owner.put(`/v1/people/${personId}`, { emails: [], phones: [] });
    await eventually(async () => expect(await showPerson()).toMatchObject({ emails: [], phones: [] }), within);
  });
});
