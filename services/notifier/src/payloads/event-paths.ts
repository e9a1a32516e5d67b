import { WEBHOOK_EVENTS } from '@porchlight/contracts';
import { DEFAULT_LIMIT } from '@porchlight/resource';

/** Name of an event that a webhook can be registered for. */
export type EventName = (typeof WEBHOOK_EVENTS)[number];

/** Path segment after /v1/ of the records of an event; null if this version has no such list. */
const PATHS: Readonly<Record<EventName, string | null>> = {
  peopleCreated: 'people',
  peopleUpdated: 'people',
  peopleDeleted: 'people',
  peopleTagsCreated: 'people',
  peopleStageUpdated: 'people',
  notesCreated: 'notes',
  notesUpdated: 'notes',
  notesDeleted: 'notes',
  tasksCreated: 'tasks',
  tasksUpdated: 'tasks',
  tasksDeleted: 'tasks',
  textMessagesCreated: 'textMessages',
  textMessagesUpdated: 'textMessages',
  textMessagesDeleted: 'textMessages',
  callsCreated: 'calls',
  callsUpdated: 'calls',
  callsDeleted: 'calls',
  emEventsOpened: 'emEvents',
  emEventsClicked: 'emEvents',
  emEventsUnsubscribed: 'emEvents',
  eventsCreated: 'events',
  dealsCreated: 'deals',
  dealsUpdated: 'deals',
  dealsDeleted: 'deals',
  pipelineCreated: 'pipelines',
  pipelineUpdated: 'pipelines',
  pipelineDeleted: 'pipelines',
  stageCreated: 'stages',
  stageUpdated: 'stages',
  stageDeleted: 'stages',
  customFieldsCreated: 'customFields',
  customFieldsUpdated: 'customFields',
  customFieldsDeleted: 'customFields',
  pipelineStageCreated: 'pipelines',
  pipelineStageUpdated: 'pipelines',
  pipelineStageDeleted: 'pipelines',
  dealCustomFieldsCreated: 'dealCustomFields',
  dealCustomFieldsUpdated: 'dealCustomFields',
  dealCustomFieldsDeleted: 'dealCustomFields',
  appointmentsCreated: null,
  appointmentsUpdated: null,
  appointmentsDeleted: null,
  peopleRelationshipCreated: null,
  peopleRelationshipUpdated: null,
  peopleRelationshipDeleted: null,
  reactionCreated: null,
  reactionDeleted: null,
  threadedReplyCreated: null,
  threadedReplyUpdated: null,
  threadedReplyDeleted: null,
  emailsCreated: null,
  emailsUpdated: null,
  emailsDeleted: null,
};

/** Query parameter for the ids of an event if it is not `id`. A stage is read as a part of its pipeline. */
const FILTERS: Readonly<Partial<Record<EventName, string>>> = {
  pipelineStageCreated: 'stageId',
  pipelineStageUpdated: 'stageId',
};

/** True for names that a webhook can be registered for; producers may be ahead of this service. */
export const isEventName = (name: string): name is EventName => Object.hasOwn(PATHS, name);

/**
 * Absolute URL of a GET that returns the records in one page; null if they are deleted (specification, Webhook events;
 * decisions section 7).
 */
export const formatUri = (publicBaseUrl: string, event: EventName, ids: readonly number[]): string | null => {
  const path = PATHS[event];
  if (path === null || event.endsWith('Deleted')) return null;
  const limit = ids.length > DEFAULT_LIMIT ? `&limit=${ids.length}` : '';
  return `${publicBaseUrl}/v1/${path}?${FILTERS[event] ?? 'id'}=${ids.join(',')}${limit}`;
};
