import { defineResource, int, required } from '@porchlight/resource';
import { ATTACHMENT_TEXTS, attachmentFields, listAttachmentProblems } from '../attachment-fields';
import {
  DealAttachmentServiceDefinition,
  type DealAttachment,
} from '../generated/porchlight/deals/v1/deal_attachment_service';
import { NOT_LENDERS } from '../roles';

/** A file of a deal: a link to another server, or an uploaded file (D12.2). */
export const dealAttachments = defineResource<DealAttachment>(DealAttachmentServiceDefinition, {
  description: 'Files of deals.',
  roles: { read: NOT_LENDERS, write: NOT_LENDERS },
  visibility: 'viewers',
  requiresSystem: true,
  timestamps: 'onRequest',
  describe: { ...ATTACHMENT_TEXTS, dealId: 'Id of the deal that has the file.' },
  fields: {
    dealId: required(int({ min: 1 }), { fixed: true }),
    ...attachmentFields,
  },
  filters: { dealId: { type: 'int', match: 'equals' } },
  problems: listAttachmentProblems,
});
