import { isUniqueConflict, type StoreCall } from '@porchlight/store';
import { type Notes, prepareNote } from '../notes';
import { listViewers, type PersonDocument } from '../person';

/** A note about a merge. */
export interface MergeNote {
  /** The survivor. */
  readonly person: PersonDocument;
  readonly body: string;
  /** An id that was taken before. */
  readonly noteId: number;
  readonly userId: number;
}

/** Writes notes about merges. */
export interface MergeNotes {
  takeId(call: StoreCall): Promise<number>;
  /** Writes the note once, however often it is called. */
  write(call: StoreCall, note: MergeNote): Promise<void>;
}

/** Creates the writer of notes about merges. */
export const createMergeNotes = (notes: Pick<Notes, 'takeId' | 'insert'>): MergeNotes => ({
  takeId: (call) => notes.takeId(call),
  async write(call, { person, body, noteId, userId }) {
    const authors = { createdById: userId, updatedById: userId };
    const content = { ...prepareNote({ body, isHtml: false }), isExternal: false };
    const note = { ...content, ...authors, personId: person.id, viewers: listViewers(person) };
    try {
      await notes.insert(call, note, { takenId: noteId });
    } catch (error) {
      if (!isUniqueConflict(error)) throw error;
    }
  },
});
