import type { Change, Deal } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { systemCall, type ResourceStore, type StoreCall } from '@porchlight/store';
import * as z from 'zod';
import type { Copies, PersonCopy } from '../ports';
import { tombstoneOf } from '../rules/copy-of-record';
import type { DealDocument } from '../rules/deal-document';

export interface FollowPorts {
  readonly deals: ResourceStore<Deal, DealDocument>;
  readonly people: Copies<PersonCopy>;
}

const PAGE = 200;
/** Deals remembered with a deleted person. */
const MAX_LOST = 1_000;
const merged = z.object({ id: z.number().int(), into: z.number().int() });

/**
 * Deals lose a deleted person and follow a merged one to the survivor, silently (specification: peopleDeleted). Merges go
 * first; a deletion that came in an earlier batch left word of the deals that it concerned. Repeats do no harm.
 */
export const followPeople = async (ports: FollowPorts, changes: readonly Change[], signal: AbortSignal): Promise<void> => {
  for (const { accountId, verb, dataJson } of changes) {
    if (verb !== 'merged') continue;
    const { id, into } = merged.parse(JSON.parse(dataJson));
    const call = systemCall(accountId, signal);
    const [gone] = await ports.people.byIds(accountId, [id]);
    for (const dealId of gone?.lostBy ?? []) await setPeople(ports, call, dealId, (ids) => [...ids, into]);
    await forEachDeal(ports, call, id, (ids) => ids.map((personId) => (personId === id ? into : personId)));
    await ports.people.keep([tombstoneOf(accountId, id, [])]);
  }
  for (const { accountId, verb, ids } of changes) {
    if (verb !== 'deleted') continue;
    for (const id of ids) {
      const call = systemCall(accountId, signal);
      const named = await ports.deals.find(call, { peopleIds: id }, MAX_LOST);
      // First the word, then the loss: a crash in between repeats both.
      await ports.people.keep([tombstoneOf(accountId, id, named.map((deal) => deal.id))]);
      await forEachDeal(ports, call, id, (peopleIds) => peopleIds.filter((personId) => personId !== id));
    }
  }
};

/** Changes the people of every deal that names the person; afterwards none does. */
const forEachDeal = async (ports: FollowPorts, call: StoreCall, personId: number, change: (ids: number[]) => number[]): Promise<void> => {
  for (;;) {
    call.signal.throwIfAborted();
    const named = await ports.deals.find(call, { peopleIds: personId }, PAGE);
    for (const { id } of named) await setPeople(ports, call, id, change);
    if (named.length < PAGE) return;
  }
};

const setPeople = async ({ deals }: FollowPorts, call: StoreCall, id: number, change: (ids: number[]) => number[]): Promise<void> => {
  try {
    await deals.modify(call, id, (before) => ({ ...before, peopleIds: [...new Set(change(before.peopleIds))] }), { silent: true });
  } catch (error) {
    if (!(isRefusal(error) && error.reason === 'NOT_FOUND')) throw error;
  }
};
