import { backendFields, rpcAddress } from '@porchlight/backend';
import { address, textFile } from '@porchlight/runtime';
import * as z from 'zod';

/** Configuration of the deals service, by environment. */
export const configSchema = z.object({
  ...backendFields,
  DEALS_RPC_ADDRESS: rpcAddress(),
  PEOPLE_RPC_ADDRESS: address().describe('Address of the people service, from which copies are rebuilt.'),
  AUTH_RPC_ADDRESS: address().describe('Address of the auth service, from which copies are rebuilt.'),
  INTERNAL_TOKEN_PRIVATE_KEY_FILE: textFile().describe(
    'Ed25519 key of this service that signs internal tokens, PKCS8 PEM; reloaded while running, checked every 30 s.',
  ),
});

export type Config = z.output<typeof configSchema>;
