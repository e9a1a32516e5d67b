import type { Once } from '@porchlight/idempotency';
import type { StoreCall } from '../types';

/** Ids that a call chooses; one that may be sent again chooses the same each time (docs/adr/0013). */
export interface PreviousIds {
  next(call: StoreCall): Promise<number>;
  /** Nothing was written with the id that was chosen last: the next choice is the same. */
  putBack(call: StoreCall): void;
}

/** @param name of the resource; @param take the next id of its sequence. */
export const createPreviousIds = (name: string, take: (accountId: number) => Promise<number>): PreviousIds => {
  const chosen = new WeakMap<Once, number>();
  return {
    next: ({ once, actor }) => {
      if (!once) return take(actor.accountId);
      const nth = (chosen.get(once) ?? 0) + 1;
      chosen.set(once, nth);
      return once.pin(`${name}:${nth}`, () => take(actor.accountId));
    },
    putBack: ({ once }) => {
      if (once) chosen.set(once, Math.max(0, (chosen.get(once) ?? 0) - 1));
    },
  };
};

/** The ids that earlier attempts of this call chose for records of a resource; what was made of them is not said. */
export const recalledIds = ({ once }: StoreCall, name: string): number[] => {
  const ids: number[] = [];
  for (
    let id = once?.recall<number>(`${name}:1`);
    id !== undefined;
    id = once?.recall<number>(`${name}:${ids.length + 1}`)
  )
    ids.push(id);
  return ids;
};
