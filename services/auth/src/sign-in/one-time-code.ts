import { Secret, TOTP } from 'otpauth';

/** As authenticator apps know it: RFC 6238 with SHA-1, six digits, half a minute. */
const PERIOD_S = 30;
const DIGITS = 6;
/** Codes of the period before and after are taken too, for clocks that differ (RFC 6238 5.2). */
const WINDOW = 1;
/** RFC 4226 section 4, R6: at least 128 bits, better 160. */
export const SECRET_BYTES = 20;

const RECOVERY_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 12;

/** A secret as base32, as people type it into an app. */
export const secretText = (bytes: Buffer): string => new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;

const totpOf = (secret: string, label?: string): TOTP =>
  new TOTP({
    issuer: 'Porchlight',
    ...(label !== undefined && { label }),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });

/** The address that apps scan. */
export const setupUri = (secret: string, label: string): string => totpOf(secret, label).toString();

/** Whether a text can be a code of an authenticator app; else it may be a recovery code. */
export const isOneTimeCode = (text: string): boolean => new RegExp(`^\\d{${DIGITS}}$`).test(text);

/** The period that a code is of; undefined when it is of none that counts now. */
export const periodOf = (secret: string, code: string, now: number): number | undefined => {
  const delta = isOneTimeCode(code) ? totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW }) : null;
  return delta === null ? undefined : Math.floor(now / 1_000 / PERIOD_S) + delta;
};

/** A code to write down: 12 letters without look-alikes, 59 bits. */
export const drawRecoveryCode = (random: (bytes: number) => Buffer): string => {
  let code = '';
  // Bytes beyond a whole multiple would make some letters likelier.
  const fair = 256 - (256 % RECOVERY_LETTERS.length);
  while (code.length < RECOVERY_LENGTH)
    for (const byte of random(RECOVERY_LENGTH))
      if (byte < fair) code += RECOVERY_LETTERS[byte % RECOVERY_LETTERS.length];
  return code.slice(0, RECOVERY_LENGTH).replace(/(.{4})(?=.)/g, '$1-');
};

/** Normalized for comparison. */
export const recoveryKeyOf = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');
