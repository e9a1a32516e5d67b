import type { Actor } from '@porchlight/access';
import {
  FactServiceDefinition,
  OwnAccountServiceDefinition,
  type BackendName,
  type FactClaim,
  type OwnAccount,
} from '@porchlight/contracts';
import { FIRST_PAGE, type FilterValues, type ListQuery } from '@porchlight/resource';
import {
  createChannel,
  createRpcClient,
  type RpcClient,
  createRpcTls,
  openTokenMinter,
  type Channel,
  type RpcTlsConfig,
  type ServiceDefinition,
} from '@porchlight/rpc';
import { address, textFile, type Clock, type Logger } from '@porchlight/runtime';
import type { OriginalResource } from './define-copy';

/** The private key of a service that calls others. */
export const signingKeyFile = () =>
  textFile().describe(
    'Ed25519 key of this service that signs internal tokens, PKCS8 PEM; reloaded while running, checked every 30 s.',
  );

/** Configuration field with the address of a service from which copies are rebuilt. */
export const originalAddress = (service: BackendName) =>
  address().describe(`Address of the ${service} service, from which copies are rebuilt.`);

/** Where to read originals of copies: the address of each owning service. */
export type OriginalAddresses = Readonly<Partial<Record<BackendName, string>>>;

/** Reads the originals of copies at the services that own them. */
export interface Originals {
  /** At most 100 records of an account above an id, in ascending order of ids; an empty result is the end. */
  page<R>(
    resource: OriginalResource,
    query: { readonly accountId: number; readonly after: number; readonly filters: readonly FilterValues[] },
    signal: AbortSignal,
  ): Promise<readonly R[]>;
  /** The existing ones of at most 100 records. */
  byIds<R>(
    resource: OriginalResource,
    query: { readonly accountId: number; readonly ids: readonly number[]; readonly filters: readonly FilterValues[] },
    signal: AbortSignal,
  ): Promise<readonly R[]>;
  close(): Promise<void>;
}

/** Reads accounts, which have no copies. */
export interface AccountSource {
  /** An account with its settings. Throws UNAUTHENTICATED for one that does not exist. */
  account(accountId: number, signal: AbortSignal): Promise<OwnAccount>;
}

/** Calls methods of other services; the contract of this service lists them (`SERVICE_CALLS`). */
export interface ServiceConnections {
  /** A client of a service of the owner. It connects on the first call. */
  connect<D extends ServiceDefinition>(owner: BackendName, definition: D): RpcClient<D>;
}

/** Asks owners whether facts are true (N4). */
export interface FactSource {
  /** The answers to at most 500 claims, in their order. Rejects if the service does not answer within 5 s. */
  confirmFacts(owner: string, claims: readonly FactClaim[], signal: AbortSignal): Promise<readonly boolean[]>;
}

interface OriginalsOptions {
  readonly config: RpcTlsConfig & { readonly INTERNAL_TOKEN_PRIVATE_KEY_FILE: string };
  readonly addresses: OriginalAddresses;
  readonly logger: Logger;
  readonly clock: Clock;
}

const PAGE = 100;
const CALL_TIMEOUT_MS = 10_000;
/** Consumers wait for it. */
const CONFIRM_TIMEOUT_MS = 5_000;
const OPERATOR: Actor = { accountId: 0, userId: 0, role: 'Operator' };

/** A list method of any resource. */
type ListMethod = (
  request: { readonly query: ListQuery },
  options: { readonly actor: Actor; readonly timeoutMs: number; readonly signal: AbortSignal },
) => Promise<{ readonly records: readonly unknown[] }>;

const buildQuery = (filters: readonly FilterValues[]): ListQuery => ({
  ...FIRST_PAGE,
  limit: PAGE,
  sort: 'id',
  descending: false,
  filters: [...filters],
});

/** Reads originals over RPC on behalf of a service. Connects on first use, because rebuilds are rare. */
export const createOriginals = (
  service: string,
  { config, addresses, logger, clock }: OriginalsOptions,
): Originals & AccountSource & FactSource & ServiceConnections => {
  const tls = createRpcTls(config, logger);
  const signingKey = config.INTERNAL_TOKEN_PRIVATE_KEY_FILE;
  const minter = openTokenMinter({ signingKey, issuer: service, clock, logger });
  const channels = new Map<string, Channel>();
  const channelTo = (owner: string): Channel => {
    const target = addresses[owner as BackendName];
    if (target === undefined) throw new Error(`The ${service} service has no address of ${owner}.`);
    const channel =
      channels.get(owner) ??
      createChannel({ address: target, tls, mint: (actor) => minter.mint(actor, owner), logger, clock });
    channels.set(owner, channel);
    return channel;
  };
  /** Reads require a user of the account: this service reads as the owner and writes no data there. */
  const createCall = (accountId: number, signal: AbortSignal) => {
    const actor: Actor = { accountId, userId: 1, role: 'Owner', userName: service };
    return { actor, timeoutMs: CALL_TIMEOUT_MS, signal };
  };
  const list = async <R>(
    { service: owner, resource, definition, nouns }: OriginalResource,
    accountId: number,
    filters: readonly FilterValues[],
    signal: AbortSignal,
  ): Promise<readonly R[]> => {
    if (!definition || nouns === undefined) throw new Error(`Records of ${owner}.${resource} cannot be listed.`);
    const client: Readonly<Record<string, unknown>> = createRpcClient(
      definition as ServiceDefinition,
      channelTo(owner),
    );
    const call = client[`list${nouns}`] as ListMethod;
    const { records } = await call({ query: buildQuery(filters) }, createCall(accountId, signal));
    return records as readonly R[];
  };
  return {
    page: (resource, { accountId, after, filters }, signal) =>
      list(resource, accountId, [{ name: 'idGreaterThan', values: [String(after)] }, ...filters], signal),
    byIds: (resource, { accountId, ids, filters }, signal) =>
      list(resource, accountId, [{ name: 'ids', values: ids.map(String) }, ...filters], signal),
    account: async (accountId, signal) => {
      const client = createRpcClient(OwnAccountServiceDefinition, channelTo('auth'));
      return (await client.getOwnAccount({}, createCall(accountId, signal))).record!;
    },
    connect: (owner, definition) => createRpcClient(definition, channelTo(owner)),
    confirmFacts: async (owner, claims, signal) => {
      const client = createRpcClient(FactServiceDefinition, channelTo(owner));
      const call = { actor: OPERATOR, timeoutMs: CONFIRM_TIMEOUT_MS, signal };
      return (await client.confirmFacts({ claims: [...claims] }, call)).confirmed;
    },
    close: async () => {
      minter.stop();
      await Promise.all([...channels.values()].map((channel) => channel.close()));
    },
  };
};
