import type { Clock } from '@porchlight/runtime';
import { DAY_MS } from '@porchlight/runtime';
import { type DocumentCollection, migrateDocuments, type Migration, type MigrationContext } from '@porchlight/store';
import type { AccountDocument } from '../accounts';
import type { UserDocument } from '../users';

/** Users of earlier versions get mail for this long without a confirmed email, ms. */
const TIME_TO_CONFIRM_MS = 30 * DAY_MS;

/** The first user of an account. */
const FOUNDER = 1;

type StoredUser = UserDocument & { readonly _id: number };

/** Accounts whose founder opened a mailed link: only open sign-up mails the link without showing it to anybody. */
const findOpenSignUps = async (users: readonly StoredUser[], { collection }: MigrationContext) => {
  const founders = users.filter(({ id }) => id === FOUNDER).map(({ accountId }) => accountId);
  const accounts: DocumentCollection<AccountDocument> = collection('accounts');
  const documents =
    founders.length > 0 ? await accounts.find({ _id: { $in: founders } }, { limit: founders.length }) : [];
  return new Set(documents.filter(({ openSignUp }) => openSignUp).map(({ _id }) => _id));
};

/**
 * Users of earlier versions whose stored data proves that they used a mailed link count as confirmed. Links of earlier
 * invitations were in responses too and prove nothing: those users are asked at their next sign-in, and get mail for 30
 * days (N2).
 */
export const confirmEmails = (name: string, clock: Pick<Clock, 'now'>): Migration =>
  migrateDocuments<StoredUser>({
    name,
    collection: 'users',
    async change(page, documents, context) {
      const older = page.filter(({ emailConfirmed }) => emailConfirmed === undefined);
      const openSignUps = await findOpenSignUps(older, context);
      const confirmEmailBy = new Date(clock.now() + TIME_TO_CONFIRM_MS);
      return documents.bulkUpdate(
        older.map(({ _id, id, accountId }) => ({
          filter: { _id, emailConfirmed: { $exists: false } },
          update: {
            $set:
              id === FOUNDER && openSignUps.has(accountId)
                ? { emailConfirmed: true }
                : { emailConfirmed: false, confirmEmailBy },
          },
        })),
      );
    },
  });
