import { join } from 'node:path';
import { generateFiles, names, readJson } from '@nx/devkit';
import { generateCode } from '../generate-code.mjs';
import { insert } from '../insert.mjs';

const TOUR = 'libs/openapi/src/examples/tour.ts';
const CONTRACTS = 'libs/contracts/src';
const REGISTRY = `${CONTRACTS}/registry.ts`;
const FILES = join(import.meta.dirname, 'files');
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * nx g @porchlight/tools:resource invoice --service billing
 * @param {import('@nx/devkit').Tree} tree
 * @param {{ name: string, service: string, plural?: string }} options
 */
export default function generateResource(tree, { name, service, plural = `${name}s` }) {
  if (readJson(tree, `${CONTRACTS}/services.json`)[service] !== 'backend')
    throw new Error(`There is no service ${service} that keeps data.`);
  for (const one of [name, plural])
    if (!NAME.test(one)) throw new Error(`${one} is no name: small letters, digits and hyphens, as in price-list.`);
  const [singular, many] = [names(name), names(plural)];
  const resource = {
    service,
    file: many.fileName,
    resource: many.propertyName,
    noun: singular.className,
    nouns: many.className,
    snake: singular.fileName.replaceAll('-', '_'),
    words: plural.replaceAll('-', ' '),
  };
  if (tree.exists(`${CONTRACTS}/${service}/${resource.file}.resource.ts`))
    throw new Error(`${service} has ${plural} already.`);
  write(tree, resource);
  register(tree, resource);
  wire(tree, resource);
  return generateCode(tree);
}

function write(tree, resource) {
  const { service } = resource;
  generateFiles(tree, join(FILES, 'proto'), `proto/porchlight/${service}/v1`, resource);
  generateFiles(tree, join(FILES, 'descriptor'), `${CONTRACTS}/${service}`, resource);
  generateFiles(tree, join(FILES, 'service'), `services/${service}/src`, resource);
  generateFiles(tree, join(FILES, 'test'), `services/${service}/test`, resource);
}

/** Among the contracts, from which routes, documents and the matrix of roles are made. */
function register(tree, { service, file, resource, noun, snake }) {
  const definition = `${noun}ServiceDefinition`;
  insert(
    tree,
    REGISTRY,
    { before: /import .* from '\.\/people\/people\.resource';\n/ },
    `import { ${definition} } from './generated/porchlight/${service}/v1/${snake}_service';\n`,
  );
  insert(
    tree,
    REGISTRY,
    { before: '\n/** Every resource of the system.' },
    `import { ${resource} } from './${service}/${file}.resource';\n`,
  );
  insert(tree, REGISTRY, { before: '] as unknown as readonly Descriptor[];' }, `  ${resource},\n`);
  insert(tree, REGISTRY, { before: '} as const;' }, `  ${resource}: ${definition},\n`);
  insert(
    tree,
    `${CONTRACTS}/index.ts`,
    { before: '\nexport { ListQuery' },
    `export { ${resource} } from './${service}/${file}.resource';\n`,
  );
  const operation = `${service}.${resource}`;
  const writes = [
    `example('${operation}.create', { body: { name: 'First' } }),`,
    `example('${operation}.update', { body: { name: 'Second' } }),`,
  ];
  insert(tree, TOUR, { before: /\];\n\n\/\*\* Deletions/ }, writes.map((line) => `  ${line}\n`).join(''));
  insert(
    tree,
    TOUR,
    { after: 'export const FAREWELL: readonly Example[] = [\n' },
    `  example('${operation}.delete'),\n`,
  );
  insert(tree, 'services/system-test/src/record-samples.ts', { before: /\};\n$/ }, `  ${resource}: named(),\n`);
}

/** In the service that owns it. */
function wire(tree, { service, file, nouns, noun }) {
  const app = `services/${service}/src/app.ts`;
  insert(tree, app, { after: /import .* from '\.\/config';\n/ }, `import { serve${nouns} } from './serve-${file}';\n`);
  insert(tree, app, { after: /\n *const backend = await openBackend\(.*\);\n/ }, `  serve${nouns}(backend);\n`);
  insert(tree, `services/${service}/README.md`, { after: /\n\| calls \([^)]*\) \| / }, `\`${noun}Service\`, `);
}
