export { createOpenApiDocument } from './openapi-document';
export type { OpenApiDocument, OpenApiOptions } from './openapi-document';
export { findIncompatibleChanges } from './find-incompatible-changes';
export { FAREWELL, MADE_EACH_TIME, RECEIVER, TOUR } from './examples/tour';
export type { Example } from './examples/example';
