import type { Drift, RecountRequest, RecountResponse } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { CallContext } from '@porchlight/rpc';
import type { CountDrift, ResourceStore } from '@porchlight/store';
import type { Ports } from '../ports';
import { recountActivity } from './recount-activity';

/** A resource with stored counts. */
export type Counted = Pick<ResourceStore<never, never>, 'recount'> & {
  readonly descriptor: { readonly resource: string };
};

/** A call works for at most this time, ms; the next call continues. */
const STRETCH_MS = 30_000;
/** Most drift in one response. */
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
  (ports: Ports, counted: readonly Counted[]) =>
  async ({ accountId, afterPersonId }: RecountRequest, { signal }: CallContext): Promise<RecountResponse> => {
    if (accountId < 1) throw refuse('INVALID_BODY', { problems: "Field 'accountId' must be the id of an account." });
    const drift: Drift[] = [];
    if (afterPersonId === 0)
      for (const store of counted)
        for (const found of await store.recount(accountId)) drift.push(countDrift(store.descriptor.resource, found));
    const until = ports.clock.now() + STRETCH_MS;
    const isLate = (): boolean => ports.clock.now() > until;
    const stretch = await recountActivity(ports, accountId, { after: afterPersonId, isLate, signal });
    drift.push(...stretch.drift.map((found) => ({ resource: 'people', ...found })));
    return { drift: drift.slice(0, MAX_NAMED), repaired: drift.length, nextPersonId: stretch.next ?? 0 };
  };
