import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { VERSION } from '@porchlight/contracts';
import { findIncompatibleChanges } from '@porchlight/openapi';
import { projectRoot } from '../launcher/project-root';
import { PRESENT_API, RELEASED_API, renderOpenApi } from './api-description';
import { addChanges, API_CHANGELOG, readApiChangelog, renderApiChangelog } from './api-changelog';
import { findBrokenLinks } from './broken-links';
import { renderPages } from './render-pages';

const SDK_TIMEOUT_MS = 60_000;

/** Writes the API description to `dist`, and returns it. */
function describeApi(root: string): string {
  const description = renderOpenApi();
  mkdirSync(dirname(join(root, PRESENT_API)), { recursive: true });
  writeFileSync(join(root, PRESENT_API), description);
  return description;
}

/** Makes the description the accepted one; adds what differs from the former one to the API changelog. */
function acceptDescription(root: string, description: string): void {
  const [accepted, changelog] = [join(root, RELEASED_API), join(root, API_CHANGELOG)];
  const parse = (text: string) => JSON.parse(text) as Record<string, unknown>;
  const change = { before: parse(readFileSync(accepted, 'utf8')), after: parse(description) };
  const releases = addChanges(readApiChangelog(readFileSync(changelog, 'utf8')), VERSION, change);
  writeFileSync(changelog, renderApiChangelog(releases));
  writeFileSync(accepted, description);
}

/** Prints what is incompatible with the last release. Returns the number of these changes. */
function compareWithRelease(root: string, description: string): number {
  const parse = (text: string) => JSON.parse(text) as Record<string, unknown>;
  const released = parse(readFileSync(join(root, RELEASED_API), 'utf8'));
  const incompatible = findIncompatibleChanges(released, parse(description));
  for (const change of incompatible) console.log(`incompatible: ${change}`);
  if (incompatible.length > 0)
    console.log(`Clients rely on ${RELEASED_API}. If a change is intended: npm run docs -- --accept`);
  return incompatible.length;
}

async function main(): Promise<number> {
  const program = new Command('docs')
    .description(
      'Writes the pages of docs/ that are made from code, the API description, and what the SDK has from it; checks links.',
    )
    .option('--check', 'write nothing; name the pages that differ and exit with 1')
    .option(
      '--accept',
      'take the present API description as the one that clients rely on, and add what changed to the API changelog',
    )
    .option('--api', `only write the API description (${PRESENT_API})`)
    .parse();
  const { check, accept, api } = program.opts<{ check?: boolean; accept?: boolean; api?: boolean }>();
  const root = projectRoot();
  const description = describeApi(root);
  if (api) return 0;
  if (accept) acceptDescription(root, description);
  const pages = [...(await renderPages(root, description))];
  const differing = pages.filter(
    ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
  );
  if (!check) for (const [path, text] of differing) writeFileSync(join(root, path), text);
  for (const [path] of differing) console.log(check ? `differs: ${path}` : `written: ${path}`);
  if (check && differing.length > 0) console.log('Fix it with: npm run docs');
  // The SDK is generated from the API description.
  const generate = [join(root, 'libs', 'sdk', 'generate.mjs'), join(root, PRESENT_API), ...(check ? ['--check'] : [])];
  const sdk = spawnSync(process.execPath, generate, { stdio: 'inherit', timeout: SDK_TIMEOUT_MS });
  const incompatible = compareWithRelease(root, description);
  const brokenLinks = findBrokenLinks(root);
  for (const link of brokenLinks) console.log(`leads nowhere: ${link}`);
  if (differing.length + brokenLinks.length === 0) console.log(`${pages.length} pages are current.`);
  return sdk.status !== 0 || brokenLinks.length + incompatible > 0 || (check && differing.length > 0) ? 1 : 0;
}

main().then(
  (exitCode) => (process.exitCode = exitCode),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
