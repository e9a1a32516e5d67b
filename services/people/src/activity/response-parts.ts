import type { Note, PhoneCall, Reaction, ReactionType, RecordReaction, ThreadedReply } from '@porchlight/contracts';
import { column, type Columns, type ResourceStore, type StoreCall, type Stored } from '@porchlight/store';
import type { AuthoredDocument } from '../person';
import type { NoteDocument } from './notes-strategy';
import type { CallDocument } from './record-documents';

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

/** The records that have replies or reactions, and these (D12.6). */
export interface Responses {
  readonly notes: ResourceStore<Note, NoteDocument>;
  readonly calls: ResourceStore<PhoneCall, CallDocument>;
  readonly replies: ResourceStore<ThreadedReply, ReplyDocument>;
  readonly reactions: ResourceStore<Reaction, ReactionDocument>;
  readonly loadReactions: LoadReactions;
}

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
