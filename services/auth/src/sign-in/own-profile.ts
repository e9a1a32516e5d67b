import type { ChangePasswordRequest, ChangeProfileRequest } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { systemCall } from '@porchlight/store';
import { passwordChangedMail } from '../mail-texts';
import { notifyUser } from '../send-mail';
import { buildUserNames, isTimeZone } from '../users';
import { openSession, requireSession } from './open-session';
import { assertPassword } from './password';
import { confirmIdentity } from './second-factor';
import type { SessionPorts } from './session-ports';

type Call = { readonly signal: AbortSignal };

/** Longest phone number of a user, characters. */
const MAX_PHONE = 255;

/** Changes the names, phone and time zone of the signed-in user. Throws UNAUTHENTICATED, INVALID_BODY. */
export const changeProfile =
  (ports: SessionPorts) =>
  async ({ token, firstName, lastName, phone, timezone }: ChangeProfileRequest, { signal }: Call) => {
    const { user } = await requireSession(ports, token, signal);
    if (firstName.trim() === '') throw refuse('INVALID_BODY', { problems: "Missing 'firstName' field." });
    if (phone.length > MAX_PHONE)
      throw refuse('INVALID_BODY', { problems: `Field 'phone' must be at most ${MAX_PHONE} characters long.` });
    if (!isTimeZone(timezone))
      throw refuse('INVALID_BODY', {
        problems: "Field 'timezone' must be the name of a time zone such as America/New_York.",
      });
    const names = buildUserNames(firstName.trim(), lastName.trim());
    await ports.users.modify(systemCall(user.accountId, signal), user.id, ({ phone: _previous, ...before }) => ({
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
  (ports: SessionPorts) =>
  async ({ token, password, code, newPassword, place }: ChangePasswordRequest, { signal }: Call) => {
    const { user } = await requireSession(ports, token, signal);
    assertPassword(newPassword);
    await confirmIdentity(ports, user, password, code);
    const passwordHash = await ports.secrets.hashPassword(newPassword);
    const changed = await ports.users.modify(
      systemCall(user.accountId, signal),
      user.id,
      (before) => {
        if (before.passwordHash !== user.passwordHash) throw refuse('CONFLICT');
        return { ...before, passwordHash };
      },
      { silent: true },
    );
    await ports.sessions.deleteMany({ accountId: changed.accountId, userId: changed.id });
    notifyUser(ports, changed, passwordChangedMail);
    return { signedIn: await openSession(ports, changed, place) };
  };
