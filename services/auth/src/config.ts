import { backendFields, rpcAddress } from '@porchlight/backend';
import { mailFields } from '@porchlight/mail';
import { base64File, url } from '@porchlight/runtime';
import * as z from 'zod';

/** Configuration of the auth service, by environment. */
export const configSchema = z.object({
  ...backendFields,
  ...mailFields,
  AUTH_RPC_ADDRESS: rpcAddress(),
  PUBLIC_BASE_URL: url('https:').describe('Address that clients use: audience of access tokens, and links in mails.'),
  AUTH_BASE_URL: url('https:').optional().describe('Address of the authorization server; PUBLIC_BASE_URL unless set.'),
  SECRETS_KEY_FILE: base64File(32).describe('Key that system keys are encrypted with and key hashes derived from, 32 bytes as base64.'),
});

export type Config = z.output<typeof configSchema>;
