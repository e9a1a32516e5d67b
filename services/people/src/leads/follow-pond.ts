import { isDeepStrictEqual } from 'node:util';
import type { BatchHandler } from '@porchlight/bus';
import { Change } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import { systemCall, type StoreCall } from '@porchlight/store';
import type { PondDocument } from './pond-document';
import type { Ports } from './stores';
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

/** The person with the current members of its pond; without a pond if it was deleted. */
const shownTo = (person: PersonDocument, pond: PondDocument | undefined): PersonDocument => {
  const { assignedPondId, pondUserIds: _users, ...rest } = person;
  if (!pond) return rest;
  const members = pondMembers(pond);
  return { ...rest, ...(assignedPondId && { assignedPondId }), ...(members.length > 0 && { pondUserIds: members }) };
};

const show = async ({ people }: Ports, call: StoreCall, id: number, pond: PondDocument | undefined, pondId: number) => {
  const shown = (before: PersonDocument): PersonDocument | undefined => {
    if (before.assignedPondId !== pondId) return undefined;
    const after = shownTo(before, pond);
    return isDeepStrictEqual(after, before) ? undefined : after;
  };
  await unlessGone(people.modify(call, id, shown));
};

/** Whether the people of a deleted pond are being assigned to a user: the reassigner changes them. */
const isReassigned = async ({ reassignments }: Ports, call: StoreCall, pondId: number): Promise<boolean> =>
  (await reassignments.find(call.actor.accountId, { kind: 'pond', from: pondId })) !== undefined;

/** Makes a person visible to the current members of its pond. */
export const showToPond = async (ports: Ports, asked: StoreCall, personId: number): Promise<void> => {
  const call = systemCall(asked.actor.accountId, asked.signal);
  const person = await ports.people.load(call, personId);
  if (person?.assignedPondId === undefined) return;
  const pond = await ports.ponds.load(call, person.assignedPondId);
  if (!pond && (await isReassigned(ports, call, person.assignedPondId))) return;
  const after = shownTo(person, pond);
  if (!isDeepStrictEqual(after, person)) await show(ports, call, personId, pond, person.assignedPondId);
};

/**
 * Consumes this service's own changes of ponds: makes their people visible to the current members; people of a deleted
 * pond have no pond (decisions section 6). Reads the current state, so repeated and old messages have no effect.
 */
export const followPonds =
  (ports: Ports): BatchHandler =>
  async (batch, { signal }) => {
    const affected = new Map<string, { accountId: number; pondId: number }>();
    const people = new Map<string, { accountId: number; personId: number }>();
    for (const { type, value } of batch) {
      if (!POND_TYPES.has(type)) continue;
      const { accountId, ids, changed } = Change.decode(value);
      if (type === PERSON_UPDATED) {
        // The writer may have used outdated members of the pond.
        if (!changed.includes('viewerIds') && !changed.includes('assignedPondId')) continue;
        for (const personId of ids) people.set(`${accountId}:${personId}`, { accountId, personId });
      } else for (const pondId of ids) affected.set(`${accountId}:${pondId}`, { accountId, pondId });
    }
    for (const { accountId, personId } of people.values())
      await showToPond(ports, systemCall(accountId, signal), personId);
    for (const { accountId, pondId } of affected.values())
      await followPond(ports, systemCall(accountId, signal), pondId);
  };

const followPond = async (ports: Ports, call: StoreCall, pondId: number): Promise<void> => {
  const pond = await ports.ponds.load(call, pondId);
  if (!pond && (await isReassigned(ports, call, pondId))) return;
  let below: number | undefined;
  for (;;) {
    call.signal.throwIfAborted();
    const condition = { assignedPondId: pondId, ...(below !== undefined && { id: { $lt: below, $gt: 0 } }) };
    const page = await ports.people.find(call, condition, PAGE);
    const stale = page.filter((person) => !isDeepStrictEqual(shownTo(person, pond), person));
    await mapBounded(stale, CONCURRENCY, ({ id }) => show(ports, call, id, pond, pondId));
    if (page.length < PAGE) return;
    below = Math.min(...page.map(({ id }) => id));
  }
};
