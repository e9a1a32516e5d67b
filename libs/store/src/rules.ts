import { allResources } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import {
  getFields,
  INT32_MAX,
  splitWords,
  withArticle,
  type Descriptor,
  type Field,
  type Row,
} from '@porchlight/resource';
import type { Counters } from './counts/counters';
import { normalizeText } from './lists/text-grams';
import { readField } from './read-field';
import type { Document, Draft } from './contract/document';
import type { DocumentCollection } from './contract/document-collection';
import type { StoreCall } from './contract/store-call';
import type { ResourceOptions, Strategy, Write } from './contract/strategy';

/** The rules of a resource, with defaults for those that every resource has. */
export interface Rules<R extends Row, D extends Document> extends Omit<Strategy<R, D>, 'render' | 'prepare'> {
  prepare(call: StoreCall, write: Write<R, D>): Promise<Draft<D>> | Draft<D>;
  render(document: D, call: StoreCall, related: unknown): R;
}

type Values = Record<string, unknown>;

/** Every range has two bounds, so that all servers use the index. Tombstones have no id. */
export const ALL_IDS = { $gt: 0, $lt: INT32_MAX + 1 };

/** Document field with the normalized text of a `unique` field. */
const uniqueKey = (name: string): string => `${name}Key`;

/** A record of a resource in error messages: a user, an open house. */
const describeRecord = (resource: string): string => {
  const noun = allResources.find((one) => one.resource === resource)?.noun;
  return noun === undefined ? `a record of ${splitWords(resource)}` : withArticle(splitWords(noun));
};

const readIds = (value: unknown): number[] => {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((id) => typeof id === 'number');
};

/** A list of references has no duplicates. */
const toStored = (value: unknown, { references }: Field<unknown>): unknown =>
  references !== undefined && Array.isArray(value) ? [...new Set(readIds(value))] : value;

/** Renders the declared fields: those of the strategy, the others as they are stored. */
const createRender = <R extends Row, D extends Document>({
  descriptor,
  strategy,
}: ResourceOptions<R, D>): Rules<R, D>['render'] => {
  const names = Object.keys(getFields(descriptor));
  return (document, call, related) => {
    const record: Values = strategy?.render?.(document, call, related) ?? {};
    for (const name of names) {
      const value = readField(document, name);
      // Absent fields are not added: objects with many fields that are undefined are slow and large.
      if (value !== undefined && !(name in record)) record[name] = value;
    }
    return record as R;
  };
};

/** The `prepare` of a resource whose records a use case inserts: updates only. */
export const updateOnly =
  <R extends Row, D extends Document>(
    prepare: (call: StoreCall, before: D, write: Omit<Write<R, D>, 'before'>) => Promise<Draft<D>> | Draft<D>,
  ): NonNullable<Strategy<R, D>['prepare']> =>
  (call, write) => {
    if (!write.before) throw new Error('A use case inserts these records.');
    return prepare(call, write.before, write);
  };

/**
 * True if creates and updates of an account must run one after another: `maxPerAccount` and `unique` are checked by
 * reading the other records.
 */
export const needsAccountLock = (descriptor: Descriptor): boolean =>
  descriptor.maxPerAccount !== undefined || Object.values(getFields(descriptor)).some(({ unique }) => unique);

/**
 * Creates and updates as the descriptor declares them: writable fields are stored under their names; `maxPerAccount`,
 * `unique` and `references` are checked. References that a record has already are accepted.
 */
const createDefaultPrepare = <R extends Row, D extends Document>(
  { descriptor, findExisting }: ResourceOptions<R, D>,
  collection: Pick<DocumentCollection<D>, 'find'>,
  counters: Pick<Counters, 'read'>,
): Rules<R, D>['prepare'] => {
  const writable = Object.entries(getFields(descriptor)).filter(([, field]) => field.writable !== 'never');
  if (!findExisting && writable.some(([, { references }]) => references !== undefined))
    throw new Error(
      `${descriptor.resource} has references: open the resource with findExisting (docs/architecture.md, How to add).`,
    );

  const checkNumber = async (accountId: number): Promise<void> => {
    const { maxPerAccount: max, nouns } = descriptor;
    if (max === undefined || ((await counters.read(accountId, 'total')) ?? 0) < max) return;
    throw refuse('LIMIT_REACHED', { limit: max, what: splitWords(nouns) });
  };
  const checkUnique = async (accountId: number, name: string, text: string, ownId?: number): Promise<void> => {
    const same = { accountId, id: ALL_IDS, [uniqueKey(name)]: normalizeText(text) };
    const found = await collection.find(same, { limit: 2 });
    if (found.some(({ id }) => id !== ownId))
      throw refuse('NAME_TAKEN', { what: withArticle(splitWords(descriptor.noun)), field: name });
  };
  const checkReferences = async (
    call: StoreCall,
    name: string,
    references: string,
    [value, before]: [unknown, unknown],
  ): Promise<void> => {
    const former = readIds(before);
    const added = readIds(value).filter((id) => !former.includes(id));
    if (added.length === 0) return;
    const existing = await findExisting!(call, references, added, name);
    const unknown = added.find((id) => !existing.has(id));
    if (unknown !== undefined)
      throw refuse('UNKNOWN_REFERENCE', { field: name, what: describeRecord(references), value: unknown });
  };

  return async (call, { before, input, mask }) => {
    const { accountId } = call.actor;
    if (!before) await checkNumber(accountId);
    const values: Values = { ...before };
    for (const [name, field] of writable) {
      if (before && !(field.writable === 'always' && mask.has(name))) continue;
      const value = readField(input, name);
      const former = values[name];
      if (field.references !== undefined) await checkReferences(call, name, field.references, [value, former]);
      if (field.unique && typeof value === 'string' && value !== former) {
        await checkUnique(accountId, name, value, before?.id);
        values[uniqueKey(name)] = normalizeText(value);
      }
      if (value === undefined) delete values[name];
      else values[name] = toStored(value, field);
    }
    return Object.assign({} as Draft<D>, values);
  };
};

/** Adds the rules that follow from the descriptor to those of the strategy. */
export const completeRules = <R extends Row, D extends Document>(
  options: ResourceOptions<R, D>,
  collection: Pick<DocumentCollection<D>, 'find'>,
  counters: Pick<Counters, 'read'>,
): Rules<R, D> => {
  const { strategy = {}, retryReferences } = options;
  const { prepare: prepareOwn } = strategy;
  const prepareDeclared = createDefaultPrepare(options, collection, counters);
  const prepare: typeof prepareDeclared = prepareOwn
    ? (call, write) => prepareOwn(call, write, async () => prepareDeclared(call, write))
    : prepareDeclared;
  return {
    ...strategy,
    render: createRender(options),
    prepare: retryReferences
      ? (call: StoreCall, write: Write<R, D>) => retryReferences(call, async () => prepare(call, write))
      : prepare,
  };
};
