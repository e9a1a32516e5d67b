import { SERVICES } from '@porchlight/contracts';
import { parseAllDocuments } from 'yaml';
import { DESTINATIONS, listAllowedDestinations, type Destination } from './allowed-connections';

type Labels = Readonly<Record<string, string>>;
interface Selector {
  readonly matchLabels?: Labels;
}
interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: object;
}
interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port: number | string; readonly protocol?: string }[];
}
interface NetworkPolicy {
  readonly kind: string;
  readonly spec: {
    readonly podSelector: Selector;
    readonly policyTypes: readonly string[];
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
  };
}
interface Pod {
  readonly namespace: string;
  readonly labels: Labels;
}
interface Port {
  readonly name?: string;
  readonly number: number;
}

const RELEASE_NAMESPACE = 'release';
const RPC: Port = { name: 'rpc', number: 9100 };
const OPERATIONS: Port = { name: 'operations', number: 9101 };
const HTTPS: Port = { name: 'https', number: 8443 };

/**
 * Evaluates the network policies of a rendered chart, whose databases and Kafka are where the chart's values have them.
 * Returns one sentence per connection that they wrongly allow or deny.
 */
export function networkPolicyProblems(rendered: string): string[] {
  const documents = parseAllDocuments(rendered).map((document) => document.toJS() as NetworkPolicy | null);
  const policies = documents.filter((one): one is NetworkPolicy => one?.kind === 'NetworkPolicy');
  const release = /app\.kubernetes\.io\/instance: (\S+)/.exec(rendered)?.[1] ?? '';
  const podOf = (name: string): Pod => ({
    namespace: RELEASE_NAMESPACE,
    labels: {
      'app.kubernetes.io/part-of': 'porchlight',
      'app.kubernetes.io/instance': release,
      'app.kubernetes.io/name': name,
    },
  });
  const locate = (destination: Destination): readonly [Pod, Port] => {
    if (destination === 'kafka')
      return [{ namespace: 'kafka', labels: { 'strimzi.io/cluster': 'porchlight' } }, { number: 9093 }];
    const [, database] = /^database of (.*)$/.exec(destination) ?? [];
    if (database !== undefined)
      return [{ namespace: 'mongodb', labels: { app: `porchlight-${database}-svc` } }, { number: 27_017 }];
    const [name = '', port] = destination.split(':');
    return [podOf(name), port === 'rpc' ? RPC : port === 'https' ? HTTPS : OPERATIONS];
  };
  const elsewhere = (namespace: string): Pod => ({ namespace, labels: {} });
  const services = SERVICES.map((name): Client => [name, podOf(name), listAllowedDestinations(name)]);
  const backends = SERVICES.filter((name) => name !== 'gateway');
  const clients: Client[] = [
    ...services,
    ...backends.map((name): Client => [`${name}-indexes`, podOf(`${name}-indexes`), [`database of ${name}`]]),
    ['operator', podOf('operator'), backends.map((name): Destination => `${name}:rpc`)],
    ['topics', podOf('topics'), ['kafka']],
    ['the ingress controller', elsewhere('ingress-nginx'), ['gateway:https']],
    ['Prometheus', elsewhere('monitoring'), SERVICES.map((name): Destination => `${name}:operations`)],
    ['a pod of another namespace', elsewhere('default'), []],
    ['another pod of the namespace', elsewhere(RELEASE_NAMESPACE), []],
  ];
  const hasPolicy = ([, pod]: Client): boolean => policies.some((policy) => selects(policy, pod));
  // A set of values may leave out a job: without a policy its pod could connect to each destination that has none.
  const isProtected = (destination: Destination): boolean =>
    policies.some((one) => selects(one, locate(destination)[0]));
  const problems = clients.flatMap((client) =>
    DESTINATIONS.filter((destination) => hasPolicy(client) || isProtected(destination)).flatMap((destination) => {
      const [name, pod, allowed] = client;
      const expected = allowed.includes(destination);
      if (isAllowed(policies, pod, ...locate(destination)) === expected) return [];
      return [`${name} ${expected ? 'cannot' : 'can'} connect to ${destination}.`];
    }),
  );
  return [...problems, ...policies.flatMap(listOpenEgress)];
}

/** Rules without a destination: they allow every address, inside and outside of the cluster (N10). */
const listOpenEgress = ({ spec }: NetworkPolicy): string[] => {
  const name = spec.podSelector.matchLabels?.['app.kubernetes.io/name'] ?? 'a pod';
  return (spec.egress ?? [])
    .filter(({ to = [] }) => to.length === 0)
    .map(
      ({ ports = [] }) =>
        `${name} can connect to every address at ports ${ports.map(({ port }) => port).join(', ') || 'of any number'}.`,
    );
};

type Client = readonly [name: string, pod: Pod, allowed: readonly Destination[]];

/** A pod that a policy selects has only the connections that some policy allows, in both directions. */
function isAllowed(policies: readonly NetworkPolicy[], from: Pod, to: Pod, port: Port): boolean {
  const passes = (type: 'Ingress' | 'Egress', pod: Pod, other: Pod): boolean => {
    const selecting = policies.filter((policy) => policy.spec.policyTypes.includes(type) && selects(policy, pod));
    if (selecting.length === 0) return true;
    return selecting.some(({ spec }) =>
      (type === 'Ingress' ? spec.ingress : spec.egress)?.some((rule) => {
        const peers = type === 'Ingress' ? rule.from : rule.to;
        const isPeer = peers === undefined || peers.some((peer) => isMatch(peer, other));
        return (
          isPeer &&
          (rule.ports === undefined || rule.ports.some((one) => one.port === port.number || one.port === port.name))
        );
      }),
    );
  };
  return passes('Egress', from, to) && passes('Ingress', to, from);
}

const selects = ({ spec }: NetworkPolicy, pod: Pod): boolean =>
  pod.namespace === RELEASE_NAMESPACE && hasLabels(spec.podSelector, pod.labels);

/** A block of addresses is outside of the cluster. */
function isMatch({ podSelector, namespaceSelector, ipBlock }: Peer, { namespace, labels }: Pod): boolean {
  if (ipBlock !== undefined) return false;
  const isNamespace = namespaceSelector
    ? hasLabels(namespaceSelector, { 'kubernetes.io/metadata.name': namespace })
    : namespace === RELEASE_NAMESPACE;
  return isNamespace && hasLabels(podSelector ?? {}, labels);
}

const hasLabels = ({ matchLabels = {} }: Selector, labels: Labels): boolean =>
  Object.entries(matchLabels).every(([name, value]) => labels[name] === value);
