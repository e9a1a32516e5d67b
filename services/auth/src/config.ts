import { backendFields, rpcAddress } from '@porchlight/backend';
import { mailFields } from '@porchlight/mail';
import { LIMITS } from '@porchlight/limits';
import { base64File, DAY_MS, durationMs, HOUR_MS, limitField, url } from '@porchlight/runtime';
import * as z from 'zod';

/** Configuration of the auth service, by environment. */
export const configSchema = z.object({
  ...backendFields,
  ...mailFields,
  SIGN_UP: z
    .enum(['open', 'invite', 'off'])
    .default('open')
    .describe(
      'How accounts are created: by users who confirm an email address, by invitation of the operator only (account invite), or not at all.',
    ),
  LIMIT_SIGN_UPS_PER_NETWORK: limitField(LIMITS.signUpsPerNetwork),
  LIMIT_RESETS_PER_NETWORK: limitField(LIMITS.resetsPerNetwork),
  LIMIT_SIGN_IN_FAILURES_PER_NETWORK: limitField(LIMITS.signInFailuresPerNetwork),
  LIMIT_SIGN_IN_FAILURES_PER_EMAIL: limitField(LIMITS.signInFailuresPerEmail),
  LIMIT_SIGN_IN_FAILURES_FROM_DEVICES: limitField(LIMITS.signInFailuresFromDevices),
  LIMIT_NEW_ACCOUNT_INVITATIONS: limitField(LIMITS.newAccountInvitations),
  LIMIT_NEW_ACCOUNT_INVITATION_MAILS: limitField(LIMITS.newAccountInvitationMails),
  LIMIT_NEW_ACCOUNT_SYSTEMS: limitField(LIMITS.newAccountSystems),
  SESSION_LIFETIME_MS: durationMs({ min: HOUR_MS, max: 365 * DAY_MS })
    .prefault(String(30 * DAY_MS))
    .describe(
      'How long after the sign-in a session ends, however much it is used; unused sessions end after 12 hours.',
    ),
  AUTH_RPC_ADDRESS: rpcAddress(),
  PUBLIC_BASE_URL: url('https:').describe('Address that clients use: audience of access tokens, and links in mails.'),
  AUTH_BASE_URL: url('https:').optional().describe('Address of the authorization server; PUBLIC_BASE_URL unless set.'),
  SECRETS_KEY_FILE: base64File(32).describe(
    'Key that system keys are encrypted with and key hashes derived from, 32 bytes as base64.',
  ),
});

export type Config = z.output<typeof configSchema>;
