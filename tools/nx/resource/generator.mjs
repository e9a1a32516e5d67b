import { join } from 'node:path';
import { generateFiles, names, readJson } from '@nx/devkit';
import { generateCode } from '../generate-code.mjs';

const CONTRACTS = 'libs/contracts/src';
const FILES = join(import.meta.dirname, 'files');
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * nx g @porchlight/tools:resource invoice --service billing
 *
 * Writes a proto, a descriptor and a test, and edits no file. A resource with rules of its own gets a strategy in its
 * service later.
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
  return generateCode(tree);
}

function write(tree, resource) {
  const { service } = resource;
  generateFiles(tree, join(FILES, 'proto'), `proto/porchlight/${service}/v1`, resource);
  generateFiles(tree, join(FILES, 'descriptor'), `${CONTRACTS}/${service}`, resource);
  generateFiles(tree, join(FILES, 'test'), `services/${service}/test`, resource);
}
