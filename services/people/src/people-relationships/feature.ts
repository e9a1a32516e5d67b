import { type PeopleRelationship, peopleRelationships as descriptor } from '@porchlight/contracts';
import { systemCall } from '@porchlight/store';
import { people } from '../people';
import { records } from '../records';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { createRelationSearch, type Relationships, type RelationSearch, withRelationSearch } from './relation-search';
import { createRelationshipsStrategy, relationshipColumns, type RelationshipDocument } from './relationships-strategy';

/** Relationships of people, and the copies that searches compare. */
export interface PeopleRelationships {
  readonly relationships: Relationships;
  readonly relationSearch: RelationSearch;
}

/** Relationships of people (D12.4). */
export const peopleRelationships = defineFeature({
  name: 'people-relationships',
  needs: { settings, people, records },
  open({ store, settings: { settingsCache }, people: { people: peopleStore }, ...parts }): PeopleRelationships {
    const reads = store.reads<RelationshipDocument>(descriptor.resource);
    const relationSearch = createRelationSearch({ people: peopleStore, relationships: reads });
    const relationships = parts.records.open<PeopleRelationship, RelationshipDocument>({
      descriptor,
      columns: relationshipColumns,
      grams: { name: 'nameGrams', firstName: 'nameGrams', lastName: 'nameGrams' },
      strategy: createRelationshipsStrategy({
        people: peopleStore,
        settingsCache,
        countOfPerson: async (call, personId, limit) =>
          (await reads.find(systemCall(call.actor.accountId, call.signal), { personId }, limit)).length,
      }),
      extend: (bare) => withRelationSearch(bare, relationSearch),
    });
    return { relationships, relationSearch };
  },
});
