import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '@porchlight/tools/src/launcher/run-program';

/** Version of the cluster. */
export const KUBERNETES_VERSION = '1.33.4';
/** Two cores that others use too. */
const BUILD_MS = 30 * 60_000;
const KUBERNETES_FLAGS = [
  '-s -w',
  `-X k8s.io/component-base/version.gitVersion=v${KUBERNETES_VERSION}`,
  '-X k8s.io/component-base/version.gitMajor=1',
  '-X k8s.io/component-base/version.gitMinor=33',
].join(' ');
const SMALL = '-s -w';

interface Module {
  readonly flags: string;
  /** Package of each program. */
  readonly programs: Readonly<Record<string, string>>;
  /** A folder of another module that is copied next to the programs, as `resources`. */
  readonly resources?: { readonly module: string; readonly folder: string };
}

const command = (name: string): string => `k8s.io/kubernetes/cmd/${name}`;

/** The modules in lab/cluster/modules. Each pins its dependencies in go.mod and go.sum. */
const MODULES = {
  kubernetes: {
    flags: KUBERNETES_FLAGS,
    programs: {
      'kube-apiserver': command('kube-apiserver'),
      'kube-controller-manager': command('kube-controller-manager'),
      'kube-scheduler': command('kube-scheduler'),
      kubelet: command('kubelet'),
      'kube-proxy': command('kube-proxy'),
      kubectl: command('kubectl'),
    },
  },
  etcd: { flags: SMALL, programs: { etcd: 'go.etcd.io/etcd/server/v3' } },
  addons: {
    flags: SMALL,
    programs: {
      coredns: './coredns',
      pause: './pause',
      helm: 'helm.sh/helm/v3/cmd/helm',
      traefik: 'github.com/traefik/traefik/v3/cmd/traefik',
    },
  },
  'metrics-server': { flags: SMALL, programs: { 'metrics-server': 'sigs.k8s.io/metrics-server/cmd/metrics-server' } },
  'network-policies': {
    flags: SMALL,
    programs: { 'kube-router': 'github.com/cloudnativelabs/kube-router/v2/cmd/kube-router' },
  },
  'cert-manager': {
    flags: SMALL,
    programs: { 'cert-manager': './controllers' },
    resources: { module: 'github.com/cert-manager/cert-manager', folder: 'deploy/crds' },
  },
} satisfies Record<string, Module>;

type ModuleName = keyof typeof MODULES;
type ProgramOf<M extends ModuleName> = keyof (typeof MODULES)[M]['programs'];
/** A program of the cluster. */
export type ProgramName = { [M in ModuleName]: ProgramOf<M> }[ModuleName];
/** Paths of the programs. */
export type Programs = Readonly<Record<ProgramName, string>>;

/** Folder of the built programs and of Go's caches, with the other downloads. */
export const binariesFolder = (downloads: string): string => join(downloads, 'cluster');

/**
 * Builds the programs that are missing in the download cache and returns the paths of all. The first build takes 15 to
 * 20 minutes on two cores; it needs Go 1.26.4 or newer and the Go module proxy.
 */
export async function buildPrograms(root: string, downloads: string, say: (line: string) => void): Promise<Programs> {
  const cache = binariesFolder(downloads);
  for (const { name, module, source, folder } of listModules(root, downloads))
    if (!existsSync(folder)) await buildModule(name, module, source, folder, cache, say);
  return Object.fromEntries(
    listModules(root, downloads).flatMap(({ module, folder }) =>
      Object.keys(module.programs).map((program) => [program, join(folder, program)]),
    ),
  ) as Programs;
}

/** True if the download cache has all programs. */
export const areProgramsBuilt = (root: string, downloads: string): boolean =>
  listModules(root, downloads).every(({ folder }) => existsSync(folder));

/** The modules with the folders of their sources and of their programs; another version has another folder. */
const listModules = (root: string, downloads: string) =>
  Object.entries<Module>(MODULES).map(([name, module]) => {
    const source = join(root, 'lab', 'cluster', 'modules', name);
    const folder = join(binariesFolder(downloads), 'bin', `${name}-${hashModule(module, source)}`);
    return { name, module, source, folder };
  });

async function buildModule(
  name: string,
  { flags, programs, resources }: Module,
  source: string,
  folder: string,
  cache: string,
  say: (line: string) => void,
): Promise<void> {
  const began = Date.now();
  say(`building ${name}: ${Object.keys(programs).join(', ')} …`);
  const env = {
    ...process.env,
    CGO_ENABLED: '0',
    GOTOOLCHAIN: 'local',
    GOFLAGS: '-buildvcs=false',
    GOPATH: join(cache, 'go'),
    GOCACHE: join(cache, 'go-build'),
  };
  const go = (args: readonly string[]) => runProgram('go', args, { cwd: source, timeoutMs: BUILD_MS, env });
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    for (const [program, path] of Object.entries(programs))
      await go(['build', '-v', '-mod=readonly', '-trimpath', '-ldflags', flags, '-o', join(draft, program), path]);
    if (resources) {
      const module = (await go(['list', '-m', '-f', '{{.Dir}}', resources.module])).trim();
      cpSync(join(module, resources.folder), join(draft, 'resources'), { recursive: true });
    }
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  say(`built ${name} in ${Math.round((Date.now() - began) / 1_000)} s`);
}

function hashModule(module: Module, source: string): string {
  const hash = createHash('sha256').update(JSON.stringify(module));
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }).sort())
    if (/\.(go|mod|sum)$/.test(file)) hash.update(file).update(readFileSync(join(source, file)));
  return hash.digest('hex').slice(0, 12);
}
