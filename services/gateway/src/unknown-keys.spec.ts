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
let running = 0;
let mostAtOnce = 0;

const build = (perMinute = 3): ((key: string, address?: string) => Promise<unknown>) => {
  const credentials: Credentials = {
    actorOfApiKey: async (key) => {
      asked.push(key);
      mostAtOnce = Math.max(mostAtOnce, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
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
  mostAtOnce = 0;
  valid = new Set(['good']);
});

it('requests an unknown key from auth once in a second', async () => {
  const ask = build();
  await ask('bad');
  expect(await ask('bad')).toBeUndefined();
  expect(asked).toEqual(['bad']);
  now += 1_001;
  valid.add('bad');
  expect(await ask('bad')).toEqual(ACTOR);
});

it('given a key that was used while its user was disabled, when the user is enabled, then it works within 2 s', async () => {
  const ask = build(60);
  valid.delete('good');
  for (let use = 0; use < 5; use++) {
    expect(await ask('good')).toBeUndefined();
    now += 300;
  }
  valid.add('good');
  now += 1_001;
  expect(await ask('good')).toEqual(ACTOR);
});

it('given a network over the limit, then keys that are created or used there for the first time are accepted', async () => {
  const ask = build();
  for (const key of ['a', 'b', 'c', 'a']) await ask(key).catch(() => undefined);
  valid.add('created');
  // As after a restart of the gateway: it has seen neither key.
  expect(await ask('good')).toEqual(ACTOR);
  expect(await ask('created')).toEqual(ACTOR);
});

it('given a network over the limit, then its unknown keys are requested from auth one after another', async () => {
  const ask = build();
  for (const key of ['a', 'b', 'c']) await ask(key);
  const answers = await Promise.allSettled(['d', 'e', 'f'].map((key) => ask(key)));
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(mostAtOnce).toBe(1);
});

it('rejects unknown keys of a network with 429 after too many of them, for the rest of the minute', async () => {
  const ask = build();
  for (const key of ['a', 'b', 'c']) await ask(key, '2001:db8::1');
  await expect(ask('d', '2001:db8::2')).rejects.toMatchObject({ reason: 'RATE_LIMITED', params: { seconds: 60 } });
  expect(asked).toEqual(['a', 'b', 'c', 'd']);
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
