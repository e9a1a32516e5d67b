import type { Event, ImportedPerson, Person, Task } from '@porchlight/contracts';
import type { Draft } from '@porchlight/store';
import type { AccountSettings } from '../settings';
import { addressKeys, eventActivity, hasProperty } from '../events';
import { taskActivity } from '../tasks';
import {
  defined,
  derive,
  type PersonCore,
  type PersonDocument,
  prepareAddresses,
  prepareEmails,
  prepareNewNames,
  preparePhones,
  prepareTags,
  UNSPECIFIED,
  withActivity,
} from '../person';

/** An imported person with the activity that follows from its history (decisions section 4). */
export const importedPerson = (
  {
    person,
    events,
    tasks,
  }: { person: Person } & Pick<ImportedPerson, 'events'> & { tasks: readonly { isCompleted: boolean; dueAt?: Date }[] },
  settings: AccountSettings,
  now: Date,
): Draft<PersonDocument> => {
  const created = person.created ?? now;
  const stage = settings.stage(Number(person.stageId)) ?? settings.defaultStage;
  const core: PersonCore = {
    ...prepareNewNames(person),
    stageId: stage.id,
    source: person.source || UNSPECIFIED,
    contacted: person.contacted ?? false,
    collaboratorIds: [],
    tags: prepareTags(person.tags),
    emails: prepareEmails(person.emails),
    phones: preparePhones(person.phones, settings.country),
    addresses: prepareAddresses(person.addresses),
    lastActivity: person.lastActivity ?? created,
    createdVia: person.createdVia ?? 'Import',
    ...defined({
      sourceUrl: person.sourceUrl || undefined,
      price: person.price,
      background: person.background || undefined,
      assignedUserId: person.assignedUserId,
      assignedLenderId: person.assignedLenderId,
    }),
  };
  let active = derive(core);
  for (const event of events)
    active = withActivity(active, eventActivity.of({ type: event.type ?? '', created: event.occurredAt ?? created }));
  for (const task of tasks) active = withActivity(active, taskActivity.of(task));
  return { ...active, created };
};

/** An event of an imported person: history that notifies no user. */
export const importedEvent = (event: Event, person: Pick<PersonDocument, 'id' | 'created' | 'source' | 'viewers'>) =>
  defined({
    personId: person.id,
    type: event.type ?? '',
    source: event.source || person.source,
    system: event.system,
    message: event.message,
    description: event.description,
    property: event.property,
    propertySearch: event.propertySearch,
    campaign: event.campaign,
    pageTitle: event.pageTitle,
    pageUrl: event.pageUrl,
    pageDuration: event.pageDuration,
    pageReferrer: event.pageReferrer,
    ...addressKeys(event.property),
    hasProperty: hasProperty(event.property),
    historyOnly: true,
    viewers: person.viewers ?? [],
    created: event.occurredAt ?? person.created,
  });

/** The fields of an imported task that are not derived. */
export const importedTask = (task: Task) => ({
  name: task.name || 'Task',
  type: task.type || 'Follow Up',
  assignedUserId: task.assignedUserId ?? 0,
  isCompleted: task.isCompleted ?? false,
  completed: task.isCompleted ? (task.completed ?? task.created) : undefined,
  dueDate: task.dueDate || undefined,
  dueDateTime: task.dueDateTime,
  remindSecondsBefore: task.remindSecondsBefore,
});
