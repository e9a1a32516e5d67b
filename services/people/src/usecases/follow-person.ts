import { isDeepStrictEqual } from 'node:util';
import type { BatchContext, BusMessage } from '@porchlight/bus';
import { Change, type Event, type Person } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import type { EventDocument } from '../rules/event-document';
import { viewersOf, type PersonDocument } from '../rules/person-document';
import { systemCall } from '../rules/system-call';

export interface FollowPorts {
  readonly people: ResourceStore<Person, PersonDocument>;
  readonly events: ResourceStore<Event, EventDocument>;
}

const PAGE = 200;
const CONCURRENCY = 8;
/** Public fields that decide who may see a person. */
const DECIDES_VIEWERS: ReadonlySet<string> = new Set([
  'assignedUserId',
  'assignedTo',
  'assignedLenderId',
  'assignedLenderName',
  'collaborators',
]);

type BatchHandler = (batch: readonly BusMessage[], context: Pick<BatchContext, 'signal'>) => Promise<void>;

/**
 * Consumes this service's own changes of people. Deleted: what hangs on the person goes too, without events of its own
 * (specification: peopleDeleted). Handed to others: the person's events get the viewers that the person has now. Both read
 * what is so now, so that repeats and old news do no harm.
 */
export const followPeople =
  (ports: FollowPorts): BatchHandler =>
  async (batch, { signal }) => {
    // One turn for each person, however often the batch names it; a deletion is always the last word.
    const affected = new Map<string, { accountId: number; personId: number; deleted: boolean }>();
    for (const message of batch) {
      const deleted = message.type === 'people.people.deleted';
      if (!deleted && message.type !== 'people.people.updated') continue;
      const { accountId, ids, changed } = Change.decode(message.value);
      // A change that does not say what changed may have changed anything.
      if (!deleted && changed.length > 0 && !changed.some((field) => DECIDES_VIEWERS.has(field))) continue;
      for (const personId of ids) affected.set(`${accountId}:${personId}`, { accountId, personId, deleted });
    }
    for (const { accountId, personId, deleted } of affected.values()) {
      const call = systemCall(accountId, signal);
      if (deleted) await ports.events.purge(call, { personId });
      else await setViewers(ports, call, personId);
    }
  };

const setViewers = async ({ people, events }: FollowPorts, call: StoreCall, personId: number): Promise<void> => {
  const person = await people.load(call, personId);
  if (!person) return;
  const viewers = viewersOf(person);
  let below: number | undefined;
  for (;;) {
    call.signal.throwIfAborted();
    const condition = below === undefined ? { personId } : { personId, id: { $lt: below } };
    const page = await events.find(call, condition, PAGE);
    const stale = page.filter((event) => !isDeepStrictEqual(event.viewers, viewers));
    await mapBounded(stale, CONCURRENCY, ({ id }) => setEventViewers(events, call, id, viewers));
    if (page.length < PAGE) return;
    below = Math.min(...page.map(({ id }) => id));
  }
};

const setEventViewers = async (
  events: FollowPorts['events'],
  call: StoreCall,
  id: number,
  viewers: number[],
): Promise<void> => {
  try {
    await events.modify(call, id, (before) => ({ ...before, viewers }), { silent: true });
  } catch (error) {
    if (!(isRefusal(error) && error.reason === 'NOT_FOUND')) throw error;
  }
};
