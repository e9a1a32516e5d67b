import { DEFAULT_LIMIT, type Descriptor } from '@porchlight/resource';
import type { Registry } from '../registry';
import { FURTHER_WEBHOOK_EVENTS, listDeclaredEvents, WARNING_WEBHOOK_EVENTS } from './webhook-events';

/** Query parameter for the ids of an event if it is not `id`. A stage is read as a part of its pipeline. */
const FILTERS: Readonly<Record<string, string>> = { pipelineStageCreated: 'stageId', pipelineStageUpdated: 'stageId' };

/** Finds the events of a registry. */
export const createEventPaths = ({ resources }: Pick<Registry, 'resources'>, publicBaseUrl: string) => {
  /** Path segment after /v1/ of the records of an event; null if this version has no such list. */
  const paths: ReadonlyMap<string, string | null> = new Map<string, string | null>([
    ...WARNING_WEBHOOK_EVENTS.map((name) => [name, null] as const),
    ...Object.entries(FURTHER_WEBHOOK_EVENTS),
    ...resources.flatMap((descriptor) =>
      listDeclaredEvents(descriptor).map((name) => [name, descriptor.path] as const),
    ),
  ]);
  const byPath = new Map(resources.map((descriptor) => [descriptor.path, descriptor]));
  return {
    /** The resource whose records an event is about; undefined if no list has them. */
    findResource: (event: string): Descriptor | undefined => byPath.get(paths.get(event) ?? ''),
    /** True for names that a webhook can be registered for; producers may be ahead of this service. */
    isEventName: (name: string) => paths.has(name),
    /**
     * Absolute URL of a GET that returns the records in one page; null if they are deleted (specification, Webhook
     * events; decisions section 7).
     */
    formatUri: (event: string, ids: readonly number[]) => {
      const path = paths.get(event) ?? null;
      if (path === null || event.endsWith('Deleted')) return null;
      const limit = ids.length > DEFAULT_LIMIT ? `&limit=${ids.length}` : '';
      return `${publicBaseUrl}/v1/${path}?${FILTERS[event] ?? 'id'}=${ids.join(',')}${limit}`;
    },
  };
};

/** The names of webhook events and the addresses of their records. */
export type EventPaths = ReturnType<typeof createEventPaths>;
