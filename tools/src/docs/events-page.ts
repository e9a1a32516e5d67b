import { allResources, INBOX_CALLBACK_FIELDS, INBOX_CALLBACKS, WEBHOOK_EVENTS } from '@porchlight/contracts';
import { formatOperation, type Descriptor, type Verb } from '@porchlight/resource';
import { HOUR_MS, type ConfigEntry } from '@porchlight/runtime';
import { code, codes, page, table } from './markdown';
import type { ProtoMessage } from './read-proto-message';

/** Sources of the page besides the descriptors. */
export interface EventsSources {
  /** The Change message on Kafka. */
  readonly change: ProtoMessage;
  readonly topics: readonly { readonly name: string; readonly partitions: number }[];
  /** Variables of the notifier. */
  readonly config: readonly ConfigEntry[];
}

const FIRED = [
  ['created', 'create'],
  ['updated', 'update'],
  ['deleted', 'delete'],
] as const;

/** The resource and verb that fire an event name. */
const firedBy = (name: string): { descriptor: Descriptor; verb: Verb } | undefined => {
  for (const descriptor of allResources)
    for (const [key, verb] of FIRED) if (descriptor.webhooks?.[key] === name) return { descriptor, verb };
  return undefined;
};

/** What else fires an event of a resource, by its name. */
const ALSO: Readonly<Record<string, string>> = {
  peopleUpdated: '; custom fields are not among them',
  peopleDeleted:
    'also for the person that a merge removes: `GET` of it returns 404 `MERGED` with the id of the survivor',
};

const formatCondition = (descriptor: Descriptor, verb: Verb): string => {
  const fields = descriptor.webhooks?.updatedOn ?? [];
  if (verb !== 'update') return '';
  return fields.length > 0 ? `when one of these changes: ${fields.join(', ')}` : 'when a field changes';
};

/** Event names that depend on more than the verb: the operations and the condition. */
const FIRED_BESIDES: Readonly<Record<string, readonly [operations: readonly string[], when: string]>> = {
  emEventsOpened: [['marketing.emEvents.record'], 'for events of type `open`'],
  emEventsClicked: [['marketing.emEvents.record'], 'for events of type `click`'],
  emEventsUnsubscribed: [['marketing.emEvents.record'], 'for events of type `unsubscribe`'],
  pipelineStageCreated: [
    ['deals.pipelines.create', 'deals.pipelines.update'],
    'for new stages; `data.pipelineId` is the pipeline',
  ],
  pipelineStageUpdated: [['deals.pipelines.update'], 'for changed stages; `data.pipelineId` is the pipeline'],
  pipelineStageDeleted: [
    ['deals.pipelines.delete'],
    'for the stages of the pipeline; `data.pipelineId` is the pipeline',
  ],
  webhookFailing: [
    ['notifier.webhooks.failing'],
    'when a webhook is about to be disabled: 12 h of failures, or the first event that was given up; not for 406 and 410',
  ],
  peopleTagsCreated: [
    ['people.people.create', 'people.people.update'],
    'when tags are added; `data.tags` contains them',
  ],
  peopleStageUpdated: [['people.people.update'], 'when the stage changes; `data.stage` is the name of the new stage'],
};

const eventRow = (name: string): string[] => {
  const fired = firedBy(name);
  if (fired)
    return [
      code(name),
      code(formatOperation(fired.descriptor, fired.verb)),
      `${formatCondition(fired.descriptor, fired.verb)}${ALSO[name] ?? ''}`,
    ];
  const besides = FIRED_BESIDES[name];
  if (!besides) throw new Error(`Nothing says what fires ${name}.`);
  return [code(name), codes(besides[0]), besides[1]];
};

const topicRow = ({ name, partitions }: { name: string; partitions: number }): string[] => {
  const service = name.split('.')[1];
  const resources = allResources.filter((descriptor) => descriptor.service === service).map(({ resource }) => resource);
  return [code(name), String(partitions), resources.length > 0 ? codes(resources) : ''];
};

