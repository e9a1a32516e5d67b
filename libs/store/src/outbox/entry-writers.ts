import type { DocumentCollection } from '../contract/document-collection';
import { looksAfter, type InstanceDocument } from './heartbeat';
import type { EntryHead, PendingDocument } from './left-entries';

/** Age after which an entry is relayed, by the state of the process that wrote it, ms. */
export const RELAY_AFTER_MS = { dead: 2_000, behind: 30_000, alive: 600_000 } as const;

const parseProcessId = (instance: string): string => instance.slice(0, instance.lastIndexOf('-'));

/** The instances that wrote these entries, by point reads. */
export const loadInstances = async (
  instances: DocumentCollection<InstanceDocument>,
  documents: readonly PendingDocument[],
): Promise<Map<string, InstanceDocument>> => {
  const ids = [
    ...new Set(documents.flatMap(({ outbox = [] }) => outbox.map(({ instance }) => parseProcessId(instance)))),
  ];
  if (ids.length === 0) return new Map();
  const writers = await instances.find({ _id: { $in: ids } }, { limit: ids.length });
  return new Map(writers.map((document) => [document._id, document]));
};

/** True if the process that wrote an entry no longer publishes it. `since`: when its document got its first entry. */
export const isLeftEntry = (
  writers: ReadonlyMap<string, InstanceDocument>,
  resource: string,
  entry: EntryHead,
  { since, now }: { readonly since: number; readonly now: number },
): boolean => {
  const age = now - (entry.at?.getTime() ?? since);
  if (age < RELAY_AFTER_MS.dead) return false;
  if (!looksAfter(writers, resource, entry.instance, now)) return true;
  const behind = writers.get(parseProcessId(entry.instance))?.behind ?? false;
  return age >= (behind ? RELAY_AFTER_MS.behind : RELAY_AFTER_MS.alive);
};
