import { join } from 'node:path';
import type { ClusterLayout } from './cluster-layout';
import type { Kubectl } from './kubectl';
import { pollUntil } from './poll';
import { type ProgramResult } from '../launcher/run-program';

export const RELEASE = 'porchlight';
export const NAMESPACE = 'porchlight';
export const HOST = 'api.porchlight.test';
/** The chart's own limit of a roll-out. */
const HELM_MS = 300_000;
const COMMAND_MS = 120_000;

/** The release of the chart in the cluster. */
export interface Release {
  /** Installs or upgrades with these additional values, and waits until all pods are ready. */
  upgrade(values?: Readonly<Record<string, unknown>>, timeoutMs?: number): Promise<ProgramResult>;
  /** Runs a command of the operator's command line as the chart's Job, and returns its output. */
  operate<T>(command: readonly string[]): Promise<T>;
  /** kubectl in the namespace of the release. */
  kubectl(args: readonly string[], timeoutMs?: number): Promise<string>;
}

/** Opens the release. */
export function openRelease(root: string, layout: ClusterLayout, kubectl: Kubectl): Release {
  const chart = join(root, 'deploy', 'helm', 'porchlight');
  const common = ['-f', join(chart, 'values-small.yaml'), '-f', join(root, 'deploy', 'cluster', 'values.yaml')];
  const set = (values: Readonly<Record<string, unknown>>): string[] =>
    Object.entries(values).flatMap(([name, value]) => ['--set-json', `${name}=${JSON.stringify(value)}`]);
  const inNamespace = (args: readonly string[], timeoutMs = COMMAND_MS): Promise<string> =>
    kubectl.run(['-n', NAMESPACE, ...args], { timeoutMs });
  return {
    kubectl: inNamespace,
    upgrade: (values = {}, timeoutMs = HELM_MS) =>
      kubectl.helm(
        [
          'upgrade',
          '--install',
          RELEASE,
          chart,
          '-n',
          NAMESPACE,
          ...common,
          ...set(values),
          '--wait',
          '--timeout',
          `${timeoutMs / 1_000}s`,
        ],
        timeoutMs + 10_000,
      ),
    async operate<T>(command: readonly string[]) {
      const rendered = await kubectl.helm(
        [
          'template',
          RELEASE,
          chart,
          '-n',
          NAMESPACE,
          ...common,
          ...set({ 'operator.command': ['--json', ...command] }),
          '--kube-version',
          '1.33.4',
          '--show-only',
          'templates/operator.yaml',
        ],
        COMMAND_MS,
      );
      if (!rendered.ok) throw new Error(rendered.output);
      const [, name = ''] = /kind: Job\nmetadata:\n {2}name: (\S+)/.exec(rendered.stdout) ?? [];
      await kubectl.try(['-n', NAMESPACE, 'delete', 'job', name, '--ignore-not-found']);
      await kubectl.run(['-n', NAMESPACE, 'apply', '-f', '-'], { input: rendered.stdout });
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
  const output = await kubectl.run(['-n', NAMESPACE, 'logs', `job/${name}`]);
  if (ended === 'failed') throw new Error(`job ${name} failed: ${output}`);
  return JSON.parse(output) as T;
}
