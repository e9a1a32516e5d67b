import { refuse } from '@porchlight/errors';
import { SIGN_IN, takeBackOnFault } from '../security';
import type { UserDocument } from '../users';
import { isOneTimeCode, periodOf, recoveryKeyOf } from './one-time-code';
import type { SecondFactorDocument } from './session-document';
import type { SessionPorts } from './session-ports';

type Owner = Pick<UserDocument, 'accountId' | 'id'>;

/** Id of a user's second factor: users are numbered in each account anew. */
export const secondFactorKey = ({ accountId, id }: Owner): string => `${accountId}:${id}`;

/** Keyed by the user too, so that equal codes of two users differ. */
export const recoveryHash = ({ secrets }: SessionPorts, key: string, code: string): string =>
  secrets.hash(`recovery ${key} ${recoveryKeyOf(code)}`);

/** Counted per user, whatever the address: who guesses codes knows the password already. */
export const codesCounted = (key: string): readonly string[] => ['second-factor', key];

const wrong = (): Error => refuse('SECOND_FACTOR', { wrong: 1 });

/** The second factor that a user is asked for; undefined without one. */
export const secondFactorOf = async (
  { secondFactors }: SessionPorts,
  user: Owner,
): Promise<SecondFactorDocument | undefined> => {
  const found = await secondFactors.findOne({ _id: secondFactorKey(user) });
  return found?.confirmed ? found : undefined;
};

/** What taking a code changes; undefined for one that is wrong or was taken before. */
const changeBy = (
  ports: SessionPorts,
  { _id, sealedSecret, lastPeriod, recoveryHashes }: SecondFactorDocument,
  code: string,
): object | undefined => {
  if (isOneTimeCode(code)) {
    const period = periodOf(ports.secrets.decrypt(sealedSecret), code, ports.clock.now());
    return period === undefined || period <= lastPeriod ? undefined : { lastPeriod: period };
  }
  const hash = recoveryHash(ports, _id, code);
  return recoveryHashes.includes(hash) ? { recoveryHashes: recoveryHashes.filter((one) => one !== hash) } : undefined;
};

/**
 * Asks for the second factor where the user has one: a code of the app, each once, or a recovery code. Throws
 * SECOND_FACTOR without or with a wrong one, RATE_LIMITED after too many.
 */
export const demandSecondFactor = async (ports: SessionPorts, user: Owner, code: string): Promise<void> => {
  const factor = await secondFactorOf(ports, user);
  if (!factor) return;
  const given = code.replace(/\s/g, '');
  if (given === '') throw refuse('SECOND_FACTOR');
  const counted = codesCounted(factor._id);
  await ports.attempts.charge(counted, SIGN_IN);
  const change = changeBy(ports, factor, given);
  if (!change) throw wrong();
  // Of two who come with one code at the same moment one is refused.
  if (
    !(await ports.secondFactors.updateOne({ _id: factor._id, v: factor.v }, { $set: { ...change, v: factor.v + 1 } }))
  )
    throw wrong();
  await ports.attempts.clear(counted);
};

/**
 * Verifies the password and second factor of the signed-in user again. Throws WRONG_PASSWORD, SECOND_FACTOR,
 * RATE_LIMITED.
 */
export const confirmIdentity = async (
  ports: SessionPorts,
  user: UserDocument,
  password: string,
  code: string,
): Promise<void> => {
  const counted = ['confirm', secondFactorKey(user)];
  const takeBack = await ports.attempts.charge(counted, SIGN_IN);
  if (!(await takeBackOnFault(takeBack, ports.secrets.verifyPassword(password, user.passwordHash))))
    throw refuse('WRONG_PASSWORD');
  await ports.attempts.clear(counted);
  await demandSecondFactor(ports, user, code);
};
