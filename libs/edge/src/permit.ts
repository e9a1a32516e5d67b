import { mayNotGrantAccess, mayPerform, missingScopes, type Actor } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import type { RequestHandler } from 'express';
import { getActor, getState } from './request-state';

/**
 * Records the operation and refuses roles and credentials that it is closed to, before the body is read. Throws
 * FORBIDDEN, INSUFFICIENT_SCOPE (docs/oauth-scopes.md), NOT_BY_TOKEN.
 */
export const permit =
  (operation: string, roles: readonly Actor['role'][]): RequestHandler =>
  (req, _res, next) => {
    getState(req).operation = operation;
    const actor = getActor(req);
    const { role, scopes } = actor;
    if (!mayPerform(role, roles)) throw refuse('FORBIDDEN', { role });
    // First: no scope would allow these operations.
    if (mayNotGrantAccess(actor, operation)) throw refuse('NOT_BY_TOKEN');
    const missing = missingScopes(scopes, operation, req.method);
    if (missing) throw refuse('INSUFFICIENT_SCOPE', { ...missing });
    next();
  };

/** Refuses callers without a registered system where decisions section 3 demands one. */
export const requireSystem: RequestHandler = (req, _res, next) => {
  if (getActor(req).system === undefined) throw refuse('SYSTEM_REQUIRED');
  next();
};

/** 405 with Allow, for a path that is known and a method that is not. */
export const refuseMethod = (allow: readonly string[]): RequestHandler => {
  const methods = [...new Set(allow.flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : [m])))].join(', ');
  return (req) => {
    throw refuse('METHOD_NOT_ALLOWED', { method: req.method, allow: methods });
  };
};
