import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';
import { hashPasswordVersion, type SessionPorts } from '../sign-in';
import type { UserDocument } from '../users';
import { EXPIRING, BEFORE_ACCOUNT } from '../context';

/** A single-use link to set a password; `_id` is the keyed hash of its token. */
export const passwordLinkSchema = defineDocument(
  {
    _id: column.text,
    purpose: column.word('invitation', 'reset'),
    accountId: column.number,
    userId: column.number,
    /** Email of the user when the link was created; absent in links of earlier versions. */
    emailKey: column.optional(column.text),
    /** Password version of the user when the link was created; absent in links of earlier versions. */
    passwordMark: column.optional(column.text),
    expires: column.date,
  },
  [EXPIRING, { keys: { userId: 1 } }],
  BEFORE_ACCOUNT,
);
export type PasswordLinkDocument = DocumentOf<typeof passwordLinkSchema>;

const TOKEN_BYTES = 32;

/** Key under which the link of a token is stored. */
export const linkKey = ({ secrets }: Pick<SessionPorts, 'secrets'>, token: string): string =>
  secrets.hash(`password link ${token}`);

/** The user of a link. */
type LinkHolder = Pick<UserDocument, 'accountId' | 'id' | 'passwordHash' | 'emailKey'>;

/** Stores a link that is valid for `ms` and returns its token. */
export const createPasswordLink = async (
  ports: Pick<SessionPorts, 'secrets' | 'ids' | 'clock'> & {
    readonly passwordLinks: DocumentCollection<PasswordLinkDocument>;
  },
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
    passwordMark: hashPasswordVersion(ports, user),
    expires: new Date(ports.clock.now() + ms),
  });
  return token;
};
