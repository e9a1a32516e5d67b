import { allResources } from '@porchlight/contracts';
import { refuse, refuseAll } from '@porchlight/errors';
import {
  getFields,
  getReference,
  INT32_MAX,
  ORDER_FIELD,
  splitWords,
  withArticle,
  type Descriptor,
  type Field,
  type Reference,
  type Row,
} from '@porchlight/resource';
import type { Document } from './contract/document';
import type { DocumentCollection } from './contract/document-collection';
import type { StoreCall } from './contract/store-call';
import type { FindExisting, ResourceOptions, Write } from './contract/strategy';
import type { ResourceStore } from './contract/resource-store-contract';
import type { Counters } from './counts/counters';
import { ALL_IDS, composeKey } from './document-key';
import { textKey } from './key-fields';
import { normalizeText } from './lists/text-grams';
import { computePlace, WEIGHT_STEP, type Weighed } from './order-weights';
import { readField } from './read-field';
import { isSoftDeleted } from './soft-delete';

type Values = Readonly<Record<string, unknown>>;

/** What the rules of a resource are checked against. */
export interface RuleSources<D extends Document> {
  readonly collection: Pick<DocumentCollection<D>, 'find'>;
  readonly counters: Pick<Counters, 'read'>;
  /** The opened resources of the service. */
  readonly opened: () => Iterable<Pick<ResourceStore<Row, Document>, 'descriptor' | 'find'>>;
}

/** Ids of other records of this service that exist, for a resource that is opened without `findExisting`. */
const findOwn =
  (opened: RuleSources<Document>['opened']): FindExisting =>
  async (call, { resource }, ids) => {
    const store = [...opened()].find(({ descriptor }) => descriptor.resource === resource);
    const keys = ids.map((id) => composeKey(call.actor.accountId, id));
    const documents = (await store?.find(call, { _id: { $in: keys } }, keys.length)) ?? [];
    return new Set(documents.filter((one) => !isSoftDeleted(store!.descriptor, one)).map(({ id }) => id));
  };

/** The ids of a field, which holds one or a list. */
export const readIds = (value: unknown): number[] => {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((id) => typeof id === 'number');
};

/** A record of a resource in error messages: a user, an open house. */
const describeRecord = (resource: string): string => {
  const noun = allResources.find((one) => one.resource === resource)?.noun;
  return noun === undefined ? `a record of ${splitWords(resource)}` : withArticle(splitWords(noun));
};

/** The record of a reference in error messages: a user (Owner, Broker, Agent). */
export const describeReference = ({ resource, roles }: Pick<Reference, 'resource' | 'roles'>): string =>
  describeRecord(resource) + (roles ? ` (${roles.join(', ')})` : '');

/** Another record of the same resource in error messages: another team. */
export const describeOther = ({ noun }: Pick<Descriptor, 'noun'>): string => `another ${splitWords(noun)}`;

const WEIGHTS = { id: 1, [ORDER_FIELD]: 1 } as const;

/** All records of an account with their weights. Two replicas may each have added one record too many. */
export const loadWeights = async <D extends Document>(
  { maxPerAccount = 0 }: Pick<Descriptor, 'maxPerAccount'>,
  collection: Pick<DocumentCollection<D>, 'find'>,
  accountId: number,
): Promise<Weighed[]> => {
  const documents = await collection.find(
    { accountId, id: ALL_IDS },
    { limit: 2 * maxPerAccount, projection: WEIGHTS },
  );
  return documents.map((document) => ({ id: document.id, orderWeight: Number(readField(document, ORDER_FIELD) ?? 0) }));
};

/** Order of the checks of references: parts of a list first, so that the error names the field that was sent. */
const listReferences = (descriptor: Pick<Descriptor, 'fields'>) =>
  Object.entries(getFields(descriptor))
    .flatMap(([name, field]) => {
      const reference = field.writable === 'never' ? undefined : getReference(field);
      return reference ? [{ ...reference, field: name, isPart: field.partOf !== undefined }] : [];
    })
    .toSorted((a, b) => Number(b.isPart) - Number(a.isPart));

