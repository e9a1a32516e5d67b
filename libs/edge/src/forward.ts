import type { Actor } from '@porchlight/access';
import type { Action, Descriptor, Verb } from '@porchlight/resource';
import type { Repeatable } from '@porchlight/rpc';
import type { Request } from 'express';
import { actorOf, stateOf } from './state';

/** Everything a call to a service needs besides its request. */
export interface Forwarded {
  readonly actor: Actor;
  readonly requestId: string;
  readonly suppressOwn: boolean;
  readonly traceparent?: string;
  /** There when the caller sent an Idempotency-Key with a POST. */
  readonly repeatable?: Repeatable | undefined;
}

/** Calls the RPC of a resource's verb at the owning service. */
export type Forward = (descriptor: Descriptor, verb: Verb, request: object, call: Forwarded) => Promise<unknown>;

/** Calls the RPC of an action at the service that has it. */
export type ForwardAction = (action: Action, request: object, call: Forwarded) => Promise<unknown>;

/** What a route passes on with its call. */
export const forwardedOf = (req: Request): Forwarded => {
  const { requestId, span } = stateOf(req);
  return {
    actor: actorOf(req),
    requestId,
    suppressOwn: req.headers['x-suppress-webhooks'] === 'own',
    ...(span !== undefined && { traceparent: span.traceparent }),
  };
};
