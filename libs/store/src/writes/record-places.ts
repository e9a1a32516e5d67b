import { refuse, unlessGone } from '@porchlight/errors';
import { getFields, ORDER_FIELD, splitWords, withArticle, type Row } from '@porchlight/resource';
import { loadWeights } from '../check-declared';
import type { Document, Draft } from '../contract/document';
import type { ResourceStore } from '../contract/resource-store-contract';
import type { StoreCall } from '../contract/store-call';
import { renumber } from '../order-weights';
import { readField } from '../read-field';
import { selectIdentity } from '../record-identity';
import type { ResourceContext } from '../resource-context';
import { isUniqueConflict } from '../unique-conflict';
import type { createRecordWriter } from './record-writer';

const omit = <D extends object>(document: D, name: string): D =>
  Object.fromEntries(Object.entries(document).filter(([field]) => field !== name)) as D;

/** Rules that concern other records of the account: order, values that one record has, and identity. */
export const createRecordPlaces = <R extends Row, D extends Document>(
  { options: { descriptor }, collection }: ResourceContext<R, D>,
  writer: Pick<ReturnType<typeof createRecordWriter<R, D>>, 'insert' | 'modify'>,
  find: ResourceStore<R, D>['find'],
) => {
  const sole = Object.entries(getFields(descriptor)).flatMap(([name, field]) => (field.sole ? [name] : []));

  /** The refusal of a second record with the identity of another; the conflict itself if there is none. */
  const refuseTwin = async (call: StoreCall, draft: object, conflict: unknown): Promise<unknown> => {
    const { identity, noun } = descriptor;
    if (!identity || !isUniqueConflict(conflict)) return conflict;
    const same = selectIdentity(descriptor, draft);
    const [twin] = same ? await find(call, same, 1) : [];
    if (!twin) return conflict;
    const [what, fields, last] = [withArticle(splitWords(noun)), identity.join(' and '), identity.at(-1)];
    return refuse('CONFLICT', {
      message: `There is ${what} with this ${fields} already, which has id ${twin.id}. Update that one, or send another ${last}.`,
    });
  };

  return {
    /** Clears the values of other records that only this one has from now on. */
    async clearOthers(call: StoreCall, { id, ...document }: D): Promise<void> {
      for (const name of sole) {
        if (readField(document, name) !== true) continue;
        const others = await find(call, {}, 2 * (descriptor.maxPerAccount ?? 0));
        for (const other of others)
          if (other.id !== id && readField(other, name) === true)
            await unlessGone(writer.modify(call, other.id, (before) => omit(before, name)));
      }
    },
    /** Gives the places around a record to the others. The next write repairs what a crash leaves. */
    async renumberOthers(call: StoreCall, placed: number): Promise<void> {
      const all = await loadWeights(descriptor, collection, call.actor.accountId);
      for (const [id, orderWeight] of renumber(all, placed))
        await unlessGone(writer.modify(call, id, (before) => ({ ...before, [ORDER_FIELD]: orderWeight })));
    },
    /** Inserts a record. Throws CONFLICT with the id of another one that has its identity. */
    async insertNew(call: StoreCall, draft: Draft<D>, customFields: readonly string[]) {
      try {
        return await writer.insert(call, draft, { customFields });
      } catch (error) {
        throw await refuseTwin(call, draft, error);
      }
    },
  };
};
