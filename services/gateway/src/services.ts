import type { Actor } from '@porchlight/access';
import { BACKENDS, definitions, rpcAddressVariable, type BackendName } from '@porchlight/contracts';
import type { Forward, ForwardAction } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { rpcMethodOf } from '@porchlight/resource';
import { createChannel, createRpcClient, rpcTlsOf, type Channel } from '@porchlight/rpc';
import type { Clock, Logger, Tracing } from '@porchlight/runtime';
import type { Config } from './config';

/** One channel to each service, with a long-lived stream to each of its replicas. */
export type Channels = Readonly<Record<BackendName, Channel>>;

export interface ChannelsOptions {
  readonly config: Config;
  readonly mint: (actor: Actor) => Promise<string>;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly tracing?: Tracing | undefined;
}

export const openChannels = ({ config, mint, logger, clock, tracing }: ChannelsOptions): Channels => {
  const tls = rpcTlsOf(config);
  const open = (address: readonly string[]): Channel => createChannel({ address, tls, mint, logger, clock, tracing });
  return Object.fromEntries(BACKENDS.map((name) => [name, open(config[rpcAddressVariable(name)])])) as Channels;
};

type AnyMethod = (request: object, options: object) => Promise<unknown>;

/** Calls the RPC of a resource's verb at the service that owns it. */
export const createForward = (channels: Channels, timeoutMs: number): Forward => {
  const clients = new Map<string, Record<string, AnyMethod>>();
  for (const [resource, definition] of Object.entries(definitions)) {
    const service = definition.fullName.split('.')[1] as BackendName;
    clients.set(resource, createRpcClient(definition as never, channels[service]) as unknown as Record<string, AnyMethod>);
  }
  return (descriptor, verb, request, call) => {
    const method = clients.get(descriptor.resource)?.[rpcMethodOf(descriptor, verb)];
    if (!method) throw refuse('NO_SUCH_PATH');
    return method(request, { ...call, timeoutMs });
  };
};

interface Definition {
  readonly fullName: string;
}

/** Calls the RPC of an action at the service that has it. */
export const createForwardAction = (channels: Channels, timeoutMs: number): ForwardAction => {
  const clients = new Map<object, Record<string, AnyMethod>>();
  const clientOf = (definition: object): Record<string, AnyMethod> => {
    const known = clients.get(definition);
    if (known) return known;
    const service = (definition as Definition).fullName.split('.')[1] as BackendName;
    const client = createRpcClient(definition as never, channels[service]) as unknown as Record<string, AnyMethod>;
    clients.set(definition, client);
    return client;
  };
  return (action, request, call) => {
    const method = clientOf(action.definition)[action.rpc];
    if (!method) throw refuse('NO_SUCH_PATH');
    return method(request, { ...call, timeoutMs: action.timeoutMs ?? timeoutMs });
  };
};
