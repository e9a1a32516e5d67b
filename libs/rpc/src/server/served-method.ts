import { type Role } from '@porchlight/access';
import type { CallContext } from './call-context';
import {
  type RequestOf,
  type ResponseOf,
  type ServiceDefinition,
  formatOperation,
  formatMethodPath,
  requireUnary,
} from '../definition';
import { encodeMessage } from '../encode-message';

/** One handler per method of a definition, by its camelCase key. */
export type Handlers<D extends ServiceDefinition> = {
  readonly [M in keyof D['methods']]: (
    request: RequestOf<D['methods'][M]>,
    call: CallContext,
  ) => Promise<ResponseOf<D['methods'][M]>>;
};

/** Roles that may call methods, by the path of the method. */
export type MethodRoles = ReadonlyMap<string, readonly Role[]>;

/** Access rules of a service besides the roles of the server's table. */
export interface ServiceOptions {
  /** No token is required. A token that is sent is verified. */
  readonly public?: boolean;
  /** Roles of the methods that are not in the server's table: internal ones. */
  readonly roles?: readonly Role[];
}

/** A method as run by the server. */
export interface ServedMethod {
  readonly operation: string;
  readonly path: string;
  readonly isPublic: boolean;
  readonly roles: readonly Role[] | undefined;
  decode(payload: Uint8Array): unknown;
  encode(response: unknown): Uint8Array;
  handle(request: unknown, call: CallContext): Promise<unknown>;
}

/**
 * Binds the handlers to the methods of the definition. Throws if a handler is missing, a method streams, or
 * `methodRoles` is given and a method has no roles.
 */
export function bindMethods<D extends ServiceDefinition>(
  definition: D,
  handlers: Handlers<D>,
  options: ServiceOptions,
  methodRoles?: MethodRoles,
): ServedMethod[] {
  const byKey = handlers as Readonly<Record<string, ServedMethod['handle'] | undefined>>;
  return Object.entries(definition.methods).map(([key, method]) => {
    requireUnary(definition, method);
    const handle = byKey[key];
    if (handle === undefined) throw new Error(`${definition.fullName} has no handler for ${key}`);
    const path = formatMethodPath(definition, method);
    const roles = methodRoles?.get(path) ?? options.roles;
    if (methodRoles && !roles && !options.public) throw new Error(`${path} has no roles`);
    return {
      operation: formatOperation(definition, key),
      path,
      isPublic: options.public === true,
      roles,
      decode: (payload) => method.requestType.decode(payload),
      encode: (response) => encodeMessage(method.responseType, response),
      // Called on their object, so that a class instance is supported.
      handle: (request, call) => handle.call(handlers, request, call),
    };
  });
}
