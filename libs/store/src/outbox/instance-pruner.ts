import type { CounterDocument } from '../counts/counter-document';
import type { DocumentCollection } from '../contract/document-collection';
import type { InstanceDocument } from './heartbeat';
import { inAllAccounts } from '../routing/statement-accounts';

const PAGE = 200;
const PAGES_AT_ONCE = 50;
const MAX_INSTANCES = 500;

/**
 * Removes the marks of dead instances from counter documents, then the instances. Each call walks over a bounded part
 * of the counters; instances that died before `before` are removed after a whole walk. A restart begins a new walk.
 */
export const createInstancePruner = (
  instances: DocumentCollection<InstanceDocument>,
  counters: DocumentCollection<CounterDocument>,
) => {
  let dead: ReadonlySet<string> | undefined;
  let from: string | undefined;

  const pruneDocument = async ({ _id, marks = {}, fenced = {} }: CounterDocument): Promise<void> => {
    const names = new Set(
      [...Object.keys(marks), ...Object.keys(fenced)].filter((name) => dead?.has(name.slice(0, name.lastIndexOf('-')))),
    );
    if (names.size === 0) return;
    const unset: Record<string, ''> = {};
    for (const name of names) Object.assign(unset, { [`marks.${name}`]: '', [`fenced.${name}`]: '' });
    await counters.updateOne({ _id }, { $unset: unset });
  };

  return async (before: Date): Promise<void> => {
    if (!dead) {
      const condition = { expiresAt: { $lt: before } };
      const ended = await instances.find(condition, { limit: MAX_INSTANCES, projection: { _id: 1 } });
      if (ended.length === 0) return;
      dead = new Set(ended.map(({ _id }) => _id));
      from = undefined;
    }
    for (let page = 0; page < PAGES_AT_ONCE; page += 1) {
      const range = inAllAccounts(from === undefined ? {} : { _id: { $gt: from } });
      const projection = { marks: 1, fenced: 1 } as const;
      const documents = await counters.find(range, { sort: { _id: 1 }, limit: PAGE, projection });
      for (const document of documents) await pruneDocument(document);
      from = documents.at(-1)?._id;
      if (documents.length === PAGE) continue;
      await instances.deleteMany({ _id: { $in: [...dead] } });
      dead = undefined;
      return;
    }
  };
};