/** docs/events.md: webhook events for partners, and changes between services. */
export const renderEventsPage = ({ change, topics, config }: EventsSources): string => {
  const setting = (name: string): string => {
    const entry = config.find((one) => one.name === name);
    if (entry?.default === undefined) throw new Error(`The notifier has no variable ${name} with a default.`);
    return entry.default;
  };
  const hours = (name: string): number => Number(setting(name)) / HOUR_MS;
  const seconds = (name: string): number => Number(setting(name)) / 1_000;
  return page('Events', [
    '## Names of webhook events',
    `A webhook can be registered for each of these ${WEBHOOK_EVENTS.length} names. A write that changes nothing publishes nothing.`,
    table(['Event', 'Fired by', ''], WEBHOOK_EVENTS.map(eventRow)),
    '## Notification',
    'A POST request to the registered URL. `data` is present only if the table above names it.',
    [
      '```json',
      '{',
      '  "eventId": "01JABCDEFGHJKMNPQRSTVWXYZ0",',
      '  "eventCreated": "2026-03-04T05:06:07+00:00",',
      '  "event": "peopleUpdated",',
      '  "resourceIds": [3, 5],',
      '  "uri": "https://api.example.com/v1/people?id=3,5"',
      '}',
      '```',
    ].join('\n'),
    '`uri` is absolute and returns all records of the notification in one page; it is null for names that end in `Deleted` and for `webhookFailing`.',
    '### What a receiver does',
    [
      '- **Verify `webhook-signature`.** It covers the id, the time and the body, so a recorded request cannot be sent again later. Refuse a `webhook-timestamp` that is more than five minutes away. The other signature covers the body only and exists for receivers that were written for another service; do not use it in new ones.',
      '- **Do not rely on the order.** Notifications arrive in any order: attempts run in parallel and failed ones come again after hours. The newer state is in the record: read it from `uri` when the notification arrives and store it only if its `updated` is not before the stored one. Without a read, the later `eventCreated` belongs to the newer change (in whole seconds); a record of which a `…Deleted` event has arrived stays deleted.',
      '- **Ignore duplicates by `eventId`.** After a crash an event may be delivered twice.',
      '- **Respond first, work later.** Store the notification, respond with 2xx, and then read the records.',
    ].join('\n'),
    '### Headers',
    table(
      ['Header', 'Value'],
      [
        [code('Content-Type'), code('application/json')],
        [code('User-Agent'), code('Porchlight-Webhooks/1.0')],
        [code('webhook-id'), 'the `eventId`'],
        [code('webhook-timestamp'), 'time of this attempt, seconds since 1970'],
        [
          code('webhook-signature'),
          "`v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, key = the webhook's `whsec_…` secret without prefix, base64-decoded; one signature per valid secret, separated by spaces",
        ],
        [
          code(setting('SYSTEM_SIGNATURE_HEADER')),
          "lower-case hex of HMAC-SHA256 over the base64 text of the raw body, key = the system's X-System-Key",
        ],
      ],
    ),
    `A receiver must accept the connection within ${seconds('WEBHOOK_CONNECT_TIMEOUT_MS')} s and respond within ${seconds('WEBHOOK_TIMEOUT_MS')} s. A response with 2xx confirms the delivery. ` +
      `Any other response, also a redirect, is retried every ${hours('WEBHOOK_RETRY_INTERVAL_MS')} h until ${hours('WEBHOOK_GIVE_UP_AFTER_MS')} h after the event; \`Retry-After\` of 429 and 503 delays one attempt. ` +
      'A webhook with `earlyRetries: true` (default false) is in addition attempted 5 s, 1 min and 10 min after the event. ' +
      '406, 410 and three consecutive events that could not be delivered disable the webhook.',
    'The owner is warned by a notification, a mail and the event `webhookFailing` (its `resourceIds` contain the webhook) after 12 h of failures or when the first event is given up, at most once a day; a 406 or 410 disables without a warning. ' +
      'The owner is notified when a webhook is disabled. Set `status` to `Active` to continue pending deliveries. A replay delivers the events of the time between.',
    '## Callbacks to inbox apps',
    'A POST request to the subscription URL of an installation: `eventId`, `eventCreated` and `event` as above, without `resourceIds` and `uri`, and `data`. ' +
      "Headers, timeouts and retries are those of notifications. The key of `webhook-signature` is the published app's secret; the other signature uses the key of the system that published the app. " +
      'An installation sends the signed body `{"test": 1}`, which must be answered with 200. To enable a disabled installation, install it again.',
    `\`data\` always contains ${codes(INBOX_CALLBACK_FIELDS)}.`,
    table(
      ['Callback', 'Sent when', 'Further fields of `data`'],
      Object.entries(INBOX_CALLBACKS).map(([name, { when, data }]) => [code(name), when, codes(data)]),
    ),
    '## Topics',
    'The key is the account. Messages of one key are in order, at least once. A message that a consumer cannot process goes to `<topic>.dead.<group>`.',
    table(['Topic', 'Partitions', 'Resources'], topics.map(topicRow)),
    'Headers (CloudEvents 1.0, binary mode): `ce_id` (the event id), `ce_type` (`<service>.<resource>.<created|updated|deleted>`), `ce_time`, `ce_specversion`, and `traceparent` if the write was traced.',
    '## Change',
    `${change.comment}`,
    table(
      ['No.', 'Field', 'Type', 'Meaning'],
      change.fields.map(({ number, name, type, comment }) => [String(number), code(name), code(type), comment]),
    ),
  ]);
};
