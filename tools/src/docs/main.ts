import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { findIncompatibleChanges } from '@porchlight/openapi';
import { projectRoot } from '../launcher/project-root';
import { findBrokenLinks } from './broken-links';
import { renderPages } from './render-pages';

/** The description that clients rely on, as of the last `npm run openapi:baseline`. */
const BASELINE = 'docs/openapi.baseline.json';

async function main(): Promise<number> {
  const program = new Command('docs')
    .description(
      'Writes the pages of docs/ that are made from code and what the SDK has from them, and checks the links of all.',
    )
    .option('--check', 'write nothing; name the pages that differ and exit with 1')
    .option('--baseline', 'take the present description of the API as what clients count on')
    .parse();
  const { check, baseline } = program.opts<{ check?: boolean; baseline?: boolean }>();
  const root = projectRoot();
  const pages = [...(await renderPages(root))];
  const differing = pages.filter(
    ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
  );
  if (!check) for (const [path, text] of differing) writeFileSync(join(root, path), text);
  for (const [path] of differing) console.log(check ? `differs: ${path}` : `written: ${path}`);
  if (check && differing.length > 0) console.log('Fix it with: npm run docs');
  // The SDK is generated from the new description.
  const sdk = spawnSync(process.execPath, [join(root, 'libs', 'sdk', 'generate.mjs'), ...(check ? ['--check'] : [])], {
    stdio: 'inherit',
    timeout: 60_000,
  });
  const described = pages.find(([path]) => path === 'docs/openapi.json')![1];
  if (baseline) writeFileSync(join(root, BASELINE), described);
  const parse = (text: string) => JSON.parse(text) as Record<string, unknown>;
  const incompatible = findIncompatibleChanges(parse(readFileSync(join(root, BASELINE), 'utf8')), parse(described));
  for (const change of incompatible) console.log(`incompatible: ${change}`);
  if (incompatible.length > 0)
    console.log(`Clients count on ${BASELINE}. A break that is meant: npm run openapi:baseline`);
  const broken = findBrokenLinks(root);
  for (const link of broken) console.log(`leads nowhere: ${link}`);
  if (differing.length + broken.length === 0) console.log(`${pages.length} pages are current.`);
  return sdk.status !== 0 || broken.length + incompatible.length > 0 || (check && differing.length > 0) ? 1 : 0;
}

main().then(
  (exitCode) => (process.exitCode = exitCode),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
