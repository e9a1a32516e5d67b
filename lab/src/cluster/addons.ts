import type { Kubectl, Manifest } from './kubectl';
import { DNS_ADDRESS, HOST_ADDRESS, NODES } from './cluster-layout';
import { COREDNS_IMAGE, METRICS_SERVER_IMAGE, TRAEFIK_IMAGE } from './images';

const READY_MS = 300_000;

/** The ingress class that the chart uses by default; Traefik serves it with the annotations of ingress-nginx. */
export const INGRESS_CLASS = 'nginx';
const SYSTEM = 'kube-system';
const INGRESS = 'ingress-nginx';

const securityContext = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  runAsNonRoot: true,
  runAsUser: 65_532,
  capabilities: { drop: ['ALL'] },
};

interface Addon {
  readonly name: string;
  readonly namespace: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly ports: readonly { name: string; port: number; protocol?: string }[];
  readonly readyPort: number;
  readonly readyPath: string;
  readonly scheme?: 'HTTPS';
  readonly rules: readonly object[];
  readonly container?: object;
  readonly pod?: object;
}

/** A deployment of one replica on the first node, with an account that has the rules of a cluster role. */
function describeAddon(addon: Addon): Manifest[] {
  const { name, namespace, image, args, ports, readyPort, readyPath, scheme, rules, container, pod } = addon;
  const labels = { app: name };
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } },
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name }, rules },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            serviceAccountName: name,
            nodeSelector: { 'kubernetes.io/hostname': NODES[0] },
            ...pod,
            containers: [
              {
                name,
                image,
                imagePullPolicy: 'Never',
                args,
                ports: ports.map((one) => ({
                  name: one.name,
                  containerPort: one.port,
                  protocol: one.protocol ?? 'TCP',
                })),
                readinessProbe: {
                  httpGet: { path: readyPath, port: readyPort, ...(scheme && { scheme }) },
                  periodSeconds: 2,
                },
                resources: { requests: { cpu: '20m', memory: '32Mi' }, limits: { memory: '256Mi' } },
                securityContext,
                ...container,
              },
            ],
          },
        },
      },
    },
  ];
}

const COREFILE = `.:53 {
    errors
    ready :8181
    kubernetes cluster.local in-addr.arpa {
        pods insecure
        ttl 5
    }
    forward . /etc/resolv.conf
    cache 5
}
`;

const dns: Manifest[] = [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'coredns', namespace: SYSTEM },
    data: { Corefile: COREFILE },
  },
  ...describeAddon({
    name: 'coredns',
    namespace: SYSTEM,
    image: COREDNS_IMAGE,
    args: ['-conf', '/etc/coredns/Corefile'],
    ports: [
      { name: 'dns', port: 53, protocol: 'UDP' },
      { name: 'dns-tcp', port: 53 },
    ],
    readyPort: 8181,
    readyPath: '/ready',
    rules: [
      { apiGroups: [''], resources: ['endpoints', 'services', 'pods', 'namespaces'], verbs: ['list', 'watch'] },
      { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] },
    ],
    container: { volumeMounts: [{ name: 'config', mountPath: '/etc/coredns', readOnly: true }] },
    pod: {
      dnsPolicy: 'Default',
      // Network policies compare the port of the pod, so DNS has its usual port there.
      securityContext: { sysctls: [{ name: 'net.ipv4.ip_unprivileged_port_start', value: '0' }] },
      volumes: [{ name: 'config', configMap: { name: 'coredns' } }],
    },
  }),
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'kube-dns', namespace: SYSTEM },
    spec: {
      clusterIP: DNS_ADDRESS,
      selector: { app: 'coredns' },
      ports: [
        { name: 'dns', port: 53, targetPort: 'dns', protocol: 'UDP' },
        { name: 'dns-tcp', port: 53, targetPort: 'dns-tcp', protocol: 'TCP' },
      ],
    },
  },
];

const metrics: Manifest[] = [
  ...describeAddon({
    name: 'metrics-server',
    namespace: SYSTEM,
    image: METRICS_SERVER_IMAGE,
    args: [
      '--secure-port=10250',
      '--cert-dir=/tmp',
      '--kubelet-preferred-address-types=InternalIP',
      '--kubelet-use-node-status-port',
      '--kubelet-insecure-tls',
      '--kubelet-request-timeout=5s',
      '--metric-resolution=10s',
    ],
    ports: [{ name: 'https', port: 10_250 }],
    readyPort: 10_250,
    readyPath: '/readyz',
    scheme: 'HTTPS',
    rules: [
      { apiGroups: [''], resources: ['nodes/metrics'], verbs: ['get'] },
      { apiGroups: [''], resources: ['pods', 'nodes', 'namespaces', 'configmaps'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
      { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
    ],
    container: { volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }] },
    pod: { volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '16Mi' } }] },
  }),
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'metrics-server', namespace: SYSTEM },
    spec: { selector: { app: 'metrics-server' }, ports: [{ port: 443, targetPort: 'https' }] },
  },
  {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1beta1.metrics.k8s.io' },
    spec: {
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      service: { name: 'metrics-server', namespace: SYSTEM },
      insecureSkipTLSVerify: true,
      groupPriorityMinimum: 100,
      versionPriority: 100,
    },
  },
];

const ingress: Manifest[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: INGRESS } },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IngressClass',
    metadata: { name: INGRESS_CLASS },
    spec: { controller: 'k8s.io/ingress-nginx' },
  },
  ...describeAddon({
    name: 'traefik',
    namespace: INGRESS,
    image: TRAEFIK_IMAGE,
    args: [
      '--entrypoints.websecure.address=:8443',
      '--entrypoints.websecure.http.tls=true',
      '--entrypoints.traefik.address=:9000',
      '--ping=true',
      '--log.level=INFO',
      '--providers.kubernetesIngressNGINX=true',
      '--global.checknewversion=false',
      '--global.sendanonymoususage=false',
    ],
    ports: [
      { name: 'websecure', port: 8443 },
      { name: 'ping', port: 9000 },
    ],
    readyPort: 9000,
    readyPath: '/ping',
    rules: [
      {
        apiGroups: [''],
        resources: ['services', 'endpoints', 'secrets', 'configmaps', 'namespaces', 'nodes', 'pods'],
        verbs: ['get', 'list', 'watch'],
      },
      { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] },
      { apiGroups: ['networking.k8s.io'], resources: ['ingresses', 'ingressclasses'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: ['networking.k8s.io'], resources: ['ingresses/status'], verbs: ['update'] },
    ],
    container: { volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }] },
    pod: { volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '16Mi' } }] },
  }),
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'traefik', namespace: INGRESS },
    spec: {
      // Clients keep their addresses, which kube-proxy would replace otherwise.
      type: 'NodePort',
      externalTrafficPolicy: 'Local',
      externalIPs: [HOST_ADDRESS],
      selector: { app: 'traefik' },
      ports: [{ name: 'websecure', port: 443, targetPort: 'websecure' }],
    },
  },
];

/** Installs CoreDNS, metrics-server and Traefik, and waits until their pods are ready. */
export async function installAddons(kubectl: Kubectl): Promise<void> {
  await kubectl.apply([...dns, ...metrics, ...ingress]);
  for (const [namespace, name] of [
    [SYSTEM, 'coredns'],
    [SYSTEM, 'metrics-server'],
    [INGRESS, 'traefik'],
  ] as const)
    await kubectl.run(['-n', namespace, 'rollout', 'status', `deployment/${name}`, `--timeout=${READY_MS / 1_000}s`], {
      timeoutMs: READY_MS + 5_000,
    });
}
