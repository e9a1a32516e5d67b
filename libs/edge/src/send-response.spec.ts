import { refuse } from '@porchlight/errors';
import { listen } from '@porchlight/testkit/src/listen';
import { createEdgeApp } from './edge-app';

test('a 401 challenges clients by Basic, bearer tokens by Bearer, and never opens a browser dialog', async () => {
  const options = { now: () => 0, requestId: () => 'r', served: () => undefined, fault: () => undefined };
  const app = createEdgeApp(options, (mounted) => {
    mounted.use(() => {
      throw refuse('UNAUTHENTICATED');
    });
  });
  const { url, stop } = await listen(app);
  const challenge = async (headers: Record<string, string>): Promise<string | null> =>
    (await fetch(`${url}/v1/people`, { headers })).headers.get('www-authenticate');
  expect(await challenge({})).toBe('Basic realm="Porchlight", charset="UTF-8"');
  expect(await challenge({ authorization: 'Basic eDo=' })).toContain('Basic');
  expect(await challenge({ authorization: 'Bearer x' })).toBe('Bearer error="invalid_token"');
  expect(await challenge({ 'sec-fetch-dest': 'empty' })).toBe('Bearer realm="Porchlight"');
  await stop();
});

test('a 403 for missing scopes names the scopes that the operation needs (RFC 6750 3.1)', async () => {
  const options = { now: () => 0, requestId: () => 'r', served: () => undefined, fault: () => undefined };
  const app = createEdgeApp(options, (mounted) => {
    mounted.get('/v1/people', () => {
      throw refuse('INSUFFICIENT_SCOPE', { verb: 'read', service: 'people' });
    });
    mounted.get('/v1/users', () => {
      throw refuse('INSUFFICIENT_SCOPE', { verb: 'write' });
    });
  });
  const { url, stop } = await listen(app);
  const get = async (path: string): Promise<{ header: string | null; message: string }> => {
    const response = await fetch(`${url}${path}`);
    const { errorMessage } = (await response.json()) as { errorMessage: string };
    return { header: response.headers.get('www-authenticate'), message: errorMessage };
  };
  const people = await get('/v1/people');
  expect(people.header).toBe('Bearer error="insufficient_scope", scope="read people"');
  expect(people.message).toContain("It needs 'read people'.");
  const users = await get('/v1/users');
  expect(users.header).toBe('Bearer error="insufficient_scope", scope="write"');
  expect(users.message).toContain("It needs 'write' without a service scope.");
  await stop();
});
