import { refuse } from '@porchlight/errors';
import { startEdge } from '../test/edge-server';

test('a 401 challenges clients by Basic, bearer tokens by Bearer, and never opens a browser dialog', async () => {
  const { port, stop } = await startEdge((mounted) => {
    mounted.use(() => {
      throw refuse('UNAUTHENTICATED');
    });
  });
  const challenge = async (headers: Record<string, string>): Promise<string | null> =>
    (await fetch(`http://127.0.0.1:${port}/v1/people`, { headers })).headers.get('www-authenticate');
  expect(await challenge({})).toBe('Basic realm="Porchlight", charset="UTF-8"');
  expect(await challenge({ authorization: 'Basic eDo=' })).toContain('Basic');
  expect(await challenge({ authorization: 'Bearer x' })).toBe('Bearer error="invalid_token"');
  expect(await challenge({ 'sec-fetch-dest': 'empty' })).toBe('Bearer realm="Porchlight"');
  await stop();
});

test('a 403 for missing scopes names the scopes that the operation needs (RFC 6750 3.1)', async () => {
  const { send, stop } = await startEdge((mounted) => {
    mounted.get('/v1/people', () => {
      throw refuse('INSUFFICIENT_SCOPE', { verb: 'read', service: 'people' });
    });
    mounted.get('/v1/users', () => {
      throw refuse('INSUFFICIENT_SCOPE', { verb: 'write' });
    });
  });
  const get = async (path: string): Promise<{ header: string | null; message: string }> => {
    const { headers, body } = await send('GET', path);
    return { header: headers.get('www-authenticate'), message: String(body['errorMessage']) };
  };
  const people = await get('/v1/people');
  expect(people.header).toBe('Bearer error="insufficient_scope", scope="read people"');
  expect(people.message).toContain("It needs 'read people'.");
  const users = await get('/v1/users');
  expect(users.header).toBe('Bearer error="insufficient_scope", scope="write"');
  expect(users.message).toContain("It needs 'write' without a service scope.");
  await stop();
});
