import { ApiKeyServiceDefinition, CredentialServiceDefinition } from '@porchlight/contracts';
import type { Context } from '../context';
import { type SystemPorts, verifySystem } from '../systems';
import type { TeamStore } from '../teams';
import { createApiKey, disableApiKey, endApiKey, issueApiKey, listApiKeys } from './api-keys';
import { apiKeySchema, type CredentialPorts } from './credential-ports';
import { getMe } from './get-me';
import { createKeyUsage } from './key-usage';
import { verifyApiKey } from './verify-api-key';

export type { CredentialPorts } from './credential-ports';

/** Opens API keys and registers their methods, and the checks of credentials for gateways (decisions section 3). */
export const openCredentials = ({ store, rpc, clock, logger }: Context, systems: SystemPorts, teams: TeamStore) => {
  const apiKeys = store.collection('apiKeys', apiKeySchema);
  const ports: CredentialPorts = { ...systems, teams, apiKeys };
  const usage = createKeyUsage(apiKeys, clock, logger);
  rpc.add(
    CredentialServiceDefinition,
    { verifyApiKey: verifyApiKey(ports, (key) => usage.record(key)), verifySystem: verifySystem(ports) },
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
