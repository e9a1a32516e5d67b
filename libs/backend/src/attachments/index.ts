export { withContents, type ContentJobs } from './attachment-contents';
export { ATTACHMENT_INDEXES, attachmentColumns, type AttachmentDocument } from './attachment-document';
export { createAttachmentStrategy } from './attachment-strategy';
export { completeUpload, type CompletingParts } from './complete-upload';
export { createUpload, type UploadParts } from './create-upload';
export { openAttachmentParts, type AttachmentConfig, type AttachmentParts } from './open-attachments';
export { openFile } from './open-file';
export { attachmentFields } from './stored-bytes';
