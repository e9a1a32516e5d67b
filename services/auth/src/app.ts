import { openBackend, type BackendApp, type BackendDependencies } from '@porchlight/backend';
import { AccountServiceDefinition, CredentialServiceDefinition, User, UserServiceDefinition, users } from '@porchlight/contracts';
import { handlersOf } from '@porchlight/store';
import type { Config } from './config';
import type { AccountDocument, ApiKeyDocument, SequenceDocument, SystemDocument, UserDocument } from './documents';
import type { Ports } from './ports';
import { userStrategy } from './resources/users';
import { createSecrets } from './secrets';
import { createAccount, addUser } from './usecases/create-account';
import { getMe } from './usecases/get-me';
import { createApiKey, disableApiKey, registerSystem } from './usecases/issue-keys';
import { getSystemKey, verifyApiKey, verifySystem } from './usecases/verify-credentials';

/** Builds the auth service: the only place that constructs. */
export const createApp = async (dependencies: BackendDependencies<Config>): Promise<BackendApp> => {
  const { config, clock, ids } = dependencies;
  const backend = await openBackend('auth', dependencies);
  const { store, rpc } = backend;
  const ports: Ports = {
    users: store.resource<User, UserDocument>({
      descriptor: users,
      strategy: userStrategy,
      indexes: [{ keys: { emailKey: 1 }, unique: true }],
      encodeRecord: (record) => User.encode(record).finish(),
    }),
    accounts: store.collection<AccountDocument>('accounts'),
    sequences: store.collection<SequenceDocument>('authSequences'),
    apiKeys: store.collection<ApiKeyDocument>('apiKeys'),
    systems: store.collection<SystemDocument>('systems'),
    secrets: createSecrets(config.SECRETS_KEY_FILE, (bytes) => ids.random(bytes)),
    clock,
    ids,
  };
  await ports.apiKeys.ensureIndexes([{ keys: { keyId: 1 } }]);

  rpc.add(UserServiceDefinition, { ...handlersOf(users, ports.users), getMe: getMe(ports) });
  rpc.add(CredentialServiceDefinition, { verifyApiKey: verifyApiKey(ports), verifySystem: verifySystem(ports) }, { roles: ['Operator'] });
  rpc.add(
    AccountServiceDefinition,
    {
      createAccount: createAccount(ports),
      addUser: addUser(ports),
      createApiKey: createApiKey(ports),
      disableApiKey: disableApiKey(ports),
      registerSystem: registerSystem(ports),
      getSystemKey: getSystemKey(ports),
    },
    { roles: ['Operator'] },
  );
  const rpcPort = await backend.start(config.AUTH_RPC_ADDRESS);
  return { rpcPort, ready: () => backend.ready(), stop: (deadline) => backend.stop(deadline) };
};
