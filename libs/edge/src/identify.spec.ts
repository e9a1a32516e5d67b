import type { Actor } from '@porchlight/access';
import type { Request, Response } from 'express';
import { identifySystem, type Credentials } from './identify';

const credentials: Credentials = {
  actorOfApiKey: async () => undefined,
  verifySystem: async (name, key) => (name === 'Demo' && key === 'right' ? { name: 'Demo' } : undefined),
};

/** The actor of a request after the system was identified. */
const identified = async (
  from: Credentials,
  allow: boolean,
  headers: Record<string, string>,
  body?: object,
  url = '/v1/people',
): Promise<Actor> => {
  const actor: Actor = { accountId: 1, userId: 1, role: 'Owner' };
  const req = { headers, body, originalUrl: url, edge: { actor } } as unknown as Request & { edge: { actor: Actor } };
  let error: unknown;
  await (identifySystem(from, allow)(req, {} as Response, (e?: unknown) => (error = e)) as unknown as Promise<void>);
  if (error) throw error;
  return req.edge.actor;
};

const readSystem = async (
  allow: boolean,
  headers: Record<string, string>,
  body?: object,
  url?: string,
): Promise<string | undefined> => (await identified(credentials, allow, headers, body, url)).system;

describe('identifySystem', () => {
  it.each([
    ['header', { 'x-system': 'Demo', 'x-system-key': 'right' }, undefined, '/v1/people'],
    ['query', { 'x-system-key': 'right' }, undefined, '/v1/people?system=Demo'],
    ['body', { 'x-system-key': 'right' }, { system: 'Demo' }, '/v1/people'],
  ])('takes the name from the %s, the key from its header', async (_where, headers, body, url) => {
    expect(await readSystem(false, headers as Record<string, string>, body, url)).toBe('Demo');
  });

  it('rejects a name without a key, unless such senders are allowed', async () => {
    expect(await readSystem(false, { 'x-system': 'Demo' })).toBeUndefined();
    expect(await readSystem(true, { 'x-system': 'Demo' })).toBe('Demo');
  });

  it.each([
    { 'x-system': 'Demo', 'x-system-key': 'wrong' },
    { 'x-system-key': 'right' },
    { 'x-system': 'x'.repeat(300), 'x-system-key': 'right' },
  ])('rejects a mismatch: %j', async (headers) => {
    await expect(readSystem(true, headers as Record<string, string>)).rejects.toMatchObject({
      reason: 'UNKNOWN_SYSTEM',
    });
  });

  it.each([
    ['the account of the caller registered it', { accountId: 1, id: 4 }, 4],
    ['another account registered it', { accountId: 2, id: 4 }, undefined],
    ['an operator registered it', {}, undefined],
  ])(
    'the actor has the id of the system only if its own account registered it: %s',
    async (_when, registered, systemId) => {
      const from: Credentials = { ...credentials, verifySystem: async (name) => ({ name, ...registered }) };
      const actor = await identified(from, false, { 'x-system': 'Demo', 'x-system-key': 'right' });
      expect([actor.system, actor.systemId]).toEqual(['Demo', systemId]);
    },
  );
});
