import { bit, defineResource, int, readOnly, required } from '@porchlight/resource';
import { ATTACHMENT_TEXTS, attachmentFields, LINK, listAttachmentProblems } from '../attachment-fields';
import {
  PersonAttachmentServiceDefinition,
  type PersonAttachment,
} from '../generated/porchlight/people/v1/person_attachment_service';
import { EVERYONE } from '../roles';

/** A file of a person: a link to another server, or an uploaded file (D12.2). */
export const personAttachments = defineResource<PersonAttachment>(PersonAttachmentServiceDefinition, {
  description: 'Files of people.',
  roles: { read: EVERYONE, write: EVERYONE },
  visibility: 'viewers',
  requiresSystem: true,
  timestamps: 'onRequest',
  ofPerson: { activity: 'none' },
  describe: { ...ATTACHMENT_TEXTS, isExternal: 'True if another server stores the file.' },
  fields: {
    personId: required(int({ min: 1 }), { fixed: true }),
    ...attachmentFields,
    isExternal: readOnly(bit(), {
      publicName: 'is_external',
      computed: ({ mimeType = LINK }) => mimeType === LINK,
    }),
    systemId: readOnly(int(), { publicName: 'system_id', stamp: 'systemId' }),
  },
  filters: { personId: { type: 'int', match: 'equals' } },
  problems: listAttachmentProblems,
  example: { personId: 1, uri: 'https://files.example.com/contract.pdf', fileName: 'contract.pdf', fileSize: 52_133 },
});
