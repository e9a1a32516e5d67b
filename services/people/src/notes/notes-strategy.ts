import type { Note } from '@porchlight/contracts';
import { column, type Columns, type Stored, type Strategy } from '@porchlight/store';
import { authoredColumns, type AuthoredDocument } from '../person';
import { noteContentColumns, prepareNote } from './note-content';

export const noteColumns = {
  ...authoredColumns,
  ...noteContentColumns,
  /** True if a request of a registered system created the note. */
  isExternal: column.flag,
  systemName: column.optional(column.text),
  /** The system's id in the account; absent for systems that other accounts or an operator registered. */
  systemId: column.optional(column.number),
  /** The action plan whose step created the note. */
  actionPlanId: column.optional(column.number),
} satisfies Columns;

/** A note as it is stored. */
export interface NoteDocument extends AuthoredDocument, Stored<typeof noteColumns> {}

/** Notes in HTML are sanitized (decisions section 5). */
export const notesStrategy: Strategy<Note, NoteDocument> = {
  async prepare({ actor }, { before }, declared) {
    const { subject, body, isHtml, ...note } = await declared();
    const isExternal = before?.isExternal ?? actor.system !== undefined;
    return { ...note, ...prepareNote({ subject, body, isHtml }), isExternal };
  },
};
