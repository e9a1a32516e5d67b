import type { UserDocument } from './user-document';

type Confirmable = Pick<UserDocument, 'emailConfirmed' | 'confirmEmailBy'>;

/** The user after a mailed link was used. */
export const withConfirmedEmail = <T extends Confirmable>({ confirmEmailBy: _ended, ...user }: T) => ({
  ...user,
  emailConfirmed: true,
});

/** The user with an address to which no link was mailed yet. */
export const withUnconfirmedEmail = <T extends Confirmable>({ confirmEmailBy: _ended, ...user }: T) => ({
  ...user,
  emailConfirmed: false,
});
