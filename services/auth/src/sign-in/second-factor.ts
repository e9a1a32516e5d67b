import { refuse } from '@porchlight/errors';
import { SIGN_IN, undoOnError } from '../security';
import type { UserDocument } from '../users';
import { findPeriod, isOneTimeCode, normalizeRecoveryCode } from './one-time-code';
import type { SecondFactorDocument } from './session-document';
import type { SecondFactors } from './session-parts';

type Owner = Pick<UserDocument, 'accountId' | 'id'>;

/** Id of a user's second factor. User ids are unique only within an account. */
export const secondFactorKey = ({ accountId, id }: Owner): string => `${accountId}:${id}`;

/** Includes the user, so that equal codes of two users have different hashes. */
export const recoveryHash = ({ secrets }: Pick<SecondFactors, 'secrets'>, key: string, code: string): string =>
  secrets.hash(`recovery ${key} ${normalizeRecoveryCode(code)}`);

/**
 * Key of failed codes. Counted per user from all addresses: an attacker who guesses codes knows the password already.
 */
export const attemptKey = (key: string): readonly string[] => ['second-factor', key];

const wrong = (): Error => refuse('SECOND_FACTOR', { wrong: 1 });

/** The enabled second factor of a user. */
export const loadSecondFactor = async ({ secondFactors }: Pick<SecondFactors, 'secondFactors'>, user: Owner) => {
  const stored = await secondFactors.findOne({ _id: secondFactorKey(user) });
  return stored?.confirmed ? stored : undefined;
};

/** The update that consumes a code; undefined for a wrong or used code. */
const changeBy = (
  parts: Pick<SecondFactors, 'secrets' | 'clock'>,
  { _id, sealedSecret, lastPeriod, recoveryHashes }: SecondFactorDocument,
  code: string,
): object | undefined => {
  if (isOneTimeCode(code)) {
    const period = findPeriod(parts.secrets.decrypt(sealedSecret), code, parts.clock.now());
    return period === undefined || period <= lastPeriod ? undefined : { lastPeriod: period };
  }
  const hash = recoveryHash(parts, _id, code);
  return recoveryHashes.includes(hash) ? { recoveryHashes: recoveryHashes.filter((one) => one !== hash) } : undefined;
};

/**
 * Requires a single-use code of the app or a recovery code if the user has a second factor. Throws SECOND_FACTOR
 * without a code or with a wrong one, RATE_LIMITED after too many.
 */
export const requireSecondFactor = async (parts: SecondFactors, user: Owner, code: string): Promise<void> => {
  const factor = await loadSecondFactor(parts, user);
  if (!factor) return;
  const enteredCode = code.replace(/\s/g, '');
  if (enteredCode === '') throw refuse('SECOND_FACTOR');
  const counted = attemptKey(factor._id);
  await parts.attempts.charge(counted, SIGN_IN);
  const change = changeBy(parts, factor, enteredCode);
  if (!change) throw wrong();
  // Guarded: of two concurrent uses of a code one is refused.
  if (
    !(await parts.secondFactors.updateOne({ _id: factor._id, v: factor.v }, { $set: { ...change, v: factor.v + 1 } }))
  )
    throw wrong();
  await parts.attempts.clear(counted);
};

/**
 * Verifies the password and second factor of the signed-in user again. Throws WRONG_PASSWORD, SECOND_FACTOR,
 * RATE_LIMITED.
 */
export const confirmIdentity = async (parts: SecondFactors, user: UserDocument, password: string, code: string) => {
  const counted = ['confirm', secondFactorKey(user)];
  const undo = await parts.attempts.charge(counted, SIGN_IN);
  if (!(await undoOnError(undo, parts.secrets.verifyPassword(password, user.passwordHash))))
    throw refuse('WRONG_PASSWORD');
  await parts.attempts.clear(counted);
  await requireSecondFactor(parts, user, code);
};
