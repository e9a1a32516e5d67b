import { Resolver } from 'node:dns/promises';
import { withDeadline } from '@porchlight/runtime';

/** Looks up the TXT records of a name, each as one text; none if the name has none. Throws if DNS does not answer. */
export type ResolveTxt = (name: string) => Promise<readonly string[]>;

const TRY_MS = 2_000;
const DEADLINE_MS = 5_000;
/** Records that are read; a name may have many. */
const MAX_RECORDS = 100;
const NO_RECORD = new Set(['ENODATA', 'ENOTFOUND', 'NXDOMAIN']);

/** Looks up at these servers (`address` or `address:port`), or at those of the system. */
export const createResolveTxt =
  (servers: readonly string[]): ResolveTxt =>
  async (name) => {
    const resolver = new Resolver({ timeout: TRY_MS, tries: 2 });
    if (servers.length > 0) resolver.setServers(servers);
    try {
      const lookup = resolver.resolveTxt(name);
      const records = await withDeadline(lookup, DEADLINE_MS, () => new Error('The name service is late.'));
      return records.slice(0, MAX_RECORDS).map((parts) => parts.join(''));
    } catch (error) {
      if (NO_RECORD.has(String((error as { code?: unknown }).code))) return [];
      throw error;
    } finally {
      resolver.cancel();
    }
  };
