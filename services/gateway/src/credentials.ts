import type { Actor, Role } from '@porchlight/access';
import { CredentialServiceDefinition } from '@porchlight/contracts';
import type { Credentials } from '@porchlight/edge';
import { createRpcClient, type Channel } from '@porchlight/rpc';
import type { Clock } from '@porchlight/runtime';
import { createRemembered } from './remembered';

const FRESH_MS = 800;
const STALE_MS = 30_000;
const MAX_REMEMBERED = 20_000;

/** The gateway itself asks, before it knows who calls. */
const GATEWAY: Actor = { accountId: 0, userId: 0, role: 'Operator' };

/** Asks the auth service who stands behind credentials, and remembers it for less than a second. */
export const createCredentials = (auth: Channel, clock: Clock, timeoutMs: number): Credentials => {
  const client = createRpcClient(CredentialServiceDefinition, auth);
  const common = { clock, freshMs: FRESH_MS, staleMs: STALE_MS, max: MAX_REMEMBERED, keep: (v: unknown) => v !== undefined };

  const keys = createRemembered<Actor | undefined>({
    ...common,
    ask: async (apiKey) => {
      const answer = await client.verifyApiKey({ apiKey }, { actor: GATEWAY, timeoutMs });
      if (!answer.valid) return undefined;
      const { accountId, userId, keyId, userName } = answer;
      return { accountId, userId, role: answer.role as Role, keyId, userName };
    },
  });
  const systems = createRemembered<string | undefined>({
    ...common,
    ask: async (pair) => {
      const [name, key] = JSON.parse(pair) as [string, string];
      const answer = await client.verifySystem({ name, key }, { actor: GATEWAY, timeoutMs });
      return answer.valid ? answer.name : undefined;
    },
  });
  return {
    actorOfApiKey: (apiKey) => keys(apiKey),
    verifySystem: (name, key) => systems(JSON.stringify([name, key])),
  };
};
