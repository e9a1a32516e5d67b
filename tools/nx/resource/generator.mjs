import { join } from 'node:path';
import { generateFiles, names, readJson } from '@nx/devkit';
import { generateCode } from '../generate-code.mjs';
import { insert } from '../insert.mjs';

const CONTRACTS = 'libs/contracts/src';
const FILES = join(import.meta.dirname, 'files');
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** The service that stores people and their records. */
const PEOPLE = 'people';

/**
 * nx g @porchlight/tools:resource invoice --service billing
 *
 * Writes a proto, a descriptor and a test, and edits only generated files: the resource is plain, all its rules are in
 * the descriptor. `--strategy` adds a feature with rules of its own, `--of-person` makes it a record of a person
 * (docs/how-to-add.md).
 * @param {import('@nx/devkit').Tree} tree
 * @param {{ name: string, service: string, plural?: string, strategy?: boolean, ofPerson?: boolean }} options
 */
export default function generateResource(
  tree,
  { name, service, plural = formPlural(name), strategy = false, ofPerson = false },
) {
  const kinds = readJson(tree, `${CONTRACTS}/services.json`);
  const backends = Object.keys(kinds).filter((one) => kinds[one] === 'backend');
  if (!backends.includes(service))
    throw new Error(`${service} is not a service that stores records. These are: ${backends.join(', ')}.`);
  for (const one of [name, plural])
    if (!NAME.test(one)) throw new Error(`${one} is no name: small letters, digits and hyphens, as in price-list.`);
  if (plural === `${name}s` && name.endsWith('s'))
    throw new Error(`The name is in the singular. If ${name} is the singular, add its plural: --plural ${name}es.`);
  if (ofPerson && service !== PEOPLE)
    throw new Error(`Records of a person are stored by the service ${PEOPLE}: --service ${PEOPLE}.`);
  const [singular, many] = [names(name), names(plural)];
  const resource = {
    service,
    file: many.fileName,
    resource: many.propertyName,
    noun: singular.className,
    nouns: many.className,
    snake: singular.fileName.replaceAll('-', '_'),
    words: plural.replaceAll('-', ' '),
    strategy,
    ofPerson,
  };
  // The name is the path of the resource and an export of libs/contracts, so it is unique in all services.
  const owner = backends.find((one) => tree.exists(`${CONTRACTS}/${one}/${resource.file}.resource.ts`));
  if (owner)
    throw new Error(
      `The service ${owner} has ${plural} already. Rules of its own: docs/how-to-add.md, "A rule that no declaration` +
        ' expresses", step 2, for a resource that exists.',
    );
  write(tree, resource);
  return generateCode(
    tree,
    tree.listChanges().map(({ path }) => path),
  );
}

/** The regular plural: property, properties; box, boxes; visit, visits. */
function formPlural(name) {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

/** Where the import of a folder belongs: before the first own import whose path sorts after it. */
function findImport(tree, main, folder) {
  const imports = [...tree.read(main, 'utf8').matchAll(/^import [^;]* from '\.\/([^']+)';\n/gm)];
  const next = imports.find(([, path]) => path > folder);
  if (next) return { before: next[0] };
  return imports.length > 0 ? { after: imports.at(-1)[0] } : { before: /^/ };
}

function write(tree, resource) {
  const { service, file, strategy, ofPerson } = resource;
  generateFiles(tree, join(FILES, 'proto'), `proto/porchlight/${service}/v1`, resource);
  generateFiles(tree, join(FILES, 'descriptor'), `${CONTRACTS}/${service}`, resource);
  generateFiles(tree, join(FILES, ofPerson ? 'person-test' : 'test'), `services/${service}/test`, resource);
  if (!strategy) return;
  generateFiles(tree, join(FILES, 'strategy'), `services/${service}/src/${file}`, resource);
  const main = `services/${service}/src/main.ts`;
  insert(tree, main, findImport(tree, main, file), `import { ${resource.resource} } from './${file}';\n`);
  // Records of a person without a feature are opened last: they are those that no feature opened.
  insert(tree, main, ofPerson ? { before: /plainRecords,\n/ } : { after: 'features: [' }, `${resource.resource}, `);
}
