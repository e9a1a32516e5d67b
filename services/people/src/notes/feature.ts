import { type Note, notes as descriptor } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import { records } from '../records';
import { withResponses } from '../responses';
import { defineFeature } from '../service';
import { noteColumns, type NoteDocument, notesStrategy } from './notes-strategy';

/** The store of notes. */
export type Notes = ResourceStore<Note, NoteDocument>;

/** Notes about people. */
export const notes = defineFeature({
  name: 'notes',
  needs: { records },
  open: ({ store, records: opened }): Notes =>
    opened.open<Note, NoteDocument>({
      descriptor,
      columns: noteColumns,
      strategy: notesStrategy,
      extend: withResponses(store, 'Note'),
    }),
});
