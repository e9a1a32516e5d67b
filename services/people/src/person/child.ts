import { invalidBody, type Refusal } from '@porchlight/errors';
import type { Row } from '@porchlight/resource';
import { column, type Columns, type Document, type ResourceStore, type Stored } from '@porchlight/store';

export const authoredColumns = {
  personId: column.number,
  createdById: column.number,
  updatedById: column.number,
} satisfies Columns;

/** Fields of every record of a person: the person and a copy of its viewers. */
export interface ChildDocument {
  personId: number;
  /** Copy of the person's viewers; follows them. */
  viewers: number[];
}

/**
 * A record of a person that users write: notes, calls, text messages, tasks. Users are stored by id; 0 is the service
 * and rendered as null.
 */
export interface AuthoredDocument extends Document, Stored<typeof authoredColumns> {
  viewers: number[];
}

/** The own fields of such a document, without those of the store. */
export type OwnFields<D extends AuthoredDocument> = Omit<D, keyof AuthoredDocument>;

/**
 * The person does not exist or is invisible to the caller; the error does not distinguish them (decisions section 5).
 */
export const noSuchPerson = (): Refusal => invalidBody("Field 'personId': no such person or no permission.");

/** Removes undefined values: documents do not contain them, decoded messages do. */
export const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;

/** A resource whose records belong to a person. */
export type NamedChildStore = Pick<
  ResourceStore<Row, Document & ChildDocument>,
  'descriptor' | 'find' | 'modify' | 'purge' | 'recount' | 'remove'
>;
