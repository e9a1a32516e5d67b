import type { ExtraEvent } from '@porchlight/store';
import type { AccountSettings } from '../settings/account-settings';
import type { PersonDocument } from './person-document';

const newOnes = <T>(before: readonly T[] | undefined, after: readonly T[] | undefined): T[] =>
  (after ?? []).filter((value) => !before?.includes(value));

/** The fact that nothing of this person may be kept anywhere; it travels with the deletion and names ids alone. */
const erased = ({ id, mergedIds = [] }: PersonDocument, children: Record<string, number[]>): ExtraEvent => ({
  name: 'erased',
  data: { people: [id, ...mergedIds], children },
  internal: true,
});

/**
 * What a write tells besides that the person changed (decisions section 7): peopleTagsCreated with the tags added,
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
  if (after.contacted && !before.contacted)
    events.push({ name: 'contacted', data: { personId: after.id }, internal: true });
  for (const id of newOnes(before.mergedIds, after.mergedIds))
    events.push({ name: 'merged', data: { id, into: after.id }, internal: true });
  return events;
};
