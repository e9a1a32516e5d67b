import type { Drift, RecountRequest, RecountResponse } from '@porchlight/contracts';
import { invalidBody, unlessGone } from '@porchlight/errors';
import type { CallContext } from '@porchlight/rpc';
import { type CountDrift, type ResourceStore, systemCall, type StoreCall } from '@porchlight/store';
import { sleep } from '@porchlight/runtime';
import type { People } from '../people';
import type { PeopleRelationships } from '../people-relationships';
import type { PersonDocument } from '../person';
import { findDrift, type FieldDrift, type PersonRecords, withCounted } from '../records';
import type { Parts } from '../service';

/** A resource with stored counts. */
type Counted = Pick<ResourceStore<never, never>, 'recount'> & {
  readonly descriptor: { readonly resource: string };
};

/** What is recounted. */
export interface Recounting
  extends
    Pick<People, 'people'>,
    Pick<PersonRecords, 'sums'>,
    Pick<PeopleRelationships, 'relationSearch'>,
    Pick<Parts, 'clock'> {
  /** Resources whose stored counts are recounted. */
  readonly counted: readonly Counted[];
}

/** A stored activity value of a person that was wrong. */
interface PersonDrift extends FieldDrift {
  readonly personId: number;
}

/** The result of recounting one range of people. */
interface RecountedStretch {
  readonly drift: readonly PersonDrift[];
  /** Id at which to continue; undefined when all are done. */
  readonly next: number | undefined;
}

/** People whose activity is in memory at once. */
const PAGE = 500;
/** A record and its person are written one after the other. A difference that persists this long, ms, is drift. */
const SETTLES_MS = 1_000;

/**
 * Recomputes the activity of an account's people from their records, in pages of ids above `after`, and repairs drift,
 * which a crash between the writes of a record and its person leaves. Only a difference that two reads confirm is
 * drift; the repair is a guarded write. Ends early if `isLate` returns true.
 */
const recountActivity = async (
  { people, sums, relationSearch }: Pick<Recounting, 'people' | 'sums' | 'relationSearch'>,
  accountId: number,
  { after = 0, isLate = () => false, signal }: { after?: number; isLate?: () => boolean; signal: AbortSignal },
): Promise<RecountedStretch> => {
  const call = systemCall(accountId, signal);
  const [newest] = await people.find(call, {}, 1);
  const drift: PersonDrift[] = [];
  for (let above = after; above < (newest?.id ?? 0); above += PAGE) {
    signal.throwIfAborted();
    if (above > after && isLate()) return { drift, next: above };
    const below = above + PAGE + 1;
    const page = await people.find(call, { id: { $gt: above, $lt: below } }, PAGE);
    for (const id of await relationSearch.findDrift(call, page)) await relationSearch.refresh(call, id);
    const counted = await sums.sum(accountId, above, below);
    const suspects = page
      .map((person) => ({ id: person.id, drift: findDrift(person, counted.get(person.id) ?? {}) }))
      .filter((suspect) => suspect.drift.length > 0);
    if (suspects.length === 0) continue;
    await sleep(SETTLES_MS, signal);
    for (const suspect of suspects) drift.push(...(await repair({ people, sums }, call, suspect)));
  }
  return { drift, next: undefined };
};

const repair = async (
  { people, sums }: Pick<Recounting, 'people' | 'sums'>,
  call: StoreCall,
  { id, drift }: { id: number; drift: readonly FieldDrift[] },
): Promise<PersonDrift[]> => {
  let repaired: FieldDrift[] = [];
  const isSame = (a: FieldDrift) => (b: FieldDrift) =>
    a.field === b.field && a.kept === b.kept && a.counted === b.counted;
  const mend = async (person: PersonDocument): Promise<PersonDocument | undefined> => {
    const counted = (await sums.sum(call.actor.accountId, id - 1, id + 1)).get(id) ?? {};
    repaired = findDrift(person, counted).filter((difference) => drift.some(isSame(difference)));
    const fields = repaired.map(({ field }) => field);
    return fields.length === 0 ? undefined : withCounted(person, counted, fields);
  };
  if (!(await unlessGone(people.modify(call, id, mend, { silent: true })))) return [];
  return repaired.map((difference) => ({ personId: id, ...difference }));
};

/** A call works for at most this time, ms; the next call continues. */
const STRETCH_MS = 30_000;
/** Maximum number of differences in one response. */
const MAX_NAMED = 1_000;

const countDrift = (resource: string, { key, stored, counted }: CountDrift): Drift => ({
  resource,
  personId: 0,
  field: key,
  kept: String(stored),
  counted: String(counted),
});

/**
 * Recounts the stored counts of all resources and the activity of people, and repairs drift. Resumes after
 * `afterPersonId`. Throws INVALID_BODY without an account.
 */
export const recountAccount =
  (recounting: Recounting) =>
  async ({ accountId, afterPersonId }: RecountRequest, { signal }: CallContext): Promise<RecountResponse> => {
    if (accountId < 1) throw invalidBody("Field 'accountId' must be the id of an account.");
    const drift: Drift[] = [];
    if (afterPersonId === 0)
      for (const store of recounting.counted)
        for (const difference of await store.recount(accountId))
          drift.push(countDrift(store.descriptor.resource, difference));
    const until = recounting.clock.now() + STRETCH_MS;
    const isLate = (): boolean => recounting.clock.now() > until;
    const stretch = await recountActivity(recounting, accountId, { after: afterPersonId, isLate, signal });
    drift.push(...stretch.drift.map((difference) => ({ resource: 'people', ...difference })));
    return { drift: drift.slice(0, MAX_NAMED), repaired: drift.length, nextPersonId: stretch.next ?? 0 };
  };
