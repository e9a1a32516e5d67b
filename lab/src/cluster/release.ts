import { join } from 'node:path';
import { KUBERNETES_VERSION } from './binaries';
import type { Kubectl } from './kubectl';
import { pollUntil } from './poll';

export const RELEASE = 'porchlight';
export const NAMESPACE = 'porchlight';
const CHART = join('deploy', 'helm', 'porchlight');
export const HOST = 'api.porchlight.test';
/** The chart's own limit of a roll-out. */
const HELM_MS = 900_000;
const COMMAND_MS = 120_000;

/** The release of the chart in the cluster. */
export type Release = Readonly<ReturnType<typeof openRelease>>;

/** Files of values of the cluster of `up`. */
export const listValueFiles = (root: string): string[] => [
  join(root, CHART, 'values-small.yaml'),
  join(root, 'lab', 'cluster', 'values.yaml'),
];

/** Opens the release that was installed with these files of values. */
export function openRelease(root: string, kubectl: Kubectl, valueFiles: readonly string[]) {
  const chart = join(root, CHART);
  const common = valueFiles.flatMap((file) => ['-f', file]);
  const set = (values: Readonly<Record<string, unknown>>): string[] =>
    Object.entries(values).flatMap(([name, value]) => ['--set-json', `${name}=${JSON.stringify(value)}`]);
  const inNamespace = (args: readonly string[], timeoutMs = COMMAND_MS): Promise<string> =>
    kubectl.run(['-n', NAMESPACE, ...args], { timeoutMs });
  const render = async (template: string, values: Readonly<Record<string, unknown>>): Promise<string> => {
    const show = ['--kube-version', KUBERNETES_VERSION, '--show-only', `templates/${template}.yaml`];
    const { ok, stdout, output } = await kubectl.helm(
      ['template', RELEASE, chart, '-n', NAMESPACE, ...common, ...set(values), ...show],
      COMMAND_MS,
    );
    if (!ok) throw new Error(output);
    return stdout;
  };
  return {
    /** kubectl in the namespace of the release. */
    kubectl: inNamespace,
    /** Renders a template of the chart with these additional values. */
    render,
    /** Installs or upgrades with these additional values, and waits until all pods are ready. */
    upgrade: (values: Readonly<Record<string, unknown>> = {}, timeoutMs = HELM_MS) => {
      const wait = ['--wait', '--timeout', `${timeoutMs / 1_000}s`];
      const args = ['upgrade', '--install', RELEASE, chart, '-n', NAMESPACE, ...common, ...set(values), ...wait];
      return kubectl.helm(args, timeoutMs + 10_000);
    },
    /** Runs a command of the operator's command line as the chart's Job, and returns its output. */
    async operate<T>(command: readonly string[]): Promise<T> {
      const job = await render('operator', { 'operator.command': ['--json', ...command] });
      const [, name = ''] = /kind: Job\nmetadata:\n {2}name: (\S+)/.exec(job) ?? [];
      await kubectl.try(['-n', NAMESPACE, 'delete', 'job', name, '--ignore-not-found']);
      await kubectl.run(['-n', NAMESPACE, 'apply', '-f', '-'], { input: job });
      return readJob<T>(kubectl, name);
    },
  };
}

/** Waits for the end of an operator's job and returns the JSON that it printed. */
export async function readJob<T>(kubectl: Kubectl, name: string): Promise<T> {
  const ended = await pollUntil(`job ${name}`, COMMAND_MS, async () => {
    const { status } = await kubectl.get<{ status: { succeeded?: number; failed?: number } }>([
      '-n',
      NAMESPACE,
      'job',
      name,
    ]);
    return status.succeeded ? 'succeeded' : (status.failed ?? 0) > 3 ? 'failed' : undefined;
  });
  // A job repeats a pod that failed, for example because the firewall did not know its address yet.
  const phase = `--field-selector=status.phase=${ended === 'succeeded' ? 'Succeeded' : 'Failed'}`;
  const { items } = await kubectl.get<{ items: { metadata: { name: string } }[] }>([
    ...['-n', NAMESPACE, 'pods', '-l', `job-name=${name}`, phase],
  ]);
  const output = await kubectl.run(['-n', NAMESPACE, 'logs', items[0]?.metadata.name ?? '']);
  if (ended === 'failed') throw new Error(`job ${name} failed: ${output}`);
  return JSON.parse(output) as T;
}
