import { getFields, type Field, type Row } from '@porchlight/resource';
import type { Document } from './contract/document';
import type { StoreCall } from './contract/store-call';
import type { FindNames, ResourceOptions } from './contract/strategy';
import { readField } from './read-field';

type Values = Record<string, unknown>;
type Names = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** Data of other records: those of the strategy, and names by resource and id. */
export interface Related {
  readonly ofStrategy: unknown;
  readonly names: Names;
}

const NO_NAMES: Names = new Map();

/** A field of a list without a value is an empty list: generated messages have one. */
const isList = ({ codec }: Field<unknown>): boolean => codec.parts?.item !== undefined;

/** True for a field with the id of a user that the service sets: 0 is the service itself. */
const isCaller = ({ stamp, initialFrom }: Field<unknown>): boolean =>
  stamp === 'creator' || stamp === 'editor' || initialFrom === 'caller';

/** Loads the names that fields show, one query for each resource. */
const loadNames = async (
  fields: ReadonlyArray<readonly [string, Field<unknown>]>,
  documents: readonly Document[],
  call: StoreCall,
  findNames: FindNames,
): Promise<Names> => {
  const ids = new Map<string, Set<number>>();
  for (const [, { nameOf }] of fields) {
    if (!nameOf) continue;
    const ofResource = ids.get(nameOf.resource) ?? new Set<number>();
    ids.set(nameOf.resource, ofResource);
    for (const document of documents) {
      const id = readField(document, nameOf.field);
      if (typeof id === 'number' && id > 0) ofResource.add(id);
    }
  }
  const loads = [...ids].map(
    async ([resource, namedIds]) =>
      [
        resource,
        namedIds.size === 0 ? new Map<number, string>() : await findNames(call, resource, [...namedIds]),
      ] as const,
  );
  return new Map(await Promise.all(loads));
};

/**
 * Renders the declared fields: those of the strategy, computed ones and names of other records, the others as they are
 * stored.
 */
export const createDeclaredRender = <R extends Row, D extends Document>({
  descriptor,
  strategy = {},
  findNames,
}: ResourceOptions<R, D>) => {
  const fields = Object.entries(getFields(descriptor));
  const hasNames = fields.some(([, { nameOf }]) => nameOf !== undefined);
  if (hasNames && !findNames)
    throw new Error(
      `${descriptor.resource} show names of records: open the resource with findNames (docs/how-to-add.md).`,
    );

  const readValue = (name: string, field: Field<unknown>, document: D, names: Names): unknown => {
    const { nameOf, computed } = field;
    if (computed) return computed(document as D & Values);
    if (nameOf) return names.get(nameOf.resource)?.get(Number(readField(document, nameOf.field)));
    const value = readField(document, name);
    if (value === undefined && isList(field)) return [];
    return value === 0 && isCaller(field) ? undefined : value;
  };

  return {
    loadRelated:
      hasNames || strategy.loadRelated
        ? async (documents: readonly D[], call: StoreCall, customFields: readonly string[]): Promise<Related> => {
            const [names, ofStrategy] = await Promise.all([
              hasNames ? loadNames(fields, documents, call, findNames!) : NO_NAMES,
              strategy.loadRelated?.(documents, call, customFields),
            ]);
            return { names, ofStrategy };
          }
        : undefined,
    render: (document: D, call: StoreCall, related: Related | undefined): R => {
      const record: Values = strategy.render?.(document, call, related?.ofStrategy) ?? {};
      for (const [name, field] of fields) {
        if (name in record) continue;
        const value = readValue(name, field, document, related?.names ?? NO_NAMES);
        // Absent fields are not added: objects with many fields that are undefined are slow and large.
        if (value !== undefined) record[name] = value;
      }
      return record as R;
    },
  };
};
