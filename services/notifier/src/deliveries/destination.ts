/**
 * Key of a destination: one origin of one account. Accounts that share an origin have queues, limits and circuits of
 * their own, so that a broken receiver of one account does not stop another account's deliveries to the same host.
 */
export const destinationKey = (accountId: number, origin: string): string => `${accountId} ${origin}`;

/** The account of a destination key; 0 for a key without one (deliveries written before version 0.4). */
export const accountOfDestination = (key: string): number => {
  const end = key.indexOf(' ');
  return end < 0 ? 0 : Number(key.slice(0, end)) || 0;
};

/** Key of the destination of a stored delivery: those written before version 0.4 name only the origin. */
export const destinationOfStored = ({
  accountId,
  lane,
}: {
  readonly accountId: number;
  readonly lane: string;
}): string => (lane.includes(' ') ? lane : destinationKey(accountId, lane));

/** Key of the destination of a webhook or an installed inbox app. */
export const destinationOf = ({ accountId, origin }: { readonly accountId: number; readonly origin: string }): string =>
  destinationKey(accountId, origin);
