import { SERVICES } from '@porchlight/contracts';
import { describeConfig } from '@porchlight/runtime';
import { parseAllDocuments } from 'yaml';
import { loadConfigSchemas } from '../docs/load-config-schemas';
import { heapOption } from '../launcher/service-process';

interface Workload {
  readonly kind: string;
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly name: string;
          readonly image: string;
          readonly env?: readonly { readonly name: string; readonly value?: string }[];
          readonly resources?: { readonly limits?: { readonly memory?: string } };
        }[];
      };
    };
  };
}

/** Read by Node and by the SDK of traces themselves. */
const NOT_OURS = /^(NODE_OPTIONS|OTEL_.*)$/;

/**
 * Compares the environment in a rendered chart with the configuration schema of each service. Returns one sentence per
 * difference.
 */
export async function chartEnvironmentProblems(root: string, rendered: string): Promise<string[]> {
  const schemas = new Map(
    (await loadConfigSchemas(root)).map(({ service, schema }) => [service, describeConfig(schema)]),
  );
  // Every service gets the limits that an operator set; it ignores those of others.
  const limits = new Set(
    [...schemas.values()].flatMap((entries) =>
      entries.map(({ name }) => name).filter((name) => name.startsWith('LIMIT_')),
    ),
  );
  const workloads = parseAllDocuments(rendered)
    .map((document) => document.toJS() as Workload | null)
    .filter((one) => one !== null && ['Deployment', 'Job'].includes(one.kind)) as Workload[];
  const containers = workloads.flatMap(({ kind, spec }) =>
    spec.template.spec.containers.map((container) => ({ kind, ...container })),
  );
  const problems = containers.flatMap(({ kind, name, image, env = [], resources }) => {
    const entries = schemas.get(/([a-z]+)[:@][^/]*$/.exec(image)?.[1] ?? '');
    if (!entries) return [];
    const names = new Set(env.map((one) => one.name));
    const missing = entries
      .filter((entry) => entry.required && !names.has(entry.name))
      .map((entry) => `${kind} ${name} lacks ${entry.name}`);
    const unknown = [...names]
      .filter((one) => !NOT_OURS.test(one) && !limits.has(one) && !entries.some((entry) => entry.name === one))
      .map((one) => `${kind} ${name} has ${one}, which its configuration does not know`);
    return [...missing, ...unknown, ...memoryProblems(name, env, resources?.limits?.memory)];
  });
  const deployments = containers.filter(({ kind }) => kind === 'Deployment').length;
  return deployments < schemas.size
    ? [...problems, `There are ${deployments} deployments for ${schemas.size} services.`]
    : problems;
}

/** A container needs memory beside the heap: buffers, code, stacks. */
const HEAP_SHARE = 0.5;

/** The heap in NODE_OPTIONS beside the heap of the local stack and the container's limit of memory (Mi). */
function memoryProblems(
  name: string,
  env: readonly { readonly name: string; readonly value?: string }[],
  limit: string | undefined,
): string[] {
  const service = SERVICES.find((one) => name === one || name.startsWith(`${one}-`));
  if (service === undefined || limit === undefined) return [];
  const option = env.find((one) => one.name === 'NODE_OPTIONS')?.value ?? '';
  const heap = Number(/--max-old-space-size=(\d+)/.exec(option)?.[1]);
  const container = Number(/^(\d+)Mi$/.exec(limit)?.[1]);
  return [
    ...(option.includes(heapOption(service))
      ? []
      : [`${name} has the heap ${heap} MB; the local stack has ${heapOption(service)}`]),
    ...(heap <= container * HEAP_SHARE ? [] : [`${name} has a heap of ${heap} MB in a container of ${limit}`]),
  ];
}
