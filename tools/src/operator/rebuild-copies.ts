import type { OperatorClient } from './operator-client';

/** Services that store copies of records of other services. */
export const COPYING_SERVICES = ['deals', 'marketing'] as const;
export type CopyingService = (typeof COPYING_SERVICES)[number];

/** Number of copies read and deleted, by kind. */
export type Rebuilt = Readonly<Record<string, number>>;

/** Timeout of a call, ms; longer than the time after which a call returns the position to continue from. */
const CALL_TIMEOUT_MS = 60_000;

/** Reads the copies of an account's records in a service again, by as many calls as necessary. */
export async function rebuildCopies(
  client: OperatorClient,
  service: CopyingService,
  accountId: number,
  signal?: AbortSignal,
): Promise<Rebuilt> {
  const options = { ...client.as, timeoutMs: CALL_TIMEOUT_MS, ...(signal && { signal }) };
  const totals: Record<string, number> = {};
  let place = { afterPersonId: 0, afterEventId: 0 };
  do {
    const { nextPersonId, nextEventId, ...done } =
      service === 'deals'
        ? { ...(await client.dealsMaintenance.rebuildDealCopies({ accountId, ...place }, options)), nextEventId: 0 }
        : await client.marketingMaintenance.rebuildMarketingCopies({ accountId, ...place }, options);
    for (const [kind, count] of Object.entries(done)) totals[kind] = (totals[kind] ?? 0) + count;
    place = { afterPersonId: nextPersonId, afterEventId: nextEventId };
  } while (place.afterPersonId > 0 || place.afterEventId > 0);
  return totals;
}
