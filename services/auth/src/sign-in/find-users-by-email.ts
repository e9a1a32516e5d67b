import type { DocumentCollection } from '@porchlight/store';
import type { UserDocument } from '../users';
import type { SignIn } from './session-parts';

/** Users that one email is looked up for at sign-in, confirmed and others each. */
const MAX_USERS_PER_EMAIL = 50;

/**
 * Users with an email in the order of SignIn. Two queries, so that any number of unconfirmed users hides no
 * confirmed one (N8).
 */
export const findUsersByEmail =
  (users: DocumentCollection<UserDocument>): SignIn['findUsersByEmail'] =>
  async (emailKey) => {
    const oldestFirst = { sort: { created: 1 }, limit: MAX_USERS_PER_EMAIL } as const;
    const [confirmed, all] = await Promise.all([
      users.find({ emailKey, emailConfirmed: true }, oldestFirst),
      users.find({ emailKey }, oldestFirst),
    ]);
    return [...confirmed, ...all.filter(({ emailConfirmed }) => emailConfirmed !== true)];
  };
