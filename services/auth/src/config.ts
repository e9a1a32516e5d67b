import { backendFields, rpcAddress } from '@porchlight/backend';
import { base64File } from '@porchlight/runtime';
import * as z from 'zod';

/** Configuration of the auth service, by environment. */
export const configSchema = z.object({
  ...backendFields,
  AUTH_RPC_ADDRESS: rpcAddress(),
  SECRETS_KEY_FILE: base64File(32).describe('Key that system keys are encrypted with and key hashes derived from, 32 bytes as base64.'),
});

export type Config = z.output<typeof configSchema>;
