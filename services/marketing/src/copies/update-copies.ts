import type { BatchHandler, BusMessage } from '@porchlight/bus';
import { Change, Event, Person, personMerged, User } from '@porchlight/contracts';
import type { Clock } from '@porchlight/runtime';
import { composeKey } from '@porchlight/store';
import { createInquiry, createPersonCopy, createUserCopy } from './read-copies';
import type { Inquiries } from './inquiry-streets';
import type { People } from './person-copies';
import type { Users } from './user-copies';

/** The lag is 0 if no change was consumed within this time, ms. */
const REMEMBERED_MS = 10_000;

/** Measures the replication lag of changes of other services. */
export const createReplicationLag = (clock: Pick<Clock, 'now'>) => {
  let lag = 0;
  let seenAt = Number.NEGATIVE_INFINITY;
  return {
    /** Recent replication lag, ms. */
    lagMs: () => (clock.now() - seenAt < REMEMBERED_MS ? lag : 0),
    /** Records that a change of this time was processed. */
    saw(occurred: Date) {
      seenAt = clock.now();
      lag = Math.max(0, seenAt - occurred.getTime());
    },
  };
};

/** The lag of the changes that update the copies. */
export type Freshness = ReturnType<typeof createReplicationLag>;

export interface CopyPorts {
  readonly people: Pick<People, 'keep' | 'markDeleted' | 'byIds'>;
  readonly users: Pick<Users, 'keep'>;
  readonly inquiries: Pick<Inquiries, 'keep' | 'forget'>;
  readonly freshness: Pick<Freshness, 'saw'>;
  readonly clock: Clock;
  /** Updates the records of a person after a change of the person. */
  readonly follow: (accountId: number, personId: number, signal: AbortSignal) => Promise<void>;
}

/** Fields that determine the viewers of a person. */
export const DECIDES_VIEWERS: ReadonlySet<string> = new Set([
  'viewerIds',
  'assignedUserId',
  'assignedTo',
  'assignedLenderId',
  'assignedLenderName',
  'assignedPondId',
  'collaborators',
]);

interface Affected {
  readonly accountId: number;
  readonly personId: number;
}

/** Consumes changes of other services: first the copies, then their effects. Idempotent, also for late messages. */
export const updateCopies =
  (ports: CopyPorts): BatchHandler =>
  async (batch, { signal }) => {
    const changes = batch.map(({ type, value }) => ({ type, change: Change.decode(value) }));
    const copies = <T>(types: readonly string[], read: (change: Change) => T | undefined): T[] =>
      changes.flatMap(({ type, change }) =>
        types.includes(type) && change.record.length > 0 ? (read(change) ?? []) : [],
      );
    await ports.users.keep(
      copies(['auth.users.created', 'auth.users.updated'], ({ accountId, record }) =>
        createUserCopy(accountId, User.decode(record)),
      ),
    );
    await ports.people.keep(
      copies(['people.people.created', 'people.people.updated'], ({ accountId, record }) =>
        createPersonCopy(accountId, Person.decode(record)),
      ),
    );
    await ports.inquiries.keep(
      copies(['people.events.created'], ({ accountId, record }) => createInquiry(accountId, Event.decode(record))),
    );
    const affected = new Map<number, Affected>();
    for (const { type, change } of changes)
      for (const one of await affectedBy(ports, type, change))
        affected.set(composeKey(one.accountId, one.personId), one);
    for (const { accountId, personId } of affected.values()) {
      signal.throwIfAborted();
      await ports.follow(accountId, personId, signal);
    }
    measureLag(ports, batch);
  };

/** People whose email history must follow a change; deleted people get a tombstone. */
const affectedBy = async ({ people, clock }: CopyPorts, type: string, change: Change): Promise<Affected[]> => {
  const { accountId, ids, changed } = change;
  const named = ids.map((personId) => ({ accountId, personId }));
  if (type === 'people.people.updated')
    // A change without changed fields may have changed any field.
    return changed.length > 0 && !changed.some((field) => DECIDES_VIEWERS.has(field)) ? [] : named;
  if (type === 'people.people.deleted') {
    for (const { personId } of named) await people.markDeleted(accountId, personId, clock.date());
    return named;
  }
  if (type !== personMerged.type) return [];
  const { id, into } = personMerged.parse(change);
  await people.markDeleted(accountId, id, clock.date(), into);
  return [{ accountId, personId: id }];
};

/** Only recent changes measure the lag; older ones are a backlog. */
const measureLag = ({ freshness }: CopyPorts, batch: readonly BusMessage[]): void => {
  const [oldest] = batch;
  if (oldest) freshness.saw(oldest.time);
};
