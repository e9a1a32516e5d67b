import type { DueDelivery } from './delivery';
import type { DeliveryStore, DueQuery } from './delivery-store';
import type { DueCursor } from './due-cursor';

/** The due deliveries of one cursor. */
export interface Reading {
  readonly cursor: DueCursor;
  /** Inserted late, before the position of the cursor. */
  readonly late: readonly DueDelivery[];
  /** From the position of the cursor on. */
  readonly ahead: readonly DueDelivery[];
  readonly limit: number;
}

/** The due deliveries of a reading, late ones first. */
export const listDue = ({ late, ahead }: Reading): readonly DueDelivery[] =>
  late.length === 0 ? ahead : [...late, ...ahead];

/** Reads the next window of a cursor and, less often, late inserts before it. */
export const readWindow = async (
  deliveryStore: Pick<DeliveryStore, 'due'>,
  cursor: DueCursor,
  of: Omit<DueQuery, 'after' | 'before'>,
  { limit, now }: { readonly limit: number; readonly now: number },
): Promise<Reading> => {
  const recent = cursor.behind(now);
  const [late, ahead] = await Promise.all([
    recent ? deliveryStore.due({ ...recent, ...of }, limit) : [],
    deliveryStore.due({ ...cursor.ahead(now, limit), ...of }, limit),
  ]);
  return { cursor, late, ahead, limit };
};

/** Moves the cursor past the deliveries of its reading. */
export const advance = ({ cursor, late, ahead, limit }: Reading): void => {
  cursor.advance(ahead, limit);
  if (late.length >= limit) cursor.returnTo(late.at(-1)!.dueAt.getTime());
};
