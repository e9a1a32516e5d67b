import { runProgram, tryProgram, type ProgramResult } from '@porchlight/tools/src/launcher/run-program';

const TIMEOUT_MS = 60_000;

/** A manifest. */
export type Manifest = Readonly<Record<string, unknown>> & { readonly kind: string };

/** A secret with these texts. */
export const describeSecret = (namespace: string, name: string, texts: Readonly<Record<string, string>>): Manifest => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace },
  data: Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, Buffer.from(text).toString('base64')])),
});

/** Commands of kubectl and helm as the administrator of the cluster. */
export interface Kubectl {
  /** Returns the standard output. Throws if the command fails. */
  run(args: readonly string[], options?: { input?: string; timeoutMs?: number }): Promise<string>;
  try(args: readonly string[], options?: { timeoutMs?: number }): Promise<ProgramResult>;
  /** Returns an object or a list. */
  get<T>(args: readonly string[]): Promise<T>;
  apply(manifests: readonly Manifest[]): Promise<void>;
  helm(args: readonly string[], timeoutMs: number): Promise<ProgramResult>;
}

/** Credentials of a cluster, and the programs that use them. */
export interface ClusterAccess {
  readonly kubeconfig: string;
  readonly kubectl: string;
  readonly helm: string;
}

/** Opens a cluster. */
export function openKubectl({ kubeconfig, ...programs }: ClusterAccess): Kubectl {
  const common = ['--kubeconfig', kubeconfig];
  const run: Kubectl['run'] = (args, { input, timeoutMs = TIMEOUT_MS } = {}) =>
    runProgram(programs.kubectl, [...common, ...args], { timeoutMs, ...(input !== undefined && { input }) });
  return {
    run,
    try: (args, { timeoutMs = TIMEOUT_MS } = {}) => tryProgram(programs.kubectl, [...common, ...args], { timeoutMs }),
    get: async <T>(args: readonly string[]) => JSON.parse(await run(['get', ...args, '-o', 'json'])) as T,
    async apply(manifests) {
      const list = { apiVersion: 'v1', kind: 'List', items: manifests };
      await run(['apply', '--server-side', '--force-conflicts', '-f', '-'], { input: JSON.stringify(list) });
    },
    // It prints nothing while it waits for pods.
    helm: (args, timeoutMs) => tryProgram(programs.helm, [...common, ...args], { timeoutMs, quietMs: timeoutMs }),
  };
}
