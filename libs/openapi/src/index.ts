export { createOpenApiDocument } from './openapi-document';
export type { OpenApiDocument, OpenApiOptions } from './openapi-document';
