import { createTokenMinter, createTokenVerifier, type TokenMinter, type TokenVerifier } from '@porchlight/access';
import { followConfiguredFile, type Clock, type FileReload, type Logger } from '@porchlight/runtime';

/** Options of internal-token keys besides their content. */
interface KeyOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Time between two checks of the key file, ms (default 30 s). */
  readonly intervalMs?: number;
}

const follow = (
  variable: string,
  current: string,
  apply: (text: string) => void,
  { logger, intervalMs }: KeyOptions,
): FileReload => followConfiguredFile(variable, { subject: 'internal_token_key', current, apply, logger, intervalMs });

/** A minter whose key is reloaded from INTERNAL_TOKEN_PRIVATE_KEY_FILE while the process runs. */
export const openTokenMinter = (
  options: KeyOptions & { readonly signingKey: string; readonly issuer: string },
): TokenMinter & FileReload => {
  const minter = createTokenMinter(options);
  return { ...minter, ...follow('INTERNAL_TOKEN_PRIVATE_KEY_FILE', options.signingKey, minter.useKey, options) };
};

/** A verifier whose keys are reloaded from INTERNAL_TOKEN_PUBLIC_KEY_FILE while the process runs. */
export const openTokenVerifier = (
  options: KeyOptions & { readonly publicKey: string; readonly audience: string },
): TokenVerifier & FileReload => {
  const verifier = createTokenVerifier(options);
  return { ...verifier, ...follow('INTERNAL_TOKEN_PUBLIC_KEY_FILE', options.publicKey, verifier.useKeys, options) };
};
