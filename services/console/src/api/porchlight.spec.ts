import { fakeApi, refuse } from '../../test/fake-api';
import { callSession, onSessionEnded, porchlight, setApiSession } from './porchlight';

const SESSION = { user: { id: 7 }, account: { id: 1 }, csrfToken: 'old' };

describe('requests of the pages', () => {
  beforeEach(() => setApiSession(SESSION));
  const refuseOldToken = ({ headers }: { headers: Headers }) =>
    headers.get('x-csrf-token') === 'new' ? { id: 5 } : refuse(403, 'CSRF_REFUSED', 'Reload the page.');

  test('given another tab signed in as the same user, then the request is repeated with its token', async () => {
    const sent = fakeApi({ 'GET /session': { ...SESSION, csrfToken: 'new' }, 'POST /v1/notes': refuseOldToken });
    expect(await porchlight.notes.create({ personId: 1, body: 'x' })).toEqual({ id: 5 });
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/notes',
      'GET /session',
      'POST /v1/notes',
    ]);
  });

  test('given another user signed in in another tab, then nothing is saved under that user', async () => {
    const sent = fakeApi({
      'GET /session': { ...SESSION, user: { id: 8 }, csrfToken: 'new' },
      'POST /v1/notes': refuseOldToken,
    });
    await expect(porchlight.notes.create({ personId: 1, body: 'x' })).rejects.toThrow(/^Not saved: another user/);
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('given the session ended, then it is reported', async () => {
    let ended = 0;
    onSessionEnded(() => (ended += 1));
    fakeApi({ 'GET /v1/me': refuse(401, 'UNAUTHENTICATED', 'Sign in.') });
    await expect(porchlight.users.me()).rejects.toThrow('Sign in.');
    expect(ended).toBe(1);
  });

  test('given a wrong password at sign-in, then no ended session is reported', async () => {
    let ended = 0;
    onSessionEnded(() => (ended += 1));
    fakeApi({ 'POST /session': refuse(401, 'UNAUTHENTICATED', 'Wrong.') });
    await expect(callSession('POST', '/session', {})).rejects.toThrow('Wrong.');
    expect(ended).toBe(0);
  });

  test('given a change that fails, then it is not repeated: the user decides', async () => {
    const sent = fakeApi({ 'POST /v1/notes': refuse(503, 'UNAVAILABLE', 'Not now.') });
    await expect(porchlight.notes.create({ personId: 1, body: 'x' })).rejects.toThrow('Not now.');
    expect(sent).toHaveLength(1);
  });
});
