/**
 * Names that a webhook can be registered for although no operation of this version fires them (decisions section 12):
 * clients of this API register for them at their start.
 */
export const RESERVED_WEBHOOK_EVENTS = [
  'appointmentsCreated',
  'appointmentsUpdated',
  'appointmentsDeleted',
  'peopleRelationshipCreated',
  'peopleRelationshipUpdated',
  'peopleRelationshipDeleted',
  'reactionCreated',
  'reactionDeleted',
  'threadedReplyCreated',
  'threadedReplyUpdated',
  'threadedReplyDeleted',
  'emailsCreated',
  'emailsUpdated',
  'emailsDeleted',
] as const;

/**
 * Names that a webhook can be registered for: the specification's, the extensions of decisions section 7, the reserved
 * ones.
 */
export const WEBHOOK_EVENTS = [
  'peopleCreated',
  'peopleUpdated',
  'peopleDeleted',
  'notesCreated',
  'notesUpdated',
  'notesDeleted',
  'tasksCreated',
  'tasksUpdated',
  'tasksDeleted',
  'textMessagesCreated',
  'textMessagesUpdated',
  'textMessagesDeleted',
  'callsCreated',
  'callsUpdated',
  'callsDeleted',
  'emEventsOpened',
  'emEventsClicked',
  'emEventsUnsubscribed',
  'eventsCreated',
  'peopleTagsCreated',
  'peopleStageUpdated',
  'dealsCreated',
  'dealsUpdated',
  'dealsDeleted',
  'pipelineCreated',
  'pipelineUpdated',
  'pipelineDeleted',
  'stageCreated',
  'stageUpdated',
  'stageDeleted',
  'customFieldsCreated',
  'customFieldsUpdated',
  'customFieldsDeleted',
  'pipelineStageCreated',
  'pipelineStageUpdated',
  'pipelineStageDeleted',
  'dealCustomFieldsCreated',
  'dealCustomFieldsUpdated',
  'dealCustomFieldsDeleted',
  ...RESERVED_WEBHOOK_EVENTS,
] as const;
