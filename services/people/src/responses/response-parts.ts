import type { Reaction, ReactionType, RecordReaction, ThreadedReply } from '@porchlight/contracts';
import { column, type Columns, type ResourceReads, type StoreCall, type Stored } from '@porchlight/store';
import type { AuthoredDocument } from '../person';

export const responseColumns = {
  personId: column.number,
  createdById: column.number,
  refType: column.word('Note', 'Call', 'ThreadedReply'),
  refId: column.number,
  body: column.text,
} satisfies Columns;

/** A reaction as stored. */
export interface ReactionDocument extends AuthoredDocument, Stored<typeof responseColumns> {}
/** A reply as stored. */
export interface ReplyDocument extends AuthoredDocument, Stored<typeof responseColumns> {}

/** Reads reactions. */
export type ReactionReads = ResourceReads<ReactionDocument, Reaction>;
/** Reads replies. */
export type ReplyReads = ResourceReads<ReplyDocument, ThreadedReply>;

/** Loads the reactions to records of one type, oldest first, by the id of the record. */
export type LoadReactions = (
  call: StoreCall,
  refType: ReactionType,
  ids: readonly number[],
) => Promise<ReadonlyMap<number, RecordReaction[]>>;

/** The record that has a reply or a reaction. */
export interface ResponseTarget {
  readonly refType: ReactionType;
  readonly refId: number;
}

/** A reaction as a part of its record. */
export const toRecordReaction = (reaction: Reaction): RecordReaction => ({
  id: reaction.id,
  created: reaction.created,
  createdBy: reaction.createdBy ?? '',
  createdById: reaction.createdById ?? 0,
  refType: reaction.refType ?? '',
  refId: reaction.refId ?? 0,
  body: reaction.body ?? '',
});
