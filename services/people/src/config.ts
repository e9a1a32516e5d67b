import {
  attachmentFields,
  backendFields,
  consentFields,
  originalAddress,
  rpcAddress,
  signingKeyFile,
} from '@porchlight/backend';
import { egressFields } from '@porchlight/egress';
import { objectStoreFields, scannerFields } from '@porchlight/objects';
import { url } from '@porchlight/runtime';
import * as z from 'zod';

/** Configuration of the people service, by environment. */
export const configSchema = z.object({
  ...backendFields,
  ...consentFields,
  PEOPLE_RPC_ADDRESS: rpcAddress(),
  AUTH_RPC_ADDRESS: originalAddress('auth'),
  MARKETING_RPC_ADDRESS: originalAddress('marketing'),
  INTERNAL_TOKEN_PRIVATE_KEY_FILE: signingKeyFile(),
  PUBLIC_BASE_URL: url('https:').describe('Address that clients use, in links of files.'),
  ...objectStoreFields,
  ...scannerFields,
  ...attachmentFields,
  SOCIAL_PROFILES_URL: url('https:')
    .optional()
    .describe(
      'Where public profiles are looked up by the SHA-256 of an email, as https://api.gravatar.com/v3/profiles; without it none are.',
    ),
  ...egressFields,
});

export type Config = z.output<typeof configSchema>;
