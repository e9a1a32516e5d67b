import type { Sharding } from '../routing/shard-router';
import type { CountKey } from '../counts/count-keys';
import type { Columns } from '../schema/columns';
import type { Descriptor, ListQuery, Reference, Row } from '@porchlight/resource';
import type { Document, Draft } from './document';
import type { Condition, Index } from './document-collection';
import type { ResourceStore } from './resource-store-contract';
import type { StoreCall } from './store-call';

/** One create or update, as the caller sent it. */
export interface Write<R extends Row, D extends Document> {
  /** The document before an update; undefined for a create. */
  readonly before: D | undefined;
  readonly input: R;
  /** Names of the fields that were sent; one that is undefined in the input was sent as null. */
  readonly mask: ReadonlySet<string>;
  readonly options: Readonly<Record<string, string>>;
}

/** The rules of one resource. All are optional and may read, not write. They throw Refusal. */
export interface Strategy<R extends Row, D extends Document, L = unknown> {
  /**
   * Returns the fields of the document after the write, without those of every document. Called again with the newer
   * document after a concurrent update. Default: `declared()`, which applies the fields and rules of the descriptor:
   * unique names, limits, references, order and problems.
   */
  prepare?(call: StoreCall, write: Write<R, D>, declared: () => Promise<Draft<D>>): Promise<Draft<D>> | Draft<D>;
  /** Checks a delete. */
  validateDelete?(call: StoreCall, before: D, options: Readonly<Record<string, string>>): Promise<void> | void;
  /** Loads, in bulk, the data that `render` needs besides the documents; of custom fields the named ones, `*` all. */
  loadRelated?(documents: readonly D[], call: StoreCall, customFields: readonly string[]): Promise<L>;
  /** Returns the fields of the record that differ from the stored ones; the others are copied. */
  render?(document: D, call: StoreCall, related: L): Partial<R>;
  /** Users who may see the document. Default: those stored in it. Requires visibility `viewers`. */
  viewers?(document: D): number[];
  /** The counters of the document besides `total` and `viewer:<userId>`: each counts it, or adds up an amount of it. */
  counts?(document: D): readonly CountKey[];
  /** Rules of a list besides those of the descriptor. */
  planList?(call: StoreCall, query: ListQuery): Promise<ListPlan<D>> | ListPlan<D>;
  /** Further webhook events of a write, and facts for other services. */
  events?(before: D | undefined, after: D | undefined): readonly ExtraEvent[];
}

/** A list as the rules of a resource change it. Absent: as the descriptor declares it. */
export interface ListPlan<D extends Document = Document> {
  /** Replaces the query, for example with stored filters. */
  readonly query?: ListQuery;
  /** Conditions that records must meet, also for filters of match `rule`. Null: no record meets them. */
  readonly conditions?: readonly (Condition | null | undefined)[] | undefined;
  /** Checks that the database cannot make; conditions should leave few records to check. */
  readonly checks?: readonly RecordCheck<D>[] | undefined;
  /** Records that are listed besides those that name the caller as a viewer. */
  readonly alsoVisible?: Condition | undefined;
  /** The counter with the total, or several whose sum it is. Default: that of the only filter, or `total`. */
  readonly counter?: string | readonly string[] | undefined;
  /** Stored field of a sort that the descriptor does not declare (custom fields). */
  readonly sortField?: string | undefined;
  /** Values of a grouped sort's field in ascending order. */
  readonly groups?: readonly number[] | undefined;
}

/** A check of a document that was read for a list. */
export interface RecordCheck<D extends Document> {
  /** Stored fields that the check reads; others may be missing. */
  readonly fields: readonly string[];
  accepts(document: D): boolean;
}

/** A further event or fact of a write. */
export interface ExtraEvent {
  readonly name: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Ids that the event is about, if not that of the record: parts of the record that have ids. Requires `data`. */
  readonly ids?: readonly number[];
  /** A fact for other services: published as a change with `name` as its verb and the data, not sent to webhooks. */
  readonly internal?: true;
}

/** A declared reference, and the field that has it. */
export interface FieldReference extends Reference {
  readonly field: string;
  /** Of a delete: the record gets what belongs to the deleted one. A user who may get nothing new does not count. */
  readonly isReplacement?: true;
}

/** Ids of another resource that exist in the account, newly named by a field. May refuse some of them. */
export type FindExisting = (
  call: StoreCall,
  reference: FieldReference,
  ids: readonly number[],
) => Promise<ReadonlySet<number>>;

/** Names of records of another resource, by id; absent ones are left out. */
export type FindNames = (
  call: StoreCall,
  resource: string,
  ids: readonly number[],
) => Promise<ReadonlyMap<number, string>>;

/** How a resource is opened. */
export interface ResourceOptions<R extends Row, D extends Document> {
  readonly descriptor: Descriptor<R>;
  readonly strategy?: Strategy<R, D>;
  /** Required if a declared field has `references`. */
  readonly findExisting?: FindExisting;
  /** Required if a declared field has `nameOf`. */
  readonly findNames?: FindNames;
  /** Required of a resource `ofPerson`: the person, if the caller may see it. */
  readonly loadPerson?: (call: StoreCall, id: number) => Promise<{ readonly viewers: readonly number[] } | undefined>;
  /**
   * Gives what belongs to a record to another one, before the record is deleted with an option that has `replacement`.
   * It may be repeated: a process that ends in between leaves the record, and the caller repeats the delete.
   */
  readonly reassign?: (call: StoreCall, before: D, replacement: number) => Promise<void>;
  /** Runs `prepare`, and again when the copy of a referenced record arrives (libs/backend: waitForReferences). */
  readonly retryReferences?: <T>(call: StoreCall, prepare: () => Promise<T>) => Promise<T>;
  /** False hides a document from the caller. Conditions of lists must match it. */
  readonly isVisible?: (call: StoreCall, document: D) => boolean;
  /**
   * Adds to what reads and writes of callers do. Its result is what the service serves and what `resource` and `reads`
   * of the store return.
   */
  extend?(store: ResourceStore<R, D>): ResourceStore<R, D>;
  /** Called after a write is durable and before the response, to refresh caches. Must not throw. */
  readonly afterWrite?: (call: StoreCall, before: D | undefined, after: D | undefined) => void;
  /** Stored fields that are not declared, or stored in another form. */
  readonly columns?: Columns;
  /** Default: by key. */
  readonly sharding?: Sharding;
  /** Indexes besides those of the declared filters and sorts. */
  readonly indexes?: readonly Index[];
  /** Encodes the record in changes. Default: whole if the contract of a service reads it, otherwise not at all. */
  readonly encodeRecord?: (record: R) => Uint8Array;
  /**
   * Field of the trigrams that serves `contains` filters, by the filter's field. Default: `<field>Grams`. Filters may
   * share one to save an index: a first name is part of the name. The compared text is `<field>Key`.
   */
  readonly grams?: Readonly<Record<string, string>>;
}
