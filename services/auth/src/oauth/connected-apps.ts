import type { ConnectedApp } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import {
  column,
  defineDocument,
  takeNumbers,
  type DocumentCollection,
  type DocumentOf,
  type StoreCall,
} from '@porchlight/store';
import { BEFORE_ACCOUNT } from '../document-options';
import type { Accounts } from '../accounts';
import { loadUsersById } from '../users';
import { loadClient } from './clients';
import type { GrantDocument } from './grant-document';
import type { Oauth } from './oauth-parts';

/** The number of an app of a user; `_id` is `<account>:<user>:<client>`. It stays the same in later approvals. */
export const connectedAppSchema = defineDocument(
  {
    _id: column.text,
    accountId: column.number,
    id: column.number,
    userId: column.number,
    clientId: column.text,
  },
  [{ keys: { id: 1 } }],
  BEFORE_ACCOUNT,
);
export type ConnectedAppDocument = DocumentOf<typeof connectedAppSchema>;

/** What the list of connected apps is built from. */
export interface ConnectedApps extends Pick<Oauth, 'oauthApps' | 'grants' | 'users'>, Pick<Accounts, 'sequences'> {
  readonly connectedApps: DocumentCollection<ConnectedAppDocument>;
}

type Pair = Pick<GrantDocument, 'accountId' | 'userId' | 'clientId'>;

const formatKey = ({ accountId, userId, clientId }: Pair): string => `${accountId}:${userId}:${clientId}`;

/** The owner sees and ends the access to the data of all users. */
const ofUser = ({ actor }: StoreCall): number | undefined => (actor.role === 'Owner' ? undefined : actor.userId);

/** The numbers of the pairs; those without one get it. */
const loadIds = async (
  { connectedApps, sequences }: Pick<ConnectedApps, 'connectedApps' | 'sequences'>,
  accountId: number,
  pairs: ReadonlyMap<string, Pair>,
): Promise<ReadonlyMap<string, number>> => {
  const read = async (): Promise<Map<string, number>> => {
    const keys = [...pairs.keys()];
    const apps = await connectedApps.find({ accountId, _id: { $in: keys } }, { limit: keys.length });
    return new Map(apps.map(({ _id, id }) => [_id, id]));
  };
  if (pairs.size === 0) return new Map();
  const numbered = await read();
  const others = [...pairs].filter(([key]) => !numbered.has(key));
  if (others.length === 0) return numbered;
  const last = await takeNumbers(sequences, `connectedApps:${accountId}`, 'n', others.length);
  // Another request may have numbered the same ones; then its numbers count.
  await connectedApps.insertMany(
    others.map(([_id, { userId, clientId }], at) => ({ _id, accountId, userId, clientId, id: last - at })),
  );
  return read();
};

const latest = (dates: readonly (Date | undefined)[]): Date | undefined =>
  dates.reduce((a, b) => (a && b ? (a > b ? a : b) : (a ?? b)), undefined);

/** The OAuth apps with access, of the caller or, for the owner, of all users; the newest approval first. */
export const listConnectedApps =
  (parts: ConnectedApps) =>
  async (_request: object, call: StoreCall): Promise<{ records: ConnectedApp[] }> => {
    const { accountId } = call.actor;
    const grants = Map.groupBy(await parts.grants.findLive(accountId, ofUser(call)), formatKey);
    const pairs = new Map([...grants].map(([key, [first]]) => [key, first!]));
    const clientIds = [...new Set([...pairs.values()].map(({ clientId }) => clientId))];
    const userIds = [...new Set([...pairs.values()].map(({ userId }) => userId))];
    const [ids, apps, users] = await Promise.all([
      loadIds(parts, accountId, pairs),
      Promise.all(clientIds.map(async (id) => [id, await loadClient(parts, id, call.signal)] as const)),
      loadUsersById(parts.users, call, userIds),
    ]);
    const names = new Map(apps.flatMap(([id, app]) => (app ? [[id, app.name] as const] : [])));
    const records = [...pairs].flatMap(([key, { userId, clientId }]): ConnectedApp[] => {
      const [id, name, user] = [ids.get(key), names.get(clientId), users.get(userId)];
      // A disabled app or user has no access.
      if (id === undefined || name === undefined || user?.status !== 'Active') return [];
      const family = grants.get(key)!.toSorted((a, b) => b.created.getTime() - a.created.getTime());
      const [newest] = family;
      const lastUsed = latest(family.map((grant) => grant.lastUsed));
      // Full rights of one approval are those of all.
      const scopes = family.some((grant) => !grant.scopes) ? [] : family.flatMap((grant) => grant.scopes ?? []);
      return [
        {
          ...{ id, name, clientId, userId, userName: user.name, scopes: [...new Set(scopes)] },
          ...{ created: newest!.created, ...(lastUsed && { lastUsed }) },
        },
      ];
    });
    return { records: records.sort((a, b) => (b.created?.getTime() ?? 0) - (a.created?.getTime() ?? 0)) };
  };

/** Ends the access of an app to the data of a user: all approvals. Throws NOT_FOUND, also if it has no access. */
export const deleteConnectedApp =
  (parts: ConnectedApps) =>
  async ({ id }: { id: number }, call: StoreCall): Promise<object> => {
    const { accountId, userId, system = '' } = call.actor;
    const app = await parts.connectedApps.findOne({ accountId, id });
    const owner = ofUser(call);
    if (!app || (owner !== undefined && app.userId !== owner)) throw refuse('NOT_FOUND', { what: 'connected app' });
    const live = await parts.grants.findLive(accountId, app.userId);
    const grant = live.find(({ clientId }) => clientId === app.clientId);
    if (!grant) throw refuse('NOT_FOUND', { what: 'connected app' });
    await parts.grants.revokeByUser(grant, { userId, system, connectedAppId: id });
    return {};
  };
