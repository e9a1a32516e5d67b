import { defineFeature } from '../service';
import { type Attempts, attemptsSchema, createAttempts } from './attempts';
import { createSecrets, type Secrets } from './secrets';

/** The protection of secrets, and the counts of failed attempts. */
export interface Security {
  readonly secrets: Secrets;
  readonly attempts: Attempts;
}

/** Hashes and encrypts secrets, and counts failed attempts. */
export const security = defineFeature({
  name: 'security',
  open({ store, config, clock, ids }): Security {
    const secrets = createSecrets(config.SECRETS_KEY_FILE, (bytes) => ids.random(bytes));
    const attempts = store.collection('attempts', attemptsSchema);
    return { secrets, attempts: createAttempts(attempts, (text) => secrets.hash(text), clock) };
  },
});
