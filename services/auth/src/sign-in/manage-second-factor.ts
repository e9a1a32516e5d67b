import type {
  BeginSecondFactorRequest,
  BeginSecondFactorResponse,
  ConfirmSecondFactorRequest,
  ConfirmSecondFactorResponse,
  EndSecondFactorRequest,
  ReadSecondFactorResponse,
  RemoveSecondFactorRequest,
} from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { SIGN_IN } from '../security';
import { findPeriod, formatSecret, generateRecoveryCode, SECRET_BYTES, setupUri } from './one-time-code';
import { requireSession } from './open-session';
import { attemptKey, confirmIdentity, loadSecondFactor, recoveryHash, secondFactorKey } from './second-factor';
import type { SessionPorts } from './session-ports';

const RECOVERY_CODES = 10;

type Call = { readonly signal: AbortSignal };

/** Whether the user has a second factor, and how many recovery codes are left. */
export const readSecondFactor =
  (ports: SessionPorts) =>
  async ({ token }: { token: string }, { signal }: Call): Promise<ReadSecondFactorResponse> => {
    const factor = await loadSecondFactor(ports, (await requireSession(ports, token, signal)).user);
    return { enabled: factor !== undefined, recoveryCodesLeft: factor?.recoveryHashes.length ?? 0 };
  };

const alreadyOn = (): Error => refuse('CONFLICT', { message: 'Two-step sign-in is on already. Turn it off first.' });

/**
 * Creates a secret for the user's app after checking the password. The second factor is required only after a code was
 * confirmed.
 */
export const beginSecondFactor =
  (ports: SessionPorts) =>
  async ({ token, password }: BeginSecondFactorRequest, { signal }: Call): Promise<BeginSecondFactorResponse> => {
    const { user } = await requireSession(ports, token, signal);
    if (await loadSecondFactor(ports, user)) throw alreadyOn();
    await confirmIdentity(ports, user, password, '');
    const secret = formatSecret(ports.ids.random(SECRET_BYTES));
    const _id = secondFactorKey(user);
    const fresh = { sealedSecret: ports.secrets.encrypt(secret), confirmed: false, lastPeriod: 0, recoveryHashes: [] };
    if ((await ports.secondFactors.insertMany([{ _id, v: 1, ...fresh }])).length > 0) {
      const former = await ports.secondFactors.findOne({ _id });
      if (
        !former ||
        former.confirmed ||
        !(await ports.secondFactors.updateOne({ _id, v: former.v }, { $set: { ...fresh, v: former.v + 1 } }))
      )
        throw refuse('CONFLICT', {});
    }
    return { secret, uri: setupUri(secret, user.email) };
  };

/** Enables the second factor with a first code. The response is the only place that contains the recovery codes. */
export const confirmSecondFactor =
  (ports: SessionPorts) =>
  async ({ token, code }: ConfirmSecondFactorRequest, { signal }: Call): Promise<ConfirmSecondFactorResponse> => {
    const { user } = await requireSession(ports, token, signal);
    const _id = secondFactorKey(user);
    await ports.attempts.charge(attemptKey(_id), SIGN_IN);
    const factor = await ports.secondFactors.findOne({ _id });
    if (!factor) throw refuse('CONFLICT', { message: 'Begin with a new secret first.' });
    if (factor.confirmed) throw alreadyOn();
    const lastPeriod = findPeriod(
      ports.secrets.decrypt(factor.sealedSecret),
      code.replace(/\s/g, ''),
      ports.clock.now(),
    );
    if (lastPeriod === undefined) throw refuse('SECOND_FACTOR', { wrong: 1 });
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () =>
      generateRecoveryCode((bytes) => ports.ids.random(bytes)),
    );
    const recoveryHashes = recoveryCodes.map((one) => recoveryHash(ports, _id, one));
    if (
      !(await ports.secondFactors.updateOne(
        { _id, v: factor.v },
        { $set: { confirmed: true, lastPeriod, recoveryHashes, v: factor.v + 1 } },
      ))
    )
      throw refuse('CONFLICT', {});
    await ports.attempts.clear(attemptKey(_id));
    return { recoveryCodes };
  };

/** Disables the second factor after checking password and code. */
export const endSecondFactor =
  (ports: SessionPorts) =>
  async ({ token, password, code }: EndSecondFactorRequest, { signal }: Call): Promise<Record<string, never>> => {
    const { user } = await requireSession(ports, token, signal);
    await confirmIdentity(ports, user, password, code);
    await ports.secondFactors.deleteOne({ _id: secondFactorKey(user) });
    return {};
  };

/** Removes a second factor on behalf of the operator, for a user who lost the app and the recovery codes. */
export const removeSecondFactor =
  ({ secondFactors }: Pick<SessionPorts, 'secondFactors'>) =>
  async ({ accountId, userId }: RemoveSecondFactorRequest): Promise<Record<string, never>> => {
    if (!(await secondFactors.deleteOne({ _id: secondFactorKey({ accountId, id: userId }) })))
      throw refuse('NOT_FOUND', { what: 'second factor' });
    return {};
  };
