import type { OperatorClient } from './operator-client';

/** Services that keep copies of others' records. */
export const COPYING_SERVICES = ['deals', 'marketing'] as const;
export type CopyingService = (typeof COPYING_SERVICES)[number];

/** How many copies were fetched and dropped, by kind. */
export type Rebuilt = Readonly<Record<string, number>>;

/** Above the time that one call takes before it says where to go on. */
const CALL_TIMEOUT_MS = 60_000;

/** Fetches the copies that a service keeps of an account's records anew, call after call until it is done. */
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
