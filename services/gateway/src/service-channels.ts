import type { Actor } from '@porchlight/access';
import { BACKENDS, rpcAddressVariable, type BackendName } from '@porchlight/contracts';
import type { Forward, ForwardAction } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { formatRpcMethod, type ServiceDefinition as DeclaredDefinition } from '@porchlight/resource';
import {
  createChannel,
  createRpcClient,
  createRpcTls,
  type Channel,
  type RpcClient,
  type ServiceDefinition,
} from '@porchlight/rpc';
import type { ServiceContext } from '@porchlight/runtime';
import type { Config } from './config';

/** One channel to each service, with a long-lived stream to each of its replicas. */
export type Channels = Readonly<Record<BackendName, Channel> & Record<string, Channel>>;

/** Options of the channels; `mint` creates the token of a call. */
interface ChannelsOptions extends Pick<ServiceContext<Config>, 'config' | 'logger' | 'clock' | 'tracing'> {
  readonly mint: (actor: Actor, service: string) => Promise<string>;
}

/** Opens a channel to each service, also to external ones; close them when the gateway stops. */
export const openChannels = ({ config, mint, logger, clock, tracing }: ChannelsOptions): Channels => {
  const tls = createRpcTls(config, logger);
  const open = (name: string, address: readonly string[]): Channel =>
    createChannel({ address, tls, mint: (actor) => mint(actor, name), logger, clock, tracing });
  const external = config.EXTERNAL_SERVICES_FILE ?? [];
  return Object.fromEntries([
    ...external.map(({ name, address }) => [name, open(name, address)]),
    ...BACKENDS.map((name) => [name, open(name, config[rpcAddressVariable(name)])]),
  ]) as Channels;
};

type AnyClient = RpcClient<ServiceDefinition>;

/** A resource or an action: its service and the definition of its RPCs. */
interface Served {
  readonly service: string;
  readonly definition: DeclaredDefinition;
}

/** Finds the client of a resource or an action; creates it at the first call. */
const createClients = (channels: Channels): ((served: Served) => AnyClient | undefined) => {
  const clients = new Map<object, AnyClient>();
  return ({ service, definition }) => {
    const existing = clients.get(definition);
    const channel = channels[service];
    if (existing || !channel) return existing;
    // Descriptors and actions contain generated definitions, with a smaller type.
    const client = createRpcClient(definition as ServiceDefinition, channel);
    clients.set(definition, client);
    return client;
  };
};

/** Calls the RPC of a resource's verb at the owning service. */
export const createForward = (channels: Channels, timeoutMs: number): Forward => {
  const findClient = createClients(channels);
  return (descriptor, verb, request, call) => {
    const method = findClient(descriptor)?.[formatRpcMethod(descriptor, verb)];
    if (!method) throw refuse('NO_SUCH_PATH');
    return method(request, { ...call, timeoutMs });
  };
};

/** Calls the RPC of an action at the owning service. */
export const createForwardAction = (channels: Channels, timeoutMs: number): ForwardAction => {
  const findClient = createClients(channels);
  return (action, request, call) => {
    const method = findClient(action)?.[action.rpc];
    if (!method) throw refuse('NO_SUCH_PATH');
    return method(request, { ...call, timeoutMs: action.timeoutMs ?? timeoutMs });
  };
};
