import { Secret, TOTP } from 'otpauth';

/** Parameters that authenticator apps support: RFC 6238 with SHA-1, six digits, 30 s. */
const PERIOD_S = 30;
const DIGITS = 6;
/** Codes of the previous and next period are accepted too, for clocks that differ (RFC 6238 5.2). */
const WINDOW = 1;
/** RFC 4226 section 4, R6: at least 128 bits, better 160. */
export const SECRET_BYTES = 20;

const RECOVERY_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 12;

/** Formats a secret as base32, for manual entry into an app. */
export const formatSecret = (bytes: Buffer): string => new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;

const createTotp = (secret: string, label?: string): TOTP =>
  new TOTP({
    issuer: 'Porchlight',
    ...(label !== undefined && { label }),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });

/** The otpauth URI for a QR code. */
export const setupUri = (secret: string, label: string): string => createTotp(secret, label).toString();

/** True for the format of an authenticator app's code; other texts may be recovery codes. */
export const isOneTimeCode = (text: string): boolean => new RegExp(`^\\d{${DIGITS}}$`).test(text);

/** The period of a code; undefined if it is not valid now. */
export const findPeriod = (secret: string, code: string, now: number): number | undefined => {
  const delta = isOneTimeCode(code)
    ? createTotp(secret).validate({ token: code, timestamp: now, window: WINDOW })
    : null;
  return delta === null ? undefined : Math.floor(now / 1_000 / PERIOD_S) + delta;
};

/** A recovery code: 12 characters without look-alikes, 59 bits. */
export const generateRecoveryCode = (random: (bytes: number) => Buffer): string => {
  let code = '';
  // Bytes beyond a whole multiple would make some characters more likely.
  const fair = 256 - (256 % RECOVERY_LETTERS.length);
  while (code.length < RECOVERY_LENGTH)
    for (const byte of random(RECOVERY_LENGTH))
      if (byte < fair) code += RECOVERY_LETTERS[byte % RECOVERY_LETTERS.length];
  return code.slice(0, RECOVERY_LENGTH).replace(/(.{4})(?=.)/g, '$1-');
};

/** Normalized for comparison. */
export const normalizeRecoveryCode = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');
