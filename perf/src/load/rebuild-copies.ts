import { COPYING_SERVICES, rebuildCopies, type CopyingService } from '@porchlight/tools/src/operator/rebuild-copies';
import type { OperatorClient } from '@porchlight/tools/src/operator/operator-client';
import type { LoadedAccount } from './loaded-accounts';

/** Larger accounts take minutes, and most measurements need only people. */
export const MAX_REBUILT_PEOPLE = 20_000;

/**
 * Rebuilds the copies of people in other services: an import publishes no changes. Returns advice for the user if the
 * account is too large.
 */
export const rebuildSmallCopies = async (
  loaded: LoadedAccount,
  createClient: (service: CopyingService) => OperatorClient,
  signal: AbortSignal,
): Promise<string | undefined> => {
  if (loaded.copied || loaded.loaded < loaded.size) return undefined;
  const { id } = loaded.account;
  if (loaded.size > MAX_REBUILT_PEOPLE)
    return `Deals and marketing do not know these people before: ${COPYING_SERVICES.map((service) => `npm run porchlight -- rebuild ${service} --account ${id}`).join('; ')}`;
  for (const service of COPYING_SERVICES) {
    const client = createClient(service);
    try {
      await rebuildCopies(client, service, id, signal);
    } finally {
      await client.close();
    }
  }
  loaded.copied = true;
  return undefined;
};
