import { createTokenMinter, createTokenVerifier, type TokenMinter, type TokenVerifier } from '@porchlight/access';
import { followConfiguredFile, type Clock, type FileReload, type Logger } from '@porchlight/runtime';

/** Options of internal-token keys besides their content. */
interface KeyOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Time between two checks of the key file, ms (default 30 s). */
  readonly intervalMs?: number;
}

const SUBJECT = 'internal_token_key';

/** A minter whose key is reloaded from INTERNAL_TOKEN_PRIVATE_KEY_FILE while the process runs. */
export const openTokenMinter = ({
  signingKey,
  issuer,
  clock,
  logger,
  intervalMs,
}: KeyOptions & { readonly signingKey: string; readonly issuer: string }): TokenMinter & FileReload => {
  const minter = createTokenMinter({ signingKey, issuer, clock });
  const apply = (key: string): void => minter.useKey(key);
  const reload = followConfiguredFile('INTERNAL_TOKEN_PRIVATE_KEY_FILE', {
    subject: SUBJECT,
    current: signingKey,
    apply,
    logger,
    intervalMs,
  });
  return { ...minter, ...reload };
};

/** A verifier whose keys are reloaded from INTERNAL_TOKEN_PUBLIC_KEY_FILE while the process runs. */
export const openTokenVerifier = ({
  publicKey,
  audience,
  clock,
  logger,
  intervalMs,
}: KeyOptions & { readonly publicKey: string; readonly audience: string }): TokenVerifier & FileReload => {
  const verifier = createTokenVerifier({ publicKey, audience, clock });
  const apply = (keys: string): void => verifier.useKeys(keys);
  const reload = followConfiguredFile('INTERNAL_TOKEN_PUBLIC_KEY_FILE', {
    subject: SUBJECT,
    current: publicKey,
    apply,
    logger,
    intervalMs,
  });
  return { ...verifier, ...reload };
};
