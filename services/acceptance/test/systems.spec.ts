import { randomBytes } from 'node:crypto';
import { eventually, type Receiver } from '@porchlight/testkit';
import { account, as, clientWith, keyHeader, unique } from '../src/client';
import { legacySignature, useReceiver } from '../src/receive';

/** Integrations that bring their own name, key and signature header (decisions section 11). */
describe('a system of an existing integration', () => {
  const owner = as('owner');
  const pair = () => ({ name: `Elsewhere ${unique()}`, key: randomBytes(24).toString('hex') });
  const withPair = ({ name, key }: { name: string; key: string }) => {
    const { apiKey } = account(1).users.owner;
    return clientWith({ ...keyHeader(apiKey), 'x-system': name, 'x-system-key': key });
  };
  let receiver: Receiver;
  useReceiver((started) => (receiver = started));
  afterAll(async () => {
    await owner.put('/v1/account', { unregisteredSystems: 'refuse', handling: 'strict' });
    // Gateways apply the setting within 2 s; the next file expects it.
    await eventually(async () => expect((await owner.get('/v1/people?petName=Rex')).status).toBe(400));
  });

  it('D11.5 keeps its key, and its webhooks have the signature in its own headers', async () => {
    const system = pair();
    const created = await owner.post('/v1/systems', { ...system, signatureHeaders: ['X-Before-Signature'] });
    expect(created).toMatchObject({ status: 201, body: { ...system, id: expect.any(Number) } });
    const path = `/v1/systems/${String(created.body.id)}`;
    expect(await owner.put(path, { signatureHeaders: ['X-Elsewhere-Signature'] })).toMatchObject({
      status: 200,
      body: { name: system.name, signatureHeaders: ['X-Elsewhere-Signature'] },
    });
    expect((await owner.get('/v1/systems')).body.systems).toContainEqual(
      expect.objectContaining({ id: created.body.id, signatureHeaders: ['X-Elsewhere-Signature'] }),
    );
    const elsewhere = withPair(system);
    const webhook = await elsewhere.post('/v1/webhooks', { event: 'peopleCreated', url: `${receiver.url}/elsewhere` });
    expect(webhook.status).toBe(201);
    expect((await owner.post('/v1/people', { firstName: 'Signed' })).status).toBe(201);
    const [request] = await receiver.waitFor(1);
    const signature = legacySignature(system.key, request!);
    expect(request!.headers).toMatchObject({
      'x-system-signature': signature,
      'x-elsewhere-signature': signature,
    });
    expect(request!.headers['x-before-signature']).toBeUndefined();
    expect((await elsewhere.delete(`/v1/webhooks/${String(webhook.body.id)}`)).status).toBe(200);
  });

  it('D11.17 given a registered system, then its notes and texts have its id', async () => {
    const system = pair();
    const { body: created } = await owner.post('/v1/systems', system);
    const { body: person } = await owner.post('/v1/people', { firstName: 'Noted' });
    const note = { personId: person.id, body: 'x' };
    const text = { personId: person.id, message: 'x', toNumber: '555 010 0100', fromNumber: '555 010 0101' };
    const own = { status: 201, body: { systemName: system.name, systemId: created.id, actionPlanId: null } };
    expect(await withPair(system).post('/v1/notes', note)).toMatchObject(own);
    expect(await withPair(system).post('/v1/textMessages', text)).toMatchObject(own);
    expect((await owner.post('/v1/notes', note)).body).toMatchObject({ systemId: null });
  });

  it('given a short key or a header that HTTP defines, then registration fails and nothing is stored', async () => {
    const { name, key } = pair();
    expect(await owner.post('/v1/systems', { name, key: 'short' })).toMatchObject({ status: 400 });
    expect(await owner.post('/v1/systems', { name, key, signatureHeaders: ['Content-Type'] })).toMatchObject({
      status: 400,
    });
    expect((await owner.get('/v1/systems')).body.systems).not.toContainEqual(expect.objectContaining({ name }));
  });

  it('is accepted without registration when the account ignores unknown systems, and is registered later', async () => {
    const system = pair();
    const elsewhere = withPair(system);
    expect((await elsewhere.get('/v1/people?limit=1')).status).toBe(401);
    expect(await owner.put('/v1/account', { unregisteredSystems: 'ignore' })).toMatchObject({
      status: 200,
      body: { unregisteredSystems: 'ignore' },
    });
    await eventually(async () => expect((await elsewhere.get('/v1/people?limit=1')).status).toBe(200));
    await eventually(async () =>
      expect((await owner.get('/v1/systems/unregistered')).body.unregisteredSystems).toContainEqual(
        expect.objectContaining({ name: system.name }),
      ),
    );
    expect((await owner.post('/v1/systems', system)).status).toBe(201);
    expect((await owner.put('/v1/account', { unregisteredSystems: 'refuse' })).status).toBe(200);
    await eventually(async () => expect((await elsewhere.get('/v1/people?limit=1')).status).toBe(200));
  });

  it('given a lenient account, then unknown fields are accepted and listed as ignored', async () => {
    const strict = await owner.post('/v1/people', { firstName: 'Lenient', petName: 'Rex' });
    expect(strict.status).toBe(400);
    await owner.put('/v1/account', { handling: 'lenient' });
    await eventually(async () => {
      const lenient = await owner.post('/v1/people', { firstName: 'Lenient', petName: 'Rex' });
      expect(lenient).toMatchObject({ status: 201, headers: { 'x-ignored': expect.stringContaining('petName') } });
    });
    expect((await as('broker').put('/v1/account', { handling: 'strict' })).status).toBe(403);
    expect((await as('agent').get('/v1/account')).body).toMatchObject({ id: account(1).id, handling: 'lenient' });
  });
});
