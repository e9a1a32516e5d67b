import { refuse, unlessGone } from '@porchlight/errors';
import { ORDER_FIELD, splitWords, type Row } from '@porchlight/resource';
import { loadWeights } from '../check-declared';
import type { Document, Draft } from '../contract/document';
import type { ResourceStore } from '../contract/resource-store';
import type { StoreCall } from '../contract/store-call';
import { renumber } from '../order-weights';
import { readField } from '../read-field';
import type { ResourceContext } from '../resource-context';
import { isUniqueConflict } from '../unique-conflict';
import type { createRecordWriter } from './record-writer';

/** Writes that concern other records of the account: the order of all, and the one with the same identity. */
export const createRecordPlaces = <R extends Row, D extends Document>(
  { options: { descriptor }, collection }: ResourceContext<R, D>,
  writer: Pick<ReturnType<typeof createRecordWriter<R, D>>, 'insert' | 'modify'>,
  find: ResourceStore<R, D>['find'],
) => {
  /** The refusal of a second record with the identity of another; the conflict itself if there is none. */
  const refuseTwin = async (call: StoreCall, draft: object, conflict: unknown): Promise<unknown> => {
    const { identity, noun } = descriptor;
    if (!identity || !isUniqueConflict(conflict)) return conflict;
    const same = Object.fromEntries(identity.map((field) => [field, readField(draft, field)]));
    const [twin] = await find(call, same, 1);
    if (!twin) return conflict;
    const [what, fields, last] = [splitWords(noun), identity.join(' and '), identity.at(-1)];
    return refuse('CONFLICT', {
      message: `There is a ${what} with this ${fields} already: id ${twin.id}. Update that one, or send another ${last}.`,
    });
  };

  return {
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
