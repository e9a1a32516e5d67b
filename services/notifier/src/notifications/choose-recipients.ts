import { refuse } from '@porchlight/errors';
import { mapBounded, type Clock, type Logger } from '@porchlight/runtime';
import type { AccountCopies, CopiedUser, UserCopies } from '../copies';
import type { NewNotification } from './parse-notifications';

export interface RecipientOptions {
  readonly users: Pick<UserCopies, 'find' | 'findOwner' | 'findAdministrators'>;
  readonly accounts: Pick<AccountCopies, 'byId'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A notification and its user. */
export interface AddressedNotification extends NewNotification {
  readonly userId: number;
  readonly key: string;
}

const CONCURRENCY = 50;
/** Time in which the copy of the owner of a new account arrives, ms. */
const COPY_DELAY_MS = 600_000;

/**
 * Creates the function that chooses the users of notifications: the given one if active; else the owner, or for an
 * inquiry without an active reader the administrators (D13.3).
 */
export const createChooseRecipients = ({ users, accounts, clock, logger }: RecipientOptions) => {
  /**
   * Throws UNAVAILABLE while the copy of the owner of a new account is on its way, so that the batch is repeated. A
   * deleted account has no copies of users any more.
   */
  const listAdministrators = async (
    { accountId, about, at }: NewNotification,
    administrators: readonly CopiedUser[],
  ): Promise<number[]> => {
    if (administrators.length === 0 && !(await accounts.byId(accountId, accountId))?.held) {
      logger.warn({ event: 'notification.no_owner', accountId, about }, 'the owner of an account is unknown');
      if (at !== undefined && clock.now() - at.getTime() < COPY_DELAY_MS) throw refuse('UNAVAILABLE');
    }
    return administrators.map(({ userId }) => userId);
  };

  return async (notices: readonly NewNotification[]): Promise<AddressedNotification[]> => {
    const findUser = await users.find(
      notices.flatMap(({ accountId, userId, readerIds = [] }) =>
        [...readerIds, ...(userId === undefined ? [] : [userId])].map((id) => ({ accountId, userId: id })),
      ),
    );
    // A user without a copy was created a moment ago and is notified.
    const isActive = (accountId: number, userId: number): boolean =>
      (findUser(accountId, userId)?.status ?? 'Active') === 'Active';
    // Leads of one batch share the look-up of their account.
    const lookups = new Map<number, Promise<CopiedUser[]>>();
    const findAdministrators = (accountId: number): Promise<CopiedUser[]> => {
      const lookup = lookups.get(accountId) ?? users.findAdministrators(accountId);
      lookups.set(accountId, lookup);
      return lookup;
    };
    const choose = async (notice: NewNotification): Promise<readonly number[]> => {
      const { accountId, userId, fallback, readerIds = [] } = notice;
      if (userId !== undefined) return isActive(accountId, userId) ? [userId] : [];
      if (fallback)
        return readerIds.some((id) => isActive(accountId, id))
          ? []
          : listAdministrators(notice, await findAdministrators(accountId));
      const owner = await users.findOwner(accountId);
      if (!owner) logger.warn({ event: 'notification.no_owner', accountId, about: notice.about });
      return owner ? [owner.userId] : [];
    };
    const chosen = await mapBounded(notices, CONCURRENCY, async (notice) =>
      (await choose(notice)).map((userId) => ({ ...notice, userId, key: `${notice.about}:${userId}` })),
    );
    return chosen.flat();
  };
};
