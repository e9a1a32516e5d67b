import { createRenderer, defineAction, int, required, type Action } from '@porchlight/resource';
import { PersonAttachmentServiceDefinition } from '../generated/porchlight/people/v1/person_attachment_service';
import { EVERYONE } from '../roles';
import {
  COMPLETE_TIMEOUT_MS,
  readAnnouncedFile,
  renderUpload,
  UPLOAD_RESPONSES,
  UPLOAD_TEXTS,
  uploadFields,
} from '../upload-fields';
import { personAttachments } from './person-attachments.resource';

const render = createRenderer(personAttachments);
const COMMON = {
  describe: UPLOAD_TEXTS,
  service: 'people',
  resource: 'personAttachments',
  definition: PersonAttachmentServiceDefinition,
  method: 'POST',
  roles: EVERYONE,
  requiresSystem: true,
} as const;

/** Uploads of files that are sent to the object store (D12.2). */
export const personAttachmentActions: readonly Action[] = [
  defineAction({
    ...COMMON,
    name: 'createUpload',
    summary:
      'Announce a file of a person and get the address to which it is sent. Files up to 25 MB may be sent as a multipart form to /personAttachments instead.',
    path: '/personAttachments/uploads',
    body: { personId: required(int({ min: 1 })), ...uploadFields },
    rpc: 'createPersonAttachmentUpload',
    request: ({ body }) => ({ personId: body.personId as number, ...readAnnouncedFile(body) }),
    respond: renderUpload,
    responses: UPLOAD_RESPONSES,
  }),
  defineAction({
    ...COMMON,
    name: 'completeUpload',
    summary: 'Create the attachment of a person after its file was sent. The type is detected from the content.',
    path: '/personAttachments/uploads/:upload/complete',
    timeoutMs: COMPLETE_TIMEOUT_MS,
    rpc: 'completePersonAttachmentUpload',
    request: ({ path }) => ({ upload: path['upload']! }),
    respond: ({ record }) => ({
      status: 201,
      body: render(record!),
      headers: { Location: `/v1/personAttachments/${record!.id}` },
    }),
    responses: { 201: { description: 'The attachment.', schema: 'PersonAttachment' } },
  }),
];
