import type { BatchHandler } from '@porchlight/bus';
import { Change, oauthAppDeleted, User } from '@porchlight/contracts';
import type { Grants } from './grant-document';

type EndedGrants = Pick<Grants, 'revokeOfClient' | 'revokeOfUser' | 'suspendOfUser'>;

const isDisabled = ({ changed, record }: Change): boolean =>
  changed.includes('status') && User.decode(record).status === 'Disabled';

/**
 * Ends the grants of deleted apps and users, and suspends those of disabled users, from the changes of this service.
 * Their tokens are refused before: each use checks the app and the user. Idempotent.
 */
export const endGrants =
  (grants: EndedGrants): BatchHandler =>
  async (batch) => {
    for (const { type, value } of batch) {
      if (type === oauthAppDeleted.type)
        await grants.revokeOfClient(oauthAppDeleted.parse(Change.decode(value)).clientId);
      if (type !== 'auth.users.updated' && type !== 'auth.users.deleted') continue;
      const change = Change.decode(value);
      const { accountId, ids, occurred } = change;
      for (const id of ids) {
        if (type === 'auth.users.deleted') await grants.revokeOfUser(accountId, id);
        else if (occurred && isDisabled(change)) await grants.suspendOfUser(accountId, id, occurred);
      }
    }
  };
