import type { Actor } from '@porchlight/access';
import type { Credentials } from '@porchlight/edge';
import { clientNetwork } from '@porchlight/limits';
import type { Request } from 'express';
import { limitUnknownKeys } from './unknown-keys';

/** Regression: each unknown API key cost a read in auth, without a limit per address. */
const ACTOR: Actor = { accountId: 7, userId: 1, role: 'Owner' };
let now = 0;
let asked: string[] = [];
let valid = new Set<string>();

const build = (perMinute = 3): ((key: string, address?: string) => Promise<unknown>) => {
  const credentials: Credentials = {
    actorOfApiKey: async (key) => {
      asked.push(key);
      return valid.has(key) ? ACTOR : undefined;
    },
    verifySystem: async () => undefined,
  };
  const getClientNetwork = (req: Request): string => clientNetwork(req.ip ?? '');
  const limited = limitUnknownKeys(credentials, { clock: { now: () => now } as never, getClientNetwork, perMinute });
  return (key, ip = '192.0.2.1') => limited.actorOfApiKey(key, { ip } as Request);
};

beforeEach(() => {
  now = 1_000;
  asked = [];
  valid = new Set(['good']);
});

it('requests an unknown key from auth once in 10 s', async () => {
  const ask = build();
  await ask('bad');
  expect(await ask('bad')).toBeUndefined();
  expect(asked).toEqual(['bad']);
  now += 10_001;
  valid.add('bad');
  expect(await ask('bad')).toEqual(ACTOR);
});

it('rejects a network after too many unknown keys with 429, without a call to auth, for the rest of the minute', async () => {
  const ask = build();
  for (const key of ['a', 'b', 'c']) await ask(key, '2001:db8::1');
  await expect(ask('d', '2001:db8::2')).rejects.toMatchObject({ reason: 'RATE_LIMITED', params: { seconds: 60 } });
  expect(asked).toEqual(['a', 'b', 'c']);
  expect(await ask('e', '2001:db8:0:1::1')).toBeUndefined();
  now += 60_000;
  expect(await ask('d', '2001:db8::2')).toBeUndefined();
});

it('accepts keys that were valid before, although their network is over the limit', async () => {
  const ask = build();
  expect(await ask('good')).toEqual(ACTOR);
  for (const key of ['a', 'b', 'c']) await ask(key);
  expect(await ask('good')).toEqual(ACTOR);
  valid.delete('good');
  expect(await ask('good')).toBeUndefined();
  await expect(ask('good')).rejects.toMatchObject({ reason: 'RATE_LIMITED' });
});
