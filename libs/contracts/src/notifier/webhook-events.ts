import type { Descriptor } from '@porchlight/resource';
import { DECLARED_WEBHOOK_EVENTS } from '../generated-webhook-events';

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

/** Events other than create, update or delete of a resource, with the path of the list of their records. */
export const FURTHER_WEBHOOK_EVENTS: Readonly<Record<string, string>> = {
  peopleTagsCreated: 'people',
  peopleStageUpdated: 'people',
  emEventsOpened: 'emEvents',
  emEventsClicked: 'emEvents',
  emEventsUnsubscribed: 'emEvents',
  pipelineStageCreated: 'pipelines',
  pipelineStageUpdated: 'pipelines',
  pipelineStageDeleted: 'pipelines',
};

/**
 * Names that a webhook can be registered for: those of the specification, the extensions of decisions section 7, and
 * reserved ones.
 */
export const WEBHOOK_EVENTS: readonly string[] = [
  ...DECLARED_WEBHOOK_EVENTS,
  ...Object.keys(FURTHER_WEBHOOK_EVENTS),
  ...RESERVED_WEBHOOK_EVENTS,
];

/** The names of the created, updated and deleted events of a resource. */
export const listDeclaredEvents = ({ webhooks }: Pick<Descriptor, 'webhooks'>): string[] =>
  [webhooks?.created, webhooks?.updated, webhooks?.deleted].filter((name) => name !== undefined);

/** All names that a webhook can be registered for: those of this repository and of further resources. */
export const listWebhookEvents = (further: readonly Pick<Descriptor, 'webhooks'>[]): readonly string[] => [
  ...WEBHOOK_EVENTS,
  ...further.flatMap(listDeclaredEvents),
];
