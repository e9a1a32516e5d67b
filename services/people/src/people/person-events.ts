import { personContacted, personErased, personMerged } from '@porchlight/contracts';
import type { ExtraEvent } from '@porchlight/store';
import type { AccountSettings } from '../settings';
import type { PersonDocument } from '../person';

const newOnes = <T>(before: readonly T[] | undefined, after: readonly T[] | undefined): T[] =>
  (after ?? []).filter((value) => !before?.includes(value));

/**
 * The event that makes other services delete their data of this person. Contains ids only; published with the deletion.
 */
const erased = ({ id, mergedIds = [] }: PersonDocument, children: Record<string, number[]>): ExtraEvent =>
  personErased.event({ people: [id, ...mergedIds], children });

/**
 * Events of a write besides the update of the person (decisions section 7): peopleTagsCreated with the added tags,
 * peopleStageUpdated with the stage's name; for other services `contacted`, `merged` and `erased`.
 */
export const personEvents = (
  settings: AccountSettings,
  before: PersonDocument | undefined,
  after: PersonDocument | undefined,
): ExtraEvent[] => {
  if (!after) return before?.erasing ? [erased(before, before.erasing)] : [];
  const events: ExtraEvent[] = [];
  const known = before?.tags.map((tag) => tag.toLowerCase());
  const tags = after.tags.filter((tag) => !known?.includes(tag.toLowerCase()));
  if (tags.length > 0) events.push({ name: 'peopleTagsCreated', data: { tags } });
  if (!before) return events;
  if (before.stageId !== after.stageId)
    events.push({ name: 'peopleStageUpdated', data: { stage: settings.stageShown(after.stageId).name } });
  if (after.contacted && !before.contacted) events.push(personContacted.event({ personId: after.id }));
  for (const id of newOnes(before.mergedIds, after.mergedIds)) events.push(personMerged.event({ id, into: after.id }));
  return events;
};
