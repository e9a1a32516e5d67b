// Writes src/generated-<service>.ts (the exports of generated code), src/generated-registry.ts (all resources and
// actions), src/generated-webhook-events.ts (the webhook events that resources declare) and
// src/generated-descriptors.ts (the descriptors of all protos, for reflection). With --check it writes nothing and fails
// when a file is not up to date. Requests and responses of the five verbs are not exported, except those that are listed
// already.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, 'src');
const GENERATED = join(SOURCES, 'generated', 'porchlight');
const INSIDE = ['common', 'change'];
const OF_EVERY_FILE = /^(protobufPackage|protobufFileName|DeepPartial|MessageFns|.*Entry)$/;
const OF_A_VERB = /^(Create|Get|List|Update|Delete)\w*(Request|Response)$/;
const WIDTH = 120;

const formatLine = (names, path) => {
  const line = `export { ${names.join(', ')} } from '${path}';`;
  return line.length > WIDTH ? `export {\n${names.map((name) => `  ${name},\n`).join('')}} from '${path}';` : line;
};

let wrong = false;
const write = (file, before, text) => {
  if (text === before) return;
  if (!process.argv.includes('--check')) writeFileSync(join(SOURCES, file), text);
  else {
    console.error(`${file} is not up to date. Run: npm run generate`);
    wrong = true;
  }
};

for (const service of readdirSync(GENERATED)
  .filter((name) => !INSIDE.includes(name))
  .sort()) {
  const file = join(SOURCES, `generated-${service}.ts`);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const listed = new Set(before.match(/\w+/g));
  const lines = readdirSync(join(GENERATED, service, 'v1'))
    .sort()
    .map((name) => {
      const code = readFileSync(join(GENERATED, service, 'v1', name), 'utf8');
      const found = [...code.matchAll(/^export (?:interface|const) (\w+)/gm)].map((match) => match[1]);
      const names = [...new Set(found)].filter(
        (one) => !OF_EVERY_FILE.test(one) && (!OF_A_VERB.test(one) || listed.has(one)),
      );
      return formatLine(names, `./generated/porchlight/${service}/v1/${name.slice(0, -'.ts'.length)}`);
    });
  write(`generated-${service}.ts`, before, `${lines.join('\n')}\n`);
}

/** The names that files of a kind export, by file. */
const declarations = (ending, pattern) =>
  readdirSync(SOURCES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'generated')
    .flatMap(({ name: folder }) => readdirSync(join(SOURCES, folder)).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith(`${ending}.ts`))
    .sort()
    .map((path) => ({
      path: `./${path.slice(0, -'.ts'.length)}`,
      names: [...readFileSync(join(SOURCES, path), 'utf8').matchAll(pattern)].map(([, name]) => name),
    }));
const resources = declarations('.resource', /^export const (\w+) = defineResource\b/gm);
const actions = declarations('.actions', /^export const (\w+Actions)\b/gm);
const registry = [
  '// Written by write-exports.mjs.',
  ...[...resources, ...actions].map(({ path, names }) => `import { ${names.join(', ')} } from '${path}';`),
  ...resources.map(({ path }) => `export * from '${path}';`),
  `/** All descriptors. */\nexport const resources = [\n${resources.flatMap(({ names }) => names.map((name) => `  ${name},\n`)).join('')}] as const;`,
  `/** All actions. */\nexport const actions = [\n${actions.flatMap(({ names }) => names.map((name) => `  ...${name},\n`)).join('')}] as const;`,
];
const writeSource = (name, lines) => {
  const file = join(SOURCES, name);
  write(name, existsSync(file) ? readFileSync(file, 'utf8') : '', `${lines.join('\n')}\n`);
};
writeSource('generated-registry.ts', registry);

// A separate file: the descriptor of webhooks needs these names, and the registry needs the descriptor.
const events = resources.flatMap(({ path }) => {
  const [, block = ''] = /^ {2}webhooks: \{([^[}]*)/m.exec(readFileSync(join(SOURCES, `${path}.ts`), 'utf8')) ?? [];
  return [...block.matchAll(/(?:created|updated|deleted): '(\w+)'/g)].map(([, name]) => name);
});
writeSource('generated-webhook-events.ts', [
  '// Written by write-exports.mjs.',
  `/** Webhook events that resources declare. */\nexport const DECLARED_WEBHOOK_EVENTS = [\n${events.map((name) => `  '${name}',\n`).join('')}] as const;`,
]);

// Compressed by buf, so that the text does not depend on the version of Node.
const PROTOS = join(import.meta.dirname, '..', '..');
const image = execFileSync(
  join(PROTOS, 'node_modules', '.bin', 'buf'),
  ['build', 'proto', '--as-file-descriptor-set', '--exclude-source-info', '-o', '-#format=binpb,compression=gzip'],
  { cwd: PROTOS, maxBuffer: 16 * 1024 * 1024, timeout: 60_000 },
);
writeSource('generated-descriptors.ts', [
  '// Written by write-exports.mjs.',
  `/** A google.protobuf.FileDescriptorSet of all protos, gzip in base64. */\nexport const DESCRIPTOR_SET =\n  '${image.toString('base64')}';`,
]);
process.exitCode = wrong ? 1 : 0;
