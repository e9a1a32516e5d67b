import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from '@porchlight/errors';
import type { OperatorClient } from '../operator/operator-client';
import { scratchFolder } from '../../test/scratch-folder';
import { makeDemoData } from './demo-data';
import { DEMO_USERS } from './demo-plan';

const folder = scratchFolder();

/** An auth service in small that counts what it made and can break off after so many calls. */
function fakeAuth(breakAfter = Infinity, problem: () => Error = () => new Error('the connection broke')) {
  const calls: string[] = [];
  /** Whether the limits of requests of each account were lifted. */
  const created: boolean[] = [];
  const ids = { account: 0, user: new Map<number, number>(), key: 0 };
  const nextUser = (accountId: number): number => {
    const id = (ids.user.get(accountId) ?? 0) + 1;
    ids.user.set(accountId, id);
    return id;
  };
  const count = (name: string): void => {
    if (calls.length >= limit) throw problem();
    calls.push(name);
  };
  let limit = breakAfter;
  const accounts = {
    createAccount: async ({ limits }: { limits?: { lifted: boolean } }) => {
      count('account');
      created.push(limits?.lifted ?? false);
      ids.account += 1;
      return { accountId: ids.account, ownerId: nextUser(ids.account) };
    },
    addUser: async ({ accountId, role }: { accountId: number; role: string }) => {
      count(`user ${role}`);
      return { userId: nextUser(accountId) };
    },
    createApiKey: async ({ accountId, userId }: { accountId: number; userId: number }) => {
      count('key');
      ids.key += 1;
      return { id: ids.key, apiKey: `key-${accountId}-${userId}-${ids.key}`, prefix: 'key' };
    },
    registerSystem: async ({ name }: { name: string }) => {
      count('system');
      return { name, key: 'system-key' };
    },
  };
  const client = { accounts, as: {}, close: async () => undefined } as unknown as OperatorClient;
  return { client, calls, created, mend: () => (limit = Infinity) };
}

it('makes three accounts with five users each, a key for every user, and the system', async () => {
  const { client, calls, created } = fakeAuth();
  const file = join(folder, 'whole.json');
  const { accounts, system } = await makeDemoData(file, client);
  expect(accounts.map(({ id, name }) => [id, name])).toEqual([
    [1, 'Demo Realty'],
    [2, 'Second Realty'],
    [3, 'Limited Realty'],
  ]);
  for (const { users } of accounts) {
    expect(Object.keys(users)).toEqual([...DEMO_USERS]);
    expect(Object.values(users).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    for (const user of Object.values(users)) {
      expect(user.email).toMatch(/^[a-z]+\.[a-z]+@[a-z-]+\.example$/);
      expect(user.password.length).toBeGreaterThanOrEqual(16);
    }
  }
  expect(new Set(accounts.flatMap(({ users }) => Object.values(users).map(({ apiKey }) => apiKey))).size).toBe(15);
  expect(system).toEqual({ name: 'Demo Website', key: 'system-key' });
  expect(calls).toHaveLength(3 + 12 + 15 + 1);
  expect(created).toEqual([true, true, false]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('gives the same secrets again without a call', async () => {
  const file = join(folder, 'again.json');
  const first = await makeDemoData(file, fakeAuth().client);
  const second = fakeAuth();
  expect(await makeDemoData(file, second.client)).toEqual(first);
  expect(second.calls).toEqual([]);
});

it.each([0, 1, 2, 3, 4, 12, 30])('goes on where it was broken off after %d calls', async (steps) => {
  const file = join(folder, `broken-${steps}.json`);
  const { client, calls, mend } = fakeAuth(steps);
  await expect(makeDemoData(file, client)).rejects.toThrow('the connection broke');
  mend();
  const whole = await makeDemoData(file, client);
  expect(calls).toHaveLength(31);
  expect(calls.filter((what) => what === 'account')).toHaveLength(3);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(whole);
});

it('given a service that is unavailable for a moment, then it continues and creates nothing twice', async () => {
  const { client, calls, mend } = fakeAuth(7, () => {
    mend();
    return refuse('UNAVAILABLE');
  });
  const { accounts } = await makeDemoData(join(folder, 'unavailable.json'), client);
  expect(accounts).toHaveLength(3);
  expect(calls).toHaveLength(31);
});
