import type { IssueCodeRequest } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { DAY_MS } from '@porchlight/runtime';
import { findActiveUser } from '../accounts';
import type { UserDocument } from '../users';
import { loadClient } from './clients';
import type { GrantDocument } from './grant-document';
import { codeText, generateGrantId, generateGrantToken } from './grant-tokens';
import type { Oauth } from './oauth-parts';

/** A code is valid for 10 minutes (decisions section 8). */
const CODE_MS = 600_000;
/** Grants with an unused code are stored for a day, to distinguish late use from unknown codes. */
const UNUSED_MS = DAY_MS;

/** The user of a grant; undefined if the user or the account is not active. */
export const loadActiveUser = async (
  parts: Pick<Oauth, 'users' | 'loadAccount'>,
  grant: Pick<GrantDocument, 'accountId' | 'userId'>,
  signal: AbortSignal,
): Promise<UserDocument | undefined> => (await findActiveUser(parts, grant, signal)).user;

/**
 * Issues the code of an approval: 256 bits, single use within 10 minutes, bound to client, redirect URI, user and
 * challenge. Users of the app's account only authorize an app for development, with a challenge (D13.10).
 */
export const issueCode =
  (parts: Oauth) =>
  async (request: IssueCodeRequest, { signal }: { signal: AbortSignal }): Promise<{ code: string }> => {
    const { accountId, userId, clientId, redirectUri, state, codeChallenge, scopes } = request;
    const app = await loadClient(parts, clientId, signal);
    if (!app?.redirectUris.includes(redirectUri)) throw refuse('NOT_FOUND', { what: 'app' });
    if (app.development) {
      // The gateway checks both before it asks the user.
      if (app.accountId !== accountId) throw refuse('NOT_FOUND', { what: 'app' });
      if (codeChallenge === undefined) throw invalidBody("Missing 'code_challenge' field.");
    }
    if (!(await loadActiveUser(parts, request, signal))) throw refuse('UNAUTHENTICATED');
    const random = (bytes: number): Buffer => parts.ids.random(bytes);
    const _id = generateGrantId(random);
    const code = generateGrantToken(_id, random);
    const now = parts.clock.now();
    await parts.grants.insert({
      _id,
      v: 1,
      clientId,
      accountId,
      userId,
      created: new Date(now),
      codeHash: parts.secrets.hash(codeText(code)),
      codeUntil: new Date(now + CODE_MS),
      codeUsed: false,
      redirectUri,
      ...(state !== undefined && { state }),
      ...(codeChallenge !== undefined && { challenge: codeChallenge }),
      ...(scopes.length > 0 && { scopes }),
      revoked: false,
      expires: new Date(now + UNUSED_MS),
    });
    return { code };
  };
