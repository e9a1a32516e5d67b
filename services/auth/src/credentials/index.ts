import {
  ApiKeyServiceDefinition,
  CredentialServiceDefinition,
  type GetMeResponse,
  type VerifyApiKeyResponse,
} from '@porchlight/contracts';
import type { Context } from '../context';
import { type SystemPorts, verifySystem } from '../systems';
import type { TeamStore } from '../teams';
import { createApiKey, disableApiKey, endApiKey, issueApiKey, listApiKeys } from './api-keys';
import { apiKeySchema, type CredentialPorts, type ApiKeyDocument } from './credential-ports';
import { createKeyUsage } from './key-usage';
import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import { findActiveUser, findOrigin } from '../accounts';

export type { CredentialPorts } from './credential-ports';
export { createKeyUsage } from './key-usage';

const INVALID: VerifyApiKeyResponse = {
  valid: false,
  accountId: 0,
  userId: 0,
  role: '',
  keyId: 0,
  userName: '',
  scopes: [],
};

/** Returns the user of an API key, unless the key is disabled or expired, or the user or the account is not active. */
const verifyApiKey =
  (ports: CredentialPorts, onUse: (key: ApiKeyDocument) => void = () => undefined) =>
  async ({ apiKey }: { apiKey: string }, { signal }: { signal: AbortSignal }): Promise<VerifyApiKeyResponse> => {
    const key = await ports.apiKeys.findOne({ _id: ports.secrets.hash(apiKey) });
    if (!key || key.disabled || (key.expiresAt && key.expiresAt.getTime() <= ports.clock.now())) return INVALID;
    const { user, settings, accountDisabled } = await findActiveUser(ports, key, signal);
    if (!user) return { ...INVALID, accountDisabled };
    onUse(key);
    const { accountId, keyId, scopes = [] } = key;
    return { valid: true, accountId, userId: user.id, role: user.role, keyId, userName: user.name, scopes, settings };
  };

/**
 * Returns the user and account of the credentials, the owner and the prefix of the key (specification: Current user;
 * decisions section 6).
 */
const getMe =
  ({ users, teams, accounts, apiKeys }: CredentialPorts) =>
  async (_request: object, call: StoreCall): Promise<GetMeResponse> => {
    const { accountId, userId, keyId } = call.actor;
    const [document, account, key, owners, ownTeams] = await Promise.all([
      users.load(call, userId),
      accounts.findOne({ _id: accountId }),
      keyId === undefined ? null : apiKeys.findOne({ accountId, keyId }),
      users.findBy(call, 'role', 'Owner', 1),
      teams.findBy(call, 'userIds', userId, 1),
    ]);
    if (!document || !account) throw refuse('UNAUTHENTICATED');
    return {
      user: await users.render(document, call),
      accountId,
      accountName: account.name,
      accountDomain: account.domain,
      apiKeyPrefix: key?.prefix ?? '',
      ownerName: owners[0]?.name ?? '',
      ownerEmail: owners[0]?.email ?? '',
      features: account.features,
      teamMember: ownTeams.length > 0,
    };
  };

/** Opens API keys and registers their methods, and the checks of credentials for gateways (decisions section 3). */
export const openCredentials = ({ store, rpc, clock, logger }: Context, systems: SystemPorts, teams: TeamStore) => {
  const apiKeys = store.collection('apiKeys', apiKeySchema);
  const ports: CredentialPorts = { ...systems, teams, apiKeys };
  const usage = createKeyUsage(apiKeys, clock, logger);
  rpc.add(
    CredentialServiceDefinition,
    {
      verifyApiKey: verifyApiKey(ports, (key) => usage.record(key)),
      verifySystem: verifySystem(ports),
      findOrigin: findOrigin(ports),
    },
    { roles: ['Operator'] },
  );
  rpc.add(ApiKeyServiceDefinition, {
    issueApiKey: issueApiKey(ports),
    listApiKeys: listApiKeys(ports),
    endApiKey: endApiKey(ports),
  });
  const commands = { createApiKey: createApiKey(ports), disableApiKey: disableApiKey(ports) };
  return { ports, commands, getMe: getMe(ports), stop: () => usage.stop() };
};
