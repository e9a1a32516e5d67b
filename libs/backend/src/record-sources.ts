import type { Actor } from '@porchlight/access';
import { EventServiceDefinition, PersonServiceDefinition, UserServiceDefinition } from '@porchlight/contracts';
import { FIRST_PAGE, type FilterValues, type ListQuery } from '@porchlight/resource';
import {
  createChannel,
  createRpcClient,
  createRpcTls,
  openTokenMinter,
  type Channel,
  type RpcTlsConfig,
} from '@porchlight/rpc';
import { address, textFile, type Clock, type Logger } from '@porchlight/runtime';

/** The private key of a service that calls others. */
export const signingKeyFile = () =>
  textFile().describe(
    'Ed25519 key of this service that signs internal tokens, PKCS8 PEM; reloaded while running, checked every 30 s.',
  );

/** Configuration fields of a service that rebuilds its copies. */
export const recordSourceFields = {
  PEOPLE_RPC_ADDRESS: address().describe('Address of the people service, from which copies are rebuilt.'),
  AUTH_RPC_ADDRESS: address().describe('Address of the auth service, from which copies are rebuilt.'),
  INTERNAL_TOKEN_PRIVATE_KEY_FILE: signingKeyFile(),
};

interface RecordSourcesOptions {
  readonly config: RpcTlsConfig & { readonly [Name in keyof typeof recordSourceFields]: string };
  readonly logger: Logger;
  readonly clock: Clock;
}

const PAGE = 100;
const CALL_TIMEOUT_MS = 10_000;

const asking = (...filters: FilterValues[]): ListQuery => ({
  ...FIRST_PAGE,
  limit: PAGE,
  sort: 'id',
  descending: false,
  filters,
});
const above = (after: number): FilterValues => ({ name: 'idGreaterThan', values: [String(after)] });
const among = (ids: readonly number[]): FilterValues => ({ name: 'ids', values: ids.map(String) });
const TRASH_TOO: FilterValues = { name: 'includeTrash', values: ['true'] };
const INQUIRIES: FilterValues = { name: 'type', values: ['Property Inquiry'] };

/** The originals of copies, at the services that own them: pages of 100 above an id in ascending order, or by id. */
export type RecordSources = Omit<ReturnType<typeof createRecordSources>, 'close'>;

/** Reads the originals over RPC on behalf of a service. Connects on first use, because rebuilds are rare. */
export const createRecordSources = (service: string, { config, logger, clock }: RecordSourcesOptions) => {
  const tls = createRpcTls(config, logger);
  const signingKey = config.INTERNAL_TOKEN_PRIVATE_KEY_FILE;
  const minter = openTokenMinter({ signingKey, issuer: service, clock, logger });
  const channels = new Map<string, Channel>();
  const channelTo = (called: 'people' | 'auth'): Channel => {
    let channel = channels.get(called);
    const address = called === 'people' ? config.PEOPLE_RPC_ADDRESS : config.AUTH_RPC_ADDRESS;
    if (!channel) {
      channel = createChannel({ address, tls, mint: (actor) => minter.mint(actor, called), logger, clock });
      channels.set(called, channel);
    }
    return channel;
  };
  /** Lists require a user of the account: a rebuild reads as the owner and writes no data there. */
  const reader = (accountId: number): Actor => ({ accountId, userId: 1, role: 'Owner', userName: service });
  const createCall = (accountId: number, signal: AbortSignal) => ({
    actor: reader(accountId),
    timeoutMs: CALL_TIMEOUT_MS,
    signal,
  });

  const people = async (accountId: number, filter: FilterValues, signal: AbortSignal) => {
    const client = createRpcClient(PersonServiceDefinition, channelTo('people'));
    return (await client.listPeople({ query: asking(filter, TRASH_TOO) }, createCall(accountId, signal))).records;
  };
  const users = async (accountId: number, filter: FilterValues, signal: AbortSignal) => {
    const client = createRpcClient(UserServiceDefinition, channelTo('auth'));
    return (await client.listUsers({ query: asking(filter) }, createCall(accountId, signal))).records;
  };
  const inquiries = async (accountId: number, filter: FilterValues, signal: AbortSignal) => {
    const client = createRpcClient(EventServiceDefinition, channelTo('people'));
    return (await client.listEvents({ query: asking(INQUIRIES, filter) }, createCall(accountId, signal))).records;
  };
  type Load<T> = (accountId: number, filter: FilterValues, signal: AbortSignal) => Promise<readonly T[]>;
  const after =
    <T>(load: Load<T>) =>
    (accountId: number, id: number, signal: AbortSignal): Promise<readonly T[]> =>
      load(accountId, above(id), signal);
  const byId =
    <T>(load: Load<T>) =>
    (accountId: number, ids: readonly number[], signal: AbortSignal): Promise<readonly T[]> =>
      load(accountId, among(ids), signal);
  return {
    people: after(people),
    peopleById: byId(people),
    users: after(users),
    usersById: byId(users),
    /** Events of the type Property Inquiry. */
    inquiries: after(inquiries),
    close: async () => {
      minter.stop();
      await Promise.all([...channels.values()].map((channel) => channel.close()));
    },
  };
};
