import type { ChangePasswordRequest, ChangeProfileRequest } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { systemCall } from '@porchlight/store';
import { notifyUser, passwordChangedMail } from '../mail';
import { buildUserNames, isTimeZone } from '../users';
import { openSession, requireSession } from './open-session';
import { assertPassword } from './password';
import { confirmIdentity } from './second-factor';
import type { Identities, Sessions } from './session-parts';

type Call = { readonly signal: AbortSignal };

/** Longest phone number of a user, characters. */
const MAX_PHONE = 255;

/** Changes the names, phone and time zone of the signed-in user. Throws UNAUTHENTICATED, INVALID_BODY. */
export const changeProfile =
  (parts: Sessions) =>
  async ({ token, firstName, lastName, phone, timezone }: ChangeProfileRequest, { signal }: Call) => {
    const { user } = await requireSession(parts, token, signal);
    if (firstName.trim() === '') throw invalidBody("Missing 'firstName' field.");
    if (phone.length > MAX_PHONE) throw invalidBody(`Field 'phone' must be at most ${MAX_PHONE} characters long.`);
    if (!isTimeZone(timezone))
      throw invalidBody("Field 'timezone' must be the name of a time zone such as America/New_York.");
    const names = buildUserNames(firstName.trim(), lastName.trim());
    await parts.users.modify(systemCall(user.accountId, signal), user.id, ({ phone: _previous, ...before }) => ({
      ...before,
      ...names,
      timezone,
      ...(phone.trim() !== '' && { phone: phone.trim() }),
    }));
    return {};
  };

/**
 * Replaces the password of the signed-in user after the current one and, if the user has it, the second factor. Ends
 * all sessions of the user and opens a new one for this browser. Throws UNAUTHENTICATED, WRONG_PASSWORD, SECOND_FACTOR,
 * RATE_LIMITED, INVALID_BODY.
 */
export const changePassword =
  (parts: Identities) =>
  async ({ token, password, code, newPassword, place }: ChangePasswordRequest, { signal }: Call) => {
    const { user } = await requireSession(parts, token, signal);
    assertPassword(newPassword);
    await confirmIdentity(parts, user, password, code);
    const passwordHash = await parts.secrets.hashPassword(newPassword);
    const changed = await parts.users.modify(
      systemCall(user.accountId, signal),
      user.id,
      (before) => {
        if (before.passwordHash !== user.passwordHash) throw refuse('CONFLICT');
        return { ...before, passwordHash };
      },
      { silent: true },
    );
    await parts.sessions.deleteMany({ accountId: changed.accountId, userId: changed.id });
    notifyUser(parts, changed, passwordChangedMail);
    return { signedIn: await openSession(parts, changed, place) };
  };
