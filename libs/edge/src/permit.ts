import { mayNotGrantAccess, mayPerform, missingScopes, type Actor } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import type { RequestHandler } from 'express';
import { getActor, getState } from './request-state';

/**
 * Records the operation and rejects roles and credentials without access, before the body is read. `what` describes
 * the operation in the error of a role: "update appointment types". Throws FORBIDDEN, INSUFFICIENT_SCOPE
 * (docs/oauth-scopes.md), NOT_BY_TOKEN.
 */
export const permit =
  (operation: string, roles: readonly Actor['role'][], what?: string): RequestHandler =>
  (req, _res, next) => {
    getState(req).operation = operation;
    const actor = getActor(req);
    const { role, scopes } = actor;
    if (!mayPerform(role, roles)) throw refuse('FORBIDDEN', { role, ...(what !== undefined && { what }) });
    // Checked first: no scope allows these operations.
    if (mayNotGrantAccess(actor, operation)) throw refuse('NOT_BY_TOKEN');
    const missing = missingScopes(scopes, operation, req.method);
    if (missing) throw refuse('INSUFFICIENT_SCOPE', { ...missing });
    next();
  };

/** Rejects callers without a registered system where decisions section 3 requires one. */
export const requireSystem: RequestHandler = (req, _res, next) => {
  if (getActor(req).system === undefined) throw refuse('SYSTEM_REQUIRED');
  next();
};

/** Responds 405 with Allow to an unsupported method of a known path. */
export const refuseMethod = (allow: readonly string[]): RequestHandler => {
  const methods = [...new Set(allow.flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : [m])))].join(', ');
  return (req) => {
    throw refuse('METHOD_NOT_ALLOWED', { method: req.method, allow: methods });
  };
};
