import { allActions, allResources, VERSION } from '@porchlight/contracts';
import { createOpenApiDocument } from '@porchlight/openapi';
import { compactJson } from './compact-json';

/** The API description of the last release: the one that clients rely on. Committed. */
export const RELEASED_API = 'docs/openapi.json';
/** The present API description, made by every build. Not committed. */
export const PRESENT_API = 'dist/openapi.json';

/** The API description of a gateway with these resources and an example address. */
export const renderOpenApi = (resources = allResources): string => {
  const baseUrl = 'https://api.porchlight.example';
  return compactJson(createOpenApiDocument({ resources, actions: allActions, baseUrl, version: VERSION }));
};
