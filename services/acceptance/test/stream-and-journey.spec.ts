import { createPorchlight, type StreamedEvent } from '@porchlight/sdk';
import { eventually } from '@porchlight/testkit';
import { account, as, unique } from '../src/client';
import { promisedTime } from '../src/promised-time';
import { readConnection } from '../src/stack-connection';
import { trustingFetch } from '../src/trusting-fetch';

const { baseUrl, system } = readConnection();
const { users } = account(1);
const owner = as('owner');

const { fetch, close } = trustingFetch();
const ends = new AbortController();
afterAll(async () => {
  ends.abort();
  await close();
});

/** Reads the stream of a user in the background. */
const follow = (apiKey: string) => {
  const events: StreamedEvent[] = [];
  const ended = (async () => {
    const porchlight = createPorchlight({ baseUrl, apiKey, system, fetch });
    for await (const event of porchlight.stream({ signal: ends.signal })) events.push(event);
  })();
  const outcome = ended.then(
    () => undefined,
    (error: unknown) => error as { status?: number },
  );
  const idsOf = (name: string) =>
    events.flatMap(({ event, data }) =>
      event === name ? (data as { resourceIds: readonly number[] }).resourceIds : [],
    );
  return { events, outcome, idsOf };
};

/** Creates people until the stream shows one: it is open then. */
const createUntilSeen = (stream: ReturnType<typeof follow>): Promise<unknown> =>
  eventually(
    async () => {
      await owner.post('/v1/people', { firstName: unique(), assignedUserId: users.agent.id });
      expect(stream.idsOf('peopleCreated')).not.toEqual([]);
    },
    { intervalMs: 500 },
  );

describe('D13.9 (5) GET /v1/stream', () => {
  it('given an agent, then the stream has the records that the agent may see, and deletions of those that it saw', async () => {
    const [ofOwner, ofAgent] = [follow(users.owner.apiKey), follow(users.agent.apiKey)];
    await Promise.all([createUntilSeen(ofOwner), createUntilSeen(ofAgent)]);
    const create = async (assignedUserId: number) =>
      (await owner.post('/v1/people', { firstName: unique(), assignedUserId })).body.id as number;
    const hidden = await create(users.agent2.id);
    const visible = await create(users.agent.id);
    for (const id of [hidden, visible]) expect((await owner.delete(`/v1/people/${id}`)).status).toBeLessThan(300);
    await eventually(() => expect(ofAgent.idsOf('peopleDeleted')).toContain(visible));
    await eventually(() => expect(ofOwner.idsOf('peopleDeleted')).toEqual(expect.arrayContaining([hidden, visible])));
    expect(ofAgent.idsOf('peopleCreated')).not.toContain(hidden);
    expect(ofAgent.idsOf('peopleDeleted')).not.toContain(hidden);
  });

  it('given a key that is deleted, then its stream ends and is not opened again', async () => {
    const { body: key } = await owner.post(`/v1/users/${users.owner.id}/apiKeys`, { label: unique() });
    const stream = follow(key.apiKey);
    await createUntilSeen(stream);
    expect((await owner.delete(`/v1/users/${users.owner.id}/apiKeys/${key.id}`)).status).toBeLessThan(300);
    // The SDK opens the stream again 1 to 3 s after its end, and is refused.
    await expect(stream.outcome).resolves.toMatchObject({ status: 401 });
  });
});

describe('D13.9 (3) GET /v1/events/{id}/journey', () => {
  it('given a lead, then all that happened to it is visible within 5 s, and only to those who see the event', async () => {
    const source = unique();
    const person = { emails: [{ value: `${source}@example.com` }], assignedUserId: users.agent.id };
    const reply = await owner.post('/v1/events', { source, type: 'Registration', person });
    const eventId = Number(reply.headers['x-event-id']);
    const read = async (user = owner) => user.get(`/v1/events/${eventId}/journey`);
    const steps = await eventually(
      async () => {
        const { body } = await read();
        const found = body.steps as { step: string; userId?: number }[];
        expect(found.map(({ step }) => step)).toEqual(expect.arrayContaining(['received', 'notified']));
        return found;
      },
      { timeoutMs: await promisedTime(5_000) },
    );
    expect(steps.find(({ step }) => step === 'notified')).toMatchObject({ userId: users.agent.id });
    expect(steps.find(({ step }) => step === 'assigned')).toMatchObject({ userId: users.agent.id });
    expect((await read(as('agent'))).status).toBe(200);
    expect((await read(as('agent2'))).status).toBe(404);
  });
});
