import type { BusMessage } from '@porchlight/bus';
import type { Email, Phone } from '@porchlight/contracts';
import type { CustomDefinition } from '@porchlight/custom-fields';

/** A copy of a record of another service. */
export interface Copy {
  /** `<accountId>:<id>` */
  _id: string;
  accountId: number;
  /** Id of the original. */
  recordId: number;
  /** Version of the original; an older one never replaces a newer one. The highest there is once it is deleted. */
  version: number;
  deleted?: boolean;
}

/** What deals show and ask of a person; people owns the original. */
export interface PersonCopy extends Copy {
  name: string;
  emails: Email[];
  phones: Phone[];
  /** Address of a picture; null when there is none, so that one that was taken away goes here too. */
  avatar: string | null;
  /** Users who may see the person. */
  viewers: number[];
  /** Of a deleted person: the deals that lost them, for a merge of which word comes after the deletion. */
  lostBy?: number[];
}

/** What deals show of a user; auth owns the original. */
export interface UserCopy extends Copy {
  name: string;
}

/** Copies of one kind of record. */
export interface Copies<C extends Copy> {
  /** Those of the ids that are here, deleted ones included. */
  byIds(accountId: number, ids: readonly number[]): Promise<C[]>;
  /** Stores newer copies, with `again` also equally new ones. Idempotent; older changes are ignored. */
  keep(copies: readonly C[], options?: { readonly again?: boolean }): Promise<void>;
  /** Forgets copies; word of the originals brings them back. */
  drop(accountId: number, ids: readonly number[]): Promise<void>;
  /** Ids between two others, both exclusive, of an account's copies that are not deleted; ascending. */
  idsBetween(accountId: number, above: number, below: number, limit: number): Promise<number[]>;
  ensureIndexes(): Promise<void>;
}

/** Numbers that go up by the account. */
export interface Numbers {
  /** Takes as many numbers of a row as asked for; the first of them. */
  take(row: string, count: number): Promise<number>;
}

/** The custom fields of deals that an account has. */
export type FieldsOf = (accountId: number) => Promise<readonly CustomDefinition[]>;

/** A batch of one topic. */
export type BatchHandler = (batch: readonly BusMessage[], context: { readonly signal: AbortSignal }) => Promise<void>;
