import { join } from 'node:path';
import { generateFiles, names, readJson, updateJson, writeJson } from '@nx/devkit';
import { insert } from '../insert.mjs';
import generateResource from '../resource/generator.mjs';

const LIST = 'libs/contracts/src/services.json';
const NAME = /^[a-z][a-z0-9]*$/;

/**
 * nx g @porchlight/tools:service billing --resource invoice
 * @param {import('@nx/devkit').Tree} tree
 * @param {{ name: string, resource?: string, plural?: string }} options
 */
export default function generateService(tree, { name, resource = `${name}-item`, plural }) {
  // It is a package of Protocol Buffers, a database, a host name and a part of variables: one word is all of these.
  if (!NAME.test(name)) throw new Error(`${name} is no name for a service: one word in small letters.`);
  const services = readJson(tree, LIST);
  if (services[name] || tree.exists(`services/${name}`)) throw new Error(`There is a service ${name} already.`);
  const { dependencies, version } = readJson(tree, 'services/deals/package.json');
  const service = { name, NAME: name.toUpperCase(), Name: names(name).className, version, zod: dependencies.zod };
  generateFiles(tree, join(import.meta.dirname, 'files'), `services/${name}`, service);
  writeJson(tree, LIST, { ...services, [name]: 'backend' });
  lock(tree, service);
  insert(
    tree,
    'libs/contracts/src/index.ts',
    { before: "export * from './generated-rpc';" },
    `export * from './generated-${name}';\n`,
  );
  deploy(tree, service);
  insert(
    tree,
    '.github/CODEOWNERS',
    { before: '\n# Contracts' },
    `/services/${name}/ @porchlight/${name}\n/proto/porchlight/${name}/ @porchlight/${name}\n`,
  );
  return generateResource(tree, { name: resource, service: name, plural });
}

/** What `npm ci` compares: a workspace more, and no package. */
function lock(tree, { name, version, zod }) {
  updateJson(tree, 'package-lock.json', (lockFile) => {
    const packages = {
      ...lockFile.packages,
      [`node_modules/@porchlight/${name}`]: { resolved: `services/${name}`, link: true },
      [`services/${name}`]: { name: `@porchlight/${name}`, version, dependencies: { zod } },
    };
    const order = Object.keys(packages).sort((a, b) => a.localeCompare(b, 'en'));
    return { ...lockFile, packages: Object.fromEntries(order.map((path) => [path, packages[path]])) };
  });
}

/** Topic, image, container and release. */
function deploy(tree, { name, NAME }) {
  const topics = tree.read('deploy/kafka/topics.yaml', 'utf8');
  const declared = (topic, partitions) => `  - { name: ${topic}, partitions: ${partitions}, retentionMs: 604800000 }\n`;
  const withTopic = topics.replace(
    '\n\n# Messages that',
    `\n${declared(`porchlight.${name}.changes.v1`, 6).trimEnd()}\n\n# Messages that`,
  );
  tree.write(
    'deploy/kafka/topics.yaml',
    `${withTopic}${declared(`porchlight.auth.changes.v1.dead.${name}.accounts`, 1)}`,
  );

  insert(
    tree,
    'deploy/docker/Dockerfile',
    { before: 'FROM runtime AS operator' },
    `FROM runtime AS ${name}\nCOPY --from=build /out/${name} /app\n\n`,
  );

  const compose = 'docker-compose.yml';
  insert(tree, compose, { after: /\n {2}NOTIFIER_RPC_ADDRESS: .*\n/ }, `  ${NAME}_RPC_ADDRESS: ${name}:9100\n`);
  insert(
    tree,
    compose,
    { after: /\n {6}notifier: \{ condition: service_healthy \}\n/ },
    `      ${name}: { condition: service_healthy }\n`,
  );
  const container = `  ${name}:
    <<: *service
    image: porchlight/${name}:\${PORCHLIGHT_VERSION:-local}
    build: { context: ., dockerfile: deploy/docker/Dockerfile, target: ${name} }
    environment:
      <<: *environment
      ${NAME}_RPC_ADDRESS: 0.0.0.0:9100
      INTERNAL_TOKEN_PRIVATE_KEY_FILE: /run/porchlight/keys/internal-token-${name}.key.pem
`;
  insert(tree, compose, { before: '  # The API, and the web pages' }, container);

  const values = 'deploy/helm/porchlight/values.yaml';
  insert(tree, values, { after: /\n {2}gateway:\n(?: {4}.*\n)*? {4}calls: \[[^\]]*/ }, `, ${name}`);
  tree.write(values, `${tree.read(values, 'utf8').trimEnd()}\n  ${name}: { calls: [auth], signs: true }\n`);
}
