import type { BatchHandler } from '@porchlight/bus';
import { Change, oauthAppDeleted, User } from '@porchlight/contracts';
import { systemCall } from '@porchlight/store';
import { CLIENT_ID } from './client-credentials';
import type { OauthPorts } from './oauth-ports';

type EndPorts = Pick<OauthPorts, 'oauthApps' | 'users' | 'grants'>;

const isDisabled = ({ changed, record }: Change): boolean =>
  changed.includes('status') && User.decode(record).status === 'Disabled';

/** Messages that `endGrants` reads. */
export const GRANT_ENDING_TYPES = [oauthAppDeleted.type, 'auth.users.updated', 'auth.users.deleted'] as const;

/**
 * Ends the grants of deleted apps and users, and suspends those of disabled users, from the changes of this service.
 * Their tokens are refused before: each use checks the app and the user. The stored app or user decides, not the
 * change, because others may write to the topic (N4). Idempotent.
 */
export const endGrants = ({ oauthApps, users, grants }: EndPorts): BatchHandler => {
  const endOfApp = async (clientId: string, signal: AbortSignal): Promise<void> => {
    const accountId = Number(CLIENT_ID.exec(clientId)?.[1] ?? 0);
    if (accountId === 0) return;
    const [app] = await oauthApps.findBy(systemCall(accountId, signal), 'clientId', clientId, 1);
    // A deleted app is found until its deletion is published.
    if (!app || app.deletedAt) await grants.revokeOfClient(clientId);
  };
  const endOfUser = async (change: Change, userId: number, isDeleted: boolean, signal: AbortSignal): Promise<void> => {
    const { accountId, occurred } = change;
    const user = await users.load(systemCall(accountId, signal), userId);
    if (isDeleted && user?.status !== 'Active') await grants.revokeOfUser(accountId, userId);
    else if (!isDeleted && occurred && user?.status === 'Disabled')
      await grants.suspendOfUser(accountId, userId, occurred);
  };
  return async (batch, { signal }) => {
    for (const { type, value } of batch) {
      if (type === oauthAppDeleted.type) await endOfApp(oauthAppDeleted.parse(Change.decode(value)).clientId, signal);
      if (type !== 'auth.users.updated' && type !== 'auth.users.deleted') continue;
      const change = Change.decode(value);
      const isDeleted = type === 'auth.users.deleted';
      if (isDeleted || isDisabled(change)) for (const id of change.ids) await endOfUser(change, id, isDeleted, signal);
    }
  };
};
