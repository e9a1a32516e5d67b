import type { SessionPrincipal } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import { createManualClock } from '@porchlight/runtime';
import type { Request } from 'express';
import type { AuthClients } from './auth-clients';
import { createCredentials } from './credentials';
import { createUnknownLimit } from './unknown-credentials';

const TOKEN = 'T'.repeat(43);
const { value: LIMIT } = LIMITS.unknownSessionsPerMinute;

describe('N9 session cookies of strangers at the API', () => {
  const open = () => {
    const clock = createManualClock(0);
    const principal = { accountId: 7, userId: 3, role: 'Agent', csrfToken: 'c' } as SessionPrincipal;
    const verified: string[] = [];
    const clients = {
      sessions: {
        verifySession: async ({ token }: { token: string }) => {
          verified.push(token);
          return token === TOKEN ? { principal } : {};
        },
      },
      limitSessions: createUnknownLimit({ clock, getClientNetwork: (req) => req.ip!, perMinute: LIMIT }),
    } as unknown as AuthClients;
    const credentials = createCredentials({} as never, clients, clock, { issuer: 'https://a', audience: 'https://a' });
    const read = (token: string, ip = '192.0.2.1') =>
      credentials.sessionOf!({ ip, headers: { cookie: `__Host-porchlight-session=${token}` } } as Request);
    return { clock, verified, read };
  };
  const guess = (nth: number): string => String(nth).padStart(43, 'x');

  it('given 200 unknown cookies of one network, then those over the limit are refused for the rest of the minute', async () => {
    const { clock, read } = open();
    for (let nth = 0; nth < LIMIT; nth++) expect(await read(guess(nth))).toBeUndefined();
    for (let nth = LIMIT; nth < 200; nth++)
      await expect(read(guess(nth))).rejects.toMatchObject({ reason: 'RATE_LIMITED', params: { seconds: 60 } });
    clock.advance(60_000);
    expect(await read(guess(1))).toBeUndefined();
  });

  it('given a network over the limit, then its valid sessions and other networks are served', async () => {
    const { read } = open();
    for (let nth = 0; nth < LIMIT; nth++) await read(guess(nth));
    expect((await read(TOKEN))!.actor).toMatchObject({ accountId: 7, userId: 3 });
    expect(await read(guess(9_999), '192.0.2.2')).toBeUndefined();
  });

  it('given the same unknown cookie again within a second, then auth is not called', async () => {
    const { verified, read } = open();
    await read(guess(1));
    await read(guess(1));
    expect(verified).toEqual([guess(1)]);
  });
});
