/**
 * Key of a destination: one origin of one account. Accounts that share an origin have separate queues, limits and
 * circuits, so that a broken receiver of one account does not stop another account's deliveries to the same host.
 */
export const formatDestination = (endpoint: { readonly accountId: number; readonly origin: string }): string =>
  `${endpoint.accountId} ${endpoint.origin}`;

/** The account of a destination key; 0 for a key without one (deliveries written before version 0.4). */
export const parseAccountId = (destination: string): number => {
  const end = destination.indexOf(' ');
  return end < 0 ? 0 : Number(destination.slice(0, end)) || 0;
};

/** Destination key of a stored delivery: those written before version 0.4 contain only the origin. */
export const readDestination = ({ accountId, lane }: { readonly accountId: number; readonly lane: string }): string =>
  lane.includes(' ') ? lane : formatDestination({ accountId, origin: lane });
