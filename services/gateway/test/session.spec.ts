import { CSRF, ONE_TIME_CODE, PASSWORD, SECRETS, startOauthServer, TOKEN, type OauthServer } from './oauth-server';

let server: OauthServer;
beforeAll(async () => void (server = await startOauthServer()));
afterAll(() => server?.stop());
beforeEach(() => server.reset());

const ANSWER = {
  user: { id: 3, name: 'Ann Agent', email: 'ann@example.com', role: 'Agent', emailConfirmed: true },
  account: { id: 7, name: 'Sunny <b>Homes</b>' },
  csrfToken: CSRF,
};
const COOKIE = `__Host-porchlight-session=${TOKEN}; Path=/; Secure; HttpOnly; SameSite=Lax`;
const DEVICE_COOKIE = expect.stringMatching(
  /^__Host-porchlight-device=.*Secure; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
);
const signIn = (more: object = {}, headers = {}) =>
  server.json('POST', '/session', { email: 'ann@example.com', password: PASSWORD, ...more }, headers);
const mine = { cookie: `__Host-porchlight-session=${TOKEN}`, 'x-csrf-token': CSRF };

describe('/session', () => {
  it('signs in, returns the session and signs out', async () => {
    const reply = await signIn();
    expect([reply.status, reply.json, reply.headers['set-cookie'], reply.headers['cache-control']]).toEqual([
      200,
      ANSWER,
      [COOKIE, DEVICE_COOKIE],
      'no-store',
    ]);
    expect((await server.send('GET', '/session')).status).toBe(401);
    expect((await server.send('GET', '/session', { headers: server.cookie })).json).toEqual(ANSWER);
    const out = await server.send('DELETE', '/session', { headers: mine });
    expect([out.status, out.headers['set-cookie']]).toEqual([
      204,
      [expect.stringMatching(/^__Host-porchlight-session=;.*Max-Age=0$/)],
    ]);
    expect(server.calls.ended).toEqual([TOKEN]);
  });

  it('rejects a wrong password, asks for the account, and limits repeated failures', async () => {
    const wrong = await signIn({ password: 'wrong' });
    expect([wrong.status, wrong.json['errorCode'], wrong.headers['set-cookie']]).toEqual([
      401,
      'UNAUTHENTICATED',
      undefined,
    ]);
    server.state.accounts = [
      { id: 1, name: 'One' },
      { id: 2, name: 'Two' },
    ];
    const choose = await signIn();
    expect([choose.status, choose.json['errorCode'], choose.json['accounts']]).toEqual([
      409,
      'CHOOSE_ACCOUNT',
      server.state.accounts,
    ]);
    expect((await signIn({ accountId: 2 })).status).toBe(200);
    server.state.limited = true;
    const limited = await signIn();
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '42']);
  });

  it('accepts JSON only, so that no form of another site can sign a user in', async () => {
    expect((await server.form('/session', { email: 'a@b.c', password: PASSWORD })).status).toBe(415);
    expect(
      (await server.send('POST', '/session', { headers: { 'content-type': 'text/plain' }, body: '{}' })).status,
    ).toBe(415);
    for (const body of [
      {},
      { email: 1, password: 2 },
      { email: 'x' },
      { email: 'a', password: 'b', accountId: 'x' },
      [],
    ])
      expect((await server.json('POST', '/session', body)).status).toBe(400);
  });

  it.each([
    ['/session', { email: 'ann@example.com', password: PASSWORD }],
    ['/session/signUp', { accountName: 'A', firstName: 'B', lastName: 'C', email: 'a@b.c' }],
    ['/session/confirmSignUp', { token: 'x', password: PASSWORD }],
    ['/session/readInvitation', { token: 'x' }],
    ['/session/acceptInvitation', { token: 'x', password: PASSWORD }],
    ['/session/resetPassword', { email: 'a@b.c' }],
    ['/session/newPassword', { token: 'x', password: PASSWORD, revoke: [] }],
  ])('refuses unknown fields of %s by name', async (path, body) => {
    const { status, json } = await server.json('POST', path, { ...body, emial: 'x', filler: [[]] });
    expect([status, json['errorMessage']]).toEqual([400, "Unknown fields: 'emial', 'filler'."]);
  });

  it('CSRF: changes require the token', async () => {
    expect((await server.send('DELETE', '/session', { headers: server.cookie })).json['errorCode']).toBe(
      'CSRF_REFUSED',
    );
    expect(
      (await server.send('DELETE', '/session/list/s1', { headers: { ...server.cookie, 'x-csrf-token': 'wrong' } }))
        .status,
    ).toBe(403);
    expect(server.calls.ended).toEqual([]);
  });

  it('lists and revokes', async () => {
    const { json } = await server.send('GET', '/session/list', { headers: server.cookie });
    expect(json).toEqual({
      sessions: [
        {
          id: 's1',
          created: '1970-01-01T00:00:00Z',
          lastUsed: '1970-01-01T00:00:00Z',
          address: '192.0.2.1',
          agent: 'x',
          current: true,
        },
      ],
    });
    expect((await server.send('DELETE', '/session/list/s1', { headers: mine })).status).toBe(204);
    expect((await server.send('DELETE', '/session/list/s2', { headers: mine })).status).toBe(404);
  });

  it('signs up, accepts invitations and new passwords', async () => {
    const asked = await server.json('POST', '/session/signUp', {
      accountName: 'A',
      firstName: 'B',
      lastName: 'C',
      email: 'a@b.c',
    });
    expect([asked.status, asked.json, asked.headers['set-cookie']]).toEqual([
      202,
      { confirmationSent: true },
      undefined,
    ]);
    const up = await server.json('POST', '/session/confirmSignUp', { token: 'x', password: PASSWORD });
    expect([up.status, up.json]).toEqual([201, ANSWER]);
    expect(up.headers['set-cookie']).toEqual([COOKIE, DEVICE_COOKIE]);
    for (const path of ['/session/acceptInvitation', '/session/newPassword']) {
      const reply = await server.json('POST', path, { token: 'x', password: PASSWORD });
      expect([reply.status, reply.json]).toEqual([200, ANSWER]);
    }
    expect((await server.json('POST', '/session/resetPassword', { email: 'a@b.c' })).status).toBe(204);
    expect((await server.json('POST', '/session/signUp', { email: 'a@b.c' })).json['errorMessage']).toContain(
      "Missing 'accountName' field.",
    );
  });

  it('given an invitation, then its page gets the names of account and user, and no session', async () => {
    const reply = await server.json('POST', '/session/readInvitation', { token: 'mailed' });
    const names = { accountName: 'Harbor Lane Homes', invitedBy: 'Olive Owner', email: 'ann@example.com' };
    expect([reply.status, reply.json, reply.headers['set-cookie']]).toEqual([200, names, undefined]);
    expect((await server.json('POST', '/session/readInvitation', { token: 'x' })).status).toBe(404);
  });

  it('N2 given a mailed link, then a POST confirms the email, and a GET changes nothing', async () => {
    expect((await server.send('GET', '/session/confirmEmail?token=mailed')).status).toBe(404);
    const reply = await server.json('POST', '/session/confirmEmail', { token: 'mailed' });
    expect(reply.json).toEqual({ email: 'ann@example.com' });
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('N2 given an unknown link, then it is refused', async () => {
    expect((await server.json('POST', '/session/confirmEmail', { token: 'x' })).status).toBe(404);
  });

  it('N2 given a signed-in user, then another confirmation is requested with the CSRF token only', async () => {
    const path = '/session/emailConfirmation';
    expect((await server.json('POST', path, {}, server.cookie)).status).toBe(403);
    expect((await server.send('POST', path, { headers: mine })).status).toBe(204);
    expect(server.calls.confirmations).toEqual([TOKEN]);
  });

  it('forwards which sessions a new password ends', async () => {
    const send = (more: object) =>
      server.json('POST', '/session/newPassword', { token: 'x', password: PASSWORD, ...more });
    expect((await send({ revoke: ['keys', 'grants'] })).status).toBe(200);
    expect(server.calls.chosen.at(-1)).toEqual(['keys', 'grants']);
    expect((await send({ revoke: 'keys' })).json['errorCode']).toBe('INVALID_BODY');
  });

  it('second factor: required at sign-in, not bypassed by a new password, enabled and disabled by the signed-in user', async () => {
    const begun = await server.json('POST', '/session/secondFactor', { password: PASSWORD }, mine);
    expect([begun.status, begun.json, begun.headers['cache-control']]).toEqual([
      201,
      { secret: expect.any(String), uri: expect.stringMatching(/^otpauth:/) },
      'no-store',
    ]);
    expect((await server.json('POST', '/session/secondFactor', { password: 'wrong' }, mine)).json['errorCode']).toBe(
      'WRONG_PASSWORD',
    );
    expect(
      (await server.json('POST', '/session/secondFactor/confirm', { code: '000000' }, mine)).json['errorCode'],
    ).toBe('SECOND_FACTOR');
    expect(
      (await server.json('POST', '/session/secondFactor/confirm', { code: ONE_TIME_CODE }, mine)).json['recoveryCodes'],
    ).toHaveLength(1);
    server.state.secondFactor = true;
    expect((await server.send('GET', '/session/secondFactor', { headers: server.cookie })).json).toEqual({
      enabled: true,
      recoveryCodesLeft: 3,
    });
    const asked = await signIn();
    expect([asked.status, asked.json['errorCode'], asked.headers['set-cookie']]).toEqual([
      401,
      'SECOND_FACTOR',
      undefined,
    ]);
    expect((await signIn({ code: ONE_TIME_CODE })).headers['set-cookie']).toEqual([COOKIE, DEVICE_COOKIE]);
    const renewed = await server.json('POST', '/session/newPassword', { token: 'x', password: PASSWORD });
    expect([renewed.status, renewed.json, renewed.headers['set-cookie']]).toEqual([
      200,
      { signInNeeded: true },
      undefined,
    ]);
    expect(
      (await server.json('POST', '/session/secondFactor/disable', { password: PASSWORD, code: ONE_TIME_CODE }, mine))
        .status,
    ).toBe(204);
    expect(server.calls.proven).toEqual([{ token: TOKEN, password: PASSWORD, code: ONE_TIME_CODE }]);
  });

  it('transfers the account with the password, with the CSRF token and to a user', async () => {
    const path = '/session/transferOwnership';
    expect((await server.json('POST', path, { userId: 5, password: PASSWORD }, server.cookie)).status).toBe(403);
    expect((await server.json('POST', path, { userId: 'x', password: PASSWORD }, mine)).status).toBe(400);
    expect(server.calls.proven).toEqual([]);
    expect((await server.json('POST', path, { userId: 5, password: PASSWORD }, mine)).status).toBe(204);
    expect(server.calls.proven).toEqual([{ token: TOKEN, userId: 5, password: PASSWORD, code: '' }]);
  });

  it('no secret is in any request line', () => {
    const lines = JSON.stringify(server.lines);
    for (const secret of SECRETS) expect(lines).not.toContain(secret);
    expect(server.faults).toEqual([]);
  });
});
