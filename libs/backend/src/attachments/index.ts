export { attachmentColumns, type AttachmentFields } from './attachment-document';
export { checkAttachmentLink } from './check-attachment';
