import { VERSION, type Registry } from '@porchlight/contracts';
import { createPartnerAsyncApi, type OpenApiDocument } from '@porchlight/openapi';
import type { RequestHandler } from 'express';
import { createStaticRoute } from './static-response';

const TYPE = 'application/json; charset=utf-8';

/** GET /v1/openapi.json, without authentication. */
export const openApiRoute = (document: OpenApiDocument): RequestHandler =>
  createStaticRoute({ content: JSON.stringify(document), type: TYPE, operation: 'gateway.openapi.get' });

/** GET /v1/asyncapi.json, without authentication: webhooks and callbacks. */
export const asyncApiRoute = ({ resources }: Pick<Registry, 'resources'>): RequestHandler =>
  createStaticRoute({
    content: JSON.stringify(createPartnerAsyncApi(resources, VERSION)),
    type: TYPE,
    operation: 'gateway.asyncapi.get',
  });
