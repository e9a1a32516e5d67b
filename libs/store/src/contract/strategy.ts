import type { Descriptor, FilterValues, ListQuery, Row } from '@porchlight/resource';
import type { Document, Draft } from './document';
import type { Condition, Index } from './document-collection';
import type { StoreCall } from './store-call';

/** The rules of one resource. Hooks may read, never write. */
export interface Strategy<R extends Row, D extends Document> {
  /**
   * From what the caller sent to a document; validates; throws Refusal. `mask` = names present (present without value =
   * null).
   */
  prepareForCreate?(
    call: StoreCall,
    input: R,
    mask: ReadonlySet<string>,
    options: Readonly<Record<string, string>>,
  ): Promise<Draft<D>> | Draft<D>;
  /** An existing record to return from a create (deduplicate=true). Called before prepareForCreate. */
  findExisting?(call: StoreCall, input: R, options: Readonly<Record<string, string>>): Promise<D | undefined>;
  /**
   * The document after the update; called again with the newer document when another write came between. Throws
   * Refusal.
   */
  prepareForUpdate?(
    call: StoreCall,
    before: D,
    input: R,
    mask: ReadonlySet<string>,
    options: Readonly<Record<string, string>>,
  ): Promise<D> | D;
  /** Checks before a delete; throws Refusal. */
  validateDelete?(call: StoreCall, before: D, options: Readonly<Record<string, string>>): Promise<void> | void;
  /** The record as callers get it. `prepareRecords` is awaited once before, for names looked up in bulk. */
  toRecord(document: D, call: StoreCall): R;
  prepareRecords?(documents: readonly D[], call: StoreCall): Promise<void>;
  /** Users who may see the document; required with visibility `viewers`. */
  viewersOf?(document: D): number[];
  /**
   * Counters that the document is in, besides `total` and, with visibility `viewers`, `viewer:<userId>`, which the
   * store adds.
   */
  countsOf?(document: D): string[];
  /**
   * Names of the count to answer a list total with, when the standard rule (no filter, or one filter with `count`) does
   * not fit.
   */
  countFor?(call: StoreCall, filters: readonly FilterValues[]): string | undefined;
  /** Conditions for filters of match `rule`; undefined = no condition; `null` = nothing can match. */
  conditionFor?(
    call: StoreCall,
    filter: FilterValues,
  ): Promise<Condition | undefined | null> | Condition | undefined | null;
  /** Condition of every list (people: not in Trash unless requested). */
  listCondition?(
    call: StoreCall,
    filters: readonly FilterValues[],
  ): Promise<Condition | undefined> | Condition | undefined;
  /**
   * True if the actor may see the document, besides the descriptor's visibility; for records of a single user. The
   * condition of lists must match.
   */
  mayView?(call: StoreCall, document: D): boolean;
  /** Replaces the query of a list: adds stored filters (people of a smart list). */
  prepareList?(call: StoreCall, query: ListQuery): Promise<ListQuery>;
  /** Values of a grouped sort's field in ascending order; the store pages through one after another. */
  groupsOf?(call: StoreCall, sort: string): Promise<readonly number[]>;
  /**
   * The stored field of a sort that is not in the descriptor (custom fields). Throws INVALID_QUERY for an unknown name.
   */
  sortFieldOf?(call: StoreCall, sort: string): Promise<string>;
  /** Records that a list shows beside those that name the caller as a viewer; undefined = none. */
  alsoVisible?(call: StoreCall, filters: readonly FilterValues[]): Promise<Condition | undefined>;
  /** Further webhook event names for a change (peopleTagsCreated), with their data, and facts for other services. */
  extraEvents?(before: D | undefined, after: D | undefined): readonly ExtraEvent[];
  /** After a write is durable, before the answer. For caches; must not fail. */
  afterWrite?(call: StoreCall, before: D | undefined, after: D | undefined): void;
}

/** A further event or fact of a write. */
export interface ExtraEvent {
  readonly name: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Ids that the event is about, if they are not the record's own: parts of the record that have ids. Needs `data`. */
  readonly ids?: readonly number[];
  /**
   * Not for partners: a change of its own with `name` as its verb and the data, for services that consume the topic.
   */
  readonly internal?: true;
}

/** How a resource is opened. */
export interface ResourceOptions<R extends Row, D extends Document> {
  readonly descriptor: Descriptor<R>;
  readonly strategy: Strategy<R, D>;
  /** Besides those that the mechanism makes from the descriptor's filters and sorts. */
  readonly indexes?: readonly Index[];
  /** Encodes the record into the change event for those who keep a copy; absent: no copy travels. */
  readonly encodeRecord?: (record: R) => Uint8Array;
  /**
   * Field of the 3-grams that serves `contains` filters, by the filter's `on`; `<on>Grams` unless given. Several
   * filters may share one (a first name is a part of the name), which spares an index. The text compared is `<on>Key`.
   */
  readonly grams?: Readonly<Record<string, string>>;
}
