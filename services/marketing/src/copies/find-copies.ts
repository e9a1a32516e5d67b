import { isExisting } from '@porchlight/backend';
import { parseRecordId } from '@porchlight/store';
import type { MarketingCopies, PersonCopy, UserCopy } from './marketing-copies';

/** Maximum number of people that are read for the recipients of one call. */
const MAX_MATCHES = 20_000;
/** The fields by which the recipients of a call are found. */
const LOOKED_UP = { accountId: 1, personId: 1, emailKeys: 1, viewers: 1 } as const;

/** A person as found by an address. */
export type FoundPerson = Pick<PersonCopy, '_id' | 'personId' | 'emailKeys' | 'viewers'>;

/** All people with one of these normalized addresses. */
export const findPeopleByEmails = async (
  { people }: Pick<MarketingCopies, 'people'>,
  accountId: number,
  emailKeys: readonly string[],
): Promise<FoundPerson[]> => {
  if (emailKeys.length === 0) return [];
  const condition = { emailKeys: { $in: [...emailKeys] } };
  const copies = await people.find(accountId, condition, { limit: MAX_MATCHES, projection: LOOKED_UP });
  // Tombstones have no addresses.
  return copies as FoundPerson[];
};

/** Ids of people who were reassigned or deleted since a time. */
export const findTouchedPeople = async (
  { people }: Pick<MarketingCopies, 'people'>,
  accountId: number,
  since: Date,
): Promise<number[]> => {
  const touched = await people.find(
    accountId,
    { touchedAt: { $gt: since } },
    { limit: MAX_MATCHES, projection: { touchedAt: 1 } },
  );
  return touched.map(({ _id }) => parseRecordId(Number(_id)));
};

/** The owner of an account. */
export const findOwner = async (
  { users }: Pick<MarketingCopies, 'users'>,
  accountId: number,
): Promise<UserCopy | undefined> => {
  const [owner] = await users.find(accountId, { role: 'Owner' }, { limit: 1 });
  return isExisting(owner) ? owner : undefined;
};

/** The street of the latest property inquiry of a person; empty if there is none. */
export const findInquiryStreet = async (
  { inquiries }: Pick<MarketingCopies, 'inquiries'>,
  accountId: number,
  personId: number,
): Promise<string> => (await inquiries.byId(accountId, personId))?.street ?? '';
