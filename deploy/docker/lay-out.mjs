// Lays out the folder of each image: the bundle, what Node compiled of it, the list of what it holds.
//   node lay-out.mjs <where it will run> <where the folders go>
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileBundle } from '../../tools/bootstrap/compile-bundle.mjs';

const [home, out] = process.argv.slice(2);
const SERVICES = Object.keys(JSON.parse(readFileSync('libs/contracts/src/services.json', 'utf8')));

mkdirSync(out, { recursive: true });
const everything = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'], {
    maxBuffer: 1 << 28,
  }),
);
const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
for (const service of SERVICES) await layOut(service, join('dist', 'services', service));
await layOut('operator', join('dist', 'tools', 'operator'));

async function layOut(name, folder) {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  // The bundle, and its threads.
  for (const file of readdirSync(folder).filter((file) => file.endsWith('.js')))
    copyFileSync(join(folder, file), join(home, file));
  copyFileSync(join('deploy', 'docker', 'healthcheck.js'), join(home, 'healthcheck.js'));
  writeFileSync(join(home, 'sbom.cdx.json'), JSON.stringify(buildBill(name, folder), undefined, 1));
  if (name === 'gateway')
    for (const served of ['console', 'downloads'])
      cpSync(join('dist', served), join(home, served), { recursive: true });
  await compile(name);
  rmSync(join(out, name), { recursive: true, force: true });
  cpSync(home, join(out, name), { recursive: true });
}

/** A service without configuration says so and ends; the command line prints its help. */
async function compile(name) {
  const [args, expected] = name === 'operator' ? [['--help'], 0] : [[], 78];
  const { code, output } = await compileBundle(process.execPath, join(home, 'main.js'), join(home, 'compiled'), args);
  if (code !== expected) throw new Error(`${name} ended with ${code} instead of ${expected}: ${output}`);
}

/**
 * The package that npm installed: one that was published as a bundle names in its own source map packages that are not
 * there.
 */
function lockedPackage(path) {
  const outer = path.lastIndexOf('/node_modules/');
  return path in locked || outer < 0 ? path : lockedPackage(path.slice(0, outer));
}

/**
 * npm's bill of materials, of the packages that the bundle was made from (its source map names every file), and Node
 * itself.
 */
function buildBill(name, folder) {
  const { sources } = JSON.parse(readFileSync(join(folder, 'main.js.map'), 'utf8'));
  const bundled = new Set(
    sources.flatMap(
      (source) => /^(?:\.\.\/)*((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^.@/][^/]*)\//.exec(source)?.[1] ?? [],
    ),
  );
  const wanted = new Set(
    [...bundled]
      .map(lockedPackage)
      .map((path) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${locked[path]?.version}`),
  );
  const components = everything.components.filter((component) => wanted.has(component['bom-ref']));
  const missing = [...wanted].filter(
    (reference) => !components.some((component) => component['bom-ref'] === reference),
  );
  if (missing.length > 0) throw new Error(`${name}: not in npm's bill of materials: ${missing.join(', ')}`);
  const references = new Set(components.map((component) => component['bom-ref']));
  const node = {
    type: 'platform',
    name: 'node',
    version: process.versions.node,
    purl: `pkg:generic/node@${process.versions.node}`,
  };
  return {
    ...everything,
    metadata: { ...everything.metadata, component: { ...everything.metadata.component, name: `porchlight-${name}` } },
    components: [node, ...components],
    dependencies: everything.dependencies
      .filter(({ ref }) => references.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => references.has(one)) })),
  };
}
