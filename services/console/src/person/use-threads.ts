import { getRecords, type Schemas } from '@porchlight/sdk';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';

/** Newest replies and reactions of a person that the timeline shows. */
const LIMIT = 100;

export type Reply = Schemas['ThreadedReply'];
export type Reaction = Pick<Schemas['Reaction'], 'id' | 'body' | 'createdById' | 'createdBy'>;

/** The kinds of records with reactions; replies have reactions but no replies. */
export type RefType = 'Note' | 'Call' | 'ThreadedReply';

/** Replies, oldest first, and reactions of the records of a person. */
export interface Threads {
  repliesTo(kind: RefType, id: number): readonly Reply[];
  reactionsTo(kind: RefType, id: number): readonly Reaction[];
}

const keyOf = ({ refType, refId }: { readonly refType?: string | null; readonly refId?: number | null }): string =>
  `${refType}${refId}`;

/** Reads the replies and reactions of all records of a person with two requests. */
export const useThreads = (personId: number): Threads => {
  const query = { personId, limit: LIMIT };
  const replies = useRecord(['threadedReplies', 'ofPerson', personId], (options) =>
    porchlight.threadedReplies.list(query, options),
  );
  const reactions = useRecord(['reactions', 'ofPerson', personId], (options) =>
    porchlight.reactions.list(query, options),
  );
  const repliesOf = Map.groupBy(replies.data ? [...getRecords(replies.data)].reverse() : [], keyOf);
  const reactionsOf = Map.groupBy(reactions.data ? [...getRecords(reactions.data)].reverse() : [], keyOf);
  return {
    repliesTo: (refType, refId) => repliesOf.get(keyOf({ refType, refId })) ?? [],
    reactionsTo: (refType, refId) => reactionsOf.get(keyOf({ refType, refId })) ?? [],
  };
};
