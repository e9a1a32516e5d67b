import { randomBytes } from 'node:crypto';

/** A random password of 16 characters. */
export const newPassword = (): string => randomBytes(12).toString('base64url');
