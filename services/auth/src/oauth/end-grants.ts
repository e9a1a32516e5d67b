import type { FactAnswers } from '@porchlight/backend';
import type { BatchHandler } from '@porchlight/bus';
import { type Change, decodeChange, type FactDataOf, oauthAppDeleted, User } from '@porchlight/contracts';
import { systemCall } from '@porchlight/store';
import { CLIENT_ID } from './client-credentials';
import { isUnused, type GrantDocument } from './grant-document';
import type { Oauth } from './oauth-parts';

type GrantEnds = Pick<Oauth, 'oauthApps' | 'users' | 'grants' | 'clock'>;

/** Whether there is no app with this id. A deleted app is found until its deletion is published. */
const isAppDeleted = async ({ oauthApps }: GrantEnds, clientId: string, signal: AbortSignal): Promise<boolean> => {
  const accountId = Number(CLIENT_ID.exec(clientId)?.[1] ?? 0);
  if (accountId === 0) return false;
  const [app] = await oauthApps.findBy(systemCall(accountId, signal), 'clientId', clientId, 1);
  return !app || app.deletedAt !== undefined;
};

/** The approval by which an app still has access after this one ended; none if its user or app has no access. */
export const findSuccessor = async (
  parts: GrantEnds,
  grant: GrantDocument,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const successor = await parts.grants.findSuccessor(grant);
  if (successor === undefined || (await isAppDeleted(parts, grant.clientId, signal))) return undefined;
  const user = await parts.users.load(systemCall(grant.accountId, signal), grant.userId);
  return user?.status === 'Active' ? successor : undefined;
};

/** Whether an approval that is named as the successor of another is one of the same user and app. */
const isOfSamePair = async (
  { grants }: GrantEnds,
  accountId: number,
  { userId, clientId, successor }: FactDataOf<'auth.grants.deleted'>,
): Promise<boolean> => {
  if (successor === undefined) return true;
  const other = await grants.load(successor);
  return other?.accountId === accountId && other.userId === userId && other.clientId === clientId;
};

/** Whether grants and apps have ended, for services that act on it (N4). */
export const answerEnds = (parts: GrantEnds): FactAnswers<'auth.grants' | 'auth.oauthApps'> => ({
  'auth.grants.deleted': async (accountId, ended, signal) => {
    const grant = await parts.grants.load(ended.grantId);
    if (!(await isOfSamePair(parts, accountId, ended))) return false;
    if (!grant) return true;
    if (grant.accountId !== accountId) return false;
    if (grant.revoked || isUnused(grant, parts.clock.now())) return true;
    return (await parts.users.load(systemCall(accountId, signal), grant.userId))?.status !== 'Active';
  },
  'auth.oauthApps.ended': (_accountId, { clientId }, signal) => isAppDeleted(parts, clientId, signal),
});

const isDisabled = ({ changed, record }: Change): boolean =>
  changed.includes('status') && User.decode(record).status === 'Disabled';

/** Types of the messages that `endGrants` handles. */
export const ENDING_TYPES = [oauthAppDeleted.type, 'auth.users.updated', 'auth.users.deleted'];

/**
 * Ends the grants of deleted apps and users, and suspends those of disabled users, from the changes of this service.
 * Their tokens are refused before: each use checks the app and the user. The stored app or user decides, not the
 * change, because others may write to the topic (N4). Idempotent.
 */
export const endGrants = (parts: GrantEnds): BatchHandler => {
  const { users, grants } = parts;
  const endOfUser = async (change: Change, userId: number, isDeleted: boolean, signal: AbortSignal): Promise<void> => {
    const { accountId, occurred } = change;
    const user = await users.load(systemCall(accountId, signal), userId);
    if (isDeleted && user?.status !== 'Active') await grants.revokeOfUser(accountId, userId);
    else if (!isDeleted && occurred && user?.status === 'Disabled')
      await grants.suspendOfUser(accountId, userId, occurred);
  };
  return async (batch, { signal }) => {
    for (const { type, value } of batch) {
      const change = decodeChange(value);
      if (type === oauthAppDeleted.type) {
        const { clientId } = oauthAppDeleted.parse(change);
        if (await isAppDeleted(parts, clientId, signal)) await grants.revokeOfClient(clientId);
      }
      if (type !== 'auth.users.updated' && type !== 'auth.users.deleted') continue;
      const isDeleted = type === 'auth.users.deleted';
      if (isDeleted || isDisabled(change)) for (const id of change.ids) await endOfUser(change, id, isDeleted, signal);
    }
  };
};
