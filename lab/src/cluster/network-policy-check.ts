import { SERVICES } from '@porchlight/contracts';
import {
  DESTINATIONS,
  listAllowedDestinations,
  type Destination,
} from '@porchlight/tools/src/chart/allowed-connections';
import { SECOND, listPods, type Check, type CheckContext, type Pod } from './check-context';
import { NAMESPACE, RELEASE } from './release';

const CONNECT_MS = 2_000;
const PORTS = { rpc: 9100, https: 8443, operations: 9101 } as const;
/** Script of Node: prints for each address whether a connection opens. */
const PROBE = `
const { connect } = require('node:net');
const probe = ([name, [host, port]]) => new Promise((resolve) => {
  const socket = connect({ host, port, timeout: ${CONNECT_MS} });
  const end = (isOpen) => () => { socket.destroy(); resolve([name, isOpen]); };
  socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
});
Promise.all(Object.entries(JSON.parse(process.argv[1])).map(probe)).then((all) => console.log(JSON.stringify(Object.fromEntries(all))));
`;

type Addresses = Readonly<Record<string, readonly [host: string, port: number]>>;
type Opened = Readonly<Record<string, boolean>>;

/** Tries each connection between the pods of the services, their databases and Kafka, and from a pod elsewhere. */
export const networkPolicies: Check = {
  name: 'the network policies allow the connections of the services and no others',
  async run(context) {
    const addresses = await findAddresses(context);
    const problems: string[] = [];
    const compare = (client: string, opened: Opened, isExpected: (destination: Destination) => boolean): void => {
      for (const destination of DESTINATIONS)
        if (opened[destination] !== isExpected(destination))
          problems.push(`${client} ${opened[destination] ? 'can' : 'cannot'} connect to ${destination}`);
    };
    for (const service of SERVICES) {
      const [pod] = await listPods(context, service);
      const allowed = listAllowedDestinations(service);
      compare(service, await probeFrom(context, pod?.metadata.name ?? '', addresses), (one) => allowed.includes(one));
    }
    // The databases and Kafka are not of this release and have no policies.
    compare('a pod elsewhere', await probeElsewhere(context, addresses), (one) => !one.includes(':'));
    return {
      ok: problems.length === 0,
      detail: `${DESTINATIONS.length * (SERVICES.length + 1)} connections tried\n  ${problems.join('\n  ')}`.trim(),
    };
  },
};

/** The last pod of each service, because the first is the client. */
async function findAddresses(context: CheckContext): Promise<Addresses> {
  const find = async (namespace: string, label: string): Promise<string> => {
    const { items } = await context.kubectl.get<{ items: Pod[] }>(['-n', namespace, 'pods', '-l', label]);
    return items[0]?.status.podIP ?? '';
  };
  const locate = async (destination: Destination): Promise<readonly [string, number]> => {
    if (destination === 'kafka') return [await find('kafka', 'strimzi.io/cluster=porchlight'), 9092];
    const [, database] = /^database of (.*)$/.exec(destination) ?? [];
    if (database !== undefined) return [await find('mongodb', `app=porchlight-${database}-svc`), 27_017];
    const [service = '', port] = destination.split(':');
    const pod = (await listPods(context, service)).at(-1);
    return [pod?.status.podIP ?? '', PORTS[port as keyof typeof PORTS]];
  };
  return Object.fromEntries(await Promise.all(DESTINATIONS.map(async (one) => [one, await locate(one)])));
}

const probeFrom = async ({ release }: CheckContext, pod: string, addresses: Addresses): Promise<Opened> =>
  JSON.parse(
    await release.kubectl(
      ['exec', pod, '--', '/usr/local/bin/node', '-e', PROBE, JSON.stringify(addresses)],
      60 * SECOND,
    ),
  ) as Opened;

interface Deployment {
  readonly spec: {
    readonly template: {
      readonly spec: { readonly containers: readonly { readonly image: string; readonly imagePullPolicy: string }[] };
    };
  };
}

async function probeElsewhere({ kubectl }: CheckContext, addresses: Addresses): Promise<Opened> {
  const name = 'network-policy-probe';
  const deployment = ['-n', NAMESPACE, 'deployment', `${RELEASE}-gateway`];
  const { spec } = await kubectl.get<Deployment>(deployment);
  const [container] = spec.template.spec.containers;
  const image = ['--image', container?.image ?? '', `--image-pull-policy=${container?.imagePullPolicy}`];
  const command = ['--command', '--', '/usr/local/bin/node', '-e', PROBE, JSON.stringify(addresses)];
  await kubectl.run(['-n', 'default', 'delete', 'pod', name, '--ignore-not-found']);
  await kubectl.run(['-n', 'default', 'run', name, ...image, '--restart=Never', ...command]);
  const wait = ['-n', 'default', 'wait', `pod/${name}`, '--for=jsonpath={.status.phase}=Succeeded', '--timeout=60s'];
  await kubectl.run(wait, { timeoutMs: 65 * SECOND });
  const output = await kubectl.run(['-n', 'default', 'logs', name]);
  await kubectl.run(['-n', 'default', 'delete', 'pod', name]);
  return JSON.parse(output) as Opened;
}
