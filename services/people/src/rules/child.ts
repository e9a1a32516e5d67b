import { refuse, type Refusal } from '@porchlight/errors';
import type { Document } from '@porchlight/store';

/** What every record that hangs on a person holds: whose it is, and a copy of the users who may see that person. */
export interface ChildDocument {
  personId: number;
  /** Copy of the person's viewers; follows them. */
  viewers: number[];
}

/**
 * A record on a person that users write: notes, calls, text messages, tasks. Users are kept by id, 0 for the service.
 */
export interface AuthoredDocument extends Document, ChildDocument {
  viewers: number[];
  createdById: number;
  updatedById: number;
}

/** What is not the mechanism's of such a document: its own fields. */
export type OwnFields<D extends AuthoredDocument> = Omit<D, keyof AuthoredDocument>;

/**
 * The person named is not there, or not among those the caller may see; which of the two is not told (decisions section
 * 5).
 */
export const noSuchPerson = (): Refusal =>
  refuse('INVALID_BODY', { problems: "Field 'personId': no such person or no permission." });

/** Documents hold no undefined; decoded messages do. */
export const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
