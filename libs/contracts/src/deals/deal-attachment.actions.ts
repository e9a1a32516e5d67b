import { createRenderer, defineAction, int, required, type Action } from '@porchlight/resource';
import { DealAttachmentServiceDefinition } from '../generated/porchlight/deals/v1/deal_attachment_service';
import { NOT_LENDERS } from '../roles';
import {
  COMPLETE_TIMEOUT_MS,
  readAnnouncedFile,
  renderUpload,
  UPLOAD_RESPONSES,
  UPLOAD_TEXTS,
  uploadFields,
} from '../upload-fields';
import { dealAttachments } from './deal-attachments.resource';

const render = createRenderer(dealAttachments);
const COMMON = {
  describe: UPLOAD_TEXTS,
  service: 'deals',
  resource: 'dealAttachments',
  definition: DealAttachmentServiceDefinition,
  method: 'POST',
  roles: NOT_LENDERS,
  requiresSystem: true,
} as const;

/** Uploads of files that are sent to the object store (D12.2). */
export const dealAttachmentActions: readonly Action[] = [
  defineAction({
    ...COMMON,
    name: 'createUpload',
    summary:
      'Announce a file of a deal and get the address to which it is sent. Files up to 25 MB may be sent as a multipart form to /dealAttachments instead.',
    path: '/dealAttachments/uploads',
    body: { dealId: required(int({ min: 1 })), ...uploadFields },
    rpc: 'createDealAttachmentUpload',
    request: ({ body }) => ({ dealId: body.dealId as number, ...readAnnouncedFile(body) }),
    respond: renderUpload,
    responses: UPLOAD_RESPONSES,
  }),
  defineAction({
    ...COMMON,
    name: 'completeUpload',
    summary: 'Create the attachment of a deal after its file was sent. The type is detected from the content.',
    path: '/dealAttachments/uploads/:upload/complete',
    timeoutMs: COMPLETE_TIMEOUT_MS,
    rpc: 'completeDealAttachmentUpload',
    request: ({ path }) => ({ upload: path['upload']! }),
    respond: ({ record }) => ({
      status: 201,
      body: render(record!),
      headers: { Location: `/v1/dealAttachments/${record!.id}` },
    }),
    responses: { 201: { description: 'The attachment.', schema: 'DealAttachment' } },
  }),
];
