import { backendFields, rpcAddress } from '@porchlight/backend';
import * as z from 'zod';

/** Configuration of the people service, by environment. */
export const configSchema = z.object({ ...backendFields, PEOPLE_RPC_ADDRESS: rpcAddress() });

export type Config = z.output<typeof configSchema>;
