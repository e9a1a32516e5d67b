import type { RecordReply } from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import type { CallContext } from '@porchlight/rpc';
import { mapBounded } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import { toRecordReaction, type LoadReactions, type Responses, type ResponseTarget } from './response-parts';

/** Records whose reactions are read at once. */
const CONCURRENCY = 8;

/** Reads the reactions to records, oldest first. */
export const createReactionLoader =
  (reactions: Responses['reactions']): LoadReactions =>
  async (call, refType, ids) => {
    const found = await mapBounded(ids, CONCURRENCY, async (refId) => {
      const documents = await reactions.find(call, { refId, refType }, LIMITS.reactionsPerRecord.value);
      const records = await Promise.all(documents.reverse().map((document) => reactions.render(document, call)));
      return [refId, records.map(toRecordReaction)] as const;
    });
    return new Map(found);
  };

/** Reads the replies to a record with their reactions, oldest first. */
const loadReplies = async (
  { replies }: Pick<Responses, 'replies'>,
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

type GetRecord<A> = (request: { id: number; options: Record<string, string> }, call: CallContext) => Promise<A>;

/** Adds the replies and reactions to the GET of a record that requests them (D11.14, D12.6). */
export const withResponses =
  <A extends { record?: object | undefined }>(
    responses: Pick<Responses, 'replies' | 'loadReactions'>,
    refType: 'Note' | 'Call',
    getRecord: GetRecord<A>,
  ): GetRecord<A> =>
  async (request, call) => {
    const answer = await getRecord(request, call);
    const { id, options } = request;
    const [reactions, replies] = await Promise.all([
      options['includeReactions'] === 'true' ? responses.loadReactions(call, refType, [id]) : undefined,
      options['includeThreadedReplies'] === 'true' ? loadReplies(responses, call, { refType, refId: id }) : undefined,
    ]);
    return {
      ...answer,
      record: {
        ...answer.record,
        ...(reactions && { reactions: { entries: reactions.get(id) ?? [] } }),
        ...(replies && { threadedReplies: { entries: replies } }),
      },
    };
  };
