import { eventually, type Receiver } from '@porchlight/testkit';
import { as } from '../src/client';
import { readConnection } from '../src/stack-connection';
import {
  awaitEarlierChanges,
  legacySignature,
  parseNotifications,
  register,
  standardSignature,
  unregisterAll,
  useReceiver,
} from '../src/receive';

/** The delivery log of webhooks, test events and replays (decisions section 7). */
describe('deliveries', () => {
  const owner = as('owner');
  let receiver: Receiver;
  useReceiver((started) => awaitEarlierChanges((receiver = started)));
  afterEach(async () => {
    await unregisterAll();
    receiver.clear();
    receiver.answerWith({});
  });

  const makePerson = async (): Promise<void> =>
    expect((await owner.post('/v1/people', { firstName: 'Told' })).status).toBe(201);
  const webhook = async (): Promise<{ id: number; secret: string; at: string }> => {
    const { body } = await register('peopleCreated', `${receiver.url}/deliveries`);
    return { id: body.id as number, secret: body.secret as string, at: `/v1/webhooks/${String(body.id)}` };
  };

  it('are listed with all attempts, in pages, for the owner and the system of the webhook only', async () => {
    const { at } = await webhook();
    receiver.answerWith((_request, index) => (index === 0 ? { status: 500, body: 'no room' } : { status: 204 }));
    await makePerson();
    const [failed] = await receiver.waitFor(2);
    const log = async (query = '') => (await owner.get(`${at}/deliveries${query}`)).body;
    const { eventId } = failed!.json as { eventId: string };
    await eventually(async () =>
      expect((await log()).deliveries).toMatchObject([
        {
          eventId,
          event: 'peopleCreated',
          status: 'Delivered',
          nextAttempt: null,
          attempts: [
            { status: 500, response: 'no room', error: null, ms: expect.any(Number) },
            { status: 204, error: null, ms: expect.any(Number) },
          ],
        },
      ]),
    );
    expect((await log())._metadata).toEqual({
      collection: 'deliveries',
      offset: 0,
      limit: 10,
      total: 1,
      next: null,
      nextLink: null,
    });
    expect((await log('?status=GivenUp')).deliveries).toEqual([]);
    expect((await log('?status=Delivered&since=2099-01-01 00:00:00')).deliveries).toEqual([]);

    await makePerson();
    await makePerson();
    await eventually(async () => expect((await log('?status=Delivered'))._metadata.total).toBe(3));
    const all = ((await log()).deliveries as { id: string }[]).map(({ id }) => id);
    const seen: string[] = [];
    for (let link: string | null = `${at}/deliveries?limit=2&status=Delivered`; link;) {
      const { _metadata, deliveries } = (await owner.get(link)).body;
      expect(_metadata).toMatchObject({ collection: 'deliveries', limit: 2, offset: 0, total: 3 });
      seen.push(...(deliveries as { id: string }[]).map(({ id }) => id));
      link = _metadata.nextLink as string | null;
    }
    expect(seen).toEqual(all);
    expect(await log('?offset=1&limit=1')).toMatchObject({
      _metadata: { offset: 1, limit: 1, total: 3 },
      deliveries: [{ id: all[1] }],
    });
    for (const query of ['?limit=0', '?offset=-1', '?offset=2001', '?status=Lost', '?next=x'])
      expect((await owner.get(`${at}/deliveries${query}`)).status).toBe(400);

    expect((await as('broker').get(`${at}/deliveries`)).status).toBe(403);
    expect((await as('owner', 2).get(`${at}/deliveries`)).status).toBe(404);
    expect((await as('owner', 1, { system: false }).get(`${at}/deliveries`)).status).toBeGreaterThanOrEqual(400);
  });

  it('given a test request, then a signed test event is delivered and its outcome returned', async () => {
    const { at, secret } = await webhook();
    expect(await owner.post(`${at}/test`)).toMatchObject({
      status: 200,
      body: { status: 200, ms: expect.any(Number) },
    });
    const [request] = receiver.requests;
    expect(request!.json).toMatchObject({ eventId: expect.any(String), event: 'test', resourceIds: [], uri: null });
    expect(request!.headers['webhook-signature']).toBe(standardSignature(secret, request!));
    expect(request!.headers['x-system-signature']).toBe(legacySignature(readConnection().system.key, request!));
    receiver.answerWith({ status: 503 });
    expect((await owner.post(`${at}/test`)).body).toMatchObject({ status: 503 });
    expect((await owner.get(`${at}/deliveries`)).body._metadata.total).toBe(0);
  });

  it('given a replay, then the same event is delivered again', async () => {
    const { at } = await webhook();
    await makePerson();
    await receiver.waitFor(1);
    const [first] = parseNotifications(receiver);
    await eventually(async () =>
      expect((await owner.get(`${at}/deliveries?status=Delivered`)).body._metadata.total).toBe(1),
    );
    expect(await owner.post(`${at}/replay`, { eventId: first!.eventId })).toMatchObject({
      status: 200,
      body: { replayed: 1 },
    });
    const requests = await receiver.waitFor(2);
    expect(parseNotifications(receiver)[1]).toEqual(first);
    expect(requests[1]!.headers['webhook-id']).toBe(first!.eventId);
    await eventually(async () =>
      expect((await owner.get(`${at}/deliveries`)).body).toMatchObject({
        _metadata: { total: 1 },
        deliveries: [{ status: 'Delivered', attempts: [{}, {}] }],
      }),
    );
    expect((await owner.post(`${at}/replay`, { eventId: 'nothing' })).status).toBe(404);
    expect((await owner.post(`${at}/replay`, {})).status).toBe(400);
  });

  it('given a secret rotation, then deliveries are signed with both secrets', async () => {
    const { at, secret } = await webhook();
    const rotated = await owner.post(`${at}/rotateSecret`);
    expect(rotated).toMatchObject({ status: 200, body: { secret: expect.stringMatching(/^whsec_/) } });
    const fresh = rotated.body.secret as string;
    expect(fresh).not.toBe(secret);
    await makePerson();
    const [request] = await receiver.waitFor(1);
    expect(String(request!.headers['webhook-signature']).split(' ')).toEqual([
      standardSignature(fresh, request!),
      standardSignature(secret, request!),
    ]);
    expect((await owner.get(at)).body).not.toHaveProperty('secret');
  });
});
