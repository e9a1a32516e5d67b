export { notes, type Notes } from './feature';
export { cleanHtml, prepareNote, readSafeText } from './note-content';
export type { NoteDocument } from './notes-strategy';
