import type { Note } from '@porchlight/contracts';
import type { Strategy } from '@porchlight/store';
import type { AuthoredDocument } from '../person';
import { prepareNote, type NoteContent } from './note-content';
import { personChild, type ChildPorts } from './person-child';

/** A note as it is stored. */
export interface NoteDocument extends AuthoredDocument, NoteContent {
  /** True if a request of a registered system created the note. */
  isExternal: boolean;
  systemName?: string;
  /** The system's id in the account; absent for systems that other accounts or an operator registered. */
  systemId?: number;
  /** The action plan whose step created the note. */
  actionPlanId?: number;
}

/** The rules of notes (decisions section 5). */
export const createNotesStrategy = (ports: ChildPorts): Strategy<Note, NoteDocument> =>
  personChild<Note, NoteDocument>(ports, {
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
