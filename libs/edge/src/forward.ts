import type { Actor } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import type { Action, Descriptor, Verb } from '@porchlight/resource';
import type { IdempotencyKey } from '@porchlight/rpc';
import type { Request } from 'express';
import { getActor, getState } from './request-state';

/** The parameters of a call to a service, besides its request. */
export interface Forwarded {
  readonly actor: Actor;
  readonly requestId: string;
  readonly suppressOwn: boolean;
  readonly traceparent?: string;
  /** Set if the caller sent an Idempotency-Key with a POST. */
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** Ends the call. */
  readonly signal?: AbortSignal;
}

/** Calls the RPC of a resource's verb at the owning service. */
export type Forward = (descriptor: Descriptor, verb: Verb, request: object, call: Forwarded) => Promise<unknown>;

/** Calls the RPC of an action at the owning service. */
export type ForwardAction = (action: Action, request: object, call: Forwarded) => Promise<unknown>;

/**
 * True if the caller's own webhooks are not notified (decisions section 7). Throws INVALID_HEADER for an unknown value,
 * which would otherwise notify them.
 */
const suppressesOwn = ({ headers }: Request): boolean => {
  const word = headers['x-suppress-webhooks'];
  if (word === undefined || word === '') return false;
  if (String(word).trim().toLowerCase() !== 'own')
    throw refuse('INVALID_HEADER', { header: 'X-Suppress-Webhooks', expected: "Send 'own', or leave it out." });
  return true;
};

/** Reads the headers that a route forwards with its call. Throws INVALID_HEADER. */
export const readForwardHeaders = (req: Request): Forwarded => {
  const { requestId, span } = getState(req);
  return {
    actor: getActor(req),
    requestId,
    suppressOwn: suppressesOwn(req),
    ...(span !== undefined && { traceparent: span.traceparent }),
  };
};
