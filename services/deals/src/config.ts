import { attachmentFields, backendFields, originalAddress, rpcAddress, signingKeyFile } from '@porchlight/backend';
import { objectStoreFields, scannerFields } from '@porchlight/objects';
import { url } from '@porchlight/runtime';
import * as z from 'zod';

/** Configuration of the deals service, by environment. */
export const configSchema = z.object({
  ...backendFields,
  DEALS_RPC_ADDRESS: rpcAddress(),
  PEOPLE_RPC_ADDRESS: originalAddress('people'),
  AUTH_RPC_ADDRESS: originalAddress('auth'),
  INTERNAL_TOKEN_PRIVATE_KEY_FILE: signingKeyFile(),
  PUBLIC_BASE_URL: url('https:').describe('Address that clients use, in links of files.'),
  ...objectStoreFields,
  ...scannerFields,
  ...attachmentFields,
});

export type Config = z.output<typeof configSchema>;
