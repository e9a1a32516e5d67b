import type { GetMeResponse } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import type { Credentials } from './credential-parts';

/**
 * Returns the user and account of the credentials, the owner and the prefix of the key (specification: Current user;
 * decisions section 6).
 */
export const getMe =
  ({ users, teams, accounts, apiKeys }: Pick<Credentials, 'users' | 'teams' | 'accounts' | 'apiKeys'>) =>
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
