import { type Context, EXPIRING, GUARDED } from '../context';
import { type Attempts, type AttemptsDocument, createAttempts } from './attempts';
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
export const openSecurity = async ({
  store,
  config,
  clock,
  ids,
}: Pick<Context, 'store' | 'config' | 'clock' | 'ids'>): Promise<Security> => {
  const secrets = createSecrets(config.SECRETS_KEY_FILE, (bytes) => ids.random(bytes));
  const attempts = store.collection<AttemptsDocument>('attempts');
  await attempts.ensureIndexes([GUARDED, EXPIRING]);
  return { secrets, attempts: createAttempts(attempts, (text) => secrets.hash(text), clock) };
};
