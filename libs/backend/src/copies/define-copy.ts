import type { Change } from '@porchlight/contracts';
import type { FilterValues, ServiceDefinition } from '@porchlight/resource';
import {
  column,
  composeKey,
  defineDocument,
  type Columns,
  type DocumentSchema,
  type Index,
  type Stored,
} from '@porchlight/store';

/** The resource of another service whose records are copied; a descriptor is one. */
export interface OriginalResource {
  /** The owning service. */
  readonly service: string;
  readonly resource: string;
  /** Its RPC service and plural name, for lists. Without them, copies cannot be rebuilt. */
  readonly definition?: ServiceDefinition;
  readonly nouns?: string;
}

/** The generated code of a message. */
export interface Message<R> {
  encode(record: R): { finish(): Uint8Array };
  decode(bytes: Uint8Array): R;
}

/** The fields of every copy. */
export interface CopyHead {
  readonly _id: string | number;
  readonly accountId: number;
  /** Version of the original; an older one never replaces a newer one. */
  readonly version: number;
  /** The original was deleted. The tombstone stays, so that a late change does not restore the copy. */
  readonly deleted?: boolean;
}

/** The copy of an existing record. */
export type Copy<F, O = object> = CopyHead & F & Partial<O>;

/** A stored copy: of an existing record, or the tombstone of a deleted one, which has none of its fields. */
export type StoredCopy<F, O = object> = CopyHead & Partial<F> & Partial<O>;

/** The fields of copies of a definition. */
export type CopyOf<D> = D extends CopyDefinition<infer _R, infer F, infer O> ? Copy<F, O> : never;

/** The copies of a service by name; a rebuild takes them in this order. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the fields of copies differ
export type CopyDefinitions = Readonly<Record<string, CopyDefinition<any, any, any>>>;

/** What `defineCopy` takes. */
export interface CopyDeclaration<R, C extends Columns, O extends Columns> {
  readonly message: Message<R>;
  /** Name of the collection in the service's own database. */
  readonly collection: string;
  /** The copied fields. */
  readonly columns: C;
  /**
   * The copied fields of an original; undefined if the original never has a copy. A field that is left out is removed.
   */
  readonly pick: (original: R) => Stored<C> | undefined;
  /** Fields that this service adds; a replacement computes them anew. */
  readonly own?: {
    readonly columns: O;
    /** Copied fields of the former copy that `compute` reads. */
    readonly reads: readonly (keyof C & string)[];
    compute(
      before: StoredCopy<Stored<C>, Stored<O>> | undefined,
      after: StoredCopy<Stored<C>, Stored<O>>,
      now: Date,
    ): Partial<Stored<O>>;
  };
  readonly indexes?: readonly Index[];
  /** Default: `composeKey`. Collections from before it was the default use `textKey`. */
  readonly key?: (accountId: number, id: number) => string | number;
  /** Filters of the lists from which copies are rebuilt, besides those by id. */
  readonly filters?: readonly FilterValues[];
  /** Verbs of the changes that contain the original; default: created and updated, and `deleted` leaves a tombstone. */
  readonly verbs?: readonly string[];
  /**
   * One copy for several originals, the latest one: the id that they share and the time of the original, ms. Undefined:
   * the original counts for none.
   */
  readonly latest?: (original: R) => { readonly id: number; readonly version: number } | undefined;
}

