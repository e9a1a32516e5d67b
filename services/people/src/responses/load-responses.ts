import type { RecordReaction, RecordReply } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import type { Row } from '@porchlight/resource';
import { mapBounded } from '@porchlight/runtime';
import type { Document, ResourceStore, Store, StoreCall } from '@porchlight/store';
import {
  toRecordReaction,
  type LoadReactions,
  type ReactionReads,
  type ReplyReads,
  type ResponseTarget,
} from './response-parts';

/** Records whose reactions are read at once. */
const CONCURRENCY = 8;

/** Reads the reactions to records, oldest first. */
export const createReactionLoader = (store: Pick<Store, 'reads'>): LoadReactions => {
  const reactions: ReactionReads = store.reads('reactions');
  return async (call, refType, ids) => {
    const entries = await mapBounded(ids, CONCURRENCY, async (refId) => {
      const documents = await reactions.find(call, { refId, refType }, LIMITS.reactionsPerRecord.value);
      const records = await Promise.all(documents.reverse().map((document) => reactions.render(document, call)));
      return [refId, records.map(toRecordReaction)] as const;
    });
    return new Map(entries);
  };
};

/** Reads the replies to a record with their reactions, oldest first. */
const loadReplies = async (
  replies: ReplyReads,
  call: StoreCall,
  { refType, refId }: ResponseTarget,
): Promise<RecordReply[]> => {
  const documents = await replies.find(call, { refId, refType }, LIMITS.repliesPerRecord.value);
  const records = await mapBounded(documents.reverse(), CONCURRENCY, (document) => replies.render(document, call));
  return records.map((record) => ({
    id: record.id,
    created: record.created,
    updated: record.updated,
    createdById: record.createdById ?? 0,
    refType: record.refType ?? '',
    refId: record.refId ?? 0,
    body: record.body ?? '',
    reactions: record.reactions,
  }));
};

/** A record that shows replies and reactions on request. */
interface AnsweredRecord extends Row {
  reactions?: { entries: RecordReaction[] } | undefined;
  threadedReplies?: { entries: RecordReply[] } | undefined;
}

/** The store of records whose GET contains their replies and reactions if the caller requests them (D11.14, D12.6). */
export const withResponses = <R extends AnsweredRecord, D extends Document>(
  store: Pick<Store, 'reads'>,
  refType: 'Note' | 'Call',
) => {
  const loadReactions = createReactionLoader(store);
  const replies: ReplyReads = store.reads('threadedReplies');
  return (records: ResourceStore<R, D>): ResourceStore<R, D> => ({
    ...records,
    get: async (call, id, options = {}) => {
      const record = await records.get(call, id, options);
      const [reactions, entries] = await Promise.all([
        options['includeReactions'] === 'true' ? loadReactions(call, refType, [id]) : undefined,
        options['includeThreadedReplies'] === 'true' ? loadReplies(replies, call, { refType, refId: id }) : undefined,
      ]);
      return {
        ...record,
        ...(reactions && { reactions: { entries: reactions.get(id) ?? [] } }),
        ...(entries && { threadedReplies: { entries } }),
      };
    },
  });
};
