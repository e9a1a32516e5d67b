import { refuse } from '@porchlight/errors';
import { fieldsOf, wordsOf, type Descriptor, type Field, type Row } from '@porchlight/resource';
import { normalizeText } from './lists/text-grams';
import type { Document, Draft, ResourceStore, StoreCall, Strategy } from './types';

/** What the rules of a descriptor need to know of other records. */
export interface DefaultStrategyPorts<R extends Row, D extends Document> {
  /** The resource's own store; called after it was opened. */
  readonly store: () => Pick<ResourceStore<R, D>, 'count' | 'find'>;
  /** Of these ids of another resource, those that exist in the account. Required if a field has `references`. */
  readonly findExisting?: (call: StoreCall, resource: string, ids: readonly number[]) => Promise<ReadonlySet<number>>;
}

type Values = Record<string, unknown>;
type Default<R extends Row, D extends Document> = Required<
  Pick<Strategy<R, D>, 'prepareForCreate' | 'prepareForUpdate' | 'toRecord'>
>;

/** Document field with the normalized text of a `unique` field. */
const uniqueKey = (name: string): string => `${name}Key`;

const readIds = (value: unknown): number[] => {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((id) => typeof id === 'number');
};

const readValue = (from: object, name: string): unknown => (from as Values)[name];

/** A list of references has no duplicates. */
const toStored = (value: unknown, { references }: Field<unknown>): unknown =>
  references !== undefined && Array.isArray(value) ? [...new Set(readIds(value))] : value;

/**
 * Create, update and rendering as the descriptor declares them: writable fields are stored under their names;
 * `maxPerAccount`, `unique` and `references` are checked. References that a record has already are accepted. Writers of
 * a resource with `maxPerAccount` or `unique` must hold the lock of the account.
 */
export const createDefaultStrategy = <R extends Row, D extends Document>(
  descriptor: Descriptor<R>,
  { store, findExisting }: DefaultStrategyPorts<R, D>,
): Default<R, D> => {
  const fields = Object.entries(fieldsOf(descriptor));
  const writable = fields.filter(([, field]) => field.in !== 'never');

  const checkNumber = async ({ actor }: StoreCall): Promise<void> => {
    const { maxPerAccount: max, nouns } = descriptor;
    if (max === undefined || (await store().count(actor.accountId, 'total')) < max) return;
    throw refuse('INVALID_BODY', { problems: `An account has at most ${max} ${wordsOf(nouns)}.` });
  };
  const checkUnique = async (call: StoreCall, name: string, text: string, ownId?: number): Promise<void> => {
    const found = await store().find(call, { [uniqueKey(name)]: normalizeText(text) }, 2);
    if (found.some(({ id }) => id !== ownId))
      throw refuse('DUPLICATE', { what: `a ${wordsOf(descriptor.noun)}`, field: name });
  };
  const checkReferences = async (
    call: StoreCall,
    name: string,
    { references = '' }: Field<unknown>,
    [value, before]: [unknown, unknown],
  ): Promise<void> => {
    const former = readIds(before);
    const added = readIds(value).filter((id) => !former.includes(id));
    if (added.length === 0) return;
    const existing = await findExisting?.(call, references, added);
    const unknown = added.find((id) => !existing?.has(id));
    if (unknown !== undefined)
      throw refuse('UNKNOWN_REFERENCE', { field: name, what: `a ${references.replace(/s$/, '')}`, value: unknown });
  };
  /** Checks the value of a field and writes it to the document; `undefined` removes it. */
  const assign = async (call: StoreCall, document: Values, name: string, field: Field<unknown>, value: unknown) => {
    const before = document[name];
    if (field.references !== undefined) await checkReferences(call, name, field, [value, before]);
    if (field.unique && typeof value === 'string' && value !== before) {
      await checkUnique(call, name, value, document['id'] as number | undefined);
      document[uniqueKey(name)] = normalizeText(value);
    }
    if (value === undefined) delete document[name];
    else document[name] = toStored(value, field);
  };

  return {
    prepareForCreate: async (call, input) => {
      await checkNumber(call);
      const values: Values = {};
      for (const [name, field] of writable) await assign(call, values, name, field, readValue(input, name));
      return Object.assign({} as Draft<D>, values);
    },
    prepareForUpdate: async (call, before, input, mask) => {
      const values = Object.assign({} as Values, before);
      for (const [name, field] of writable)
        if (field.in === 'always' && mask.has(name)) await assign(call, values, name, field, readValue(input, name));
      return Object.assign({} as D, values);
    },
    toRecord: (document) =>
      Object.assign({} as R, Object.fromEntries(fields.map(([name]) => [name, readValue(document, name)]))),
  };
};
