import { isDeepStrictEqual } from 'node:util';
import type { BatchHandler } from '@porchlight/bus';
import { decodeChange } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import { systemCall, type StoreCall } from '@porchlight/store';
import type { People } from '../people';
import type { Leads } from './lead-parts';
import type { PondDocument } from './pond-document';
import { pondMembers } from '../settings';
import type { PersonDocument } from '../person';

const PAGE = 200;
const CONCURRENCY = 8;

const PERSON_UPDATED = 'people.people.updated';
/** Types of the messages that `followPonds` reads. */
export const POND_TYPES: ReadonlySet<string> = new Set([
  PERSON_UPDATED,
  'people.ponds.updated',
  'people.ponds.deleted',
]);

/** People of ponds. */
interface PondPeople extends Pick<People, 'people'>, Pick<Leads, 'ponds' | 'reassignments'> {}

/** The person with the current members of its pond; without a pond if it was deleted. */
const withMembers = (person: PersonDocument, pond: PondDocument | undefined): PersonDocument => {
  const { assignedPondId, pondUserIds: _users, ...rest } = person;
  if (!pond) return rest;
  const members = pondMembers(pond);
  return { ...rest, ...(assignedPondId && { assignedPondId }), ...(members.length > 0 && { pondUserIds: members }) };
};

/** Updates a person of a pond; `pond` is undefined if it was deleted. */
const updateMembers = async (
  { people }: Pick<PondPeople, 'people'>,
  call: StoreCall,
  { personId, pondId, pond }: { personId: number; pondId: number; pond: PondDocument | undefined },
): Promise<void> => {
  const change = (before: PersonDocument): PersonDocument | undefined => {
    if (before.assignedPondId !== pondId) return undefined;
    const after = withMembers(before, pond);
    return isDeepStrictEqual(after, before) ? undefined : after;
  };
  await unlessGone(people.modify(call, personId, change));
};

/** Whether the people of a deleted pond are being assigned to a user: the reassigner changes them. */
const isReassigned = async (
  { reassignments }: Pick<PondPeople, 'reassignments'>,
  call: StoreCall,
  pondId: number,
): Promise<boolean> => (await reassignments.find(call.actor.accountId, { kind: 'pond', from: pondId })) !== undefined;

/** Makes a person visible to the current members of its pond. */
export const showToPond = async (
  pondPeople: PondPeople,
  { actor, signal }: StoreCall,
  personId: number,
): Promise<void> => {
  const { people, ponds } = pondPeople;
  const call = systemCall(actor.accountId, signal);
  const person = await people.load(call, personId);
  if (person?.assignedPondId === undefined) return;
  const pondId = person.assignedPondId;
  const pond = await ponds.load(call, pondId);
  if (!pond && (await isReassigned(pondPeople, call, pondId))) return;
  const after = withMembers(person, pond);
  if (!isDeepStrictEqual(after, person)) await updateMembers(pondPeople, call, { personId, pondId, pond });
};

/**
 * Consumes this service's own changes of ponds: makes their people visible to the current members; people of a deleted
 * pond have no pond (decisions section 6). Reads the current state, so repeated and old messages have no effect.
 */
export const followPonds =
  (pondPeople: PondPeople): BatchHandler =>
  async (batch, { signal }) => {
    const affected = new Map<string, { accountId: number; pondId: number }>();
    const people = new Map<string, { accountId: number; personId: number }>();
    for (const { type, value } of batch) {
      if (!POND_TYPES.has(type)) continue;
      const { accountId, ids, changed } = decodeChange(value);
      if (type === PERSON_UPDATED) {
        // The writer may have used outdated members of the pond.
        if (!changed.includes('viewerIds') && !changed.includes('assignedPondId')) continue;
        for (const personId of ids) people.set(`${accountId}:${personId}`, { accountId, personId });
      } else for (const pondId of ids) affected.set(`${accountId}:${pondId}`, { accountId, pondId });
    }
    for (const { accountId, personId } of people.values())
      await showToPond(pondPeople, systemCall(accountId, signal), personId);
    for (const { accountId, pondId } of affected.values())
      await followPond(pondPeople, systemCall(accountId, signal), pondId);
  };

const followPond = async (pondPeople: PondPeople, call: StoreCall, pondId: number): Promise<void> => {
  const pond = await pondPeople.ponds.load(call, pondId);
  if (!pond && (await isReassigned(pondPeople, call, pondId))) return;
  let below: number | undefined;
  for (;;) {
    call.signal.throwIfAborted();
    const condition = { assignedPondId: pondId, ...(below !== undefined && { id: { $lt: below, $gt: 0 } }) };
    const page = await pondPeople.people.find(call, condition, PAGE);
    const stale = page.filter((person) => !isDeepStrictEqual(withMembers(person, pond), person));
    await mapBounded(stale, CONCURRENCY, ({ id }) => updateMembers(pondPeople, call, { personId: id, pondId, pond }));
    if (page.length < PAGE) return;
    below = Math.min(...page.map(({ id }) => id));
  }
};
