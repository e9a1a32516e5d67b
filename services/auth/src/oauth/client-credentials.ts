/** Contains the account, so that a client is found through the index of the account. */
export const CLIENT_ID = /^app-(\d{1,7})-[A-Za-z0-9_-]{22}$/;
const CLIENT_ID_BYTES = 16;
const SECRET_BYTES = 32;

type Random = (bytes: number) => Buffer;

/** A new client_id; it contains the account of the app, so that one lookup finds it. */
export const generateClientId = (accountId: number, random: Random): string =>
  `app-${accountId}-${random(CLIENT_ID_BYTES).toString('base64url')}`;
/** A new client_secret, as base64url. */
export const generateClientSecret = (random: Random): string => random(SECRET_BYTES).toString('base64url');
/** Input of the hash of a secret: the secret with its context. */
export const contextualizeClientSecret = (secret: string): string => `oauth client ${secret}`;
