import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';

/** The move of the people of a deleted stage. Stored until all are moved: readers see them in the target stage. */
export const stageMoveSchema = defineDocument(
  {
    /** `<accountId>:<stageId>` */
    _id: column.text,
    accountId: column.number,
    stageId: column.number,
    targetId: column.number,
    /** When the stage was deleted, ms. */
    since: column.number,
  },
  [{ keys: { accountId: 1 }, global: true }],
);
export type StoredMove = DocumentOf<typeof stageMoveSchema>;

/** Stages of an account that are being deleted, at most. */
const MAX_MOVES = 200;

/** Which stages are being deleted, and where their people move. */
export interface StageMoves {
  /** Returns the stored move, which may be that of an earlier call. `since`: when the stage was deleted, ms. */
  add(accountId: number, stageId: number, targetId: number, since: number): Promise<StoredMove>;
  /** Moves of an account. */
  find(accountId: number): Promise<StoredMove[]>;
  done(move: StoredMove): Promise<void>;
}

/** Stores which stages are being deleted. */
export const createStageMoves = (collection: DocumentCollection<StoredMove>): StageMoves => ({
  async add(accountId, stageId, targetId, since) {
    const move = { _id: `${accountId}:${stageId}`, accountId, stageId, targetId, since };
    const refused = await collection.insertMany([move]);
    if (refused.length === 0) return move;
    return (await collection.findOne({ _id: move._id })) ?? move;
  },
  find: (accountId) => collection.find({ accountId }, { limit: MAX_MOVES }),
  done: async ({ _id }) => void (await collection.deleteOne({ _id })),
});
