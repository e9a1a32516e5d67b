import { refuse } from '@porchlight/errors';
import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';
import { hashPasswordVersion, type SessionPorts } from '../sign-in';
import type { UserDocument } from '../users';
import { EXPIRING, BEFORE_ACCOUNT } from '../context';

/** A single-use link to set a password or to confirm an email; `_id` is the keyed hash of its token. */
export const passwordLinkSchema = defineDocument(
  {
    _id: column.text,
    purpose: column.word('invitation', 'reset', 'confirmation'),
    /** The token was only mailed: who has it owns the mailbox. Absent in links that a response contains. */
    mailed: column.optional(column.onlyTrue),
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

/** Data that links need. */
type LinkPorts = Pick<SessionPorts, 'secrets' | 'ids' | 'clock'> & {
  readonly passwordLinks: DocumentCollection<PasswordLinkDocument>;
};

export const NO_LINK = { what: 'valid link' };

/** The link, if it exists and is not expired. Throws NOT_FOUND. */
export const findLink = async (
  ports: LinkPorts,
  token: string,
  purpose: PasswordLinkDocument['purpose'],
): Promise<PasswordLinkDocument> => {
  const link = await ports.passwordLinks.findOne({ _id: linkKey(ports, token) });
  if (link?.purpose !== purpose || link.expires.getTime() <= ports.clock.now()) throw refuse('NOT_FOUND', NO_LINK);
  return link;
};

/** The user of a link. */
type LinkHolder = Pick<UserDocument, 'accountId' | 'id' | 'passwordHash' | 'emailKey'>;

/** A link to create. */
export interface NewLink {
  readonly user: LinkHolder;
  readonly purpose: PasswordLinkDocument['purpose'];
  readonly mailed: boolean;
  /** How long the link is valid, ms. */
  readonly ms: number;
}

/** Stores links in one write and returns their tokens. */
export const createPasswordLinks = async (ports: LinkPorts, links: readonly NewLink[]): Promise<string[]> => {
  const tokens = links.map(() => ports.ids.random(TOKEN_BYTES).toString('base64url'));
  const now = ports.clock.now();
  await ports.passwordLinks.insertMany(
    links.map(({ user, purpose, mailed, ms }, nth) => ({
      _id: linkKey(ports, tokens[nth]!),
      purpose,
      ...(mailed && { mailed }),
      accountId: user.accountId,
      userId: user.id,
      emailKey: user.emailKey,
      passwordMark: hashPasswordVersion(ports, user),
      expires: new Date(now + ms),
    })),
  );
  return tokens;
};
