export { createOpenApiDocument } from './openapi-document';
export type { OpenApiDocument, OpenApiOptions } from './openapi-document';
export { findIncompatibleChanges } from './find-incompatible-changes';
export { listAdditions } from './list-additions';
export { TEARDOWN_EXAMPLES, MADE_EACH_TIME, RECEIVER, EXAMPLES } from './examples/examples';
export type { Example } from './examples/example';
export { reportDescriptions, type DescriptionReport } from './describe-all';
export { renderLlmsText, renderReference, type ReferencePages } from './reference/render-reference';
export { createPartnerAsyncApi, createPartnerMessages, type PartnerMessages } from './partner-messages';