/** A declared copy of a resource of another service. */
export interface CopyDefinition<R, F, O = object> {
  readonly original: OriginalResource;
  readonly collection: string;
  readonly schema: DocumentSchema<StoredCopy<F, O>>;
  readonly key: (accountId: number, id: number) => string | number;
  readonly filters: readonly FilterValues[];
  /** True if a deleted original leaves a tombstone, and a copy without original is removed by a rebuild. */
  readonly followsDeletions: boolean;
  readonly own:
    | {
        readonly reads: readonly string[];
        compute(before: StoredCopy<F, O> | undefined, after: StoredCopy<F, O>, now: Date): Partial<O>;
      }
    | undefined;
  readonly message: Message<R>;
  /** The copy of an original; undefined if it has none. */
  toCopy(accountId: number, original: R): Copy<F, O> | undefined;
  createTombstone(accountId: number, id: number, own?: Partial<O>): StoredCopy<F, O>;
  /** The copies and tombstones of a change. */
  readChange(change: Pick<Change, 'accountId' | 'verb' | 'ids' | 'record'>): StoredCopy<F, O>[];
  /** True if the originals of a change must be read from their owner, because the message is without its record. */
  lacksRecord(change: Pick<Change, 'verb' | 'record' | 'dataJson'>): boolean;
}

/** Above every version of a record. */
const DELETED_VERSION = 2 ** 31;

/** `_id` of copies as text: `<accountId>:<id>`. */
export const textKey = (accountId: number, id: number): string => `${accountId}:${id}`;

/** An optional field without value is not stored, so that it is absent as in the original. */
export const omitUndefined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

const optionalColumns = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).map(([name, one]) => [name, column.optional(one)]));

/**
 * Declares the local copy of a resource of another service (D13.3): where it is stored and which fields it has. The
 * rest follows: version guard, replacement, tombstones, rebuild, repair, waits and lag (`openCopies`).
 */
export const defineCopy = <
  R extends { readonly id?: number; readonly version?: number },
  C extends Columns,
  O extends Columns = Record<never, never>,
>(
  original: OriginalResource,
  declaration: CopyDeclaration<R, C, O>,
): CopyDefinition<R, Stored<C>, Stored<O>> => {
  type Fields = StoredCopy<Stored<C>, Stored<O>>;
  const { message, collection, columns, pick, own, latest, key = composeKey, indexes = [] } = declaration;
  const { verbs = ['created', 'updated'], filters = [] } = declaration;
  const followsDeletions = declaration.verbs === undefined && latest === undefined;
  const identify =
    latest ?? (({ id = 0, version = 0 }: R): { readonly id: number; readonly version: number } => ({ id, version }));

  const toCopy = (accountId: number, record: R) => {
    const identity = identify(record);
    const fields = pick(record);
    if (!identity || !fields) return undefined;
    const { id, version } = identity;
    return { ...omitUndefined(fields), _id: key(accountId, id), accountId, version } as Copy<Stored<C>, Stored<O>>;
  };
  const createTombstone = (accountId: number, id: number, ownFields: Partial<Stored<O>> = {}): Fields =>
    ({ ...ownFields, _id: key(accountId, id), accountId, version: DELETED_VERSION, deleted: true }) as Fields;

  return {
    original,
    collection,
    // The tombstone of a deleted original has none of its fields.
    schema: defineDocument(
      {
        _id: typeof key(1, 1) === 'number' ? column.number : column.text,
        accountId: column.number,
        version: column.number,
        deleted: column.optional(column.flag),
        ...optionalColumns({ ...columns, ...own?.columns }),
      },
      indexes,
    ) as unknown as DocumentSchema<Fields>,
    key,
    filters,
    followsDeletions,
    own: own && { reads: [...Object.keys(own.columns), ...own.reads], compute: own.compute.bind(own) },
    message,
    toCopy,
    createTombstone,
    readChange({ accountId, verb, ids, record }) {
      if (followsDeletions && verb === 'deleted') return ids.map((id) => createTombstone(accountId, id));
      if (!verbs.includes(verb) || record.length === 0) return [];
      return [toCopy(accountId, message.decode(record))].filter((copy) => copy !== undefined);
    },
    // The second change of a write, which publishes only an event with its data, never has a record.
    lacksRecord: ({ verb, record, dataJson }) =>
      original.definition !== undefined && verbs.includes(verb) && record.length === 0 && dataJson === '',
  };
};
