import { connect, createServer, type Server } from 'node:net';
import { randomInt } from 'node:crypto';
import { BACKENDS, SERVICES, type BackendName, type ServiceName } from '@porchlight/contracts';
import { readJson, writePrivateJson } from './private-file';

/** All ports of a stack. The next start uses the same ones unless another program has taken one. */
export interface Ports {
  readonly gateway: number;
  readonly kafka: readonly BrokerPorts[];
  /** Ports of the database servers; only that of `people` if all services share one. */
  readonly databases: Readonly<Record<BackendName, number>>;
  readonly rpc: Readonly<Record<BackendName, number>>;
  readonly operations: Readonly<Record<ServiceName, number>>;
  /** Port of the service that `--external` names. */
  readonly external: number;
}

/** Ports of one Kafka broker. */
export interface BrokerPorts {
  readonly port: number;
  readonly controllerPort: number;
}

/** The gateway's port if none is named. Only a stack with it uses well-known ports for the rest. */
export const USUAL_GATEWAY_PORT = 8_443;

const HOST = '127.0.0.1';
/** Below the range of ports for outgoing connections, so that ports stay free between restarts. */
const FIRST = 20_000;
const LAST = 32_000;
const TRIES = 200;
/** More than a stack needs. */
const BLOCK = 40;

/**
 * Chooses the ports of a data folder: those of its last start, else well-known ones beside the usual port of the
 * gateway, else free ones, so that stacks may start at once. A gateway port other than 0 is not replaced: if it is
 * taken, an error says what to do.
 */
export async function choosePorts(portsFile: string, gatewayPort: number, brokers = 1): Promise<Ports> {
  const before = readJson<Ports>(portsFile);
  const reserved = new Set<number>();
  const isNamed = gatewayPort !== 0;
  const wellKnown = gatewayPort === USUAL_GATEWAY_PORT;
  let block: number | undefined;
  const take = async (last: number | undefined, preferred: number): Promise<number> => {
    for (const port of [last, wellKnown ? preferred : undefined])
      if (port && !reserved.has(port) && (await isFree(port))) return claim(port);
    block ??= await reserveBlock();
    for (let port = block + 1; port < block + BLOCK; port += 1)
      if (!reserved.has(port) && (await isFree(port))) return claim(port);
    throw new Error(`No free port between ${block} and ${block + BLOCK}.`);
  };
  const claim = (port: number): number => {
    reserved.add(port);
    return port;
  };

  const gateway = isNamed ? claim(gatewayPort) : await take(before?.gateway, 0);
  if (isNamed && !(await isFree(gateway))) {
    throw new Error(
      `Port ${gateway} is taken by another program. Choose another one: npm start -- --port ${gateway + 1}`,
    );
  }
  const rpc: Record<string, number> = {};
  const operations: Record<string, number> = {};
  for (const [index, name] of SERVICES.entries()) {
    operations[name] = await take(before?.operations?.[name], 9_101 + index);
    if (name !== 'gateway') rpc[name] = await take(before?.rpc?.[name], 9_201 + index);
  }
  const databases: Record<string, number> = {};
  for (const [index, name] of BACKENDS.entries())
    databases[name] = await take(before?.databases?.[name], 27_117 + index);
  const kafka: BrokerPorts[] = [];
  for (let index = 0; index < brokers; index += 1) {
    const last = before?.kafka[index];
    const [port, controllerPort] = [29_092 + 10 * index, 29_093 + 10 * index];
    kafka.push({
      port: await take(last?.port, port),
      controllerPort: await take(last?.controllerPort, controllerPort),
    });
  }
  const ports = {
    gateway,
    kafka,
    databases: databases as Ports['databases'],
    rpc: rpc as Ports['rpc'],
    operations: operations as Ports['operations'],
    external: await take(before?.external, 9_221),
  };
  writePrivateJson(portsFile, ports);
  return ports;
}

/**
 * A range of ports for this stack only, also if stacks start at once: the process that listens on its first port owns
 * it until it ends.
 */
async function reserveBlock(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const first = FIRST + BLOCK * randomInt((LAST - FIRST) / BLOCK);
    const server = await listenOn(first);
    if (!server) continue;
    server.unref();
    return first;
  }
  throw new Error(`No free ports between ${FIRST} and ${LAST}.`);
}

/** True if a program listens on a local port. */
export function isOpen(port: number, host = HOST): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const end = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

async function isFree(port: number): Promise<boolean> {
  const server = await listenOn(port);
  if (server) await new Promise((resolve) => server.close(resolve));
  return server !== undefined;
}

/** On all interfaces, like the gateway. Returns undefined if the port is taken on one of them. */
function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen({ port, exclusive: true }, () => resolve(server));
  });
}
