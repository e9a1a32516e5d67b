import type { Context } from '../context';
import { type Attempts, attemptsSchema, createAttempts } from './attempts';
import { createSecrets, type Secrets } from './secrets';
import type { IdempotencyContext } from '@porchlight/idempotency';

export { type Attempts, undoOnError } from './attempts';
export { CLIENT_AUTHENTICATION, type LockOut, perDay, perHour, SIGN_IN } from './lock-out';
export { equalHashes, type PasswordCaller, type Secrets } from './secrets';

/** 256 bits of randomness (decisions section 3). */
const KEY_BYTES = 32;

/** Generates a credential; the prefix states its kind. */
export const generateCredential = ({ ids }: { readonly ids: { random(bytes: number): Buffer } }, prefix: string) =>
  `${prefix}${ids.random(KEY_BYTES).toString('base64url')}`;

/**
 * A call that can be repeated: it generates the same credential each time and may find its own write (docs/adr/0013).
 */
export interface IdempotentCall {
  readonly idempotency?: IdempotencyContext | undefined;
}

export interface Security {
  readonly secrets: Secrets;
  readonly attempts: Attempts;
}

/** Opens the protection of secrets and the counts of failed attempts. */
export const openSecurity = ({ store, config, clock, ids }: Pick<Context, 'store' | 'config' | 'clock' | 'ids'>) => {
  const secrets = createSecrets(config.SECRETS_KEY_FILE, (bytes) => ids.random(bytes));
  const attempts = store.collection('attempts', attemptsSchema);
  return { secrets, attempts: createAttempts(attempts, (text) => secrets.hash(text), clock) };
};
