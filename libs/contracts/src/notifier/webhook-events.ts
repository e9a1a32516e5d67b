import { splitWords, withArticle, type Descriptor } from '@porchlight/resource';
import { DECLARED_WEBHOOK_EVENTS } from '../generated-webhook-events';

/** Events of this service about a record that only its own system can read: their `uri` is null (D13.8). */
export const WARNING_WEBHOOK_EVENTS = ['webhookFailing'] as const;

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

/** Names of webhook events: those of the specification, and the extensions of decisions sections 7 and 12. */
export const WEBHOOK_EVENTS: readonly string[] = [
  ...DECLARED_WEBHOOK_EVENTS,
  ...Object.keys(FURTHER_WEBHOOK_EVENTS),
  ...WARNING_WEBHOOK_EVENTS,
];

/** The names of the created, updated and deleted events of a resource. */
export const listDeclaredEvents = ({ webhooks }: Pick<Descriptor, 'webhooks'>): string[] =>
  [webhooks?.created, webhooks?.updated, webhooks?.deleted].filter((name) => name !== undefined);

/** All names of webhook events: those of this repository and of further resources. */
export const listWebhookEvents = (further: readonly Pick<Descriptor, 'webhooks'>[]): readonly string[] => [
  ...new Set([...WEBHOOK_EVENTS, ...further.flatMap(listDeclaredEvents)]),
];

/** What happened, for events other than create, update or delete of a record. */
const FURTHER_SENTENCES: Readonly<Record<string, string>> = {
  peopleTagsCreated: 'Tags were added to a person; `data.tags` contains them.',
  peopleStageUpdated: 'The stage of a person changed; `data.stage` is the name of the new stage.',
  emEventsOpened: 'A person opened an email.',
  emEventsClicked: 'A person clicked a link in an email.',
  emEventsUnsubscribed: 'A person unsubscribed from emails.',
  pipelineStageCreated: 'A stage was added to a pipeline; `data.pipelineId` is the pipeline.',
  pipelineStageUpdated: 'A stage of a pipeline changed; `data.pipelineId` is the pipeline.',
  pipelineStageDeleted: 'A stage of a pipeline was deleted; `data.pipelineId` is the pipeline.',
  webhookFailing: 'A webhook is about to be disabled, because its deliveries fail.',
};

const HAPPENED = { Created: 'was created', Updated: 'changed', Deleted: 'was deleted' } as const;

/** The name of the records of an event in the singular: peopleCreated, person; callsCreated, call. */
const nounOf = (records: string): string => {
  if (records === 'people') return 'person';
  return splitWords(records.startsWith('em') && /^em[A-Z]/.test(records) ? records.slice(2) : records).replace(
    /s$/,
    '',
  );
};

/** One sentence: what happened when the event is sent. */
export const describeWebhookEvent = (event: string): string => {
  const further = FURTHER_SENTENCES[event];
  if (further !== undefined) return further;
  const [, records = event, verb = 'Updated'] = /^(.+)(Created|Updated|Deleted)$/.exec(event) ?? [];
  const words = withArticle(nounOf(records));
  return `${words[0]!.toUpperCase()}${words.slice(1)} ${HAPPENED[verb as keyof typeof HAPPENED]}.`;
};

/** The sentences of events by name. */
export const describeWebhookEvents = (events: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(events.map((event) => [event, describeWebhookEvent(event)]));
