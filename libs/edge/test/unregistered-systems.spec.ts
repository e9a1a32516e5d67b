import { identifySystem, sendJson, getState, type Credentials } from '../src';
import { routeOptions, startEdge, type EdgeServer } from './edge-server';

const credentials: Credentials = { actorOfApiKey: async () => undefined, verifySystem: async () => undefined };
const counted: unknown[] = [];
const start = (caller: object, by = credentials): Promise<EdgeServer> =>
  startEdge((app) => {
    const system = identifySystem(by, false, (accountId, name) => counted.push([accountId, name]));
    app.get('/v1/x', routeOptions(caller).user, system, (req, res) =>
      sendJson(res, 200, { system: getState(req).actor?.system ?? null }),
    );
  });
const PAIR = { headers: { 'x-system': 'Elsewhere', 'x-system-key': 'unknown' } };

it('rejects an unregistered system, unless the account ignores these: then the request has no system, and is counted', async () => {
  const refusing = await start({});
  expect((await refusing.send('GET', '/v1/x', PAIR)).status).toBe(401);
  expect(counted).toEqual([]);
  const ignoring = await start({ unregisteredSystems: 'ignore' });
  expect(await ignoring.send('GET', '/v1/x', PAIR)).toMatchObject({ status: 200, body: { system: null } });
  expect(counted).toEqual([[7, 'Elsewhere']]);
  await Promise.all([refusing.stop(), ignoring.stop()]);
});

it('D13.9 rejects the pair of a disabled system, also where the account ignores unregistered systems', async () => {
  const disabled: Credentials = { ...credentials, verifySystem: async (name) => ({ name, disabled: true }) };
  const server = await start({ unregisteredSystems: 'ignore' }, disabled);
  expect(await server.send('GET', '/v1/x', PAIR)).toMatchObject({
    status: 401,
    body: { errorCode: 'SYSTEM_DISABLED' },
  });
  await server.stop();
});
