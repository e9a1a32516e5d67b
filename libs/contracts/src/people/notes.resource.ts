import { bool, defineResource, int, readOnly, required, str, text, writable } from '@porchlight/resource';
import { authorFields } from '../author-fields';
import { NoteServiceDefinition, type Note } from '../generated/porchlight/people/v1/note_service';
import { EVERYONE } from '../roles';
import { requestedReactions, requestedReplies, RESPONSE_OPTIONS } from './record-responses';

/** A text of a user about a person (decisions section 5). */
export const notes = defineResource<Note>(NoteServiceDefinition, {
  description: 'Notes about people.',
  roles: { read: EVERYONE, write: EVERYONE },
  visibility: 'viewers',
  ofPerson: { activity: 'created' },
  describe: {
    reactions: 'Reactions of users; with includeReactions.',
    threadedReplies: 'Replies of users; with includeThreadedReplies.',
    subject: 'Title of the note.',
    body: 'Text of the note.',
    type: 'Always Note.',
    isHtml: 'True if the body is HTML.',
    showContent: 'Always false; clients of other services read it.',
  },
  fields: {
    ...authorFields,
    personId: required(int({ min: 1 }), { fixed: true }),
    subject: writable(str()),
    body: writable(text()),
    type: readOnly(str(), { computed: () => 'Note' }),
    isHtml: writable(bool(), { nullable: false, fallback: false, initial: false }),
    isExternal: readOnly(bool(), { fallback: false }),
    systemName: readOnly(str(), { stamp: 'system' }),
    showContent: readOnly(bool(), { fallback: false }),
    actionPlanId: readOnly(int()),
    systemId: readOnly(int(), { stamp: 'systemId' }),
    reactions: readOnly(requestedReactions, { visible: 'whenSet' }),
    threadedReplies: readOnly(requestedReplies, { visible: 'whenSet' }),
  },
  filters: {
    personId: { type: 'int', match: 'equals' },
    createdById: { type: 'int', match: 'equals', many: true },
  },
  sorts: { id: { column: 'id' }, created: { column: 'created' } },
  options: RESPONSE_OPTIONS,
  webhooks: { created: 'notesCreated', updated: 'notesUpdated', deleted: 'notesDeleted' },
});
