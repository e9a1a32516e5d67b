import type { Row } from '@porchlight/resource';
import { composeKey, type Document, type ResourceOptions, type Store, type StoreCall } from '@porchlight/store';
import { listViewers } from '../person';
import type { Settings } from '../settings';
import type { People } from '../people';

type Sources = Pick<Settings, 'settingsCache' | 'findExisting' | 'retryReferences'>;

/** What each resource whose records belong to people or name them is opened with. */
export const createRecordOptions = (
  { settingsCache, findExisting, retryReferences }: Sources,
  people: People['people'],
  store: Pick<Store, 'reads'>,
) =>
  ({
    findExisting,
    retryReferences,
    findNames: async (call: StoreCall, resource: string, ids: readonly number[]) => {
      if (resource === 'users') {
        const settings = await settingsCache.load(call.actor.accountId);
        return new Map(
          ids.flatMap((id) => {
            const name = settings.member(id)?.name;
            return name === undefined ? [] : [[id, name] as const];
          }),
        );
      }
      const keys = ids.map((id) => composeKey(call.actor.accountId, id));
      const named = await store
        .reads<Document & { readonly name?: string }>(resource)
        .find(call, { _id: { $in: keys } }, keys.length);
      return new Map(named.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const])));
    },
    loadPerson: async (call: StoreCall, id: number) => {
      const person = await people.load(call, id);
      return person && { viewers: listViewers(person) };
    },
  }) satisfies Partial<ResourceOptions<Row, Document>>;

/** What opens records of people. */
export type RecordOptions = ReturnType<typeof createRecordOptions>;
