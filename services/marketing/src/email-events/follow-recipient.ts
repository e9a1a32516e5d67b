import { isDeepStrictEqual } from 'node:util';
import { isExisting } from '@porchlight/backend';
import { unlessGone } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import type { CountingParts } from './event-parts';

export type FollowPorts = Pick<CountingParts, 'people' | 'inquiries' | 'ledger' | 'rows' | 'moveHistory'>;

const PAGE = 200;
const CONCURRENCY = 8;

/**
 * Updates the records of a person: deletes them, moves them to the survivor, or updates their viewers. Reads the
 * current state, so repeats and old changes are harmless.
 */
export const followPerson = async (ports: FollowPorts, accountId: number, personId: number, signal: AbortSignal) => {
  const [copy] = await ports.people.withDeleted(accountId, [personId]);
  if (!copy) return;
  if (isExisting(copy)) return setViewers(ports, accountId, personId, copy.viewers, signal);
  if (copy.mergedInto !== undefined) await ports.moveHistory(accountId, personId, copy.mergedInto, signal);
  await forgetPerson(ports, accountId, personId, signal);
};

/** Deletes all records of a person, without events (specification: peopleDeleted). */
const forgetPerson = async (
  { rows, ledger, inquiries }: FollowPorts,
  accountId: number,
  personId: number,
  signal: AbortSignal,
): Promise<void> => {
  await rows.purge(systemCall(accountId, signal), { personId });
  await ledger.forget(accountId, personId);
  await inquiries.remove(accountId, [personId]);
};

const setViewers = async (
  { rows }: FollowPorts,
  accountId: number,
  personId: number,
  viewers: number[],
  signal: AbortSignal,
): Promise<void> => {
  const call = systemCall(accountId, signal);
  let below: number | undefined;
  for (;;) {
    signal.throwIfAborted();
    const page = await rows.find(
      call,
      below === undefined ? { personId } : { personId, id: { $gt: 0, $lt: below } },
      PAGE,
    );
    const stale = page.filter((row) => !isDeepStrictEqual(row.viewers, viewers));
    await mapBounded(stale, CONCURRENCY, ({ id }) =>
      unlessGone(rows.modify(call, id, (before) => ({ ...before, viewers }), { silent: true })),
    );
    if (page.length < PAGE) return;
    below = Math.min(...page.map(({ id }) => id));
  }
};
