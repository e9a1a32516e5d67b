import { allActions, allResources } from '@porchlight/contracts';
import { createOpenApiDocument } from '@porchlight/openapi';
import type { RequestHandler } from 'express';

/** Version of the API's description; it moves with the CHANGELOG. */
const VERSION = '1.0.0';

/** GET /v1/openapi.json: what the API is, for anybody. Made once, on the first call. */
export const openApiRoute = (baseUrl: string): RequestHandler => {
  let payload: Buffer | undefined;
  return (_req, res) => {
    payload ??= Buffer.from(JSON.stringify(createOpenApiDocument({ resources: allResources, actions: allActions, baseUrl, version: VERSION })));
    res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': payload.length, 'Cache-Control': 'public, max-age=300' });
    res.end(payload);
  };
};
