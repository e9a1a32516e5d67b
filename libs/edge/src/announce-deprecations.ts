import { formatDeprecation, type Deprecation } from '@porchlight/resource';
import type { RequestHandler } from 'express';
import { addHeaders, readQuery } from './request-state';

/** Query parameters that may be deprecated, by name. */
export type DeclaredParameters = Readonly<Record<string, { readonly deprecated?: Deprecation }>>;

/**
 * The step of a route that adds the headers of a deprecation to each response of the operation, and to responses of
 * requests that use a deprecated parameter; none if nothing is deprecated. The deprecation of the operation goes before
 * those of its parameters.
 */
export const announceDeprecations = (
  operation: Deprecation | undefined,
  parameters: DeclaredParameters = {},
): RequestHandler[] => {
  const ofOperation = operation && formatDeprecation(operation);
  const ofParameters = Object.entries(parameters).flatMap(([name, { deprecated }]) =>
    deprecated ? [[name, formatDeprecation(deprecated)] as const] : [],
  );
  if (!ofOperation && ofParameters.length === 0) return [];
  return [
    (req, _res, next) => {
      const query = ofOperation ? undefined : readQuery(req);
      const headers = ofOperation ?? ofParameters.find(([name]) => query?.has(name))?.[1];
      if (headers) addHeaders(req, headers);
      next();
    },
  ];
};
