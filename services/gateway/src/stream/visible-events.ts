import { canSeeViewers, mayPerform, missingScopes, seesWholeAccount, type Actor } from '@porchlight/access';
import type { EventPaths, StreamEvent } from '@porchlight/contracts';
import type { Forward, Forwarded } from '@porchlight/edge';
import { formatOperation, parseListQuery, type Descriptor, type Row } from '@porchlight/resource';

interface VisibilityOptions {
  readonly paths: Pick<EventPaths, 'findResource'>;
  readonly forward: Forward;
}

/** Ids in one list. */
const PAGE = 100;

/** The operation that a caller must be allowed to read events without records: only owners manage webhooks. */
const WARNINGS = 'notifier.webhooks.list';

const mayRead = ({ role, scopes }: Actor, descriptor: Descriptor | undefined): boolean => {
  if (!descriptor) return role === 'Owner' && !missingScopes(scopes, WARNINGS, 'GET');
  return (
    mayPerform(role, descriptor.roles.list ?? []) && !missingScopes(scopes, formatOperation(descriptor, 'list'), 'GET')
  );
};

/** The query for the ids of records, with those that lists leave out by default. */
const queryOf = ({ filters = {} }: Descriptor, ids: readonly number[]): URLSearchParams =>
  new URLSearchParams({
    id: ids.join(','),
    limit: String(PAGE),
    fields: 'id',
    ...Object.fromEntries(
      Object.keys(filters)
        .filter((name) => name.startsWith('include'))
        .map((name) => [name, 'true']),
    ),
  });

/** The events that a caller may see now, each with the ids that the caller may see; in their order. */
export type FindVisible = (events: readonly StreamEvent[], call: Forwarded) => Promise<StreamEvent[]>;

/**
 * Filters events by the caller's role, scopes and visibility (D13.9). Records are visible if a list returns them;
 * deletions are visible to those who could see the record. Throws if a service does not answer.
 */
export const createFindVisible = ({ paths, forward }: VisibilityOptions): FindVisible => {
  const listIds = async (descriptor: Descriptor, ids: readonly number[], call: Forwarded): Promise<number[]> => {
    const { query } = parseListQuery(descriptor, queryOf(descriptor, ids));
    const { records } = (await forward(descriptor, 'list', { query }, call)) as { records: readonly Row[] };
    return records.map(({ id }) => Number(id));
  };
  const findIds = async (descriptor: Descriptor, ids: readonly number[], call: Forwarded): Promise<Set<number>> => {
    const visible = new Set<number>();
    for (let at = 0; at < ids.length; at += PAGE)
      for (const id of await listIds(descriptor, ids.slice(at, at + PAGE), call)) visible.add(id);
    return visible;
  };

  return async (events, call) => {
    const { actor } = call;
    const readable = events.flatMap((event) => {
      const descriptor = paths.findResource(event.event);
      const isSuppressed = event.suppressedSystem !== '' && event.suppressedSystem === actor.system;
      return isSuppressed || !mayRead(actor, descriptor) ? [] : [{ event, descriptor }];
    });
    const isUnlimited = (descriptor: Descriptor | undefined): descriptor is undefined =>
      descriptor?.visibility !== 'listed' && (seesWholeAccount(actor) || descriptor?.visibility !== 'viewers');
    const requested = new Map<Descriptor, Set<number>>();
    for (const { event, descriptor } of readable) {
      if (event.deleted || isUnlimited(descriptor)) continue;
      const ids = requested.get(descriptor!) ?? new Set();
      for (const id of event.ids) ids.add(id);
      requested.set(descriptor!, ids);
    }
    const visible = new Map<Descriptor, Set<number>>();
    for (const [descriptor, ids] of requested) visible.set(descriptor, await findIds(descriptor, [...ids], call));
    return readable.flatMap(({ event, descriptor }): StreamEvent[] => {
      if (isUnlimited(descriptor)) return [event];
      if (event.deleted) return canSeeViewers(actor, event.viewers?.userIds ?? []) ? [event] : [];
      const ids = event.ids.filter((id) => visible.get(descriptor!)?.has(id));
      return ids.length > 0 ? [{ ...event, ids }] : [];
    });
  };
};
