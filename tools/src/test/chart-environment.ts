import { describeConfig } from '@porchlight/runtime';
import { parseAllDocuments } from 'yaml';
import { loadConfigSchemas } from '../docs/load-config-schemas';

interface Workload {
  readonly kind: string;
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly { readonly name: string; readonly image: string; readonly env?: readonly { readonly name: string }[] }[] } } };
}

/** Read by Node and by the SDK of traces themselves. */
const NOT_OURS = /^(NODE_OPTIONS|OTEL_.*)$/;

/** What a rendered chart tells the pods and jobs of each service beside what the service's configuration wants to know, one sentence each. */
export async function chartEnvironmentProblems(root: string, rendered: string): Promise<string[]> {
  const schemas = new Map((await loadConfigSchemas(root)).map(({ service, schema }) => [service, describeConfig(schema)]));
  const workloads = parseAllDocuments(rendered)
    .map((document) => document.toJS() as Workload | null)
    .filter((one) => one !== null && ['Deployment', 'Job'].includes(one.kind)) as Workload[];
  const containers = workloads.flatMap(({ kind, spec }) => spec.template.spec.containers.map((container) => ({ kind, ...container })));
  const problems = containers.flatMap(({ kind, name, image, env = [] }) => {
    const entries = schemas.get(/([a-z]+)[:@][^/]*$/.exec(image)?.[1] ?? '');
    if (!entries) return [];
    const given = new Set(env.map((one) => one.name));
    const missing = entries.filter((entry) => entry.required && !given.has(entry.name)).map((entry) => `${kind} ${name} lacks ${entry.name}`);
    const unknown = [...given].filter((one) => !NOT_OURS.test(one) && !entries.some((entry) => entry.name === one)).map((one) => `${kind} ${name} is told ${one}, which it does not know`);
    return [...missing, ...unknown];
  });
  const told = containers.filter(({ kind }) => kind === 'Deployment').length;
  return told < schemas.size ? [...problems, `There are ${told} deployments for ${schemas.size} services.`] : problems;
}
