import { composeKey } from '@porchlight/store';
import type { EventBatch } from './event-batch';
import { formatEventKey } from './stored-event';
import type { EventParts } from './event-parts';

/** Events moved in one batch. */
const PAGE = 1_000;
/** Longest chain of merges. */
const MAX_STEPS = 20;

/**
 * Moves email events and the latest inquiry of a merged person to the survivor. Idempotent: existing
 * events stay, and only new ones are counted. Events of both people count once.
 */
export const moveHistory =
  (ports: EventParts, carryOut: (batch: EventBatch, signal: AbortSignal) => Promise<void>) =>
  async (accountId: number, from: number, to: number, signal: AbortSignal): Promise<void> => {
    const { ledger, inquiries } = ports;
    const survivor = await findSurvivor(ports, accountId, to);
    if (survivor === undefined || survivor === from) return;
    const inquiry = await inquiries.byId(accountId, from);
    if (inquiry) await inquiries.save([{ ...inquiry, _id: composeKey(accountId, survivor) }]);
    for (;;) {
      signal.throwIfAborted();
      const page = await ledger.ofPerson(accountId, from, PAGE);
      if (page.length === 0) return;
      const batch = createBatch(
        ports,
        accountId,
        page.map(({ batch: _, ...event }) => {
          const moved = { ...event, personId: survivor };
          return { ...moved, _id: formatEventKey(moved) };
        }),
      );
      await ports.batchStore.write(batch);
      await carryOut(batch, signal);
      await ledger.drop(page.map(({ _id }) => _id));
    }
  };

/** The survivor at the end of the chain of merges; undefined if deleted. */
export const findSurvivor = async ({ people }: Pick<EventParts, 'people'>, accountId: number, to: number) => {
  let id = to;
  for (let step = 0; step < MAX_STEPS; step++) {
    const [copy] = await people.withDeleted(accountId, [id]);
    if (!copy?.deleted) return id;
    if (copy.mergedInto === undefined) return undefined;
    id = copy.mergedInto;
  }
  return undefined;
};

const createBatch = (
  { clock, ids, batchIds }: EventParts,
  accountId: number,
  events: EventBatch['events'],
): EventBatch => ({
  _id: batchIds.next(),
  accountId,
  kind: 'moved',
  created: clock.date(),
  userId: 0,
  system: '',
  suppressOwn: false,
  changeIds: [ids.eventId()],
  events,
});
