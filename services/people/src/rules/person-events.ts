import type { ExtraEvent } from '@porchlight/store';
import type { AccountView } from './account-view';
import type { PersonDocument } from './person-document';

const newOnes = <T>(before: readonly T[] | undefined, after: readonly T[] | undefined): T[] =>
  (after ?? []).filter((value) => !before?.includes(value));

/**
 * What a write tells besides that the person changed (decisions section 7): peopleTagsCreated with the tags added,
 * peopleStageUpdated with the stage's name; for other services `contacted` and `merged`.
 */
export const personEvents = (
  view: AccountView,
  before: PersonDocument | undefined,
  after: PersonDocument | undefined,
): ExtraEvent[] => {
  if (!after) return [];
  const events: ExtraEvent[] = [];
  const known = before?.tags.map((tag) => tag.toLowerCase());
  const tags = after.tags.filter((tag) => !known?.includes(tag.toLowerCase()));
  if (tags.length > 0) events.push({ name: 'peopleTagsCreated', data: { tags } });
  if (!before) return events;
  if (before.stageId !== after.stageId)
    events.push({ name: 'peopleStageUpdated', data: { stage: view.stageShown(after.stageId).name } });
  if (after.contacted && !before.contacted)
    events.push({ name: 'contacted', data: { personId: after.id }, internal: true });
  for (const id of newOnes(before.mergedIds, after.mergedIds))
    events.push({ name: 'merged', data: { id, into: after.id }, internal: true });
  return events;
};
