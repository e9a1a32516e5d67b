import {
  column,
  createStoreBatcher,
  defineDocument,
  type DocumentCollection,
  type DocumentOf,
  takeNumbers,
} from '@porchlight/store';

/** Number of turns that a group has taken. */
export const rotationSchema = defineDocument({
  /** `<accountId>:<groupId>` */
  _id: column.text,
  taken: column.number,
});
export type RotationDocument = DocumentOf<typeof rotationSchema>;

const MAX_BATCH = 500;

const formatId = (accountId: number, groupId: number): string => `${accountId}:${groupId}`;

/** The round-robin position of each group, shared by all replicas. */
export interface Rotation {
  /** Takes the next turn: 0, 1, 2 … without end. */
  next(accountId: number, groupId: number): Promise<number>;
  /** The turn that `next` would take, without taking it. */
  peek(accountId: number, groupId: number): Promise<number>;
}

/**
 * Creates the rotation: one counter per group, shared by all replicas. Turns requested during a write are taken
 * together by the next write.
 */
export const createRotation = (collection: DocumentCollection<RotationDocument>): Rotation => {
  const take = async (id: string, count: number): Promise<number> =>
    (await takeNumbers(collection, id, 'taken', count)) - count;
  const batcher = createStoreBatcher<string, number>({
    maxItems: MAX_BATCH,
    run: async (ids) => {
      const groups = Map.groupBy(ids, (id) => id);
      const next = new Map(
        await Promise.all([...groups].map(async ([id, { length }]) => [id, await take(id, length)] as const)),
      );
      return ids.map((id) => {
        const turn = next.get(id) as number;
        next.set(id, turn + 1);
        return turn;
      });
    },
  });
  return {
    next: (accountId, groupId) => batcher.add(formatId(accountId, groupId)),
    peek: async (accountId, groupId) => (await collection.findOne({ _id: formatId(accountId, groupId) }))?.taken ?? 0,
  };
};
