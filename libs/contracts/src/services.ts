import list from './services.json';

/** A service of the system. services.json is the single list; scripts without a build read it too. */
export type ServiceName = keyof typeof list;

/** A service with its own database that serves RPC. */
export type BackendName = Exclude<ServiceName, 'gateway'>;

/** All services, in the order of display and ports. */
export const SERVICES = Object.keys(list) as readonly ServiceName[];

/** The services with a database. */
export const BACKENDS = SERVICES.filter((name): name is BackendName => list[name] === 'backend');

/** Names of the variables with the RPC addresses of services. */
export type RpcAddressVariable = `${Uppercase<BackendName>}_RPC_ADDRESS`;

/** The variable of one service. */
export const rpcAddressVariable = (name: BackendName) => `${name.toUpperCase()}_RPC_ADDRESS` as RpcAddressVariable;
