import { parseAllDocuments } from 'yaml';

interface Volume {
  readonly secret?: { readonly items?: readonly { readonly key: string; readonly path: string }[] };
}
interface Workload {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly template: { readonly spec: Pod } };
}
interface Pod {
  readonly volumes?: readonly Volume[];
  readonly containers: readonly { readonly env?: readonly { readonly name: string }[] }[];
}

const VARIABLE = 'INTERNAL_TOKEN_PRIVATE_KEY_FILE';
/** Entries of the secret that are private keys of internal tokens. */
const PRIVATE_KEY = /^internal-token.*\.key\.pem$/;

/**
 * One sentence per deployment of a rendered chart whose key of internal tokens is missing, unused or shared (ADR 26).
 */
export function signingKeyProblems(rendered: string): string[] {
  const deployments = parseAllDocuments(rendered)
    .map((document) => document.toJS() as Workload | null)
    .filter((one): one is Workload => one?.kind === 'Deployment');
  const owners = new Map<string, string>();
  const problems: string[] = [];
  for (const { metadata, spec } of deployments) {
    const { volumes = [], containers } = spec.template.spec;
    const isSigning = containers.some(({ env = [] }) => env.some(({ name }) => name === VARIABLE));
    const entries = volumes.flatMap(({ secret }) => secret?.items ?? []).filter(({ key }) => PRIVATE_KEY.test(key));
    const needed = isSigning ? 1 : 0;
    if (entries.length !== needed)
      problems.push(`${metadata.name} has ${entries.length} keys that sign internal tokens; it needs ${needed}.`);
    for (const { key } of entries) {
      const owner = owners.get(key);
      if (owner !== undefined)
        problems.push(`${owner} and ${metadata.name} sign internal tokens with the same key ${key}.`);
      owners.set(key, metadata.name);
    }
  }
  return owners.size === 0 ? [...problems, 'No deployment signs internal tokens.'] : problems;
}
