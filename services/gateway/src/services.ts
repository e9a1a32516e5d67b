import type { Actor } from '@porchlight/access';
import { allResources, BACKENDS, rpcAddressVariable, type BackendName } from '@porchlight/contracts';
import type { Forward, ForwardAction } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { formatRpcMethod } from '@porchlight/resource';
import {
  createChannel,
  createRpcClient,
  createRpcTls,
  type Channel,
  type RpcClient,
  type ServiceDefinition,
} from '@porchlight/rpc';
import type { Clock, Logger, Tracing } from '@porchlight/runtime';
import type { Config } from './config';

/** One channel to each service, with a long-lived stream to each of its replicas. */
export type Channels = Readonly<Record<BackendName, Channel>>;

/** Options of the channels; `mint` creates the token of a call. */
export interface ChannelsOptions {
  readonly config: Config;
  readonly mint: (actor: Actor, service: BackendName) => Promise<string>;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly tracing?: Tracing | undefined;
}

/** Opens a channel to each service; close them when the gateway stops. */
export const openChannels = ({ config, mint, logger, clock, tracing }: ChannelsOptions): Channels => {
  const tls = createRpcTls(config, logger);
  const open = (name: BackendName): Channel =>
    createChannel({
      address: config[rpcAddressVariable(name)],
      tls,
      mint: (actor) => mint(actor, name),
      logger,
      clock,
      tracing,
    });
  return Object.fromEntries(BACKENDS.map((name) => [name, open(name)])) as Channels;
};

type AnyClient = RpcClient<ServiceDefinition>;

/** Creates a client of the service in the definition's name: `porchlight.<service>.…`. */
const createClient = (channels: Channels, definition: { readonly fullName: string }): AnyClient => {
  const service = definition.fullName.split('.')[1] as BackendName;
  // Descriptors and actions contain generated definitions, with a smaller type.
  return createRpcClient(definition as ServiceDefinition, channels[service]);
};

/** Calls the RPC of a resource's verb at the owning service. */
export const createForward = (channels: Channels, timeoutMs: number): Forward => {
  const clients = new Map(
    allResources.map(({ resource, definition }) => [resource, createClient(channels, definition)]),
  );
  return (descriptor, verb, request, call) => {
    const method = clients.get(descriptor.resource)?.[formatRpcMethod(descriptor, verb)];
    if (!method) throw refuse('NO_SUCH_PATH');
    return method(request, { ...call, timeoutMs });
  };
};

/** Calls the RPC of an action at the owning service. */
export const createForwardAction = (channels: Channels, timeoutMs: number): ForwardAction => {
  const clients = new Map<object, AnyClient>();
  return (action, request, call) => {
    const client = clients.get(action.definition) ?? createClient(channels, action.definition);
    clients.set(action.definition, client);
    const method = client[action.rpc];
    if (!method) throw refuse('NO_SUCH_PATH');
    return method(request, { ...call, timeoutMs: action.timeoutMs ?? timeoutMs });
  };
};
