import type { Credentials } from '@porchlight/edge';
import { createUnknownLimit, type UnknownCredentialsOptions } from './unknown-credentials';

/** Limits unknown API keys of a network; valid keys are never refused. */
export const limitUnknownKeys = (credentials: Credentials, options: UnknownCredentialsOptions): Credentials => {
  const limitUnknown = createUnknownLimit(options);
  return {
    ...credentials,
    actorOfApiKey: (apiKey, req) => limitUnknown(apiKey, req, () => credentials.actorOfApiKey(apiKey, req)),
  };
};
