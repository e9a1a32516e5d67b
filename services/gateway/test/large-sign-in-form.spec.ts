import { LIMITS } from '@porchlight/limits';
import { startOauthServer, type OauthServer } from './oauth-server';

let server: OauthServer;
beforeAll(async () => void (server = await startOauthServer()));
afterAll(() => server.stop());

it.each(['/oauth/signIn', '/oauth/consent', '/oauth/token', '/oauth/revoke'])(
  'given a form larger than the limit of unauthenticated bodies, %s refuses it',
  async (path) => {
    const { status } = await server.form(path, { email: 'a'.repeat(LIMITS.signInBodyBytes.value) });
    expect(status).toBe(413);
  },
);
