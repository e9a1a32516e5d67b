import type { Actor } from '@porchlight/access';
import {
  EventServiceDefinition,
  PersonServiceDefinition,
  UserServiceDefinition,
  type Event,
  type Person,
  type User,
} from '@porchlight/contracts';
import { FIRST_PAGE, type FilterValues, type ListQuery } from '@porchlight/resource';
import { createChannel, createRpcClient, openTokenMinter, type Channel, type RpcTls } from '@porchlight/rpc';
import type { Clock, Logger } from '@porchlight/runtime';

/** The originals of copies, at the services that own them: pages of 100 above an id in ascending order, or by id. */
export interface RecordSources {
  people(accountId: number, after: number, signal: AbortSignal): Promise<readonly Person[]>;
  peopleById(accountId: number, ids: readonly number[], signal: AbortSignal): Promise<readonly Person[]>;
  users(accountId: number, after: number, signal: AbortSignal): Promise<readonly User[]>;
  usersById(accountId: number, ids: readonly number[], signal: AbortSignal): Promise<readonly User[]>;
  /** Events of the type Property Inquiry. */
  inquiries(accountId: number, after: number, signal: AbortSignal): Promise<readonly Event[]>;
}

/** Addresses of the owning services, and the caller. */
export interface RecordSourcesOptions {
  /** The reading service. */
  readonly service: string;
  readonly peopleAddress: string;
  readonly authAddress: string;
  /** Ed25519 private key that signs internal tokens, PKCS8 PEM. */
  readonly signingKey: string;
  /** Mutual TLS; plain text without. */
  readonly tls?: RpcTls | undefined;
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

/** Reads the originals over RPC. Connects on first use, because rebuilds are rare. */
export const createRecordSources = (options: RecordSourcesOptions): RecordSources & { close(): Promise<void> } => {
  const { service, peopleAddress, authAddress, tls, logger, clock } = options;
  const minter = openTokenMinter({ ...options, issuer: service });
  const channels = new Map<string, Channel>();
  const channelTo = (called: 'people' | 'auth'): Channel => {
    let channel = channels.get(called);
    const address = called === 'people' ? peopleAddress : authAddress;
    if (!channel)
      channels.set(
        called,
        (channel = createChannel({ address, tls, mint: (actor) => minter.mint(actor, called), logger, clock })),
      );
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
  return {
    people: (accountId, after, signal) => people(accountId, above(after), signal),
    peopleById: (accountId, ids, signal) => people(accountId, among(ids), signal),
    users: (accountId, after, signal) => users(accountId, above(after), signal),
    usersById: (accountId, ids, signal) => users(accountId, among(ids), signal),
    inquiries: (accountId, after, signal) => inquiries(accountId, above(after), signal),
    close: async () => {
      minter.stop();
      await Promise.all([...channels.values()].map((channel) => channel.close()));
    },
  };
};
