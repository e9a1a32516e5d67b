import { backendFields, recordSourceFields, rpcAddress } from '@porchlight/backend';
import { mailFields } from '@porchlight/mail';
import * as z from 'zod';

/** Configuration of the marketing service, by environment. */
export const configSchema = z.object({
  ...backendFields,
  ...mailFields,
  MARKETING_RPC_ADDRESS: rpcAddress(),
  ...recordSourceFields,
});

export type Config = z.output<typeof configSchema>;
