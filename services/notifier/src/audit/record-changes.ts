import type { BatchHandler } from '@porchlight/bus';
import { AUDITED_VERBS, type Change, decodeChange } from '@porchlight/contracts';
import { systemCall } from '@porchlight/store';
import type { AuditEntries } from './audit-log';

export interface RecordChangesOptions {
  readonly entries: Pick<AuditEntries, 'insertAll'>;
  /** The only resources that are recorded; default: all. */
  readonly resources?: ReadonlySet<string>;
}

const VERBS: ReadonlySet<string> = new Set(AUDITED_VERBS);
/** Verbs that are recorded although their change carries data. */
const FACTS: ReadonlySet<string> = new Set(['merged', 'erased', 'exported']);

/** Additional events of a change (tags added) belong to a change that is already recorded. */
const isAudited = ({ verb, dataJson }: Change): boolean => VERBS.has(verb) && (dataJson === '' || FACTS.has(verb));

const toDrafts = ({ eventId, occurred, ids, actorUserId, system, verb, resource, changed }: Change) =>
  ids.map((resourceId) => ({
    key: ids.length === 1 ? eventId : `${eventId}#${resourceId}`,
    ...(occurred && { created: occurred }),
    ...(actorUserId > 0 && { userId: actorUserId }),
    ...(system !== '' && { system }),
    verb,
    resource,
    resourceId,
    ...(changed.length > 0 && { changed }),
  }));

/** Records who changed what, once, from the changes of all services (decisions section 10), in bulk with a linger. */
export const recordChanges =
  ({ entries, resources }: RecordChangesOptions): BatchHandler =>
  async (batch, { signal }) => {
    const audited = batch
      .map(({ value }) => decodeChange(value))
      .filter((change) => isAudited(change) && (resources?.has(change.resource) ?? true));
    for (const [accountId, changes] of Map.groupBy(audited, (change) => change.accountId))
      await entries.insertAll(systemCall(accountId, signal), changes.flatMap(toDrafts));
  };
