import { refuse } from '@porchlight/errors';
import { hashPasswordVersion } from '../sign-in';
import type { UserDocument } from '../users';
import type { PasswordLinks } from './invitation-parts';
import type { PasswordLinkDocument } from './password-link-document';

const TOKEN_BYTES = 32;

/** Key under which the link of a token is stored. */
const linkKey = ({ secrets }: Pick<PasswordLinks, 'secrets'>, token: string): string =>
  secrets.hash(`password link ${token}`);

export const NO_LINK = { what: 'valid link' };

/** The link, if it exists and is not expired. Throws NOT_FOUND. */
export const findLink = async (
  parts: PasswordLinks,
  token: string,
  purpose: PasswordLinkDocument['purpose'],
): Promise<PasswordLinkDocument> => {
  const link = await parts.passwordLinks.findOne({ _id: linkKey(parts, token) });
  if (link?.purpose !== purpose || link.expires.getTime() <= parts.clock.now()) throw refuse('NOT_FOUND', NO_LINK);
  return link;
};

/** The user of a link. */
type LinkHolder = Pick<UserDocument, 'accountId' | 'id' | 'passwordHash' | 'emailKey'>;

/** A link to create. */
export interface NewLink {
  readonly user: LinkHolder;
  readonly purpose: PasswordLinkDocument['purpose'];
  readonly mailed: boolean;
  /** User who invites. */
  readonly invitedById?: number;
  /** How long the link is valid, ms. */
  readonly ms: number;
}

/** Stores links in one write and returns their tokens. */
export const createPasswordLinks = async (parts: PasswordLinks, links: readonly NewLink[]): Promise<string[]> => {
  const tokens = links.map(() => parts.ids.random(TOKEN_BYTES).toString('base64url'));
  const now = parts.clock.now();
  await parts.passwordLinks.insertMany(
    links.map(({ user, purpose, mailed, invitedById, ms }, nth) => ({
      _id: linkKey(parts, tokens[nth]!),
      purpose,
      ...(mailed && { mailed }),
      ...(invitedById !== undefined && { invitedById }),
      accountId: user.accountId,
      userId: user.id,
      emailKey: user.emailKey,
      passwordMark: hashPasswordVersion(parts, user),
      expires: new Date(now + ms),
    })),
  );
  return tokens;
};
