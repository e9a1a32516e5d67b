import { list, textFile } from '@porchlight/runtime';
import * as z from 'zod';
import { parseAllowList } from './allow-list';

/** A configured allow list. */
export const allowList = () =>
  list().transform((entries, context) => {
    try {
      return parseAllowList(entries);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

/** Configuration of services that send requests: exceptions from the address checks, and an additional CA. */
export const egressFields = {
  EGRESS_ALLOW: allowList()
    .prefault('')
    .describe(
      'Hosts, addresses or CIDR ranges, each with or without :port, that may be reached though private or not at port 443.',
    ),
  EGRESS_CA_FILE: textFile()
    .optional()
    .describe('Authority that is trusted for receivers besides the public ones, PEM.'),
};
