import type { Actor } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import { isIdempotencyKey } from '@porchlight/idempotency';
import type { IdempotencyKey } from '@porchlight/rpc';
import { hashText } from '@porchlight/runtime';
import type { Request, Response } from 'express';
import { getActor } from './request-state';

/** Reads the id of the access token's family, which is stable across refreshes. The token is already verified. */
const readTokenFamily = (header: string): string => {
  const [, payload = ''] = header.split('.');
  try {
    return String((JSON.parse(Buffer.from(payload, 'base64url').toString()) as { fid?: unknown }).fid);
  } catch {
    return hashText(header);
  }
};

/** The scope within which keys are unique: the API key, the access token's family, or the user's session. */
const formatCredential = (req: Request, { keyId, userId }: Actor): string => {
  if (keyId !== undefined) return `key:${keyId}`;
  const { authorization } = req.headers;
  return authorization === undefined ? `session:${userId}` : `token:${userId}:${readTokenFamily(authorization)}`;
};

/**
 * Reads the idempotency key of a POST (decisions section 10); undefined without the header. Marks a replayed response.
 * Throws INVALID_IDEMPOTENCY_KEY.
 */
export const readIdempotencyKey = (req: Request, res: Response): IdempotencyKey | undefined => {
  const key = req.headers['idempotency-key'];
  if (key === undefined || req.method !== 'POST') return undefined;
  if (typeof key !== 'string' || !isIdempotencyKey(key)) throw refuse('INVALID_IDEMPOTENCY_KEY');
  const request = `${req.method}\n${req.originalUrl}\n${JSON.stringify(req.body ?? null)}`;
  return {
    key: `${formatCredential(req, getActor(req))}:${key}`,
    fingerprint: hashText(request),
    onReplayed: () => void res.setHeader('Idempotent-Replayed', 'true'),
  };
};
