import type { IdempotencyContext } from '@porchlight/idempotency';
import type { StoreCall } from '../contract/store-call';

/** Ids of a call; a repeated call gets the same ids (docs/adr/0013). `take` returns the next id of the resource. */
export const createPreviousIds = (name: string, take: (accountId: number) => Promise<number>) => {
  const counts = new WeakMap<IdempotencyContext, number>();
  return {
    next: ({ idempotency, actor }: StoreCall): Promise<number> => {
      if (!idempotency) return take(actor.accountId);
      const nth = (counts.get(idempotency) ?? 0) + 1;
      counts.set(idempotency, nth);
      return idempotency.memoize(`${name}:${nth}`, () => take(actor.accountId));
    },
    /** Nothing was written with the last id: it is used again. */
    putBack: ({ idempotency }: StoreCall): void => {
      if (idempotency) counts.set(idempotency, Math.max(0, (counts.get(idempotency) ?? 0) - 1));
    },
  };
};

/** Ids that earlier attempts of this call took for records of a resource. The records may not exist. */
export const getPreviousIds = ({ idempotency }: StoreCall, name: string): number[] => {
  const ids: number[] = [];
  for (
    let id = idempotency?.previous<number>(`${name}:1`);
    id !== undefined;
    id = idempotency?.previous<number>(`${name}:${ids.length + 1}`)
  )
    ids.push(id);
  return ids;
};
