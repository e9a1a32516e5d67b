import { bool, defineResource, int, readOnly, required, str, text, time, writable } from '@porchlight/resource';
import { byWhom } from '../by-whom';
import type { Note } from '../generated/porchlight/people/v1/note_service';
import { EVERYONE } from '../roles';

/** What somebody wrote down about a person (decisions section 5). */
export const notes = defineResource<Note>({
  service: 'people',
  resource: 'notes',
  noun: 'Note',
  nouns: 'Notes',
  path: 'notes',
  collection: 'notes',
  verbs: ['create', 'get', 'list', 'update', 'delete'],
  roles: { create: EVERYONE, get: EVERYONE, list: EVERYONE, update: EVERYONE, delete: EVERYONE },
  visibility: 'viewers',
  fields: {
    id: readOnly(int()),
    created: readOnly(time()),
    updated: readOnly(time()),
    ...byWhom,
    personId: required(int({ min: 1 })),
    subject: writable(str()),
    body: writable(text()),
    type: readOnly(str()),
    isHtml: writable(bool(), { nullable: false, fallback: false }),
    isExternal: readOnly(bool(), { fallback: false }),
    systemName: readOnly(str()),
    showContent: readOnly(bool(), { fallback: false }),
    actionPlanId: readOnly(int()),
    systemId: readOnly(int()),
    version: readOnly(int(), { shown: false }),
  },
  filters: { personId: { type: 'int', match: 'equals' } },
  sorts: { id: { on: 'id' }, created: { on: 'created' } },
  // Accepted without effect until replies and reactions exist.
  options: {
    includeThreadedReplies: { type: 'bool', verbs: ['get'] },
    includeReactions: { type: 'bool', verbs: ['get'] },
  },
  webhooks: { created: 'notesCreated', updated: 'notesUpdated', deleted: 'notesDeleted' },
});
