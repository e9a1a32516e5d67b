import type { Channel } from './channel';
import type { CallOptions, ClientMethod } from './client-call';
import {
  type RequestOf,
  type ResponseOf,
  type ServiceDefinition,
  formatOperation,
  formatMethodPath,
  requireUnary,
} from '../definition';
import { encodeMessage } from '../encode-message';

/** One promise-returning method per method of the definition. They throw a Refusal for every error of the peer. */
export type RpcClient<D extends ServiceDefinition> = {
  readonly [M in keyof D['methods']]: (
    request: RequestOf<D['methods'][M]>,
    options?: CallOptions,
  ) => Promise<ResponseOf<D['methods'][M]>>;
};

/** Creates a client of a service on a channel; clients may share a channel. */
export function createRpcClient<D extends ServiceDefinition>(definition: D, channel: Channel): RpcClient<D> {
  const client: Record<string, (request: unknown, options?: CallOptions) => Promise<unknown>> = {};
  for (const [key, definitionOfMethod] of Object.entries(definition.methods)) {
    requireUnary(definition, definitionOfMethod);
    const { requestType, responseType } = definitionOfMethod;
    const method: ClientMethod = {
      operation: formatOperation(definition, key),
      path: formatMethodPath(definition, definitionOfMethod),
      encode: (request) => encodeMessage(requestType, request),
      decode: (payload) => responseType.decode(payload),
    };
    client[key] = (request, options) => channel.call(method, request, options);
  }
  return client as RpcClient<D>;
}
