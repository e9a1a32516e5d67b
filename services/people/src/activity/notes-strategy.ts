import type { Note } from '@porchlight/contracts';
import { column, type Columns, type Stored, type Strategy } from '@porchlight/store';
import { authoredColumns, type AuthoredDocument } from '../person';
import { type NoteContent, noteContentColumns, prepareNote } from './note-content';
import { personChild, type ChildSources } from './person-child';

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

/** The rules of notes (decisions section 5). */
export const createNotesStrategy = (sources: ChildSources): Strategy<Note, NoteDocument> =>
  personChild<Note, NoteDocument>(sources, {
    prepareNew: ({ call }, { subject, body, isHtml }) => ({
      ...prepareNote({ subject, body, isHtml: isHtml ?? false }),
      isExternal: call.actor.system !== undefined,
      systemName: call.actor.system,
      systemId: call.actor.systemId,
    }),
    prepareChanged: (_context, before, input, mask) => {
      const given: NoteContent = {
        subject: mask.has('subject') ? input.subject : before.subject,
        body: mask.has('body') ? input.body : before.body,
        isHtml: mask.has('isHtml') ? (input.isHtml ?? false) : before.isHtml,
      };
      return { ...before, subject: undefined, body: undefined, ...prepareNote(given) };
    },
    render: () => ({ type: 'Note' }),
  });
