import type { BatchHandler } from '@porchlight/bus';
import { type Change, decodeChange, personErased, personMerged } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import { normalizeText, systemCall, type StoreCall } from '@porchlight/store';
import { MAX_LOST } from '../copies';
import type { DealDocument } from './deal-document';
import type { Deals } from './deal-parts';

const PAGE = 200;

/**
 * Removes deleted people from deals and replaces merged ones by the survivor, without events (specification:
 * peopleDeleted). Merges go first; an earlier deletion stored the deals that it changed. May be aborted and repeated:
 * deals that are done no longer name the person.
 */
export const followPeople = async (ports: Deals, changes: readonly Change[], signal: AbortSignal): Promise<void> => {
  for (const change of changes) {
    if (change.verb !== personMerged.name) continue;
    const { accountId } = change;
    const { id, into } = personMerged.parse(change);
    const call = systemCall(accountId, signal);
    const [gone] = await ports.people.withDeleted(accountId, [id]);
    for (const dealId of gone?.lostBy ?? []) await setPeople(ports, call, dealId, (ids) => [...ids, into]);
    await forEachDeal(ports, call, id, (ids) => ids.map((personId) => (personId === id ? into : personId)));
    await ports.people.markDeleted(accountId, [id]);
  }
  for (const { accountId, verb, ids } of changes) {
    if (verb !== 'deleted') continue;
    for (const id of ids) {
      const call = systemCall(accountId, signal);
      const named = await ports.deals.find(call, { peopleIds: id }, MAX_LOST);
      // Stored before deals change. A run that continues an aborted one finds fewer deals and adds to the stored ones.
      await ports.people.markDeleted(accountId, [id], { lostBy: named.map((deal) => deal.id) });
      await forEachDeal(ports, call, id, (peopleIds) => peopleIds.filter((personId) => personId !== id));
    }
  }
  for (const change of changes) if (change.verb === personErased.name) await forgetErased(ports, change, signal);
};

/**
 * Removes personal data from deals whose only person was erased; price, stage and dates stay. Runs after the deletion,
 * which recorded the affected deals, or before it.
 */
const forgetErased = async (ports: Deals, change: Change, signal: AbortSignal): Promise<void> => {
  const { accountId } = change;
  const call = systemCall(accountId, signal);
  const { people } = personErased.parse(change);
  for (const id of people) {
    await forEachDeal(ports, call, id, (ids) => ids.filter((personId) => personId !== id), erasedDeal);
    const [gone] = await ports.people.withDeleted(accountId, [id]);
    for (const dealId of gone?.lostBy ?? []) await setPeople(ports, call, dealId, (ids) => ids, erasedDeal);
    await ports.people.markDeleted(accountId, [id]);
  }
};

const FOLLOWED: ReadonlySet<string> = new Set(['people.people.deleted', personMerged.type, personErased.type]);

/** Consumes changes of people, after the copies were updated. */
export const createPeopleFollower =
  (ports: Deals): BatchHandler =>
  (batch, { signal }) => {
    const followed = batch.filter(({ type }) => FOLLOWED.has(type));
    return followPeople(
      ports,
      followed.map(({ value }) => decodeChange(value)),
      signal,
    );
  };

/** A deal with other people keeps its texts. */
const erasedDeal = (deal: DealDocument): DealDocument => {
  if (deal.peopleIds.length > 0) return deal;
  const { description: _description, custom: _custom, customKeys: _customKeys, ...rest } = deal;
  const name = `Deal ${deal.id}`;
  return { ...rest, name, nameKey: normalizeText(name) };
};

const asItIs = (deal: DealDocument): DealDocument => deal;

/** Changes the people of every deal that names the person; afterwards none does. */
const forEachDeal = async (
  ports: Deals,
  call: StoreCall,
  personId: number,
  change: (ids: number[]) => number[],
  more = asItIs,
): Promise<void> => {
  for (;;) {
    call.signal.throwIfAborted();
    const named = await ports.deals.find(call, { peopleIds: personId }, PAGE);
    for (const { id } of named) await setPeople(ports, call, id, change, more);
    if (named.length < PAGE) return;
  }
};

const setPeople = async (
  { deals }: Deals,
  call: StoreCall,
  id: number,
  change: (ids: number[]) => number[],
  more = asItIs,
): Promise<void> => {
  const changed = (before: DealDocument): DealDocument =>
    more({ ...before, peopleIds: [...new Set(change(before.peopleIds))] });
  await unlessGone(deals.modify(call, id, changed, { silent: true }));
};