/** The checks of declared rules. All throw Refusal. */
export const createRuleChecks = <R extends Row, D extends Document>(
  { descriptor, findExisting }: ResourceOptions<R, D>,
  { collection, counters, opened }: RuleSources<D>,
) => {
  const references = listReferences(descriptor);
  const unique = Object.entries(getFields(descriptor)).filter(([, field]: [string, Field<unknown>]) => field.unique);
  // Users have a status, and other services their own records: the service knows how to find them.
  const foreign = references.find(
    ({ resource, roles }) =>
      resource === 'users' ||
      roles !== undefined ||
      !allResources.some((one) => one.resource === resource && one.service === descriptor.service),
  );
  if (!findExisting && foreign)
    throw new Error(
      `${descriptor.resource} has references to ${foreign.resource}: open the resource with findExisting` +
        ' (docs/how-to-add.md).',
    );
  const findReferenced = findExisting ?? findOwn(opened);
  const listProblems = (values: Values): readonly string[] => descriptor.problems?.(values as R & Values) ?? [];

  return {
    /** Throws LIMIT_REACHED. */
    async checkNumber({ actor }: StoreCall): Promise<void> {
      const { maxPerAccount: max, nouns } = descriptor;
      if (max === undefined || ((await counters.read(actor.accountId, 'total')) ?? 0) < max) return;
      throw refuse('LIMIT_REACHED', { limit: max, what: splitWords(nouns) });
    },
    /** Throws INVALID_BODY for problems that the record did not have before. */
    checkProblems(values: Values, before: D | undefined): void {
      const earlier = before ? listProblems(before as D & Values) : [];
      const problems = listProblems(values).filter((problem) => !earlier.includes(problem));
      if (problems.length > 0) throw refuseAll('INVALID_BODY', problems);
    },
    /** Throws UNKNOWN_REFERENCE, or what `findExisting` throws. References that a record has already are accepted. */
    async checkReferences(call: StoreCall, values: Values, before: D | undefined): Promise<void> {
      for (const { isPart: _, ...reference } of references) {
        const earlierIds = before ? readIds(readField(before, reference.field)) : [];
        const added = readIds(values[reference.field]).filter((id) => !earlierIds.includes(id));
        if (added.length === 0) continue;
        const existing = await findReferenced(call, reference, added);
        const unknown = added.find((id) => !existing.has(id));
        if (unknown === undefined) continue;
        const what = describeReference(reference);
        throw refuse('UNKNOWN_REFERENCE', { field: reference.field, what, value: unknown });
      }
    },
    /** Throws NAME_TAKEN. */
    async checkUnique({ actor: { accountId } }: StoreCall, values: Values, before: D | undefined): Promise<void> {
      for (const [name] of unique) {
        const text = values[name];
        if (typeof text !== 'string' || (before && text === readField(before, name))) continue;
        const same = { accountId, id: ALL_IDS, [textKey(name)]: normalizeText(text) };
        const documents = await collection.find(same, { limit: 2 });
        if (documents.some(({ id }) => id !== before?.id))
          throw refuse('NAME_TAKEN', { what: withArticle(splitWords(descriptor.noun)), field: name });
      }
    },
    /** The weight of the record (see `ordered`). */
    async place({ actor: { accountId } }: StoreCall, { before, input, mask }: Write<R, D>): Promise<unknown> {
      const earlier = before && readField(before, ORDER_FIELD);
      const sent = before && !mask.has(ORDER_FIELD) ? undefined : readField(input, ORDER_FIELD);
      const requested = typeof sent === 'number' && sent !== earlier ? sent : undefined;
      if (before && requested === undefined) return earlier;
      if (descriptor.ordered === 'last' && requested !== undefined) return requested;
      const all = await loadWeights(descriptor, collection, accountId);
      if (descriptor.ordered === 'places') return computePlace(all, requested, before?.id);
      const last = Math.max(0, ...all.map(({ orderWeight }) => orderWeight));
      return Math.min(INT32_MAX, last + WEIGHT_STEP);
    },
  };
};
