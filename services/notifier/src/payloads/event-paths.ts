import { allResources, FURTHER_WEBHOOK_EVENTS, RESERVED_WEBHOOK_EVENTS } from '@porchlight/contracts';
import { DEFAULT_LIMIT } from '@porchlight/resource';

/** Path segment after /v1/ of the records of an event; null if this version has no such list. */
const PATHS: ReadonlyMap<string, string | null> = new Map<string, string | null>([
  ...allResources.flatMap(({ path, webhooks }) =>
    [webhooks?.created, webhooks?.updated, webhooks?.deleted].flatMap((name) =>
      name === undefined ? [] : [[name, path] as const],
    ),
  ),
  ...Object.entries(FURTHER_WEBHOOK_EVENTS),
  ...RESERVED_WEBHOOK_EVENTS.map((name) => [name, null] as const),
]);

/** Query parameter for the ids of an event if it is not `id`. A stage is read as a part of its pipeline. */
const FILTERS: Readonly<Record<string, string>> = { pipelineStageCreated: 'stageId', pipelineStageUpdated: 'stageId' };

/** True for names that a webhook can be registered for; producers may be ahead of this service. */
export const isEventName = (name: string): boolean => PATHS.has(name);

/**
 * Absolute URL of a GET that returns the records in one page; null if they are deleted (specification, Webhook events;
 * decisions section 7).
 */
export const formatUri = (publicBaseUrl: string, event: string, ids: readonly number[]): string | null => {
  const path = PATHS.get(event) ?? null;
  if (path === null || event.endsWith('Deleted')) return null;
  const limit = ids.length > DEFAULT_LIMIT ? `&limit=${ids.length}` : '';
  return `${publicBaseUrl}/v1/${path}?${FILTERS[event] ?? 'id'}=${ids.join(',')}${limit}`;
};
