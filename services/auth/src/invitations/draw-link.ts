import type { UserDocument } from '../documents';
import { passwordMarkOf } from '../sign-in/password-mark';
import type { PasswordLinkDocument } from '../sign-in/session-document';
import type { SessionPorts } from '../sign-in/session-ports';

const TOKEN_BYTES = 32;

/** Key under which the link of a token is stored. */
export const linkKey = ({ secrets }: Pick<SessionPorts, 'secrets'>, token: string): string =>
  secrets.hash(`password link ${token}`);

/** The user of a link. */
export type LinkHolder = Pick<UserDocument, 'accountId' | 'id' | 'passwordHash' | 'emailKey'>;

/** Stores a link that is valid for `ms` and returns its token. */
export const drawLink = async (
  ports: Pick<SessionPorts, 'secrets' | 'ids' | 'clock' | 'passwordLinks'>,
  user: LinkHolder,
  purpose: PasswordLinkDocument['purpose'],
  ms: number,
): Promise<string> => {
  const token = ports.ids.random(TOKEN_BYTES).toString('base64url');
  await ports.passwordLinks.insertOne({
    _id: linkKey(ports, token),
    purpose,
    accountId: user.accountId,
    userId: user.id,
    emailKey: user.emailKey,
    passwordMark: passwordMarkOf(ports, user),
    expires: new Date(ports.clock.now() + ms),
  });
  return token;
};
