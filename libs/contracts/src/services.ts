import list from './services.json';

/** A service of the system. services.json is the one list; scripts that need nothing compiled read it too. */
export type ServiceName = keyof typeof list;

/** A service that keeps data, in a database of its own, and answers RPC. */
export type BackendName = Exclude<ServiceName, 'gateway'>;

/** All services, in the order in which they are listed and get their ports. */
export const SERVICES = Object.keys(list) as readonly ServiceName[];

/** The services that keep data. */
export const BACKENDS = SERVICES.filter((name): name is BackendName => list[name] === 'backend');

/** A variable that says where a service answers RPC. */
export type RpcAddressVariable = `${Uppercase<BackendName>}_RPC_ADDRESS`;

/** The variable of one service. */
export const rpcAddressVariable = (name: BackendName) => `${name.toUpperCase()}_RPC_ADDRESS` as RpcAddressVariable;
