import { type OwnAccount, type UpdateOwnAccountRequest } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { assertVersion, requireVersion, toVersion, type StoreCall } from '@porchlight/store';
import type { Accounts } from './account-parts';
import { DEFAULT_SETTINGS } from './account-document';
import { settingsUpdate, withPublication } from './change-account-settings';

/** Returns the account of the caller, its owner and its settings (decisions section 11). */
export const getOwnAccount =
  ({ accounts, users }: Pick<Accounts, 'accounts' | 'users'>) =>
  async (_request: object, call: StoreCall): Promise<{ record: OwnAccount }> => {
    const { accountId } = call.actor;
    const [account, owners] = await Promise.all([
      accounts.findOne({ _id: accountId }),
      users.findBy(call, 'role', 'Owner', 1),
    ]);
    if (!account) throw refuse('UNAUTHENTICATED');
    const { name, domain, created, limits, settings, mailFooter = '' } = account;
    const version = toVersion(account.version);
    const owner = { ownerName: owners[0]?.name ?? '', ownerEmail: owners[0]?.email ?? '' };
    const quotas = { created, mailsPerDay: limits?.mailsPerDay ?? {} };
    return {
      record: {
        id: accountId,
        version,
        name,
        domain,
        mailFooter,
        ...owner,
        ...quotas,
        ...DEFAULT_SETTINGS,
        ...settings,
      },
    };
  };

/**
 * Changes the name and the settings of the account of its owner. Throws FORBIDDEN, INVALID_BODY, PRECONDITION_FAILED.
 */
export const updateOwnAccount =
  (parts: Pick<Accounts, 'accounts' | 'users'>, notifyPublisher: () => void) =>
  async (
    { name, mailFooter, ifVersion, ...settings }: UpdateOwnAccountRequest,
    call: StoreCall,
  ): Promise<{ record: OwnAccount }> => {
    const { accountId } = call.actor;
    const changed = {
      ...settingsUpdate(settings),
      ...(name !== undefined && { name }),
      ...(mailFooter !== undefined && { mailFooter: mailFooter.trim() }),
    };
    if (Object.keys(changed).length === 0) {
      const current = await getOwnAccount(parts)({}, call);
      assertVersion(current.record.version, ifVersion);
      return current;
    }
    const filter = await requireVersion(parts.accounts, { _id: accountId }, 'version', ifVersion);
    const isStored = await parts.accounts.updateOne(filter, withPublication(changed));
    if (isStored) notifyPublisher();
    // Throws NOT_FOUND for an account that is gone, which has no version either.
    const current = await getOwnAccount(parts)({}, call);
    if (!isStored) throw refuse('PRECONDITION_FAILED');
    return current;
  };
