import type { DueDelivery } from './delivery';
import type { DeliveryStore, DueQuery } from './delivery-store';
import type { DueCursor } from './due-cursor';

/** Deliveries that one cursor found. */
export interface Reading {
  readonly cursor: DueCursor;
  /** Inserted late, before the position of the cursor. */
  readonly late: readonly DueDelivery[];
  readonly found: readonly DueDelivery[];
  readonly limit: number;
}

/** The due deliveries of a reading, late ones first. */
export const listDue = ({ late, found }: Reading): readonly DueDelivery[] =>
  late.length === 0 ? found : [...late, ...found];

/** Reads the next window of a cursor and, less often, late inserts before it. */
export const readWindow = async (
  deliveryStore: Pick<DeliveryStore, 'due'>,
  cursor: DueCursor,
  of: Omit<DueQuery, 'after' | 'before'>,
  { limit, now }: { readonly limit: number; readonly now: number },
): Promise<Reading> => {
  const recent = cursor.behind(now);
  const [late, found] = await Promise.all([
    recent ? deliveryStore.due({ ...recent, ...of }, limit) : [],
    deliveryStore.due({ ...cursor.ahead(now, limit), ...of }, limit),
  ]);
  return { cursor, late, found, limit };
};

/** Moves the cursor past what it found. */
export const advance = ({ cursor, late, found, limit }: Reading): void => {
  cursor.advance(found, limit);
  if (late.length >= limit) cursor.returnTo(late.at(-1)!.dueAt.getTime());
};
