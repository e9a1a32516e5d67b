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
import type { Identities } from './session-parts';

const RECOVERY_CODES = 10;

type Call = { readonly signal: AbortSignal };

/** Whether the user has a second factor, and how many recovery codes are left. */
export const readSecondFactor =
  (parts: Identities) =>
  async ({ token }: { token: string }, { signal }: Call): Promise<ReadSecondFactorResponse> => {
    const factor = await loadSecondFactor(parts, (await requireSession(parts, token, signal)).user);
    return { enabled: factor !== undefined, recoveryCodesLeft: factor?.recoveryHashes.length ?? 0 };
  };

const alreadyOn = (): Error => refuse('CONFLICT', { message: 'Two-step sign-in is on already. Turn it off first.' });

/**
 * Creates a secret for the user's app after checking the password. The second factor is required only after a code was
 * confirmed.
 */
export const beginSecondFactor =
  (parts: Identities) =>
  async ({ token, password }: BeginSecondFactorRequest, { signal }: Call): Promise<BeginSecondFactorResponse> => {
    const { user } = await requireSession(parts, token, signal);
    if (await loadSecondFactor(parts, user)) throw alreadyOn();
    await confirmIdentity(parts, user, password, '');
    const secret = formatSecret(parts.ids.random(SECRET_BYTES));
    const _id = secondFactorKey(user);
    const fresh = { sealedSecret: parts.secrets.encrypt(secret), confirmed: false, lastPeriod: 0, recoveryHashes: [] };
    if ((await parts.secondFactors.insertMany([{ _id, v: 1, ...fresh }])).length > 0) {
      const stored = await parts.secondFactors.findOne({ _id });
      if (
        !stored ||
        stored.confirmed ||
        !(await parts.secondFactors.updateOne({ _id, v: stored.v }, { $set: { ...fresh, v: stored.v + 1 } }))
      )
        throw refuse('CONFLICT', {});
    }
    return { secret, uri: setupUri(secret, user.email) };
  };

/** Enables the second factor with a first code. The response is the only place that contains the recovery codes. */
export const confirmSecondFactor =
  (parts: Identities) =>
  async ({ token, code }: ConfirmSecondFactorRequest, { signal }: Call): Promise<ConfirmSecondFactorResponse> => {
    const { user } = await requireSession(parts, token, signal);
    const _id = secondFactorKey(user);
    await parts.attempts.charge(attemptKey(_id), SIGN_IN);
    const factor = await parts.secondFactors.findOne({ _id });
    if (!factor) throw refuse('CONFLICT', { message: 'Begin with a new secret first.' });
    if (factor.confirmed) throw alreadyOn();
    const lastPeriod = findPeriod(
      parts.secrets.decrypt(factor.sealedSecret),
      code.replace(/\s/g, ''),
      parts.clock.now(),
    );
    if (lastPeriod === undefined) throw refuse('SECOND_FACTOR', { wrong: 1 });
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () =>
      generateRecoveryCode((bytes) => parts.ids.random(bytes)),
    );
    const recoveryHashes = recoveryCodes.map((one) => recoveryHash(parts, _id, one));
    if (
      !(await parts.secondFactors.updateOne(
        { _id, v: factor.v },
        { $set: { confirmed: true, lastPeriod, recoveryHashes, v: factor.v + 1 } },
      ))
    )
      throw refuse('CONFLICT', {});
    await parts.attempts.clear(attemptKey(_id));
    return { recoveryCodes };
  };

/** Disables the second factor after checking password and code. */
export const endSecondFactor =
  (parts: Identities) =>
  async ({ token, password, code }: EndSecondFactorRequest, { signal }: Call): Promise<Record<string, never>> => {
    const { user } = await requireSession(parts, token, signal);
    await confirmIdentity(parts, user, password, code);
    await parts.secondFactors.deleteOne({ _id: secondFactorKey(user) });
    return {};
  };

/** Removes a second factor on behalf of the operator, for a user who lost the app and the recovery codes. */
export const removeSecondFactor =
  ({ secondFactors }: Pick<Identities, 'secondFactors'>) =>
  async ({ accountId, userId }: RemoveSecondFactorRequest): Promise<Record<string, never>> => {
    if (!(await secondFactors.deleteOne({ _id: secondFactorKey({ accountId, id: userId }) })))
      throw refuse('NOT_FOUND', { what: 'second factor' });
    return {};
  };
