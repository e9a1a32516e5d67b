import type { StoreCall } from '@porchlight/store';
import type { PersonDocument } from '../person';
import { createRelationSearch, type Relationships } from './relation-search';

const call = { actor: { accountId: 1 }, signal: new AbortController().signal } as unknown as StoreCall;
const person = (id: number, relations?: PersonDocument['relations']): PersonDocument =>
  ({ id, ...(relations && { relations }) }) as PersonDocument;
const ann = { name: 'Ann', emails: ['ann@x.io'], phones: ['5125550100'] };

/** A search over one stored relationship of person 7. */
const openSearch = () =>
  createRelationSearch({
    people: {} as never,
    relationships: {
      find: async () => [
        { personId: 7, name: 'Ann', emails: [{ value: 'ann@x.io' }], phones: [{ normalized: '5125550100' }] },
      ],
    } as unknown as Relationships,
  });

describe('D12.4 the copy of relationships that searches compare', () => {
  it('given a person whose copy a crash left out, then a recount finds it', async () => {
    expect(await openSearch().findDrift(call, [person(7), person(8)])).toEqual([7]);
  });

  it('given a person with a copy of a deleted relationship, then a recount finds it', async () => {
    expect(await openSearch().findDrift(call, [person(7, [ann]), person(8, [ann])])).toEqual([8]);
  });

  it('given current copies, then a recount finds none', async () => {
    expect(await openSearch().findDrift(call, [person(7, [ann]), person(8)])).toEqual([]);
  });
});
