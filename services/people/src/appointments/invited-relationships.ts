import { refuse } from '@porchlight/errors';
import { composeKey, type Document, type Store, type StoreCall } from '@porchlight/store';

interface Invited {
  readonly relationshipId?: number | undefined;
}

interface StoredRelationship extends Document {
  readonly name?: string;
  readonly emails?: readonly { readonly value: string }[];
}

/** A relationship that is invited. */
interface Relationship {
  readonly viewers: readonly number[];
  readonly name: string | undefined;
  readonly email: string | undefined;
}
export type Relationships = ReadonlyMap<number, Relationship>;

/** Reads the relationships that appointments invite. */
export interface RelationshipStores {
  /** Relationships by id, as far as they exist. */
  load(call: StoreCall, ids: readonly number[]): Promise<Relationships>;
  /** Throws UNKNOWN_REFERENCE for a relationship that is invited anew and does not exist. */
  check(call: StoreCall, before: readonly Invited[], after: readonly Invited[]): Promise<void>;
}

const listIds = (invitees: readonly Invited[]): number[] => [
  ...new Set(invitees.flatMap(({ relationshipId }) => (relationshipId === undefined ? [] : [relationshipId]))),
];

/** Reads relationships of people. */
export const createRelationshipStores = (store: Pick<Store, 'reads'>): RelationshipStores => {
  const relationships = store.reads<StoredRelationship>('peopleRelationships');
  const load: RelationshipStores['load'] = async (call, ids) => {
    if (ids.length === 0) return new Map();
    const keys = ids.map((id) => composeKey(call.actor.accountId, id));
    const documents = await relationships.find(call, { _id: { $in: keys } }, keys.length);
    return new Map(
      documents.map(({ id, viewers = [], name, emails }) => [id, { viewers, name, email: emails?.[0]?.value }]),
    );
  };
  return {
    load,
    async check(call, before, after) {
      const earlierIds = listIds(before);
      const added = listIds(after).filter((id) => !earlierIds.includes(id));
      if (added.length === 0) return;
      const existing = await load(call, added);
      const unknown = added.find((id) => !existing.has(id));
      if (unknown !== undefined)
        throw refuse('UNKNOWN_REFERENCE', { field: 'invitees', what: 'a relationship', value: unknown });
    },
  };
};

/** The relationships that documents invite. */
export const loadRelationships = (
  stores: RelationshipStores,
  call: StoreCall,
  documents: readonly { readonly invitees: readonly Invited[] }[],
): Promise<Relationships> => stores.load(call, listIds(documents.flatMap(({ invitees }) => invitees)));
