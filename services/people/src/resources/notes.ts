import type { Note } from '@porchlight/contracts';
import type { Strategy } from '@porchlight/store';
import type { AuthoredDocument } from '../rules/child';
import { keepNote, type NoteContent } from '../rules/note-content';
import { hangsOnPerson, type ChildPorts } from './hangs-on-person';

/** A note as it is kept. */
export interface NoteDocument extends AuthoredDocument, NoteContent {
  /** A registered system wrote it. */
  isExternal: boolean;
  systemName?: string;
}

/** The rules of notes (decisions section 5). */
export const createNotesStrategy = (ports: ChildPorts<NoteDocument>): Strategy<Note, NoteDocument> =>
  hangsOnPerson<Note, NoteDocument>(ports, {
    fieldsOfNew: ({ call }, { subject, body, isHtml }) => ({
      ...keepNote({ subject, body, isHtml: isHtml ?? false }),
      isExternal: call.actor.system !== undefined,
      systemName: call.actor.system,
    }),
    fieldsAfter: (_context, before, input, mask) => {
      const given: NoteContent = {
        subject: mask.has('subject') ? input.subject : before.subject,
        body: mask.has('body') ? input.body : before.body,
        isHtml: mask.has('isHtml') ? (input.isHtml ?? false) : before.isHtml,
      };
      return { ...before, subject: undefined, body: undefined, ...keepNote(given) };
    },
    toRecord: ({ subject, body, isHtml, isExternal, systemName }) => ({
      subject,
      body,
      type: 'Note',
      isHtml,
      isExternal,
      systemName,
    }),
  });
