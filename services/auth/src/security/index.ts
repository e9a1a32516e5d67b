import type { Context } from '../context';
import { type Attempts, attemptsSchema, createAttempts } from './attempts';
import { createSecrets, type Secrets } from './secrets';

export { type Attempts, undoOnError } from './attempts';
export { generateCredential, type IdempotentCall } from './credential';
export { CLIENT_AUTHENTICATION, perDay, perHour, SIGN_IN } from './lock-out';
export { equalHashes, type PasswordCaller, type Secrets } from './secrets';

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
