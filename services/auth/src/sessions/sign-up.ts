import { systemCall } from '@porchlight/store';
import type { SignedIn, SignUpRequest } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { isEmailAddress } from '../rules/email-address';
import type { LockOut } from '../rules/lock-out';
import { demandPassword } from '../rules/password';
import { createAccount } from '../usecases/create-account';
import { openSession } from './open-session';
import type { SessionPorts } from './session-ports';

const MAX_NAME = 255;
/** New accounts from one address of the internet. */
const SIGN_UPS: LockOut = { free: 60, withinMs: 3_600_000, doubles: false, waitMs: 0, mostMs: 0 };

/** A new account with its owner, who is signed in at once. */
export const signUp =
  (ports: SessionPorts) =>
  async (request: SignUpRequest, call: { signal: AbortSignal }): Promise<{ signedIn: SignedIn }> => {
    const { accountName, firstName, lastName, email, password, place } = request;
    demandPassword(password);
    if (!isEmailAddress(email)) throw refuse('INVALID_BODY', { problems: "Field 'email' must be an e-mail address." });
    const problems = Object.entries({ accountName, firstName, lastName })
      .filter(([name, text]) => text.trim().length > MAX_NAME || (text.trim() === '' && name !== 'lastName'))
      .map(([name]) => `Field '${name}' must have 1 to ${MAX_NAME} characters.`);
    if (problems.length > 0) throw refuse('INVALID_BODY', { problems: problems.join(' ') });
    await ports.attempts.charge(['sign-up', place?.address ?? ''], SIGN_UPS);
    const names = { name: accountName.trim(), firstName: firstName.trim(), lastName: lastName.trim() };
    const { accountId, ownerId } = await createAccount(ports)({ ...names, email, password, domain: '' }, call);
    const owner = await ports.users.load(systemCall(accountId, call.signal), ownerId);
    if (!owner) throw refuse('UNAVAILABLE');
    return { signedIn: await openSession(ports, owner, place) };
  };
