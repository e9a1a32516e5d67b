import { backendFields, consentFields, originalAddress, rpcAddress, signingKeyFile } from '@porchlight/backend';
import { mailFields } from '@porchlight/mail';
import { url } from '@porchlight/runtime';
import * as z from 'zod';

/** Configuration of the marketing service, by environment. */
export const configSchema = z.object({
  ...backendFields,
  ...mailFields,
  ...consentFields,
  MARKETING_RPC_ADDRESS: rpcAddress(),
  PUBLIC_BASE_URL: url('https:').describe('Address that clients use, in unsubscribe links.'),
  PEOPLE_RPC_ADDRESS: originalAddress('people'),
  AUTH_RPC_ADDRESS: originalAddress('auth'),
  INTERNAL_TOKEN_PRIVATE_KEY_FILE: signingKeyFile(),
});

export type Config = z.output<typeof configSchema>;
