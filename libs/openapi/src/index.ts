export { createOpenApiDocument } from './openapi-document';
export type { OpenApiDocument, OpenApiOptions } from './openapi-document';
export { findIncompatibleChanges } from './find-incompatible-changes';
export { listAdditions } from './list-additions';
export { TEARDOWN_EXAMPLES, WITHOUT_FIXED_EXAMPLE, RECEIVER, EXAMPLES } from './examples/examples';
export type { Example } from './examples/example';
export { reportDescriptions, type DescriptionReport } from './describe-all';
export { listDownloadFiles, type Download } from './reference/downloads';
export { renderLlmsText, renderReference, type ReferencePages } from './reference/render-reference';
export {
  asyncApiInfo,
  createPartnerAsyncApi,
  createPartnerMessages,
  sendsTo,
  type PartnerMessages,
} from './partner-messages';
export { listSampleRequests } from './reference/render-reference';
export { samplesByLanguage } from './reference/code-samples';
