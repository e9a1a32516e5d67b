import type { StoreCall } from '@porchlight/store';
import type { DocumentChange } from '../publish-documents';
import type { SystemChange, SystemDocument } from './system-document';
import type { Systems } from './system-parts';

/** Describes a change of a system by the caller. */
export const describeChange = (
  { eventId, clock }: Pick<Systems, 'eventId' | 'clock'>,
  { actor }: StoreCall,
  verb: SystemChange['verb'],
  changed: readonly string[] = [],
): SystemChange => ({
  eventId: eventId(),
  verb,
  changed: [...changed],
  occurred: clock.date(),
  userId: actor.userId,
  system: actor.system ?? '',
});

/** The update that sets the fields, and records the change in the same write. */
export const recordChange = (change: SystemChange, fields: Partial<SystemDocument>) => ({
  $set: { ...fields, unpublished: true },
  $push: { changes: change },
  $inc: { v: 1 },
});

/** The unpublished changes of a system; those of a deleted account are dropped. */
export const listSystemChanges = ({ accountId, id, changes = [] }: SystemDocument): DocumentChange[] =>
  accountId === undefined || id === undefined
    ? []
    : changes.map((change) => ({ ...change, accountId, resource: 'systems', ids: [id] }));
