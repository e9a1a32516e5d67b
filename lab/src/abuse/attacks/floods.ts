import { json, pickRecord, type Attack } from '../attack';
import { strangeText, uniqueWord } from '../mutations';

const basic = (user: string, password = ''): string => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Requests that are cheap to send and cost a look-up, a hash, a mail or a record each. */
export const FLOOD_ATTACKS: readonly Attack[] = [
  {
    name: 'unknown API keys',
    short: true,
    next: (random) => ({
      method: 'GET',
      path: '/v1/people?limit=1',
      as: 'stranger',
      headers: { authorization: basic(`fka_${uniqueWord(random)}${uniqueWord(random)}${uniqueWord(random)}`) },
    }),
  },
  {
    name: 'unknown bearer tokens and cookies',
    next: (random) => ({
      method: 'GET',
      path: random.pick(['/v1/me', '/session', '/v1/people']),
      as: 'stranger',
      headers: {
        authorization: `Bearer ${uniqueWord(random)}.${uniqueWord(random)}.${uniqueWord(random)}`,
        cookie: `__Host-session=${uniqueWord(random).repeat(4)}`,
      },
    }),
  },
  {
    name: 'unknown systems',
    next: (random) => ({
      method: 'GET',
      path: '/v1/people?limit=1',
      headers: { 'x-system': strangeName(uniqueWord(random)), 'x-system-key': uniqueWord(random).repeat(4) },
    }),
  },
  {
    name: 'sign-ups and password resets',
    next: (random, { run }) => {
      const email = `${random.next() < 0.5 ? uniqueWord(random) : 'target'}.${run}@example.com`;
      if (random.next() < 0.5)
        return { method: 'POST', path: '/session/resetPassword', as: 'stranger', ...json({ email }) };
      const account = {
        accountName: strangeText(random, 60),
        firstName: 'A',
        lastName: 'B',
        email,
        password: `${run}-Pw!12345`,
      };
      return { method: 'POST', path: '/session/signUp', as: 'stranger', ...json(account) };
    },
  },
  {
    name: 'guessed passwords',
    next: (random, { run }) => ({
      method: 'POST',
      path: '/session',
      as: 'stranger',
      ...json({
        email: `${random.pick(['owner', 'target', uniqueWord(random)])}.${run}@example.com`,
        password: uniqueWord(random),
      }),
    }),
  },
  {
    name: 'OAuth endpoints',
    next: (random) => {
      const client = uniqueWord(random);
      const form = `grant_type=${random.pick(['authorization_code', 'refresh_token', 'x'])}&code=${uniqueWord(random)}&refresh_token=${uniqueWord(random)}`;
      const post = {
        method: 'POST',
        as: 'stranger',
        headers: { ...FORM, authorization: basic(client, uniqueWord(random)) },
      } as const;
      const redirect = encodeURIComponent(`https://example.com/${uniqueWord(random)}`);
      return random.pick([
        { ...post, path: '/oauth/token', body: form },
        { ...post, path: '/oauth/revoke', body: `token=${uniqueWord(random)}` },
        { ...post, path: '/oauth/consent', body: `decision=allow&client_id=${client}` },
        {
          method: 'GET',
          as: 'stranger',
          path: `/oauth/authorize?response_type=code&client_id=${client}&redirect_uri=${redirect}`,
        },
        { method: 'GET', as: 'stranger', path: '/.well-known/jwks.json' },
      ] as const);
    },
  },
  {
    name: 'idempotency keys',
    next: (random, world) => {
      const key = random.next() < 0.3 ? `shared-${world.run}` : uniqueWord(random).repeat(15).slice(0, 200);
      const { body, headers } = json({
        personId: Number(pickRecord(world, random, 'people')),
        body: uniqueWord(random).repeat(50),
      });
      return { method: 'POST', path: '/v1/notes', headers: { ...headers, 'idempotency-key': key }, body };
    },
  },
  {
    name: 'unknown paths and methods',
    next: (random) => ({
      method: random.pick(['GET', 'POST', 'PUT', 'DELETE'] as const),
      path: random.pick([
        `/v1/${uniqueWord(random)}`,
        `/${uniqueWord(random)}`,
        `/v1/people/${uniqueWord(random)}`,
        '/v1/%2e%2e/%00',
        '//v1//people',
      ]),
      as: random.pick(['attacker', 'stranger'] as const),
    }),
  },
  {
    name: 'duplicate people at once',
    next: (random, { run }) => ({
      method: 'POST',
      path: '/v1/people?deduplicate=true',
      ...json({ firstName: 'Same', emails: [{ value: `same.${Math.floor(random.next() * 4)}.${run}@example.com` }] }),
    }),
  },
];

/** A header value: names of systems may hold anything that HTTP allows. */
const strangeName = (word: string): string => `system ${word} ${'~'.repeat(40)}`;
