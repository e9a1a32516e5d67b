// Writes src/generated-<service>.ts: what of the generated code the package exports. With --check it writes nothing and
// fails when a file is not what it would write. The five verbs' own requests and answers stay inside, but for those
// that are listed already.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, 'src');
const GENERATED = join(SOURCES, 'generated', 'porchlight');
const INSIDE = ['common', 'change'];
const OF_EVERY_FILE = /^(protobufPackage|protobufFileName|DeepPartial|MessageFns|.*Entry)$/;
const OF_A_VERB = /^(Create|Get|List|Update|Delete)\w*(Request|Response)$/;
const WIDTH = 120;

const lineOf = (names, path) => {
  const line = `export { ${names.join(', ')} } from '${path}';`;
  return line.length > WIDTH ? `export {\n${names.map((name) => `  ${name},\n`).join('')}} from '${path}';` : line;
};

let wrong = false;
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
      return lineOf(names, `./generated/porchlight/${service}/v1/${name.slice(0, -'.ts'.length)}`);
    });
  const text = `${lines.join('\n')}\n`;
  if (text === before) continue;
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else {
    console.error(`generated-${service}.ts is not what write-exports.mjs writes. Mend it with: npm run generate`);
    wrong = true;
  }
}
process.exitCode = wrong ? 1 : 0;
