import { backendFields, recordSourceFields, rpcAddress } from '@porchlight/backend';
import * as z from 'zod';

/** Configuration of the deals service, by environment. */
export const configSchema = z.object({
  ...backendFields,
  DEALS_RPC_ADDRESS: rpcAddress(),
  ...recordSourceFields,
});

export type Config = z.output<typeof configSchema>;
